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
	c.Flags().StringVar(&file, "file", "", "file to write (default: that of the configuration, else "+baseline.Name+" in the root)")
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
	for _, n := range r.Notices {
		fmt.Fprintf(cmd.ErrOrStderr(), "drainlint: %s\n", printable(n.Message))
	}
	for _, p := range paths { // nothing was seen of it, so nothing of it may be accepted or dropped
		if _, err := os.Stat(p); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("path %s does not exist: %s is left as it is", printable(p), printable(file))
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
	fmt.Fprintf(cmd.ErrOrStderr(), "drainlint: %s accepts %s", printable(file), plural(len(entries)+len(r.Baseline.Outside), "finding"))
	if before > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), " (%d new, %d gone)", len(entries)-r.Baseline.Unchanged, len(r.Baseline.Absent))
	}
	fmt.Fprintln(cmd.ErrOrStderr())
	if opts.Config.Baseline == "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "drainlint: for every scan, in CI and hooks too, write into %s: baseline: %s\n", config.Name, baseline.Name)
	}
	return nil
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
