package engine

import (
	"fmt"
	"slices"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/schema"
)

const onDemand = "PAY_PER_REQUEST"

// changeMode changes between provisioned and on-demand capacity. Warm
// throughput stays; bounds of on-demand capacity go with it.
func (u *tableUpdate) changeMode() error {
	req := u.rec.Request
	if u.r.BillingMode == "" || u.r.BillingMode == req.BillingMode {
		return nil
	}
	if err := u.countSwitch(); err != nil {
		return err
	}
	u.keepWarm()
	if u.r.BillingMode == onDemand {
		u.rec.OnDemandMillis = u.now.UnixMilli()
		req.ProvisionedThroughput = nil
		for i := range req.GlobalSecondaryIndexes {
			req.GlobalSecondaryIndexes[i].ProvisionedThroughput = nil
		}
		u.rec.Capacity = nil
	} else {
		for _, g := range u.activeIndexes() {
			if u.update(g.IndexName) == nil || u.update(g.IndexName).ProvisionedThroughput == nil {
				return validation("One or more parameter values were invalid: ProvisionedThroughput must be specified for index: " + g.IndexName)
			}
		}
		req.ProvisionedThroughput = u.r.ProvisionedThroughput
		req.OnDemandThroughput = nil
		for i := range req.GlobalSecondaryIndexes {
			req.GlobalSecondaryIndexes[i].OnDemandThroughput = nil
		}
	}
	req.BillingMode = u.r.BillingMode
	return nil
}

// countSwitch counts the changes of mode of the last 24 hours.
func (u *tableUpdate) countSwitch() error {
	day := u.now.Add(-24 * time.Hour).UnixMilli()
	u.rec.ModeMillis = slices.DeleteFunc(u.rec.ModeMillis, func(m int64) bool { return m <= day })
	if most := schema.Documented().ModeSwitchesPerDay; u.db.Simulation().Quotas && len(u.rec.ModeMillis) >= most {
		return limitExceeded(fmt.Sprintf("Updates to BillingMode are limited to %d in a 24 hour window", most))
	}
	u.rec.ModeMillis = append(u.rec.ModeMillis, u.now.UnixMilli())
	return nil
}

// activeIndexes are the global indexes that are not being deleted.
func (u *tableUpdate) activeIndexes() []api.GlobalSecondaryIndex {
	var out []api.GlobalSecondaryIndex
	for _, g := range u.rec.Request.GlobalSecondaryIndexes {
		if u.rec.Phases[g.IndexName] != phaseDropping {
			out = append(out, g)
		}
	}
	return out
}

// update returns the request's update of an index, nil for none.
func (u *tableUpdate) update(index string) *api.UpdateGlobalSecondaryIndexAction {
	for _, g := range u.r.GlobalSecondaryIndexUpdates {
		if g.Update != nil && g.Update.IndexName == index {
			return g.Update
		}
	}
	return nil
}

// keepWarm writes down what the table and its indexes are warm to, so that a
// lower capacity does not cool them: warm throughput never falls.
func (u *tableUpdate) keepWarm() {
	req := u.rec.Request
	req.WarmThroughput = warm(req.BillingMode, req.ProvisionedThroughput, req.WarmThroughput)
	for i := range req.GlobalSecondaryIndexes {
		g := &req.GlobalSecondaryIndexes[i]
		g.WarmThroughput = warm(req.BillingMode, g.ProvisionedThroughput, g.WarmThroughput)
	}
}

// warm is the warm throughput by the capacity mode, or what was asked for
// where that is more.
func warm(mode string, p *api.ProvisionedThroughput, asked *api.WarmThroughput) *api.WarmThroughput {
	w := api.WarmBaseline(mode == onDemand, p)
	if asked != nil && asked.ReadUnitsPerSecond != nil {
		*w.ReadUnitsPerSecond = max(*w.ReadUnitsPerSecond, *asked.ReadUnitsPerSecond)
	}
	if asked != nil && asked.WriteUnitsPerSecond != nil {
		*w.WriteUnitsPerSecond = max(*w.WriteUnitsPerSecond, *asked.WriteUnitsPerSecond)
	}
	return &w
}

// changeUnits changes the table's provisioned capacity.
func (u *tableUpdate) changeUnits() error {
	p, req := u.r.ProvisionedThroughput, u.rec.Request
	switch {
	case p == nil:
		return nil
	case req.BillingMode == onDemand:
		return validation("One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits " +
			"can be specified when BillingMode is PAY_PER_REQUEST")
	case p == req.ProvisionedThroughput: // set by changeMode
		return nil
	case *p == *req.ProvisionedThroughput:
		return validation(unchanged("table", "the table", *p))
	}
	if err := u.countChange("", *req.ProvisionedThroughput, *p); err != nil {
		return err
	}
	u.keepWarm()
	req.ProvisionedThroughput = p
	return nil
}

func unchanged(what, of string, p api.ProvisionedThroughput) string {
	return fmt.Sprintf("The provisioned throughput for the %s will not change. The requested value equals the current value. "+
		"Current ReadCapacityUnits provisioned for %s: %d. Requested ReadCapacityUnits: %d. "+
		"Current WriteCapacityUnits provisioned for %s: %d. Requested WriteCapacityUnits: %d. "+
		"Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.",
		what, of, p.ReadCapacityUnits, p.ReadCapacityUnits, of, p.WriteCapacityUnits, p.WriteCapacityUnits)
}

// countChange notes that provisioned capacity goes up or down, of the table or
// of an index, and counts the decreases of the day.
func (u *tableUpdate) countChange(index string, from, to api.ProvisionedThroughput) error {
	past := u.rec.Capacity[index]
	if to.ReadCapacityUnits > from.ReadCapacityUnits || to.WriteCapacityUnits > from.WriteCapacityUnits {
		past.IncreasedMillis = u.now.UnixMilli()
	}
	if to.ReadCapacityUnits < from.ReadCapacityUnits || to.WriteCapacityUnits < from.WriteCapacityUnits {
		past.Decreases = past.decreasesOn(u.now)
		if err := u.checkDecreases(past); err != nil {
			return err
		}
		past.Decreases++
		past.DecreasedMillis = u.now.UnixMilli()
	}
	if u.rec.Capacity == nil {
		u.rec.Capacity = map[string]capacityPast{}
	}
	u.rec.Capacity[index] = past
	return nil
}

// decreasesOn returns how many decreases there were on the UTC day of now.
func (p capacityPast) decreasesOn(now time.Time) int {
	if time.UnixMilli(p.DecreasedMillis).UTC().Truncate(24*time.Hour) != now.UTC().Truncate(24*time.Hour) {
		return 0
	}
	return p.Decreases
}

// checkDecreases holds decreases to DynamoDB's limit, where asked to: some a
// day, and after that one in an hour since the last (measured, 2026-10).
func (u *tableUpdate) checkDecreases(past capacityPast) error {
	limits := schema.Documented()
	every := time.Duration(limits.DecreaseThenEverySeconds) * time.Second
	last := time.UnixMilli(past.DecreasedMillis).UTC()
	next := last.Add(every)
	if !u.db.Simulation().Quotas || past.Decreases < limits.DecreasesPerDay || !u.now.Before(next) {
		return nil
	}
	if midnight := last.Truncate(24 * time.Hour).Add(24 * time.Hour); midnight.Before(next) {
		next = midnight
	}
	const form = "Monday, January 2, 2006 at 3:04:05 PM Coordinated Universal Time"
	return limitExceeded(fmt.Sprintf("Provisioned throughput decreases are limited within a given UTC day. "+
		"After the first %d decreases, each subsequent decrease in the same UTC day can be performed at most once every %d seconds. "+
		"Number of decreases today: %d. Last decrease at %s. Next decrease can be made at %s",
		limits.DecreasesPerDay, limits.DecreaseThenEverySeconds, past.Decreases, last.Format(form), next.Format(form)))
}

// changeOnDemand changes the bounds of on-demand capacity.
func (u *tableUpdate) changeOnDemand() error {
	o, req := u.r.OnDemandThroughput, u.rec.Request
	if o == nil {
		return nil
	}
	if err := o.Validate("", req.BillingMode == onDemand, -1); err != nil {
		return err
	}
	req.OnDemandThroughput = bounds(req.OnDemandThroughput, o)
	return nil
}

// bounds are the bounds of before with those of next: -1 takes one away.
func bounds(before, next *api.OnDemandThroughput) *api.OnDemandThroughput {
	var out api.OnDemandThroughput
	if before != nil {
		out = *before
	}
	for _, m := range []struct{ next, out **int64 }{
		{&next.MaxReadRequestUnits, &out.MaxReadRequestUnits}, {&next.MaxWriteRequestUnits, &out.MaxWriteRequestUnits},
	} {
		if *m.next != nil {
			*m.out = *m.next
		}
		if *m.out != nil && **m.out < 0 {
			*m.out = nil
		}
	}
	if out == (api.OnDemandThroughput{}) {
		return nil
	}
	return &out
}

// changeWarm warms the table.
func (u *tableUpdate) changeWarm() error {
	req := u.rec.Request
	if u.r.WarmThroughput == nil {
		return nil
	}
	w, err := warmer("table", warm(req.BillingMode, req.ProvisionedThroughput, req.WarmThroughput), u.r.WarmThroughput)
	req.WarmThroughput = w
	return err
}

// warmer returns now with what is asked for, which may not be less.
func warmer(of string, now, asked *api.WarmThroughput) (*api.WarmThroughput, error) {
	for _, m := range []struct {
		name       string
		now, asked *int64
	}{
		{"ReadUnitsPerSecond", now.ReadUnitsPerSecond, asked.ReadUnitsPerSecond},
		{"WriteUnitsPerSecond", now.WriteUnitsPerSecond, asked.WriteUnitsPerSecond},
	} {
		if m.asked == nil {
			continue
		}
		if *m.asked < *m.now {
			return nil, validation("One or more parameter values were invalid: Requested " + m.name + " for WarmThroughput for " + of +
				" is lower than current WarmThroughput, decreasing WarmThroughput is not supported")
		}
		*m.now = *m.asked
	}
	return now, nil
}
