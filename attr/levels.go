package attr

// CheckLevels refuses an item with an attribute that is nested deeper than
// DynamoDB stores. The error is a *ValidationError. Values read from JSON are
// never that deep; ones made in Go may be, and what an update puts into a map
// or a list.
func (it Item) CheckLevels() error {
	if it.deeper(maxLevels) {
		return &ValidationError{msgNesting}
	}
	return nil
}

func (it Item) deeper(levels int) bool {
	for i := range it {
		if it[i].Value.deeper(levels) {
			return true
		}
	}
	return false
}

// deeper says whether a value has more levels than that; a scalar has one.
func (v Value) deeper(levels int) bool {
	switch v.typ {
	case TypeMap:
		return levels < 1 || v.Item().deeper(levels-1)
	case TypeList:
		for _, e := range v.Elems() {
			if e.deeper(levels - 1) {
				return true
			}
		}
	}
	return levels < 1
}

// IsTooDeep says whether an error is that of a value with too many levels.
func IsTooDeep(err error) bool { return err != nil && err.Error() == msgNesting }
