package prove

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
)

// A returned row is one row of a response as the client reads it.
type returned struct {
	id  string // its identity, "" where the item does not tell
	out []output
}

// A complaint is what is wrong with a response.
type complaint struct {
	rule Rule
	mismatch
	message string
	extra   *design.ItemType // the type of an item that should not have come
	item    attr.Item        // that item
	rows    []answerRow      // of the answer: what is missing, what is out of order
	surplus string           // the identity of a row that should not have come
}

func complain(r Rule, w way, format string, args ...any) *complaint {
	return &complaint{rule: r, mismatch: mismatch{way: w}, message: fmt.Sprintf(format, args...)}
}

// about adds the rows of the answer that show a complaint.
func (c *complaint) about(rows ...answerRow) *complaint {
	c.rows = rows
	return c
}

// judge compares a response with the answer. ids are the identities of the
// answer's rows. Ties may come in any order, and a LIMIT may cut inside a tie,
// but nothing that sorts before the last row may be left out.
func judge(a *answer, ids []string, got []returned) *complaint {
	taken := make([]bool, len(a.rows))
	last := -1
	for _, g := range got {
		at, c := match(a, ids, taken, g)
		if c != nil {
			return c
		}
		taken[at] = true
		if c := sameOutputs(a.rows[at].out, g.out); c != nil {
			return c.about(a.rows[at])
		}
		if last >= 0 {
			if c := inOrder(a, last, at); c != nil {
				return c
			}
		}
		last = at
	}
	return leftOut(a, taken, len(got), last)
}

// match finds the row of the answer that a returned row is.
func match(a *answer, ids []string, taken []bool, g returned) (int, *complaint) {
	for i, r := range a.rows {
		same := ids[i] == g.id
		if g.id == "" {
			same = !taken[i] && sameOutputs(r.out, g.out) == nil
		}
		switch {
		case same && taken[i]:
			return 0, complain(Rows, rowTwice, "a row comes twice: %s", outputsText(g.out))
		case same:
			return i, nil
		}
	}
	c := complain(Rows, rowSurplus, "a row that the question does not ask for: %s", outputsText(g.out))
	c.surplus = g.id
	return 0, c
}

func sameOutputs(want, got []output) *complaint {
	for i, w := range want {
		if w.val.canonical() != got[i].val.canonical() {
			c := complain(Values, valueChanged, "%s is %s where it should be %s", w.name, got[i].val, w.val)
			c.of = w.name
			return c
		}
	}
	return nil
}

func inOrder(a *answer, before, after int) *complaint {
	c, err := a.compare(a.rows[before].order, a.rows[after].order)
	if err != nil {
		return complain(Judged, 0, "%v", err)
	}
	if c > 0 {
		x, y := a.rows[before], a.rows[after]
		return complain(Order, rowsDisordered, "%s comes before %s", orderText(x.order), orderText(y.order)).about(x, y)
	}
	return nil
}

// leftOut checks how many rows came and that no earlier one was left out.
func leftOut(a *answer, taken []bool, got, last int) *complaint {
	if want := a.count(); got > want {
		return complain(Limits, tooManyRows, "%d rows where LIMIT allows %d", got, want)
	} else if got < want {
		for i, r := range a.rows {
			if !taken[i] {
				return complain(Rows, rowMissing, "%d of %d rows came; missing: %s", got, want, outputsText(r.out)).about(r)
			}
		}
	}
	for i, r := range a.rows {
		if taken[i] || last < 0 {
			continue
		}
		c, err := a.compare(r.order, a.rows[last].order)
		if err != nil {
			return complain(Judged, 0, "%v", err)
		}
		if c < 0 {
			return complain(Order, rowsLeftOut, "left out %s, which sorts before %s", outputsText(r.out), outputsText(a.rows[last].out)).about(r, a.rows[last])
		}
	}
	return nil
}

// String prints a value as SQL would have it.
func (v val) String() string {
	switch v.kind {
	case kindNumber:
		s, err := asText(v)
		if err != nil {
			return v.num.RatString()
		}
		return s
	case kindTime:
		p := 9
		for n := v.at.nsec; p > 0 && n%1000 == 0; n /= 1000 {
			p -= 3
		}
		return "'" + v.at.text(p) + "'"
	case kindText:
		return quote(v.text)
	}
	return v.canonical()
}

func outputsText(out []output) string {
	parts := make([]string, len(out))
	for i, o := range out {
		parts[i] = o.name + "=" + o.val.String()
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func orderText(vals []val) string {
	parts := make([]string, len(vals))
	for i, v := range vals {
		parts[i] = v.String()
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
