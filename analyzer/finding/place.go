package finding

import "github.com/drainlint/drainlint/loaders/source"

// Place is the line a person edits for a Ref of the facts of u.
func Place(u *source.Unit, r source.Ref) source.Trace { return trace(u, r) }
