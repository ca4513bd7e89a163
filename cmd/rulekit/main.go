// Command rulekit is for maintainers: it writes what is generated from the rules and the types.
//
//	rulekit docs              docs/rules/*.md, the JSON Schemas
//	rulekit new AREA NAME     the files of a new rule
//	rulekit bench BINARY      times the binary on the bundled inputs
//	rulekit bench BINARY DIR  compares a scan of the charts below a folder with rendering them
//	rulekit sbom BINARY VER   prints what a binary was built from as CycloneDX
//	rulekit fmt               formats every Rego file
//	rulekit corpus DIR        renders all charts below a folder and compares them with Helm
//	rulekit overlays DIR      builds all kustomizations below a folder and compares them with kustomize
//	rulekit signals DIR       shows for each Dockerfile below a folder which way the stop signal takes
//	rulekit prove DIR SAMPLE  tests the values keys named for scalars of those charts by changing them
package main

import (
	"fmt"
	"os"
	"strconv"
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
	case len(args) == 3 && args[0] == "bench":
		return benchCharts(os.Stdout, args[1], args[2])
	case len(args) == 3 && args[0] == "sbom":
		return sbom(os.Stdout, args[1], args[2])
	case len(args) == 2 && args[0] == "corpus":
		return corpus(os.Stdout, args[1])
	case len(args) == 2 && args[0] == "overlays":
		return overlays(os.Stdout, args[1])
	case len(args) == 2 && args[0] == "signals":
		return signalPaths(os.Stdout, args[1])
	case len(args) == 3 && args[0] == "prove":
		sample, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return prove(os.Stdout, args[1], sample)
	case len(args) == 3 && args[0] == "new":
		return newRule(os.Stdout, ".", args[1], args[2])
	}
	return fmt.Errorf("usage: rulekit docs | rulekit fmt | rulekit bench BINARY [DIR] | rulekit sbom BINARY VERSION | rulekit corpus DIR | rulekit overlays DIR | rulekit signals DIR | rulekit prove DIR SAMPLE | rulekit new AREA NAME")
}
