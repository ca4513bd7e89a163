package shell

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// The limits beyond which a script is not analysed. The parser and the walks recurse, so nesting is bounded before it
// can exhaust the stack; no hand-written script comes near either.
const (
	maxScript  = 256 << 10
	maxNesting = 500
)

// script is a parsed command string.
type script struct {
	text string
	file *syntax.File
}

// grammars gives the grammars in the order to try: BusyBox ash and an unknown sh accept POSIX and much of bash.
func grammars(f Family, text string) []syntax.LangVariant {
	switch f {
	case Dash:
		return []syntax.LangVariant{syntax.LangPOSIX}
	case Bash:
		return []syntax.LangVariant{syntax.LangBash}
	case Mksh:
		return []syntax.LangVariant{syntax.LangMirBSDKorn}
	}
	// In POSIX grammar [[ a && b ]] is two commands.
	if strings.Contains(text, "[[") {
		return []syntax.LangVariant{syntax.LangBash, syntax.LangPOSIX}
	}
	return []syntax.LangVariant{syntax.LangPOSIX, syntax.LangBash}
}

// parseFor parses text as family f reads it. The error is that of the first grammar.
func parseFor(text string, f Family) (*script, error) {
	var first error
	for _, lang := range grammars(f, text) {
		s, err := parse(text, lang)
		if err == nil {
			return s, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// errTooBig is what parse answers for a script beyond the limits.
var errTooBig = errors.New("the script is too long or too deeply nested to analyse")

func parse(text string, lang syntax.LangVariant) (s *script, err error) {
	if len(text) > maxScript || nesting(text) > maxNesting {
		return nil, errTooBig
	}
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("the shell parser gave up: %v", r)
		}
	}()
	file, err := syntax.NewParser(syntax.Variant(lang)).Parse(strings.NewReader(text), "")
	if err != nil {
		return nil, err
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		if stmt, ok := n.(*syntax.Stmt); ok {
			regroup(stmt)
		}
		return true
	})
	return &script{text: text, file: file}, nil
}

// regroup turns "f() { a; } && b", which the parser takes for a function with the body "{ a; } && b", into what shells
// read: a function, and then b.
func regroup(stmt *syntax.Stmt) {
	decl, ok := stmt.Cmd.(*syntax.FuncDecl)
	if !ok {
		return
	}
	chain, ok := decl.Body.Cmd.(*syntax.BinaryCmd)
	if !ok {
		return
	}
	first := chain
	for {
		left, ok := first.X.Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		first = left
	}
	stmt.Cmd = chain
	decl.Body = first.X
	first.X = &syntax.Stmt{Position: stmt.Position, Cmd: decl}
}

// nesting is an upper bound for how deep the parser recurses where a level costs it much stack: brackets, and chains of
// unary operators. Quoting is ignored, which can only make the bound higher.
func nesting(text string) int {
	depth, deepest, signs := 0, 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth = max(depth-1, 0)
		case '-', '+', '!', '~', '?', '*':
			signs++
			deepest = max(deepest, signs/4)
			continue
		case ' ':
			continue
		}
		signs = 0
		deepest = max(deepest, depth)
	}
	return deepest
}

// at is the place of byte offset off in the script: line and column, both from 1, columns in code points.
func (s *script) at(pos syntax.Pos) (line, col int) {
	if !pos.IsValid() {
		return 0, 0
	}
	before := s.text[:min(int(pos.Offset()), len(s.text))]
	nl := strings.LastIndexByte(before, '\n')
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[nl+1:])
}

// source is the text of a node as written.
func (s *script) source(n syntax.Node) string {
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if !n.Pos().IsValid() || from > to || to > len(s.text) {
		return ""
	}
	return s.text[from:to]
}

// words joins the text of words by single blanks.
func (s *script) words(ws []*syntax.Word) string {
	parts := make([]string, len(ws))
	for i, w := range ws {
		parts[i] = s.source(w)
	}
	return strings.Join(parts, " ")
}

// literal is the value of a word that no expansion can change; ok is false for any other word.
func literal(w *syntax.Word) (value string, ok bool) {
	var b strings.Builder
	if w == nil || !literalParts(&b, w.Parts, false) {
		return "", false
	}
	return b.String(), true
}

func literalParts(b *strings.Builder, parts []syntax.WordPart, quoted bool) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(unescape(p.Value, quoted))
		case *syntax.SglQuoted:
			if p.Dollar && strings.Contains(p.Value, `\`) {
				return false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			if !literalParts(b, p.Parts, true) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// unescape removes backslashes as the shell does: before any character outside quotes, before $ ` " \ inside.
func unescape(s string, quoted bool) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (!quoted || strings.IndexByte("$`\"\\", s[i+1]) >= 0) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// literals gives the values of all words, with ok false for one that is not literal.
func literals(ws []*syntax.Word) (values []string, ok bool) {
	values, ok = make([]string, len(ws)), true
	for i, w := range ws {
		v, isLit := literal(w)
		values[i], ok = v, ok && isLit
	}
	return values, ok
}
