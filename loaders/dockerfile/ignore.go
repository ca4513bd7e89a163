package dockerfile

import (
	"bytes"
	"io/fs"
	"path"
	"strings"

	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

// ignorer knows what a .dockerignore keeps out of a build context.
type ignorer struct {
	context string
	matcher *patternmatcher.PatternMatcher
}

// ignore reads the ignore file of a context: the one beside the Dockerfile that bears its name, else the context's own.
// One that cannot be read ignores nothing.
func (l *loader) ignore(context string) *ignorer {
	if i, known := l.ignored[context]; known {
		return i
	}
	i := &ignorer{context: context}
	for _, name := range []string{l.file + ".dockerignore", path.Join(context, ".dockerignore")} {
		data, err := fs.ReadFile(l.fsys, name)
		if err != nil {
			continue
		}
		if patterns, err := ignorefile.ReadAll(bytes.NewReader(data)); err == nil {
			i.matcher, _ = patternmatcher.New(patterns)
		}
		break
	}
	if l.ignored == nil {
		l.ignored = map[string]*ignorer{}
	}
	l.ignored[context] = i
	return i
}

// has tells whether a file below the context is kept out of it.
func (i *ignorer) has(file string) bool {
	if i.matcher == nil {
		return false
	}
	rel := strings.TrimPrefix(file, i.context+"/")
	if i.context == "." {
		rel = file
	}
	out, err := i.matcher.MatchesOrParentMatches(rel)
	return err == nil && out
}
