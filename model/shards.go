package model

import (
	"fmt"
	"strconv"
)

// AutoShards is Question.Shards of shards=auto.
const AutoShards = -1

// MaxShards is the most requests that one answer may be spread over.
const MaxShards = 256

// shards reads shards= of a question; 0 where it is wrong, which is reported.
func (b *builder) shards(p pair) int {
	if p.value == "auto" {
		return AutoShards
	}
	n, err := strconv.Atoi(p.value)
	if err != nil || n < 2 || n > MaxShards {
		b.errorf(p.valuePos, fmt.Sprintf("write shards=auto, or a number from 2 to %d", MaxShards), "shards=%s is not known", clip(p.value))
		return 0
	}
	return n
}

// checkShards reports a question whose answer cannot be spread over several
// partition keys of an index.
func (b *builder) checkShards(q *Question, pos Pos) {
	why := ""
	switch {
	case len(q.Statements) > 1:
		why = "its SELECTs are answered from one partition together"
	case q.Strong:
		why = "shards are partition keys of an index, which is not strongly consistent"
	case len(q.Selects) == 0: // refused, with a reason of its own
	case q.Selects[0].Unique:
		why = "its answer is one row"
	case q.Selects[0].In != nil:
		why = "its keys are spread already"
	case q.Selects[0].Exists:
		why = "it asks only whether there is a row"
	}
	if why != "" {
		b.errorf(pos, "leave it out", "question %s cannot have shards: %s", clip(q.Name), why)
	}
}
