package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/cluster"
	"github.com/drainlint/drainlint/analyzer/coverage"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/report"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders"
)

// coverageRules are the rules that decide with an inventory; the findings of coverage are theirs.
var coverageRules = []string{"coverage-none", "coverage-gap", "platform-gap", "node-agent-wide-outage", "cannot-analyse", "nothing-analysed"}

// whatIf are changes of the inventory, as typed.
type whatIf struct{ setLabels, unsetLabels, setTaints []string }

func coverageCommand() *cobra.Command {
	var f scanFlags
	var w whatIf
	c := &cobra.Command{
		Use:   "coverage [PATH ...] --nodes FILE",
		Short: "say on which nodes of a cluster each DaemonSet runs, and on which it does not",
		Long: "Compare the DaemonSets of the input with an inventory of nodes: on which nodes the DaemonSet controller runs a pod, which\n" +
			"nodes that are meant get none and why, and what a rollout does to them. The nodes that are meant are declared in the\n" +
			"configuration (coverage), never read from a DaemonSet's own selector; without a declaration every node counts that is not\n" +
			"reserved for the control plane.\n\n" +
			"--set-label, --unset-label and --set-taint change the inventory for this run.\n\n" +
			"Exit code: 0 nothing at or above --fail-on, 1 findings, 2 some input could not be analysed or the call is wrong.",
		Example: "  kubectl get nodes -o yaml > nodes.yaml\n  drainlint coverage charts/agent --nodes nodes.yaml\n  drainlint coverage --nodes nodes.yaml -o html=coverage.html\n  drainlint coverage --nodes nodes.yaml --set-label worker-1=logging=enabled",
		RunE:    func(cmd *cobra.Command, args []string) error { return runCoverage(cmd, f, w, args) },
	}
	fs := c.Flags()
	fs.StringVar(&f.root, "root", "", "`DIR` that paths are reported relative to, and outside of which nothing is read (default: the git work tree)")
	fs.StringVar(&f.configFile, "config", "", "configuration `FILE` (default: .drainlint.yaml in the path's folder or above)")
	fs.StringVar(&f.nodes, "nodes", "", nodesHelp)
	fs.StringArrayVarP(&f.outputs, "output", "o", nil, "`FORMAT` or FORMAT=FILE, may be repeated: text, json, sarif, html (default text)")
	fs.StringVar(&f.failOn, "fail-on", "", "lowest severity `LEVEL` that makes the exit code 1: error, warning, note, never (default warning)")
	fs.StringArrayVar(&f.exclude, "exclude", nil, "path `PATTERN` to leave out, in .gitignore syntax; a file that is named is analysed all the same")
	fs.StringVar(&f.kubeVersion, "kube-version", "", "Kubernetes `VERSION` that verdicts assume and charts are rendered for")
	helmFlags(fs, &f.helm)
	fs.StringArrayVar(&f.valueSets, "value-set", nil, "Helm: `NAME=FILE[,FILE]`, a combination of values to render by itself, may be repeated")
	fs.StringVar(&f.findSets, "value-sets", "auto", "Helm: `WHICH`: auto also renders each chart with its ci/*-values.yaml unless values are given; none does not")
	fs.BoolVar(&f.all, "all", false, "Kustomize: analyse every kustomization, also those that others use as a base")
	fs.BoolVar(&f.relaxed, "kustomize-load-restrictor-none", false, "Kustomize: files outside a kustomization's folder may be named, as long as they are below the root")
	fs.StringArrayVar(&w.setLabels, "set-label", nil, "what if: `NODE=KEY=VALUE` sets a label of a node, may be repeated")
	fs.StringArrayVar(&w.unsetLabels, "unset-label", nil, "what if: `NODE=KEY` removes a label of a node, may be repeated")
	fs.StringArrayVar(&w.setTaints, "set-taint", nil, "what if: `NODE=KEY=VALUE:EFFECT` adds a taint to a node, may be repeated")
	return c
}

const nodesHelp = "inventory of nodes in `FILE`: output of kubectl get nodes -o json or yaml, or a list (- name: a, labels: {...}, taints: [...])"

func runCoverage(cmd *cobra.Command, f scanFlags, w whatIf, paths []string) error {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	if len(f.outputs) == 0 {
		f.outputs = []string{"text"}
	}
	var outputs []output
	toStdout := 0
	for _, s := range f.outputs {
		format, file, _ := strings.Cut(s, "=")
		if !slices.Contains(coverage.Formats(), format) && format != "sarif" {
			return fmt.Errorf("--output %q: expected text, json, sarif, html", s)
		}
		if file == "" || file == "-" {
			file = ""
			toStdout++
		}
		outputs = append(outputs, output{format, file})
	}
	if toStdout > 1 {
		return errors.New("--output: only one format can go to standard output; give the others a file (html=coverage.html)")
	}
	f.show, f.color = "note", "never"
	opts, failOn, err := scanOptions(cmd, &f, paths)
	if err != nil {
		return err
	}
	if opts.Inventory, err = changed(opts, w); err != nil {
		return err
	}
	a, err := onlyCoverage(opts)
	if err != nil {
		return err
	}
	r, rows, err := a.Coverage(cmd.Context(), paths...)
	if err != nil {
		return err
	}
	for _, n := range r.Notices {
		fmt.Fprintf(cmd.ErrOrStderr(), "drainlint: %s\n", typeset.Printable(n.Message))
	}
	file := opts.Inventory.File
	if rel, ok := loaders.Relative(r.Root, file); ok {
		file = rel
	}
	c := coverage.Report{File: file, Inventory: opts.Inventory, Rows: rows, Findings: r.Findings, Changes: slices.Concat(w.setLabels, w.unsetLabels, w.setTaints)}
	for _, out := range outputs {
		if err := writeCoverage(cmd, out, r, c, f); err != nil {
			return err
		}
	}
	return verdict(r, failOn)
}

// changed reads the inventory and applies the changes.
func changed(opts analyzer.Options, w whatIf) (*cluster.Inventory, error) {
	if err := opts.ReadInventory(); err != nil {
		return nil, err
	}
	inv := opts.Inventory
	if inv == nil {
		return nil, errors.New("coverage needs an inventory: kubectl get nodes -o yaml > nodes.yaml, then --nodes nodes.yaml, or nodes: nodes.yaml in .drainlint.yaml")
	}
	for _, c := range []struct {
		flag  string
		texts []string
		apply func(string) error
	}{{"--set-label", w.setLabels, inv.SetLabel}, {"--unset-label", w.unsetLabels, inv.UnsetLabel}, {"--set-taint", w.setTaints, inv.SetTaint}} {
		for _, text := range c.texts {
			if err := c.apply(text); err != nil {
				return nil, fmt.Errorf("%s %q: %w", c.flag, text, err)
			}
		}
	}
	return inv, nil
}

// onlyCoverage is an analyzer without the other rules.
func onlyCoverage(opts analyzer.Options) (*analyzer.Analyzer, error) {
	a, err := analyzer.New(opts)
	if err != nil {
		return nil, err
	}
	for _, r := range a.Rules() {
		if !slices.Contains(coverageRules, r.Name) {
			opts.Disable = append(opts.Disable, r.Name)
		}
	}
	return analyzer.New(opts)
}

func writeCoverage(cmd *cobra.Command, out output, r *finding.Report, c coverage.Report, f scanFlags) error {
	var b bytes.Buffer
	var err error
	if out.format == "sarif" {
		err = report.Write(&b, "sarif", r, reportOptions(f, r))
	} else {
		err = coverage.Write(&b, out.format, c)
	}
	if err != nil {
		return err
	}
	if out.file == "" {
		_, err = cmd.OutOrStdout().Write(b.Bytes())
		return err
	}
	if err := os.WriteFile(out.file, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}
