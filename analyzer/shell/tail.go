package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// tails holds the commands for which the shell would not fork, because nothing is left to do after them: simple
// commands, and for ash also subshells. Traps, which are known only at run time, are checked by the caller.
type tails map[syntax.Node]bool

// tailsOf finds them in a -c string. Scripts in files have none: no shell optimises them. How each family decides (all
// of it measured):
//
//   - dash as Debian and Ubuntu ship it: never.
//   - bash: the last line of the string (and nothing but one newline after it) is a simple command without redirection,
//     or a list whose outermost operator is && || or ; with such a command last. "a; b && c" has a list last: no.
//   - BusyBox ash: the parser has reached the end of the string, so no newline and no here-document may follow. Then the
//     property is handed down into lists, if, case, braces and subshells, but not through redirected braces, loops,
//     functions, pipelines or !.
//   - mksh: one simple command, or several lines that are simple commands, with nothing at all behind the last.
func (s *script) tailsOf(f Family) tails {
	t := tails{}
	stmts := s.file.Stmts
	if len(stmts) == 0 {
		return t
	}
	line := s.lastLine()
	last := line[len(line)-1]
	rest := s.rest(line)
	switch f {
	case Bash:
		if rest != "" && rest != "\n" || len(line) > 1 && line[len(line)-2].Background {
			break
		}
		if b, ok := last.Cmd.(*syntax.BinaryCmd); ok && len(line) == 1 && plain(last) &&
			(b.Op == syntax.AndStmt || b.Op == syntax.OrStmt) {
			last = b.Y
		}
		if call, ok := last.Cmd.(*syntax.CallExpr); ok && plain(last) && len(last.Redirs) == 0 {
			t[call] = true
		}
	case Ash:
		if rest == "" && !hasHeredoc(line) {
			t.ash(last)
		}
	case Mksh:
		for _, stmt := range stmts {
			call, ok := stmt.Cmd.(*syntax.CallExpr)
			if !ok || !plain(stmt) || len(stmt.Redirs) > 0 || len(call.Assigns) > 0 && len(call.Args) > 0 {
				return t
			}
		}
		if len(line) == 1 && strings.Trim(s.text[int(last.End().Offset()):], " \t") == "" && !last.Semicolon.IsValid() {
			t[last.Cmd] = true
		}
	}
	return t
}

// ash follows the EV_EXIT flag of BusyBox' evaltree.
func (t tails) ash(stmt *syntax.Stmt) {
	if !plain(stmt) {
		return
	}
	redirected := len(stmt.Redirs) > 0
	switch cmd := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		t[cmd] = true
	case *syntax.Subshell:
		t[cmd] = true
		t.ashList(cmd.Stmts)
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.AndStmt || cmd.Op == syntax.OrStmt {
			t.ash(cmd.Y)
		}
	case *syntax.Block:
		if !redirected {
			t.ashList(cmd.Stmts)
		}
	case *syntax.IfClause:
		for c := cmd; c != nil && !redirected; c = c.Else {
			t.ashList(c.Then)
		}
	case *syntax.CaseClause:
		for _, item := range cmd.Items {
			if !redirected {
				t.ashList(item.Stmts)
			}
		}
	}
}

func (t tails) ashList(stmts []*syntax.Stmt) {
	if len(stmts) > 0 {
		t.ash(stmts[len(stmts)-1])
	}
}

// plain reports whether a statement runs in the foreground with its own exit status.
func plain(stmt *syntax.Stmt) bool { return !stmt.Background && !stmt.Negated && !stmt.Coprocess }

// lastLine gives the statements that the shell reads in one go at the end of the string: those not separated by a
// newline.
func (s *script) lastLine() []*syntax.Stmt {
	stmts := s.file.Stmts
	i := len(stmts) - 1
	for i > 0 {
		from, to := stmtEnd(stmts[i-1]), int(stmts[i].Pos().Offset())
		if from <= to && strings.Contains(strings.ReplaceAll(s.text[from:to], "\\\n", ""), "\n") {
			break
		}
		i--
	}
	return stmts[i:]
}

// stmtEnd is where a statement ends on its own line: here-document bodies, which follow later, do not count.
func stmtEnd(stmt *syntax.Stmt) int {
	if stmt.Semicolon.IsValid() {
		return int(stmt.Semicolon.Offset()) + 1
	}
	end := int(stmt.Position.Offset())
	if stmt.Cmd != nil {
		end = int(stmt.Cmd.End().Offset())
	}
	for _, r := range stmt.Redirs {
		end = max(end, int(r.Word.End().Offset()))
	}
	return end
}

// rest is what follows the last line: "" when the string ends on it (blanks and a comment are part of the line), else
// the newline and everything behind it and behind its here-documents.
func (s *script) rest(line []*syntax.Stmt) string {
	end := stmtEnd(line[len(line)-1])
	nl := strings.IndexByte(strings.ReplaceAll(s.text[end:], "\\\n", "  "), '\n')
	if nl < 0 {
		return ""
	}
	after := end + nl
	for _, stmt := range line {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.Redirect); ok && r.Hdoc != nil {
				// The body ends where its closing word begins; that word takes the rest of its line.
				stop := int(r.Hdoc.End().Offset())
				if i := strings.IndexByte(s.text[min(stop, len(s.text)):], '\n'); i >= 0 {
					after = max(after, stop+i)
				} else {
					after = max(after, len(s.text)-1)
				}
			}
			return true
		})
	}
	return "\n" + s.text[min(after+1, len(s.text)):]
}

func hasHeredoc(stmts []*syntax.Stmt) bool {
	found := false
	for _, stmt := range stmts {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			r, ok := n.(*syntax.Redirect)
			found = found || ok && r.Hdoc != nil
			return !found
		})
	}
	return found
}
