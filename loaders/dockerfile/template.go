package dockerfile

import (
	"fmt"
	"strings"
)

// maxProblems is how many lines of one file are reported: a file of another kind is wrong on all of them.
const maxProblems = 3

// template tells whether the file is a template of Dockerfiles: lines that are no instruction hold actions. That is
// reported once, since nothing in it can be judged.
func (l *loader) template() bool {
	for _, p := range l.problems {
		line := l.lines[p.Span.Start.Line-1]
		for _, action := range []string{"{{", "{%", "<%"} {
			if strings.Contains(line, action) {
				l.problems = nil
				l.fail(p.Span.Start.Line, p.Span.Start.Line, fmt.Sprintf("the file is a template of a Dockerfile (%s), which is not analysed", action), false)
				l.problems[0].Warning = true
				return true
			}
		}
	}
	return false
}

// few keeps the first problems and says how many there are.
func (l *loader) few() {
	if n := len(l.problems) - maxProblems; n > 0 {
		l.problems = l.problems[:maxProblems]
		lines := "lines"
		if n == 1 {
			lines = "line"
		}
		l.problems[maxProblems-1].Message += fmt.Sprintf("; %d more %s like this", n, lines)
	}
}
