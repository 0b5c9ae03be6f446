package prove

import (
	"strings"
	"unicode/utf8"
)

// likeMatch is SQL's LIKE: '%' stands for any characters, '_' for one, all
// else for itself, letter case included.
func likeMatch(s, pattern string) bool {
	for pattern != "" {
		c, n := utf8.DecodeRuneInString(pattern)
		switch c {
		case '%':
			rest := pattern[n:]
			for i := range s {
				if likeMatch(s[i:], rest) {
					return true
				}
			}
			return likeMatch("", rest)
		case '_':
			if s == "" {
				return false
			}
			_, size := utf8.DecodeRuneInString(s)
			s, pattern = s[size:], pattern[n:]
		default:
			if !strings.HasPrefix(s, pattern[:n]) {
				return false
			}
			s, pattern = s[n:], pattern[n:]
		}
	}
	return s == ""
}

// globMatch is SQLite's GLOB: '*' stands for any characters, '?' for one,
// [a-z] for one of a class, [^a-z] for one outside of it.
func globMatch(s, pattern string) bool {
	for pattern != "" {
		c, n := utf8.DecodeRuneInString(pattern)
		if c == '*' {
			rest := pattern[n:]
			for i := range s {
				if globMatch(s[i:], rest) {
					return true
				}
			}
			return globMatch("", rest)
		}
		if s == "" {
			return false
		}
		r, size := utf8.DecodeRuneInString(s)
		ok, rest := r == c, pattern[n:]
		switch c {
		case '?':
			ok = true
		case '[':
			ok, rest = globClass(r, rest)
		}
		if !ok {
			return false
		}
		s, pattern = s[size:], rest
	}
	return s == ""
}

// globClass matches one character against a class that was opened before
// pattern and returns the pattern after its ']'. A class without an end
// matches nothing. A ']' that comes first stands for itself.
func globClass(r rune, pattern string) (bool, string) {
	in, invert, first := false, false, true
	if strings.HasPrefix(pattern, "^") {
		invert, pattern = true, pattern[1:]
	}
	for pattern != "" {
		lo, n := utf8.DecodeRuneInString(pattern)
		pattern = pattern[n:]
		if lo == ']' && !first {
			return in != invert, pattern
		}
		first = false
		hi := lo
		if len(pattern) > 1 && pattern[0] == '-' && pattern[1] != ']' {
			hi, n = utf8.DecodeRuneInString(pattern[1:])
			pattern = pattern[1+n:]
		}
		in = in || lo <= r && r <= hi
	}
	return false, ""
}
