package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/baseline"
	"github.com/drainlint/drainlint/analyzer/changes"
	"github.com/drainlint/drainlint/analyzer/cluster"
	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/report"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/helm"
)

// scanFlags are the flags of "drainlint scan" as typed.
type scanFlags struct {
	root, configFile, failOn, show, color, kubeVersion string
	outputs, exclude, disable, policies                []string
	relaxed, all, passed                               bool
	helm                                               helm.Options
	valueSets                                          []string
	findSets                                           string
	baseline, changedFrom                              string
	noBaseline                                         bool
	nodes                                              string
}

func scanCommand() *cobra.Command {
	var f scanFlags
	c := &cobra.Command{
		Use:   "scan [PATH ...]",
		Short: "analyse files and folders (default: the current folder)",
		Long: "Analyse charts, kustomizations, manifests and Dockerfiles. A path that names one file analyses the chart or overlay\n" +
			"it belongs to and reports what concerns that file; \"-\" reads manifests from standard input.\n\n" +
			"Exit code: 0 nothing at or above --fail-on, 1 findings, 2 some input could not be analysed or the call is wrong.",
		Example: "  drainlint scan\n  drainlint scan charts/web -f values-prod.yaml --set replicas=3\n  drainlint scan -o text -o sarif=drainlint.sarif\n  helm template . | drainlint scan -",
		RunE:    func(cmd *cobra.Command, args []string) error { return scan(cmd, f, args) },
	}
	fs := c.Flags()
	inputFlags(fs, &f, "auto")
	fs.StringArrayVarP(&f.outputs, "output", "o", nil, "`FORMAT` or FORMAT=FILE, may be repeated: "+strings.Join(report.Formats(), ", ")+" (default text)")
	fs.StringVar(&f.failOn, "fail-on", "", "lowest severity `LEVEL` that makes the exit code 1: error, warning, note, never (default warning)")
	fs.StringVar(&f.show, "show", "warning", "lowest severity `LEVEL` that all formats but json and sarif print; text counts lower ones")
	fs.StringVar(&f.color, "color", "auto", "`WHEN`: auto, always or never; NO_COLOR is honoured")
	fs.StringVar(&f.baseline, "baseline", "", "show and count only findings that are not in `FILE` (without FILE "+baseline.Name+" in the root); its name follows an equals sign")
	noBaselineFlag(fs, &f)
	fs.StringVar(&f.changedFrom, "changed-from", "", "report only what the change since the git revision `REV` concerns, uncommitted changes included")
	fs.Lookup("baseline").NoOptDefVal = defaultBaseline
	fs.BoolVar(&f.passed, "from-hook", false, "the files come from a hook: those that are excluded, gone or hold nothing to analyse are passed over")
	ruleFlags(fs, &f)
	return c
}

func noBaselineFlag(fs *pflag.FlagSet, f *scanFlags) {
	fs.BoolVar(&f.noBaseline, "no-baseline", false, "show and count all findings, whatever baseline the configuration names")
}

// ruleFlags are the flags that choose the rules.
func ruleFlags(fs *pflag.FlagSet, f *scanFlags) {
	fs.StringSliceVar(&f.disable, "disable", nil, "`RULES` that are not evaluated, with commas between them")
	fs.StringArrayVar(&f.policies, "policy", nil, "`DIR` with rules of your own")
}

// inputFlags are the flags that say what is read and how; valueSets is the default of --value-sets.
func inputFlags(fs *pflag.FlagSet, f *scanFlags, valueSets string) {
	fs.StringVar(&f.root, "root", "", "`DIR` that paths are reported relative to, and outside of which nothing is read (default: the git work tree)")
	fs.StringVar(&f.configFile, "config", "", "configuration `FILE` (default: "+config.Name+" in the path's folder or above)")
	fs.StringArrayVar(&f.exclude, "exclude", nil, "path `PATTERN` to leave out, in .gitignore syntax; a file that is named is analysed all the same")
	fs.StringVar(&f.kubeVersion, "kube-version", "", "Kubernetes `VERSION` that verdicts assume and charts are rendered for")
	fs.StringVar(&f.nodes, "nodes", "", nodesHelp)
	helmFlags(fs, &f.helm)
	fs.StringArrayVar(&f.valueSets, "value-set", nil, "Helm: `NAME=FILE[,FILE]`, a combination of values to render by itself, may be repeated")
	fs.StringVar(&f.findSets, "value-sets", valueSets, "Helm: `WHICH`: auto also renders each chart with its ci/*-values.yaml unless values are given; none does not")
	fs.BoolVar(&f.all, "all", false, "Kustomize: analyse every kustomization, also those that others use as a base")
	fs.BoolVar(&f.relaxed, "kustomize-load-restrictor-none", false, "Kustomize: files outside a kustomization's folder may be named, as long as they are below the root")
}

// helmFlags are the flags that `helm template` has too.
func helmFlags(fs *pflag.FlagSet, o *helm.Options) {
	fs.StringArrayVarP(&o.ValueFiles, "values", "f", nil, "Helm: values `FILE`")
	fs.StringArrayVar(&o.Set, "set", nil, "Helm: `KEY=VALUE`")
	fs.StringArrayVar(&o.SetString, "set-string", nil, "Helm: `KEY=VALUE`, always a string")
	fs.StringArrayVar(&o.SetFile, "set-file", nil, "Helm: `KEY=FILE`, the file's text")
	fs.StringArrayVar(&o.SetJSON, "set-json", nil, "Helm: `KEY=JSON`")
	fs.StringArrayVar(&o.SetLiteral, "set-literal", nil, "Helm: `KEY=VALUE`, taken literally")
	fs.StringArrayVar(&o.APIVersions, "api-versions", nil, "Helm: `VERSION`, a further entry of .Capabilities.APIVersions")
	fs.StringVar(&o.ReleaseName, "release-name", "", "Helm: release `NAME`")
	fs.StringVarP(&o.Namespace, "namespace", "n", "", "Helm: release `NAMESPACE`")
}

func scan(cmd *cobra.Command, f scanFlags, paths []string) error {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	outputs, err := parseOutputs(f.outputs, report.Formats())
	if err != nil {
		return err
	}
	opts, failOn, err := scanOptions(cmd, &f, paths)
	if err != nil {
		return err
	}
	if f.passed {
		paths = decided(paths, opts)
	}
	missing, err := withBaseline(f, paths, &opts)
	if err != nil {
		return err
	}
	if f.changedFrom != "" {
		if opts.Changes, err = changes.Since(cmd.Context(), opts.Root, f.changedFrom); err != nil {
			return err
		}
	}
	a, err := analyzer.New(opts)
	if err != nil {
		return err
	}
	r, err := a.Run(cmd.Context(), paths...)
	if err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	// What people read on standard output says them already.
	if !slices.ContainsFunc(outputs, func(o output) bool {
		return o.file == "" && slices.Contains([]string{"text", "short", "github", "markdown"}, o.format)
	}) {
		for _, n := range r.Notices {
			fmt.Fprintf(stderr, "drainlint: %s\n", typeset.Printable(n.Message))
		}
	}
	o := reportOptions(f, r)
	if slices.ContainsFunc(outputs, func(out output) bool { return out.format == "sarif" }) && !r.Stdin {
		provenance(cmd.Context(), r.Root, &o)
	}
	if err := write(cmd.OutOrStdout(), stderr, outputs, r, o); err != nil {
		return err
	}
	err = verdict(r, failOn)
	if err != nil && missing != "" {
		fmt.Fprintf(stderr, "drainlint: %s names a baseline that does not exist, so nothing is accepted: drainlint baseline writes %s\n", config.Name, typeset.Printable(missing))
	}
	return err
}

// verdict turns a report into the exit code.
func verdict(r *analyzer.Report, failOn finding.Severity) error {
	worst := r.Worst()
	for _, n := range r.Notices {
		if n.Severity == finding.Warning {
			worst = max(worst, n.Severity)
		}
	}
	switch {
	case r.Incomplete && (r.Baseline == nil || !r.Baseline.Covered):
		return &exitError{code: exitTrouble}
	case worst >= failOn:
		return &exitError{code: exitFindings}
	}
	return nil
}

// scanOptions joins flags and configuration; a flag wins over the file.
func scanOptions(cmd *cobra.Command, f *scanFlags, paths []string) (analyzer.Options, finding.Severity, error) {
	none := analyzer.Options{}
	if err := checkPolicies(f.policies); err != nil {
		return none, 0, err
	}
	root, err := loaders.FindRoot(f.root, paths)
	if err != nil {
		return none, 0, err
	}
	cfg, err := findConfig(f.configFile, root, paths)
	if err != nil {
		return none, 0, err
	}
	cfg.Exclude = slices.Concat(cfg.Exclude, f.exclude)
	text := "warning"
	if cfg.FailOn != "" {
		text = cfg.FailOn
	}
	if f.failOn != "" {
		text = f.failOn
	}
	failOn, ok := finding.ParseSeverity(text)
	if !ok {
		return none, 0, fmt.Errorf("--fail-on %q: expected error, warning, note or never", text)
	}
	f.show = strings.TrimSuffix(f.show, "s") // "notes" reads better
	if !slices.Contains([]string{"auto", "always", "never"}, f.color) {
		return none, 0, fmt.Errorf("--color %q: expected auto, always or never", f.color)
	}
	if _, ok := finding.ParseSeverity(f.show); !ok || f.show == "never" {
		return none, 0, fmt.Errorf("--show %q: expected error, warning or note", f.show)
	}
	opts := analyzer.Options{Root: root, Config: cfg, Disable: f.disable, Policies: f.policies, KubeVersion: f.kubeVersion, AllKustomizations: f.all, Passed: f.passed}
	opts.Load.Helm = f.helm
	opts.Load.Kustomize.Relaxed = f.relaxed
	if err := helmOptions(f, &opts.Load.Helm, cfg, root); err != nil {
		return none, 0, err
	}
	if f.nodes != "" {
		if opts.Inventory, err = cluster.Read(f.nodes); err != nil {
			return none, 0, noFile("--nodes", f.nodes, err, "the output of kubectl get nodes -o yaml, or a list of nodes")
		}
	}
	if slices.Contains(paths, "-") {
		if opts.Stdin, err = io.ReadAll(cmd.InOrStdin()); err != nil {
			return none, 0, fmt.Errorf("standard input: %w", err)
		}
	}
	return opts, failOn, nil
}

func findConfig(file, root string, paths []string) (config.Config, error) {
	if file != "" {
		cfg, err := config.Read(file)
		return cfg, noFile("--config", file, err, configHelp)
	}
	dir := root
	if paths[0] != "-" {
		if rel, ok := loaders.Relative(root, paths[0]); ok {
			dir = filepath.Join(root, filepath.FromSlash(rel))
		}
	}
	return config.Find(dir, root)
}

// output is one -o.
type output struct{ format, file string }

func parseOutputs(flags, formats []string) ([]output, error) {
	if len(flags) == 0 {
		return []output{{format: "text"}}, nil
	}
	var out []output
	toStdout := 0
	for _, s := range flags {
		format, file, named := strings.Cut(s, "=")
		if !slices.Contains(formats, format) {
			return nil, fmt.Errorf("--output %q: expected %s", s, strings.Join(formats, ", "))
		}
		if named && file == "" {
			return nil, fmt.Errorf("--output %q: expected the name of a file behind the equals sign", s)
		}
		if file == "" || file == "-" {
			file = ""
			toStdout++
		}
		out = append(out, output{format, file})
	}
	if toStdout > 1 {
		return nil, errors.New("--output: only one format can go to standard output; give the others a file (" + formats[len(formats)-1] + "=FILE)")
	}
	return out, nil
}

// write renders every output. A file is written only when it is complete.
func write(stdout, stderr io.Writer, outputs []output, r *analyzer.Report, o report.Options) error {
	for _, out := range outputs {
		var b bytes.Buffer
		opts := o
		if out.file != "" {
			opts.Color, opts.Width = false, 0
		}
		if err := report.Write(&b, out.format, r, opts); err != nil {
			return err
		}
		if left := report.Truncated(r); left > 0 && out.format == "sarif" {
			fmt.Fprintf(stderr, "drainlint: %d of the least severe results were left out of SARIF: code scanning takes %d in one run\n", left, report.MaxResults)
		}
		if out.format == "github" {
			annotationLimits(stderr, r, o)
		}
		if err := save(stdout, out, b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// annotationLimits says what GitHub will not show.
func annotationLimits(stderr io.Writer, r *analyzer.Report, o report.Options) {
	all := 0
	for _, level := range []finding.Severity{finding.Error, finding.Warning, finding.Note} {
		n := report.Annotations(r, o)[level]
		if n > report.MaxAnnotations {
			fmt.Fprintf(stderr, "drainlint: GitHub shows %d of %d annotations of level %s: it takes %d of each level from one step\n", report.MaxAnnotations, n, level, report.MaxAnnotations)
		}
		all += n
	}
	if all > report.MaxJobAnnotations {
		fmt.Fprintf(stderr, "drainlint: GitHub takes %d annotations from one job: -o markdown or -o sarif hold all\n", report.MaxJobAnnotations)
	}
}

func reportOptions(f scanFlags, r *analyzer.Report) report.Options {
	show, _ := finding.ParseSeverity(f.show)
	return report.Options{
		Color: useColor(f.color), Width: min(textWidth(), 100), Show: show, Version: version(), Root: r.Root,
		Source: func(file string) ([]byte, error) {
			return os.ReadFile(filepath.Join(r.Root, filepath.FromSlash(file)))
		},
	}
}
