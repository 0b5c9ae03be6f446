package prove

import "strings"

// hasPlaceholder says whether an expression uses a placeholder such as #n, and
// not only a longer one that begins with it.
func hasPlaceholder(expression, name string) bool {
	for rest := expression; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		rest = rest[i+len(name):]
		if rest == "" || !isNamePart(rest[0]) {
			return true
		}
	}
}

func isNamePart(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
