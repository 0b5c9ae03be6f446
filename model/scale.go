package model

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// Change is a what-if: a question, a write or an entity of the model, or
// reads, writes or all, becomes so many times as much.
type Change struct {
	Name   string
	Factor *big.Rat // above 0
}

// String prints the change as ParseChanges reads it: "match x10".
func (c Change) String() string {
	f := c.Factor.RatString()
	if !c.Factor.IsInt() {
		f = strings.TrimRight(c.Factor.FloatString(6), "0")
	}
	return c.Name + " x" + f
}

var changeForm = regexp.MustCompile(`^(\S+)\s+[x×*]\s*([0-9]+(\.[0-9]{1,6})?)$`)

// ParseChanges reads "matches x10, top-n x0.5".
func ParseChanges(text string) ([]Change, error) {
	var list []Change
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		f := changeForm.FindStringSubmatch(part)
		if f == nil {
			return nil, fmt.Errorf("%q is no change; write NAME xFACTOR, such as \"matches x10\"", part)
		}
		factor, _ := new(big.Rat).SetString(f[2])
		if factor.Sign() <= 0 || factor.Cmp(big.NewRat(1_000_000, 1)) > 0 {
			return nil, fmt.Errorf("%s: a factor is above 0 and at most 1000000", part)
		}
		list = append(list, Change{f[1], factor})
	}
	return list, nil
}

// Scale makes a change in the model itself. A question or a write is asked or
// done so many times as often. Of an entity there are so many times as many
// rows, in all and for each parent, and its writes are as many more; a LIMIT
// and rows= of a question stay. An entity may be named in the plural.
func (m *Model) Scale(c Change) error {
	q, w, e := m.Question(c.Name), m.writeNamed(c.Name), m.entityLike(c.Name)
	switch {
	case c.Name == "all", c.Name == "reads", c.Name == "writes":
	case q == nil && w == nil && e == nil:
		return fmt.Errorf("there is no question, write or entity %q%s", c.Name, m.meant(c.Name))
	}
	var faults []error
	for _, x := range m.Questions {
		if x == q || c.Name == "all" || c.Name == "reads" {
			faults = append(faults, scaleRate(&x.Rate, c))
		}
	}
	for _, x := range m.Writes {
		if x == w || c.Name == "all" || c.Name == "writes" || e != nil && q == nil && w == nil && x.Entity == e {
			faults = append(faults, scaleRate(&x.Rate, c))
		}
	}
	if e != nil && q == nil && w == nil {
		faults = append(faults, e.scale(c))
	}
	return errors.Join(faults...)
}

func (e *Entity) scale(c Change) error {
	counts := []*int64{&e.Rows, &e.Per, &e.MaxPer}
	for _, col := range e.Columns {
		counts = append(counts, &col.Per, &col.MaxPer)
	}
	for _, n := range counts {
		if *n == 0 {
			continue
		}
		v, ok := scaledInt(*n, c.Factor)
		if !ok {
			return fmt.Errorf("%s: %d rows are too many to count", c, *n)
		}
		*n = max(1, v)
	}
	return nil
}

func scaleRate(r *Rate, c Change) error {
	v, ok := scaledInt(int64(*r), c.Factor)
	if !ok || Rate(v) > maxRate {
		return fmt.Errorf("%s: a rate is at most 1G/s", c)
	}
	*r = max(1, Rate(v))
	return nil
}

func scaledInt(n int64, factor *big.Rat) (int64, bool) {
	x := new(big.Rat).Mul(big.NewRat(n, 1), factor)
	if x.Cmp(new(big.Rat).SetInt64(math.MaxInt64/4)) > 0 {
		return 0, false
	}
	return roundRat(x), true
}

func (m *Model) writeNamed(name string) *Write {
	for _, w := range m.Writes {
		if w.Name == name {
			return w
		}
	}
	return nil
}

// entityLike finds an entity by its name, or by the plural of it.
func (m *Model) entityLike(name string) *Entity {
	for _, e := range m.Entities {
		plurals := []string{e.Name, e.Name + "s", e.Name + "es"}
		if stem, ok := strings.CutSuffix(e.Name, "y"); ok {
			plurals = append(plurals, stem+"ies")
		}
		if slices.ContainsFunc(plurals, func(p string) bool { return strings.EqualFold(p, name) }) {
			return e
		}
	}
	return nil
}

// meant names what is closest to a name.
func (m *Model) meant(name string) string {
	var known []string
	for _, q := range m.Questions {
		known = append(known, q.Name)
	}
	for _, w := range m.Writes {
		known = append(known, w.Name)
	}
	for _, e := range m.Entities {
		known = append(known, e.Name)
	}
	if cure := didYouMean(name, known); cure != "" {
		return "; " + cure
	}
	return ""
}
