package model

import "fmt"

// requests builds the questions and writes: each annotation with the
// statements up to the next one.
func (b *builder) requests() {
	var current *note
	var group []*statement
	next := 0 // in b.list
	flush := func() {
		if current != nil {
			b.request(*current, group)
		}
		current, group = nil, nil
	}
	for i := range b.statements {
		st := &b.statements[i]
		for next < len(b.list) && b.list[next].at <= st.from {
			if nt := &b.list[next]; nt.kind == noteQuestion || nt.kind == noteWrite {
				flush()
				current = nt
			}
			next++
		}
		switch {
		case st.create != nil:
			flush()
		case current != nil:
			group = append(group, st)
		case st.sel != nil:
			b.errorf(st.sel.Pos, b.annotationCure(st, "question"), "this SELECT has no annotation: how often is it asked?")
		case st.write != nil:
			b.errorf(st.write.Pos, b.annotationCure(st, "write"), "this %s has no annotation: how often is it done?", st.write.Kind)
		}
	}
	flush()
	for ; next < len(b.list); next++ {
		if nt := b.list[next]; nt.kind == noteQuestion || nt.kind == noteWrite {
			b.request(nt, nil)
		}
	}
}

// annotationCure shows the annotation that a statement lacks, or that a
// comment before it was meant to be.
func (b *builder) annotationCure(st *statement, word string) string {
	name := "NAME"
	for _, c := range b.comments {
		words := noteWordsOf(c.text, c.col)
		if c.at != st.from || !c.own || len(words) < 2 {
			continue
		}
		switch first := words[0].text; {
		case first == "name:": // as sqlc has it
			name = words[1].text
		case nearest(first, []string{"model", "question", "write"}) == word && isPlainName(words[1].text):
			return fmt.Sprintf("did you mean -- %s %s on line %d?", word, words[1].text, c.pos.Line)
		}
	}
	return fmt.Sprintf("write -- %s %s rate=10/s on the line before", word, name)
}

// request builds one question or write.
func (b *builder) request(nt note, group []*statement) {
	if len(group) == 0 {
		b.errorf(nt.pos, "", "the %s %s has no statement", nt.word, clip(nt.name.name))
		return
	}
	for _, st := range group {
		switch {
		case st.sel == nil && st.write == nil:
			return // reported already
		case nt.kind == noteQuestion && st.write != nil:
			b.errorf(st.write.Pos, "write -- write "+nt.name.name+" rate=...", "a question is a SELECT, not %s", st.write.Kind)
			return
		case nt.kind == noteWrite && st.sel != nil:
			b.errorf(st.sel.Pos, "write -- question "+nt.name.name+" rate=...", "a write is an INSERT, UPDATE or DELETE, not a SELECT")
			return
		}
	}
	if nt.kind == noteQuestion {
		b.question(nt, group)
		return
	}
	if len(group) > 1 {
		b.errorf(group[1].write.Pos, b.annotationCure(group[1], "write"), "a write is one statement; this one has no annotation of its own")
	}
	b.write(nt, group[0])
}

// textOf returns the source of statements, from the first to the last.
func (b *builder) textOf(first, last *statement) string {
	end := b.toks[last.to-1].to
	if b.toks[last.to].is(";") {
		end = b.toks[last.to].to
	}
	return b.src[b.toks[first.from].from:end]
}

// paramsOf returns the parameters of statements in order of appearance.
func (b *builder) paramsOf(first, last *statement) []string {
	return paramsIn(b.toks[first.from:last.to])
}
