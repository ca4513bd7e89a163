package typeset

import (
	"fmt"
	"iter"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Nearest is the known word that a misspelt one may mean: at most three edits away, fewer for a short word. "" for none.
func Nearest(word string, known iter.Seq[string]) string {
	best, limit := "", min(3, (utf8.RuneCountInString(word)+1)/3)
	for k := range known {
		if d := levenshtein.ComputeDistance(word, k); d < limit || d == limit && (best == "" || k < best) {
			best, limit = k, d
		}
	}
	return best
}

// DidYouMean words Nearest to follow an error message; "" for none.
func DidYouMean(word string, known iter.Seq[string]) string {
	if best := Nearest(word, known); best != "" {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	return ""
}
