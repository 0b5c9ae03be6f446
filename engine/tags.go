package engine

import (
	"context"
	"slices"
	"strconv"

	"github.com/keywright/keywright/api"
)

// tagsPage is how many tags ListTagsOfResource tells at a time. DynamoDB's
// number is not documented; the largest set fills several pages.
const tagsPage = 10

// TagResource sets tags of a table, new ones and ones that it has.
func (db *DB) TagResource(ctx context.Context, r *api.TagResourceRequest) (*api.TagResourceResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	err := db.changeTags(ctx, r.ResourceArn, r.ValidateTags, func(tags []api.Tag) ([]api.Tag, error) {
		for _, t := range r.Tags {
			tags = append(without(tags, *t.Key), t)
		}
		if len(tags) > api.MaxTags {
			return nil, api.ManyTags()
		}
		return tags, nil
	})
	if err != nil {
		return nil, err
	}
	return &api.TagResourceResponse{}, nil
}

// UntagResource takes tags off a table. Ones that it does not have are no
// error.
func (db *DB) UntagResource(ctx context.Context, r *api.UntagResourceRequest) (*api.UntagResourceResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	err := db.changeTags(ctx, r.ResourceArn, r.ValidateTags, func(tags []api.Tag) ([]api.Tag, error) {
		for _, key := range r.TagKeys {
			tags = without(tags, key)
		}
		return tags, nil
	})
	if err != nil {
		return nil, err
	}
	return &api.UntagResourceResponse{}, nil
}

func without(tags []api.Tag, key string) []api.Tag {
	return slices.DeleteFunc(tags, func(t api.Tag) bool { return *t.Key == key })
}

// changeTags changes the tags of the table that an ARN names.
func (db *DB) changeTags(ctx context.Context, arn string, validate func() error, change func([]api.Tag) ([]api.Tag, error)) error {
	name, err := api.ValidateOwnArn(arn, db.opts.Account, db.space.region)
	if err != nil {
		return err
	}
	if err := validate(); err != nil {
		return err
	}
	db.ddl.Lock()
	defer db.ddl.Unlock()
	t, err := db.tagged(arn, name)
	if err != nil {
		return err
	}
	rec, err := t.rec.clone()
	if err != nil {
		return err
	}
	if rec.Request.Tags, err = change(rec.Request.Tags); err != nil {
		return err
	}
	_, err = db.alter(ctx, t, rec, nil)
	return apiError(err)
}

// tagged returns the table of an ARN of this namespace.
func (db *DB) tagged(arn, name string) (*table, error) {
	t, err := db.table(name)
	if err != nil {
		return nil, api.ArnNotFound(arn)
	}
	return t, nil
}

// ListTagsOfResource tells the tags of a table, a page at a time.
func (db *DB) ListTagsOfResource(_ context.Context, r *api.ListTagsOfResourceRequest) (*api.ListTagsOfResourceResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	name, err := api.ValidateOwnArn(r.ResourceArn, db.opts.Account, db.space.region)
	if err != nil {
		return nil, err
	}
	t, err := db.tagged(r.ResourceArn, name)
	if err != nil {
		return nil, err
	}
	tags := slices.Clone(t.request.Tags)
	first := 0
	if r.NextToken != "" {
		first, err = strconv.Atoi(r.NextToken)
		if err != nil || first < 1 || first > len(tags) {
			return nil, validation("Invalid NextToken: " + r.NextToken)
		}
	}
	resp := &api.ListTagsOfResourceResponse{Tags: append([]api.Tag{}, tags[first:min(first+tagsPage, len(tags))]...)}
	if first+tagsPage < len(tags) {
		resp.NextToken = strconv.Itoa(first + tagsPage)
	}
	return resp, nil
}
