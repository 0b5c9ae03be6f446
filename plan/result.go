package plan

import "github.com/keywright/keywright/design"

// Searched says how much the search looked at.
type Searched struct {
	Nodes int64
	Bases map[string]int
}

func (s *Searched) baseKeys(e *entity, n int) {}

type Result struct {
	Design *design.Design
	Total  int64
}
