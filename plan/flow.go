package plan

// entries is how many index entries a second (in millionths) the entity's
// writes cause in an index: an insert or delete of an entry counts once, an
// update that changes a key column twice (the old entry goes, the new one
// comes), one that changes a projected column only once, any other not at all;
// a row that enters or leaves the membership counts once.
func (e *entity) entries(keys, projected colset, m mask) int64 {
	n := int64(0)
	for i := range e.writes {
		n += e.entriesOf(&e.writes[i], keys, projected, m)
	}
	return n
}

// entriesOf is entries for one write.
func (e *entity) entriesOf(w *write, keys, projected colset, m mask) int64 {
	stay := int64(0)
	switch {
	case w.kind != update:
	case w.set.meets(keys):
		stay = 2
	case w.set.meets(projected):
		stay = 1
	}
	part := e.share(w, m, stay)
	return mulDiv(w.rate, part, million)
}

// share is how many entries a row written by w touches in an index with
// membership m, in millionths, when a row that stays in it touches stay. Where
// a parameter decides, it is the upper bound: the row may enter or leave, or
// stay with another key.
func (e *entity) share(w *write, m mask, stay int64) int64 {
	same, before, after := int64(million), int64(million), int64(million)
	touched := false
	for r := m; r != 0; r &= r - 1 {
		f := &w.flows[low(r)]
		if f.touched {
			touched = true
			before = mulDiv(before, f.before, million)
			after = mulDiv(after, f.after, million)
		} else {
			same = mulDiv(same, f.after, million)
		}
	}
	switch w.kind {
	case insert:
		return mulDiv(same, after, million)
	case remove:
		return mulDiv(same, before, million)
	}
	if !touched || before == million && after == million && w.certain(m) {
		return same * stay
	}
	moves := min(million, before+after)
	stays := min(before, after) * stay
	return mulDiv(same, max(moves, stays), million)
}

// certain says that whether the row is in m before and after is known, so that
// it is not counted as entering or leaving.
func (w *write) certain(m mask) bool {
	for ; m != 0; m &= m - 1 {
		if f := &w.flows[low(m)]; f.touched && f.guessed {
			return false
		}
	}
	return true
}
