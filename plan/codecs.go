package plan

import (
	"errors"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// findCodecs finds how the columns that may stand in keys are written in
// templates, as package design has it.
func (e *entity) findCodecs() {
	use := e.identity
	for _, u := range e.uniques {
		use = use.or(u.set)
	}
	for _, a := range e.asks {
		use = use.or(a.eq).or(a.constant).or(a.in)
		for i := range a.variants {
			for _, t := range a.variants[i].tail {
				use.add(t.c)
			}
		}
	}
	for i := range e.cols {
		c := &e.cols[i]
		if !use.has(col(i)) {
			none := codec{code: model.EText, why: c.name + " is in no key"}
			c.equal, c.null, c.ordered = none, none, [4]codec{none, none, none, none}
			continue
		}
		c.equal = c.measured(design.EqualityCodec(c.src))
		for j := range c.ordered {
			if j&2 != 0 && !c.nullable {
				c.ordered[j] = c.ordered[j&1]
				continue
			}
			c.ordered[j] = c.measured(design.DefaultCodec(c.src, j&1 != 0, j&2 != 0))
		}
		for j := range c.ordered {
			c.ordered[j].mean = max(c.ordered[j].real, c.ordered[j&2].real)
		}
		c.null = c.ordered[2]
	}
}

// measured sets the lengths of a codec, or the reason why there is none.
func (c *column) measured(text string, most int, err error) codec {
	if err != nil {
		var fault *design.CodecError
		if errors.As(err, &fault) {
			return codec{code: fault.Code, why: fault.Reason, cure: fault.Cure}
		}
		return codec{code: model.EText, why: err.Error()}
	}
	if most == 0 {
		return codec{code: model.ELen, why: "its values have no longest length", cure: "declare it varchar(n)"}
	}
	x := codec{text: text, most: int64(most), real: min(int64(most), c.size)}
	switch full, err := design.NewCodec(c.src, text, '#'); {
	case err == nil && full.Width() > 0:
		x.real = x.most
	case c.src.Type.IsNumber():
		x.real = min(x.most, max(1, 2*(c.size-1))) // two digits in a byte of a stored number
	}
	x.mean = x.real
	return x
}
