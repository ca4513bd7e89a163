package dockerfile

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"

	"github.com/drainlint/drainlint/loaders/source"
)

func (l *loader) instruction(s step, line instructions.ShellDependantCmdLine) *source.Instruction {
	i := &source.Instruction{Span: s.span, Shell: line.PrependShell, Words: line.CmdLine}
	switch {
	case len(line.CmdLine) == 0:
	case line.PrependShell:
		i.Args = l.commandSpan(s.span)
	default:
		i.Args = l.wordSpans(s.span, line.CmdLine)
	}
	return i
}

// commandSpan is the place of a command string: everything behind the instruction's name.
func (l *loader) commandSpan(span source.Span) []source.Span {
	text := []rune(l.lines[span.Start.Line-1])
	at := span.Start.Col - 1
	for at < len(text) && !unicode.IsSpace(text[at]) {
		at++
	}
	for at < len(text) && unicode.IsSpace(text[at]) {
		at++
	}
	if at >= len(text) {
		return nil
	}
	span.Start.Col = at + 1
	return []source.Span{span}
}

// wordSpans are the places of the strings of a JSON array that may go over several lines; nil where the text does not hold
// these words (ONBUILD of another stage).
func (l *loader) wordSpans(span source.Span, words []string) []source.Span {
	var out []source.Span
	for n := span.Start.Line; n <= span.End.Line; n++ {
		line := l.lines[n-1]
		if n > span.Start.Line && strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		text := []rune(line)
		for at := 0; at < len(text); at++ {
			if text[at] != '"' {
				continue
			}
			end := at + 1
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(text) || len(out) >= len(words) {
				return nil
			}
			var word string
			if json.Unmarshal([]byte(string(text[at:end+1])), &word) != nil || word != words[len(out)] {
				return nil
			}
			out = append(out, source.Span{File: span.File, Start: source.Pos{Line: n, Col: at + 1}, End: source.Pos{Line: n, Col: end + 2}})
			at = end
		}
	}
	if len(out) != len(words) {
		return nil
	}
	return out
}
