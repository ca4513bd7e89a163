package engine

import "github.com/open-policy-agent/opa/v1/ast"

// pruned leaves out of the helper modules what no rule module uses, directly or through other helpers: most rules use a
// few functions of a helper, and the compiler's work grows with everything it is given. A name that merely looks like that
// of a helper keeps it, so nothing that is used can be missing. The modules given stay as they are.
func pruned(modules map[string]*ast.Module, helpers map[string]bool) map[string]*ast.Module {
	used := map[string]bool{}
	names := ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case ast.Var:
			used[string(x)] = true
		case ast.String:
			used[string(x)] = true
		}
		return false
	})
	out := make(map[string]*ast.Module, len(modules))
	kept := map[string][]bool{}
	for file, m := range modules {
		if helpers[file] {
			kept[file] = make([]bool, len(m.Rules))
			continue
		}
		out[file] = m
		for _, r := range m.Rules {
			names.Walk(r)
		}
	}
	for grown := true; grown; {
		grown = false
		for file, keep := range kept {
			for i, r := range modules[file].Rules {
				if !keep[i] && used[ruleName(r)] {
					keep[i], grown = true, true
					names.Walk(r)
				}
			}
		}
	}
	for file, keep := range kept {
		m := *modules[file]
		m.Rules = nil
		for i, r := range modules[file].Rules {
			if keep[i] {
				m.Rules = append(m.Rules, r)
			}
		}
		if len(m.Rules) > 0 {
			out[file] = &m
		}
	}
	return out
}

// ruleName is the name by which other rules refer to r.
func ruleName(r *ast.Rule) string {
	ref := r.Head.Ref()
	name, _ := ref[0].Value.(ast.Var)
	return string(name)
}
