package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// bounded reports whether a loop has a bound of its own: a numeric test of a counter or of the clock that ends it, input
// that it consumes, or a body that always leaves it.
func bounded(cond, body []*syntax.Stmt) bool {
	if readsInput(cond) || anyCall(body, func(w []string) bool { return w[0] == "shift" }) {
		return true
	}
	counters := countersOf(append(append([]*syntax.Stmt{}, cond...), body...))
	return testsCounter(cond, counters) || leavesLoop(body) && testsCounter(body, counters)
}

// leavesLoop reports whether a body holds a break, exit or return.
func leavesLoop(body []*syntax.Stmt) bool {
	return anyCall(body, func(w []string) bool {
		switch w[0] {
		case "break", "exit", "return", "exec":
			return true
		}
		return false
	})
}

// countersOf gives the variables that the statements compute from numbers or from the clock.
func countersOf(stmts []*syntax.Stmt) map[string]bool {
	counters := map[string]bool{"SECONDS": true, "EPOCHSECONDS": true}
	for _, stmt := range stmts {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Assign:
				if n.Name != nil && n.Value != nil && (n.Append || computes(n.Value)) {
					counters[n.Name.Value] = true
				}
			case *syntax.BinaryArithm, *syntax.UnaryArithm:
				for _, name := range arithTargets(n) {
					counters[name] = true
				}
			case *syntax.CallExpr:
				// In POSIX grammar let and export are commands with words.
				if len(n.Args) > 1 && (n.Args[0].Lit() == "let" || n.Args[0].Lit() == "export") {
					name := strings.TrimRight(strings.SplitN(n.Args[1].Lit(), "=", 2)[0], "+-*/")
					counters[name] = counters[name] || isName(name)
				}
			}
			return true
		})
	}
	return counters
}

// computes reports whether a word holds arithmetic, expr or date.
func computes(w *syntax.Word) bool {
	found := false
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ArithmExp:
			found = true
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				name := nameOf(n.Args[0].Lit())
				found = found || name == "expr" || name == "date" || name == "bc"
			}
		}
		return !found
	})
	return found
}

// testsCounter reports whether a numeric comparison reads one of the counters, or the clock itself.
func testsCounter(stmts []*syntax.Stmt, counters map[string]bool) bool {
	found := false
	for _, stmt := range stmts {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CallExpr:
				if len(n.Args) > 2 && (n.Args[0].Lit() == "[" || n.Args[0].Lit() == "test") {
					for i := 1; i < len(n.Args)-1; i++ {
						if isComparison(n.Args[i].Lit()) {
							found = found || reads(n.Args[i-1], counters) || reads(n.Args[i+1], counters)
						}
					}
				}
			case *syntax.BinaryTest:
				found = found || reads(n, counters)
			case *syntax.ArithmCmd:
				found = found || reads(n, counters)
			}
			return !found
		})
	}
	return found
}

func isComparison(op string) bool {
	switch op {
	case "-lt", "-le", "-gt", "-ge", "-eq", "-ne", "=", "==", "!=":
		return true
	}
	return false
}

// reads reports whether a node refers to one of the variables or runs date.
func reads(root syntax.Node, names map[string]bool) bool {
	found := false
	syntax.Walk(root, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			found = found || n.Param != nil && names[n.Param.Value]
		case *syntax.Lit:
			// Arithmetic names variables without a dollar sign.
			found = found || names[n.Value]
		case *syntax.CallExpr:
			found = found || len(n.Args) > 0 && n.Args[0].Lit() == "date"
		}
		return !found
	})
	return found
}

// arithTargets gives the variable that an arithmetic operator assigns.
func arithTargets(n syntax.Node) []string {
	var target syntax.ArithmExpr
	switch n := n.(type) {
	case *syntax.BinaryArithm:
		switch n.Op {
		case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn:
			target = n.X
		}
	case *syntax.UnaryArithm:
		if n.Op == syntax.Inc || n.Op == syntax.Dec {
			target = n.X
		}
	}
	if w, ok := target.(*syntax.Word); ok && isName(w.Lit()) {
		return []string{w.Lit()}
	}
	return nil
}

// braceRange reads {1..5} and {10..0..2}.
func braceRange(w *syntax.Word) (from, to, step int, ok bool) {
	lit := w.Lit()
	if len(lit) < 2 || lit[0] != '{' || lit[len(lit)-1] != '}' {
		return 0, 0, 0, false
	}
	parts := strings.Split(lit[1:len(lit)-1], "..")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, 0, 0, false
	}
	n := [3]int{0, 0, 1}
	for i, p := range parts {
		v, err := strconv.Atoi(p)
		if err != nil || v > 1<<30 || v < -1<<30 {
			return 0, 0, 0, false
		}
		n[i] = v
	}
	from, to, step = n[0], n[1], max(n[2], -n[2], 1)
	if to < from {
		step = -step
	}
	return from, to, step, true
}
