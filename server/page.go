package server

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"net/http"
	"strconv"
	"sync"

	"github.com/keywright/keywright/api"
)

//go:embed page.html
var pageSource string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageSource))
})

// maxShown is how many tables the page shows.
const maxShown = 200

// page is what page.html shows.
type page struct {
	Endpoint, Region string
	Verified         bool // signatures are
	Groups           []pageGroup
	More             bool // there are tables that are not shown
	Problem          bool // the tables could not be read
}

// pageGroup are the tables of one space.
type pageGroup struct {
	Space
	Tables []pageTable
}

// pageTable is a line of the page.
type pageTable struct {
	Name, Status       string
	Partition, Sort    string // attributes of the key
	Indexes            int
	Items, Bytes, Mode string
}

func describe(d *api.TableDescription) pageTable {
	t := pageTable{
		Name:    d.TableName,
		Status:  d.TableStatus,
		Indexes: len(d.LocalSecondaryIndexes) + len(d.GlobalSecondaryIndexes),
		Items:   grouped(d.ItemCount),
		Bytes:   sized(d.TableSizeBytes),
		Mode:    "provisioned",
	}
	if d.BillingModeSummary != nil && d.BillingModeSummary.BillingMode == "PAY_PER_REQUEST" {
		t.Mode = "on demand"
	}
	for _, k := range d.KeySchema {
		if k.KeyType == "HASH" {
			t.Partition = k.AttributeName
		} else {
			t.Sort = k.AttributeName
		}
	}
	return t
}

// grouped writes a count with a thin space between thousands.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// sized writes bytes in the largest unit that leaves a number of 1 or more.
func sized(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	f, units := float64(n), []string{"B", "KB", "MB", "GB", "TB"}
	for f >= 1000 && len(units) > 1 {
		f, units = f/1000, units[1:]
	}
	return strconv.FormatFloat(f, 'f', 1, 64) + " " + units[0]
}

// servePage answers a browser. The page loads nothing, runs nothing and
// cannot be framed.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	p := page{Endpoint: "http://" + r.Host, Region: s.opts.Region, Verified: s.opts.Credentials != nil}
	if !p.Verified { // else tables are for those who have a key
		var err error
		if p.Groups, p.More, err = s.pageGroups(r.Context()); err != nil {
			s.opts.Logger.Error("page", "error", err)
			p.Problem = true
		}
	}
	var out bytes.Buffer
	if err := pageTemplate().Execute(&out, p); err != nil {
		s.opts.Logger.Error("page", "error", err)
		s.text(w, http.StatusInternalServerError, "the page could not be made\n")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("Server", serverName)
	h.Set("Content-Length", strconv.Itoa(out.Len()))
	w.WriteHeader(http.StatusOK)
	_, _ = out.WriteTo(w)
}

// pageGroups describes the tables of all spaces, the default region first.
func (s *Server) pageGroups(ctx context.Context) (groups []pageGroup, more bool, err error) {
	spaces := []Space{{Region: s.opts.Region}}
	if s.opts.Spaces != nil {
		for _, sp := range s.opts.Spaces() {
			if sp != spaces[0] {
				spaces = append(spaces, sp)
			}
		}
	}
	room := maxShown
	for _, sp := range spaces {
		tables, cut, err := s.pageTables(ctx, sp, room)
		if err != nil {
			return nil, false, err
		}
		more = more || cut
		room -= len(tables)
		if len(tables) > 0 {
			groups = append(groups, pageGroup{sp, tables})
		}
	}
	return groups, more, nil
}

// pageTables describes the tables of one space, room of them at most.
func (s *Server) pageTables(ctx context.Context, sp Space, room int) (tables []pageTable, more bool, err error) {
	db, err := s.database(sp.Region, sp.AccessKey)
	if err != nil {
		return nil, false, err
	}
	list := &api.ListTablesRequest{}
	for {
		resp, err := db.ListTables(ctx, list)
		if err != nil {
			return nil, false, err
		}
		for _, name := range resp.TableNames {
			if len(tables) == room {
				return tables, true, nil
			}
			d, err := db.DescribeTable(ctx, &api.DescribeTableRequest{TableName: name})
			if err != nil {
				continue // deleted meanwhile
			}
			tables = append(tables, describe(d.Table))
		}
		if resp.LastEvaluatedTableName == "" {
			return tables, false, nil
		}
		list.ExclusiveStartTableName = resp.LastEvaluatedTableName
	}
}
