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
//   - mksh: the whole string is one command without any character that is special to the shell.
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
		if rest == "" && len(s.pending(line)) == 0 {
			t.ash(last)
		}
	case Mksh:
		if _, ok := last.Cmd.(*syntax.CallExpr); ok && plain(last) && !strings.ContainsAny(s.text, "\t\n\"#$&'()*;<=>?[\\]`{|}~") {
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
		// The parser drops braces, so the redirection of "{ (a); } >f" is that of the subshell.
		only := len(cmd.Stmts) == 1 && plain(cmd.Stmts[0])
		if only {
			_, only = cmd.Stmts[0].Cmd.(*syntax.Subshell)
		}
		if !redirected || only {
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

// ownersOf finds the commands that become the process of a background statement, the one that $! names. A function, a
// loop, a list with more behind the command: their process is a shell.
func ownersOf(stmt *syntax.Stmt, f Family) tails {
	t := tails{}
	job := *stmt
	job.Background = false
	for {
		// The process id of a pipeline is that of its last part.
		pipe, ok := job.Cmd.(*syntax.BinaryCmd)
		if !ok || pipe.Op == syntax.AndStmt || pipe.Op == syntax.OrStmt {
			break
		}
		job = *pipe.Y
	}
	if f != Bash && f != Mksh {
		t.ash(&job)
		return t
	}
	last := &job
	if sub, ok := job.Cmd.(*syntax.Subshell); ok && len(sub.Stmts) > 0 {
		last = sub.Stmts[len(sub.Stmts)-1]
		if b, ok := last.Cmd.(*syntax.BinaryCmd); ok && plain(last) && (b.Op == syntax.AndStmt || b.Op == syntax.OrStmt) {
			last = b.Y
		}
	}
	if call, ok := last.Cmd.(*syntax.CallExpr); ok && plain(last) {
		t[call] = true
	}
	return t
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
	tail := s.text[end:]
	if !strings.HasPrefix(strings.TrimLeft(tail, " \t;"), "#") {
		tail = strings.ReplaceAll(tail, "\\\n", "  ")
	}
	nl := strings.IndexByte(tail, '\n')
	if nl < 0 {
		return ""
	}
	after := end + nl
	for _, r := range s.pending(line) {
		stop := after + 1
		if r.Hdoc != nil {
			stop = int(r.Hdoc.End().Offset())
		}
		// The closing word takes the rest of its line.
		if i := strings.IndexByte(s.text[min(stop, len(s.text)):], '\n'); i >= 0 {
			after = max(after, stop+i)
		} else {
			after = max(after, len(s.text)-1)
		}
	}
	return "\n" + s.text[min(after+1, len(s.text)):]
}

// pending gives the here-documents whose bodies follow the last line. An empty one has no body node.
func (s *script) pending(line []*syntax.Stmt) []*syntax.Redirect {
	end := stmtEnd(line[len(line)-1])
	var found []*syntax.Redirect
	for _, stmt := range line {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			r, ok := n.(*syntax.Redirect)
			if ok && (r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc) {
				from := int(r.OpPos.Offset())
				if !strings.Contains(strings.ReplaceAll(s.text[from:max(from, end)], "\\\n", ""), "\n") {
					found = append(found, r)
				}
			}
			return true
		})
	}
	return found
}
