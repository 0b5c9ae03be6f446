package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/plan"
)

// The limits of a table ("Quotas in Amazon DynamoDB", AWS).
const (
	maxGlobal   = 20
	maxLocal    = 5
	maxIncluded = 100
)

// used counts what a table uses of its limits.
func used(t *design.Table) (global, local, included int) {
	for _, x := range t.Indexes {
		if included += len(x.Include); x.Local {
			local++
		} else {
			global++
		}
	}
	return global, local, included
}

// withinLimits plans a model and checks the limits of its tables, and that what
// was done for their sake is told: not "optimal", and with a floor.
func withinLimits(t *testing.T, m *model.Model) *plan.Result {
	t.Helper()
	r := search(t, m, plan.Options{})
	for i := range r.Design.Tables {
		if global, local, included := used(&r.Design.Tables[i]); global > maxGlobal || local > maxLocal || included > maxIncluded {
			t.Errorf("table %s has %d global and %d local indexes that list %d attributes", r.Design.Tables[i].Name, global, local, included)
		}
	}
	if r.Optimal || r.Floor <= 0 || r.Floor > r.Total {
		t.Errorf("optimal %v, floor %s of %s", r.Optimal, r.Floor, r.Total)
	}
	return r
}

// orders is a model of entities that are each asked for in so many orders.
func orders(t *testing.T, entities, questions int, settings, consistency string) *model.Model {
	var b strings.Builder
	fmt.Fprintf(&b, "-- model many prices=us-east-1/on-demand %s\n", settings)
	for e := range entities {
		fmt.Fprintf(&b, "CREATE TABLE t%d ( -- rows=1M\n  id ulid PRIMARY KEY,\n  tenant ulid NOT NULL, -- distinct=1000\n", e)
		for q := range questions {
			fmt.Fprintf(&b, "  c%d ulid NOT NULL,\n", q)
		}
		fmt.Fprintf(&b, "  body varchar(90) NOT NULL);\n-- write new%d rate=10/s\nINSERT INTO t%d;\n", e, e)
		for q := range questions {
			fmt.Fprintf(&b, "-- question q%d-%d rate=1/s %s\nSELECT id FROM t%d WHERE tenant = :t ORDER BY c%d LIMIT 10;\n", e, q, consistency, e, q)
		}
	}
	return parse(t, "many.sql", b.String())
}

// TestIndexesShared plans 24 orders of three entities in one table, of which
// each base key serves one: entries of different entities share indexes.
func TestIndexesShared(t *testing.T) {
	r := withinLimits(t, orders(t, 3, 8, "tables=single", ""))
	if global, _, _ := used(&r.Design.Tables[0]); global != 20 || r.Answered != 24 {
		t.Errorf("%d indexes, %d of 24 answered", global, r.Answered)
	}
}

// TestTwentyIndexes plans 21 orders of one entity: the table serves one, and
// twenty indexes are allowed.
func TestTwentyIndexes(t *testing.T) {
	r := search(t, orders(t, 1, 21, "", ""), plan.Options{Quick: true})
	if global, _, _ := used(&r.Design.Tables[0]); global != 20 || r.Answered != 21 || !r.Optimal {
		t.Errorf("%d indexes, %d of 21 answered, optimal %v", global, r.Answered, r.Optimal)
	}
}

// TestTooManyIndexes plans 24 orders of one entity: three are refused, with the
// price of an index more.
func TestTooManyIndexes(t *testing.T) {
	r := withinLimits(t, orders(t, 1, 24, "", ""))
	if r.Answered != 21 || len(r.Refused) != 3 {
		t.Fatalf("%d answered, %d refused", r.Answered, len(r.Refused))
	}
	for _, f := range r.Refused {
		raised := slices.ContainsFunc(f.Alternatives, func(a plan.Alternative) bool { return a.Priced && strings.Contains(a.Text, "quota") })
		if f.Code != plan.ELimit || !raised {
			t.Errorf("%s: %s, alternatives %+v", f.Question, f.Code, f.Alternatives)
		}
	}
}

// TestTooManyLocals plans eight orders of one entity, asked for strongly: the
// table serves one, five local indexes serve five, and item copies the others.
func TestTooManyLocals(t *testing.T) {
	r := withinLimits(t, orders(t, 1, 8, "", "consistency=strong"))
	copies := 0
	for _, it := range r.Design.Items {
		if it.Role == design.RoleCopy {
			copies++
		}
	}
	if _, local, _ := used(&r.Design.Tables[0]); local != 5 || copies != 2 || r.Answered != 8 {
		t.Errorf("%d local indexes, %d copies, %d of 8 answered", local, copies, r.Answered)
	}
}

// TestTooManyIncluded plans eleven questions that need ten columns each, all
// different: 110 projected attributes. One index has to carry everything. It is
// the one that holds a hundredth of the rows, because that costs the least.
func TestTooManyIncluded(t *testing.T) {
	var b strings.Builder
	b.WriteString("-- model broad prices=us-east-1/on-demand\nCREATE TABLE t ( -- rows=1M\n  id ulid PRIMARY KEY,\n  tenant ulid NOT NULL, -- distinct=1000\n" +
		"  state text NOT NULL CHECK (state IN ('HELD', 'OPEN')), -- top=99%\n")
	for q := range 11 {
		fmt.Fprintf(&b, "  s%d ulid NOT NULL,\n", q)
		for c := range 10 {
			fmt.Fprintf(&b, "  a%d_%d varchar(90), -- avg=40\n", q, c)
		}
	}
	b.WriteString("  body varchar(90) NOT NULL);\n-- write new rate=10/s\nINSERT INTO t;\n-- write body rate=5/s\nUPDATE t SET body = :b WHERE id = :id;\n")
	for q := range 11 {
		var cols []string
		for c := range 10 {
			cols = append(cols, fmt.Sprintf("a%d_%d", q, c))
		}
		where := ""
		if q == 7 {
			where = " AND state = 'HELD'"
		}
		fmt.Fprintf(&b, "-- question q%d rate=1/s\nSELECT %s FROM t WHERE tenant = :t%s ORDER BY s%d LIMIT 10;\n", q, strings.Join(cols, ", "), where, q)
	}
	r := withinLimits(t, parse(t, "broad.sql", b.String()))
	var all []string
	for i := range r.Indexes {
		if x := &r.Indexes[i]; x.Projection == "ALL" {
			all = append(all, x.Serves...)
		}
	}
	if !slices.Equal(all, []string{"q7"}) || r.Answered != 11 {
		t.Errorf("indexes that carry everything serve %v; %d of 11 answered", all, r.Answered)
	}
}
