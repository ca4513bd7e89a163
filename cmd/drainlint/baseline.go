package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/baseline"
	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders"
)

// defaultBaseline is the value of --baseline without a file; no file can have this name.
const defaultBaseline = "<default>"

func baselineCommand() *cobra.Command {
	var f scanFlags
	var file string
	c := &cobra.Command{
		Use:   "baseline [PATH ...]",
		Short: "accept the findings of today, so that a scan shows those of tomorrow",
		Long: "Analyse the paths as scan does and write the findings that no waiver accepts to a file to commit. `scan --baseline`\n" +
			"then shows and counts only what is new. Entries of other paths are kept, those whose finding is gone are dropped.",
		Example: "  drainlint baseline\n  drainlint scan --baseline",
		RunE:    func(cmd *cobra.Command, args []string) error { return writeBaseline(cmd, f, file, args) },
	}
	inputFlags(c.Flags(), &f, "auto")
	ruleFlags(c.Flags(), &f)
	c.Flags().StringVar(&file, "file", "", "`FILE` to write (default: that of the configuration, else "+baseline.Name+" in the root)")
	return c
}

func writeBaseline(cmd *cobra.Command, f scanFlags, file string, paths []string) error {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	f.failOn, f.show, f.color = "never", "note", "never"
	opts, _, err := scanOptions(cmd, &f, paths)
	if err != nil {
		return err
	}
	if file == "" {
		file = baselineFile(defaultBaseline, opts)
	}
	opts.Baseline, err = baseline.Read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		opts.Baseline = &baseline.File{Path: file}
	case err != nil:
		return err
	}
	before := len(opts.Baseline.Entries)
	a, err := analyzer.New(opts)
	if err != nil {
		return err
	}
	r, err := a.Run(cmd.Context(), paths...)
	if err != nil {
		return err
	}
	if r.Stdin {
		return errors.New("a baseline needs files: standard input has none")
	}
	if s := r.Stats; s.Charts+s.Kustomizations+s.Objects+s.Dockerfiles+s.Problems == 0 {
		return fmt.Errorf("%w: %s is left as it is", errNothing, typeset.Printable(file))
	}
	for _, n := range r.Notices {
		fmt.Fprintf(cmd.ErrOrStderr(), "drainlint: %s\n", typeset.Printable(n.Message))
	}
	for _, p := range paths { // nothing was seen of it, so nothing of it may be accepted or dropped
		if _, err := os.Stat(p); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is left as it is", typeset.Printable(file))
		}
	}
	entries := baseline.Entries(r.Findings, reportOptions(f, r).Source)
	text, err := baseline.Bytes(append(entries, r.Baseline.Outside...))
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "drainlint: %s accepts %s", typeset.Printable(file), typeset.Count(len(entries)+len(r.Baseline.Outside), "finding"))
	if before > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), " (%d new, %d gone)", len(entries)-r.Baseline.Unchanged, len(r.Baseline.Absent))
	}
	fmt.Fprintln(cmd.ErrOrStderr())
	fmt.Fprintf(cmd.ErrOrStderr(), "drainlint: %s\n", typeset.Printable(adoption(file, opts)))
	return nil
}

// adoption says what is left to do so that every scan uses a baseline.
func adoption(file string, opts analyzer.Options) string {
	cfg := opts.Config
	if cfg.Baseline != "" {
		if absolute(file) == absolute(baselineFile(defaultBaseline, opts)) {
			return fmt.Sprintf("commit it: every scan uses it, since %s names it", config.Name)
		}
		return fmt.Sprintf("scan --baseline=%s uses it; %s names %s", file, config.Name, cfg.Baseline)
	}
	dir := opts.Root
	if cfg.Path != "" {
		dir = filepath.Dir(absolute(cfg.Path))
	}
	name := absolute(file)
	if rel, err := filepath.Rel(dir, name); err == nil {
		name = filepath.ToSlash(rel)
	}
	return fmt.Sprintf("for every scan, in CI and hooks too, write into %s: baseline: %s", config.Name, name)
}

// withBaseline gives the options of a scan the baseline that flags or the configuration name. A missing file of the
// configuration accepts nothing: init names the file before there is one. missing is its name.
func withBaseline(f scanFlags, paths []string, opts *analyzer.Options) (missing string, err error) {
	if f.noBaseline {
		if f.baseline != "" {
			return "", errors.New("--baseline and --no-baseline exclude each other")
		}
		return "", nil
	}
	if f.baseline == defaultBaseline && !f.passed {
		for _, p := range paths {
			if filepath.Ext(p) != ".json" {
				continue
			}
			switch _, err := baseline.Read(p); {
			case err == nil:
				return "", fmt.Errorf("%s is a baseline, not an input: write --baseline=%s, with an equals sign", p, p)
			case errors.Is(err, fs.ErrNotExist):
				return "", fmt.Errorf("path %s does not exist; a baseline is named with an equals sign: --baseline=%s", p, p)
			}
		}
	}
	opts.Baseline, err = readBaseline(f.baseline, *opts)
	if errors.Is(err, fs.ErrNotExist) && f.baseline == "" {
		return baselineFile("", *opts), nil
	}
	return "", err
}

// readBaseline reads the baseline of a scan; nil when neither the flag nor the configuration names one.
func readBaseline(flag string, opts analyzer.Options) (*baseline.File, error) {
	if flag == "" && opts.Config.Baseline == "" {
		return nil, nil
	}
	b, err := baseline.Read(baselineFile(flag, opts))
	if err != nil {
		return nil, err
	}
	if rel, ok := loaders.Relative(opts.Root, b.Path); ok {
		b.Path = rel
	}
	return b, nil
}

// baselineFile is the file that a flag means: its own, that of the configuration, or the default one.
func baselineFile(flag string, opts analyzer.Options) string {
	switch {
	case flag != "" && flag != defaultBaseline:
		return flag
	case opts.Config.Baseline == "":
		return filepath.Join(opts.Root, baseline.Name)
	case filepath.IsAbs(opts.Config.Baseline):
		return opts.Config.Baseline
	}
	return filepath.Join(filepath.Dir(opts.Config.Path), opts.Config.Baseline)
}
