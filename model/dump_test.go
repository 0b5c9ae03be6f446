package model_test

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/model"
)

// dumpEntities prints what the model knows of its tables.
func dumpEntities(m *model.Model) string {
	var b strings.Builder
	for _, e := range m.Entities {
		fmt.Fprintf(&b, "%s rows=%d", e.Name, e.Rows)
		if e.Per > 0 {
			fmt.Fprintf(&b, " per=%d max=%d", e.Per, e.MaxPer)
		}
		fmt.Fprintf(&b, " prefix=%s key=%v", e.Prefix, e.Key)
		for _, u := range e.Unique {
			fmt.Fprintf(&b, " unique=%v", u)
		}
		for _, f := range e.Foreign {
			fmt.Fprintf(&b, " %v->%s", f.Columns, f.Entity)
		}
		if e.PK+e.SK != "" {
			fmt.Fprintf(&b, " pk=%q sk=%q", e.PK, e.SK)
		}
		b.WriteByte('\n')
		for _, c := range e.Columns {
			fmt.Fprintf(&b, "  %s\n", dumpColumn(c))
		}
	}
	return b.String()
}

func dumpColumn(c *model.Column) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s size=%d maxlen=%d", c.Name, c.Type, c.Size(), c.MaxLen())
	opt := func(on bool, format string, args ...any) {
		if on {
			fmt.Fprintf(&b, " "+format, args...)
		}
	}
	opt(c.NotNull, "notnull")
	opt(c.Min != nil, "min=%v", c.Min)
	opt(c.Max != nil, "max=%v", c.Max)
	opt(c.MinText != "", "from=%s", c.MinText)
	opt(c.MaxText != "", "to=%s", c.MaxText)
	opt(c.Values != nil, "values=%q", c.Values)
	opt(c.MinLen > 0, "minlen=%d", c.MinLen)
	opt(c.Alphabet != "", "alphabet=%q", c.Alphabet)
	opt(c.Safe, "safe")
	opt(c.References != nil, "refs=%v", c.References)
	opt(c.Per > 0, "per=%d", c.Per)
	opt(c.MaxPer > 0, "maxper=%d", c.MaxPer)
	opt(c.Distinct > 0, "distinct=%d", c.Distinct)
	opt(c.Top > 0, "top=%d", c.Top)
	opt(!c.Default.IsZero(), "default=%s", model.PrintLiteral(c.Default))
	if c.Computed != nil {
		fmt.Fprintf(&b, " computed=%s(%s)", c.Computed.Func, c.Computed.Column)
	}
	return b.String()
}

// dumpQuestion prints a question's canonical forms, or its refusals.
func dumpQuestion(q *model.Question) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", q.Name, q.Rate)
	if q.Strong {
		b.WriteString(" strong")
	}
	if q.Rows > 0 {
		fmt.Fprintf(&b, " rows=%d", q.Rows)
	}
	if q.Shards != 0 {
		fmt.Fprintf(&b, " shards=%d", q.Shards)
	}
	fmt.Fprintf(&b, " %v\n", q.Params)
	for _, s := range q.Selects {
		fmt.Fprintf(&b, "  %s\n", s)
		for _, v := range s.Variants {
			fmt.Fprintf(&b, "  or %s\n", v)
		}
		if names := answerNames(s); names != strings.Join(s.Need, ", ") && !s.Exists {
			fmt.Fprintf(&b, "  answer %s\n", names)
		}
	}
	for _, r := range q.Refusals {
		fmt.Fprintf(&b, "  %s %d:%d %v: %s\n    %s\n", r.Code, r.Pos.Line, r.Pos.Col, r.Columns, r.Reason, r.Cure)
	}
	return b.String()
}

func answerNames(s *model.Select) string {
	var list []string
	for _, a := range s.Answer {
		text := a.As
		if a.Copy != nil {
			text += "=" + a.Copy.Parent.Name + "." + a.Column
		} else if a.As != a.Column {
			text += "=" + a.Column
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func dumpWrite(w *model.Write) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s %s %v\n", w.Name, w.Rate, w.Kind, w.Entity.Name, w.Params)
	for _, a := range w.Set {
		op := "="
		switch {
		case a.Add:
			op = "+="
		case a.Sub:
			op = "-="
		}
		fmt.Fprintf(&b, "  set %s %s %s null=%v\n", a.Column, op, a.To, a.Null)
	}
	for _, e := range w.Eq {
		fmt.Fprintf(&b, "  eq %s = :%s\n", e.Column, e.Param)
	}
	for _, c := range w.Const {
		fmt.Fprintf(&b, "  const %s = %s\n", c.Column, model.PrintLiteral(c.Value))
	}
	for _, g := range w.Guard {
		fmt.Fprintf(&b, "  guard %s\n", g)
	}
	for _, s := range w.Shares {
		fmt.Fprintf(&b, "  share %s %s %d\n", s.Column, model.PrintLiteral(s.Value), s.Part)
	}
	return b.String()
}
