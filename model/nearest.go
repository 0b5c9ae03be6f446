package model

import (
	"strings"
)

// nearest returns the candidate most like name, "" where none is like it:
// more than a third of its letters would have to change. Of equally near ones
// the first is taken.
func nearest(name string, candidates []string) string {
	best, bestAt := "", len([]rune(name))/3+1
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d < bestAt {
			best, bestAt = c, d
		}
	}
	return best
}

// didYouMean returns a cure that names the nearest candidate, or lists them
// where none is near.
func didYouMean(name string, candidates []string) string {
	if n := nearest(name, candidates); n != "" {
		return "did you mean " + n + "?"
	}
	if len(candidates) == 0 {
		return ""
	}
	return "known are: " + strings.Join(candidates, ", ")
}

// maxNameLetters bounds the words that editDistance compares.
const maxNameLetters = 64

// editDistance counts inserted, deleted and changed letters and swapped
// neighbours (optimal string alignment).
func editDistance(a, b string) int {
	s, t := []rune(a), []rune(b)
	if len(s) > maxNameLetters || len(t) > maxNameLetters {
		return maxNameLetters
	}
	before, last := make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i, r := range s {
		row := make([]int, len(t)+1)
		row[0] = i + 1
		for j, q := range t {
			d := last[j]
			if r != q {
				d = 1 + min(last[j], last[j+1], row[j])
				if i > 0 && j > 0 && r == t[j-1] && s[i-1] == q {
					d = min(d, before[j-1]+1)
				}
			}
			row[j+1] = d
		}
		before, last = last, row
	}
	return last[len(t)]
}
