package report

import "github.com/drainlint/drainlint/analyzer/finding"

// style paints text with ANSI sequences, or leaves it alone. ECMA-48 names the codes.
type style struct{ on bool }

func (s style) paint(code, text string) string {
	if !s.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(text string) string   { return s.paint("1", text) }
func (s style) faint(text string) string  { return s.paint("2", text) }
func (s style) label(text string) string  { return s.paint("36", text) }
func (s style) advice(text string) string { return s.paint("1;32", text) }

func (s style) severity(level finding.Severity, text string) string {
	switch level {
	case finding.Error:
		return s.paint("1;31", text)
	case finding.Warning:
		return s.paint("1;33", text)
	}
	return s.paint("1;34", text)
}
