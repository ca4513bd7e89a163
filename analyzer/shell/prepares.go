package shell

import (
	"path"

	"mvdan.cc/sh/v3/syntax"
)

// The commands of containers that prepare a pod for the others: by whom volumes may be written, and parameters of the
// kernel. Those in asides change nothing that outlives the container, or make folders.
var (
	owners = map[string]bool{"chown": true, "chgrp": true, "chmod": true, "setfacl": true}
	kernel = map[string]bool{"sysctl": true}
	asides = map[string]bool{
		"echo": true, "printf": true, "set": true, "ls": true, "true": true, "test": true, "[": true, ":": true, "exit": true, "cd": true,
		"id": true, "stat": true, "mkdir": true, "find": true, "xargs": true,
	}
)

// Prepares tells what a command line does where that is all it does: "owner" for the owner and mode of files, "kernel" for
// parameters of the kernel, else nothing.
func Prepares(argv []string) string {
	names, ok := commands(argv)
	if !ok {
		return ""
	}
	var owner, parameters bool
	for _, name := range names {
		switch name = path.Base(name); {
		case owners[name]:
			owner = true
		case kernel[name]:
			parameters = true
		case !asides[name]:
			return ""
		}
	}
	switch {
	case owner && !parameters:
		return "owner"
	case parameters && !owner:
		return "kernel"
	}
	return ""
}

// commands are the names of the programs that a command line starts, also those inside of a command string.
func commands(argv []string) (names []string, ok bool) {
	inv, ok := Split(argv)
	if !ok {
		at := unwrap(argv).ProgramIndex
		if at >= len(argv) {
			return nil, false
		}
		return argv[at : at+1], true
	}
	s, err := parseLoose(inv.Script, FamilyOf(inv.Shell))
	if err != nil {
		return nil, false
	}
	syntax.Walk(s.file, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			names = append(names, s.spelled(call.Args)[0])
		}
		return true
	})
	return names, true
}
