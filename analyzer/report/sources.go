package report

import (
	"strings"
	"unicode/utf8"

	"github.com/drainlint/drainlint/loaders/source"
)

// sources reads each file once and answers by line.
type sources struct {
	read  func(string) ([]byte, error)
	files map[string][]string
}

func newSources(read func(string) ([]byte, error)) *sources {
	return &sources{read: read, files: map[string][]string{}}
}

// lines are the lines of a file without their ends; nil when it cannot be read.
func (s *sources) lines(file string) []string {
	if s.read == nil || noFile(file) {
		return nil
	}
	lines, ok := s.files[file]
	if !ok {
		if data, err := s.read(file); err == nil {
			lines = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
			for i := range lines {
				lines[i] = strings.TrimSuffix(lines[i], "\r")
			}
		}
		s.files[file] = lines
	}
	return lines
}

// line is one line by its 1-based number.
func (s *sources) line(file string, n int) (text string, ok bool) {
	lines := s.lines(file)
	if n < 1 || n > len(lines) {
		return "", false
	}
	return lines[n-1], true
}

// resolve fills in what a span leaves open: an unknown start is the start of its line (an unknown line the first), an
// unknown or impossible end the end of the start's line, or one column where the text is not at hand. An end behind its
// line's end is moved there. The end is exclusive and always after the start, which SARIF demands of a region.
func (s *sources) resolve(sp source.Span) (start, end source.Pos) {
	start, end = sp.Start, sp.End
	if start.Line < 1 {
		start, end = source.Pos{Line: 1, Col: 1}, source.Pos{}
	}
	start.Col = max(start.Col, 1)
	if end.Line > start.Line && end.Col < 1 {
		end.Col = s.lineEnd(sp.File, end.Line)
	}
	if text, ok := s.line(sp.File, end.Line); ok {
		end.Col = min(end.Col, utf8.RuneCountInString(text)+1)
	}
	if end.Line < start.Line || end.Line == start.Line && end.Col <= start.Col {
		end = source.Pos{Line: start.Line, Col: max(s.lineEnd(sp.File, start.Line), start.Col+1)}
	}
	return start, end
}

// lineEnd is the column after a line's last character, 1 when the line is unknown.
func (s *sources) lineEnd(file string, n int) int {
	text, _ := s.line(file, n)
	return utf8.RuneCountInString(text) + 1
}

// slice is the text between two positions; ok is false when the file does not reach that far.
func (s *sources) slice(file string, start, end source.Pos) (text string, ok bool) {
	lines := s.lines(file)
	if start.Line < 1 || end.Line > len(lines) {
		return "", false
	}
	var b strings.Builder
	for n := start.Line; n <= end.Line; n++ {
		line := []rune(lines[n-1])
		from, to := 0, len(line)
		if n == start.Line {
			from = start.Col - 1
		}
		if n == end.Line {
			to = end.Col - 1
		}
		if from > len(line) || to > len(line) {
			return "", false
		}
		if n > start.Line {
			b.WriteByte('\n')
		}
		b.WriteString(string(line[from:to]))
	}
	return b.String(), true
}
