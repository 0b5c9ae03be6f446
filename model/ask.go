package model

import "fmt"

// Ask reads SELECTs as one question of the model: of that name and rate, and
// not added to the model. The planner prices the ways out of a refusal with
// it. A function of a column that the model does not compute yet becomes a
// column of its entity, so a caller that wants its model unchanged asks a copy.
// The error holds what is wrong with the text; what is right but cannot be one
// request is in the question's Refusals.
func (m *Model) Ask(name, text string, rate Rate) (*Question, error) {
	b := m.rebuilder()
	b.notes = newNotes("", text) // places are within text
	toks, _ := lex(b.notes, text)
	q := &Question{Name: name, Rate: rate, Text: text, Params: paramsIn(toks)}
	p := &parser{notes: b.notes, src: text, toks: toks}
	var group []*statement
	for !p.failed && p.cur().kind != tokEOF {
		group = append(group, &statement{sel: p.selectStmt()})
		if p.cur().is(";") {
			p.advance()
		}
	}
	if len(b.notes.errors) == 0 && len(group) == 0 {
		return nil, fmt.Errorf("model: question %s has no SELECT", name)
	}
	if len(b.notes.errors) == 0 {
		b.canonical(q, group, nil)
	}
	if len(b.notes.errors) > 0 {
		return nil, fmt.Errorf("model: question %s: %w", name, b.notes.errors)
	}
	return q, nil
}
