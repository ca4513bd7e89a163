// Command rulekit is for maintainers: it writes what is generated from the rules and the types.
//
//	rulekit docs              docs/rules/*.md, the JSON Schemas
//	rulekit new AREA NAME     the files of a new rule
//	rulekit bench BINARY      times the binary
//	rulekit fmt               formats every Rego file
//	rulekit corpus DIR        renders all charts below a folder and compares them with Helm
//	rulekit prove DIR         tests the values keys named for scalars of those charts by changing them
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "rulekit:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "docs":
		return docs(".")
	case len(args) == 1 && args[0] == "fmt":
		return formatRego("rego")
	case len(args) == 2 && args[0] == "bench":
		return bench(args[1])
	case len(args) == 2 && args[0] == "corpus":
		return corpus(os.Stdout, args[1])
	case len(args) == 2 && args[0] == "prove":
		return prove(os.Stdout, args[1], 20)
	case len(args) == 3 && args[0] == "new":
		return newRule(".", args[1], args[2])
	}
	return fmt.Errorf("usage: rulekit docs | rulekit fmt | rulekit bench BINARY | rulekit corpus DIR | rulekit prove DIR | rulekit new AREA NAME")
}
