package plan

import (
	"slices"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// emitQuestion writes the request that answers a question.
func (l *layout) emitQuestion(q *question) design.Question {
	a := q.asks[0]
	out := design.Question{Name: q.name, Operation: "Query"}
	if a.kind == support {
		e := l.p.entities[a.entity]
		out.Support = &design.Support{Entity: e.e.Name, Via: a.via}
	}
	if q.coll >= 0 {
		l.emitCollection(q, &out)
		return out
	}
	x := l.entities[a.entity]
	out.Request.TableName = x.table.name
	out.Request.ConsistentRead = a.strong
	w := &requestWriter{l: l, x: x, a: a, r: &out.Request}
	if y := x.armOf(a); y != nil {
		w.arm(y)
		out.Items = []string{x.e.e.Name}
		if y.index == nil {
			out.Items = []string{y.item}
		}
	} else {
		w.base()
		out.Items = []string{x.e.e.Name}
	}
	out.Operation = w.operation
	return out
}

// armOf is the arm that serves an ask, nil for the base.
func (x *entityLayout) armOf(a *ask) *armLayout {
	f := x.plan.from[a.id]
	if f == nil {
		return nil
	}
	return x.arms[slices.IndexFunc(x.arms, func(y *armLayout) bool { return y.a == f })]
}

// requestWriter writes one request.
type requestWriter struct {
	l         *layout
	x         *entityLayout
	a         *ask
	v         *variant
	r         *design.Request
	operation string
	names     []string // attributes in the key condition, in order
	conds     []string
}

// keyShape is a key as it is written: the texts or columns of its two halves.
type keyShape struct {
	key      *key
	native   bool
	partText string
	partCols []col
	sortText string
	pk, sk   []string
	ordered  colset
	nulls    colset
	hasSort  bool
	typed    bool // a type prefix follows the first sort column
}

func (w *requestWriter) base() {
	settings := &w.l.p.m.Settings
	k := &w.x.plan.base.key
	w.write(keyShape{
		key: k, partText: w.x.partText, partCols: w.x.partCols, sortText: w.x.prefix,
		pk: []string{settings.PartitionKey}, sk: []string{settings.SortKey},
		ordered: w.x.ordered, nulls: w.x.e.nullable(k.columns()), hasSort: w.x.table.hasSort,
	}, true)
}

func (w *requestWriter) arm(y *armLayout) {
	settings := &w.l.p.m.Settings
	sh := keyShape{
		key: &y.a.key, partText: y.partText, partCols: y.partCols, sortText: y.sortText,
		ordered: y.a.ordered, nulls: y.a.nulls,
	}
	if y.index == nil {
		sh.pk, sh.sk, sh.hasSort = []string{settings.PartitionKey}, []string{settings.SortKey}, w.x.table.hasSort
		w.write(sh, true)
		return
	}
	sh.native, sh.pk, sh.sk, sh.hasSort = y.index.native, y.index.pk, y.index.sk, y.index.hasSort
	if y.index.local {
		sh.partText, sh.partCols, sh.native = w.x.partText, w.x.partCols, false
		w.r.IndexName = y.index.name
		if y.index.native {
			w.mixed(sh)
			return
		}
	}
	w.r.IndexName = y.index.name
	w.write(sh, false)
}

// write chooses the operation and writes the key.
func (w *requestWriter) write(sh keyShape, item bool) {
	w.v = w.serving(sh.key)
	if item && w.whole(sh.key) {
		w.get(sh)
		return
	}
	w.operation = "Query"
	if sh.native {
		w.nativePartition(sh)
		w.nativeSort(sh)
	} else {
		w.textPartition(sh)
		w.textSort(sh)
	}
	w.finish(sh.key)
}

// mixed writes a query of a local index: the table's partition text and a
// native sort column.
func (w *requestWriter) mixed(sh keyShape) {
	w.v = w.serving(sh.key)
	w.operation = "Query"
	w.textPartition(sh)
	w.nativeSort(sh)
	w.finish(sh.key)
}

// serving is the form of the ask that key k serves: the first whose tail the
// key goes on with.
func (w *requestWriter) serving(k *key) *variant {
	for i := range w.a.variants {
		v := &w.a.variants[i]
		if v.member&^k.m != 0 {
			continue
		}
		if w.a.unique || w.a.batch > 0 || w.tailAt(k, v) >= 0 {
			return v
		}
	}
	return &w.a.variants[0]
}

// tailAt is the sort column where the tail of v begins in k, -1 where k does
// not serve v.
func (w *requestWriter) tailAt(k *key, v *variant) int {
	left := w.bound(k, v).minus(k.p)
	i := 0
	for i < k.n && left.has(k.s[i]) {
		left.remove(k.s[i])
		i++
	}
	if !left.empty() {
		return -1
	}
	for j, t := range v.tail {
		if i+j >= k.n || k.s[i+j] != t.c {
			return -1
		}
	}
	return i
}

// bound are the columns that v binds by equality, without those that the
// membership of k implies.
func (w *requestWriter) bound(k *key, v *variant) colset {
	e := v.e
	for m := k.m; m != 0; m &= m - 1 {
		if c := &w.x.e.conds[low(m)]; c.expr == nil {
			e.remove(c.column)
		}
	}
	return e
}

// whole says that the ask gives every column of the key.
func (w *requestWriter) whole(k *key) bool {
	return (w.a.unique || w.a.batch > 0) && k.columns().within(w.a.eq.or(w.a.constant).or(w.a.in))
}

// get writes GetItem or BatchGetItem.
func (w *requestWriter) get(sh keyShape) {
	w.operation = "GetItem"
	if w.a.batch > 0 {
		w.operation = "BatchGetItem"
	}
	w.r.Key = map[string]design.Operand{sh.pk[0]: {Type: "S", Template: w.partValue(sh)}}
	if sh.hasSort {
		w.r.Key[sh.sk[0]] = design.Operand{Type: "S", Template: w.sortValue(sh, sh.key.n)}
	}
}

// finish writes direction, limit and the expression.
func (w *requestWriter) finish(k *key) {
	if w.backward(k) {
		forward := false
		w.r.ScanIndexForward = &forward
	}
	switch s := w.a.sel; {
	case s == nil:
	case s.Exists:
		w.r.Limit = design.Limit{N: 1}
	case s.LimitParam != "":
		w.r.Limit = design.Limit{Param: s.LimitParam}
	case s.Limit > 0:
		w.r.Limit = design.Limit{N: int(s.Limit)}
	}
	w.expression()
}

// backward says that the key is read against its order.
func (w *requestWriter) backward(k *key) bool {
	if w.a.ordered {
		return w.a.backward
	}
	for _, t := range w.v.tail {
		if t.ordered {
			return t.desc != k.x.has(t.c)
		}
	}
	return false
}

// slot writes the value that a column is bound to, in the codec of the key.
func (w *requestWriter) slot(c col, x *codec) string {
	to := w.a.bind[c]
	switch {
	case w.a.in.has(c):
		return design.Slot(w.a.sel.In.Param, x.text)
	case to.Param != "":
		return design.Slot(to.Param, x.text)
	}
	return w.literalText(c, x.text, to)
}

// literalText is the encoded text of a literal.
func (w *requestWriter) literalText(c col, spec string, to model.Operand) string {
	col := w.x.e.cols[c].src
	codec, err := design.NewCodec(col, spec, w.x.e.delimiter()[0])
	if err != nil {
		panic("plan: " + err.Error()) // the codec was compiled before
	}
	s, err := codec.EncodeArg(to.Literal)
	if err != nil {
		panic("plan: " + err.Error()) // the model has checked the literal
	}
	return literal(s)
}
