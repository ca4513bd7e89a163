package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/source"
)

func renderCommand() *cobra.Command {
	var f scanFlags
	var mapped bool
	c := &cobra.Command{
		Use:   "render PATH",
		Short: "print what a chart or an overlay renders to, and from which line",
		Long: "Print the text of each template of a chart, as `helm template` renders it, or the objects of a kustomization. With\n" +
			"--map each line begins with the file and line it comes from; the line of an included template is followed by the\n" +
			"line that included it, that of a patched field by the line it replaces.",
		Example: "  drainlint render charts/web --map\n  drainlint render charts/web -f values-prod.yaml",
		Args:    one("the path of a chart or an overlay"),
		RunE:    func(cmd *cobra.Command, args []string) error { return render(cmd, f, args, mapped) },
	}
	flags := c.Flags()
	flags.StringVar(&f.root, "root", "", "`DIR` that paths are reported relative to, and outside of which nothing is read (default: the git work tree)")
	flags.StringVar(&f.configFile, "config", "", "configuration `FILE`")
	flags.StringVar(&f.kubeVersion, "kube-version", "", "Kubernetes `VERSION` that charts are rendered for")
	helmFlags(flags, &f.helm)
	flags.BoolVar(&f.relaxed, "kustomize-load-restrictor-none", false, "Kustomize: files outside a kustomization's folder may be named, as long as they are below the root")
	flags.BoolVar(&mapped, "map", false, "begin each line with the file and line it comes from")
	return c
}

func render(cmd *cobra.Command, f scanFlags, paths []string, mapped bool) error {
	f.failOn, f.show, f.color, f.findSets = "never", "note", "never", "none"
	opts, _, err := scanOptions(cmd, &f, paths)
	if err != nil {
		return err
	}
	opts.Load.Kustomize.Render = true
	if _, err := os.Lstat(paths[0]); errors.Is(err, fs.ErrNotExist) {
		return errors.New(analyzer.NoPath(paths[0], "a chart, a kustomization or a folder of them"))
	}
	rel, ok := loaders.Relative(opts.Root, paths[0])
	if !ok {
		return fmt.Errorf("path %s lies outside the root %s: name a root that holds it with --root", paths[0], opts.Root)
	}
	fsys, err := loaders.OpenRoot(opts.Root)
	if err != nil {
		return err
	}
	found := loaders.Discover(fsys, []string{rel}, opts.Config.Exclude, false)
	problems := found.Problems
	printed := 0
	for _, o := range found.Owners {
		units, err := loaders.Load(cmd.Context(), fsys, o, opts.Load)
		if err != nil {
			return err
		}
		for _, u := range units {
			problems = append(problems, u.Problems...)
			for _, r := range u.Rendered {
				printed++
				if err := printRendered(cmd.OutOrStdout(), r, mapped); err != nil {
					return err
				}
			}
		}
	}
	if printed == 0 && len(problems) == 0 {
		return fmt.Errorf("%s has no chart and no kustomization to render", paths[0])
	}
	code := exitClean
	for _, p := range problems {
		printProblem(cmd.ErrOrStderr(), p)
		if !p.Warning {
			code = exitTrouble
		}
	}
	if code != exitClean {
		return &exitError{code: code}
	}
	return nil
}

func printRendered(w io.Writer, r source.Rendered, mapped bool) error {
	if !mapped {
		_, err := fmt.Fprintf(w, "---\n# Source: %s\n%s\n", r.Name, strings.Trim(r.Text, "\n"))
		return err
	}
	if _, err := fmt.Fprintf(w, "# %s\n", r.Name); err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	for i, line := range strings.Split(strings.TrimRight(r.Text, "\n"), "\n") {
		at := ""
		if strings.TrimSpace(line) != "" {
			at = whence(r.Line(i + 1))
		}
		fmt.Fprintf(table, "%s\t| %s\n", at, line)
	}
	return table.Flush()
}

// whence is "file:line", then the lines that included it.
func whence(t source.Trace) string {
	at := func(s source.Span) string { return fmt.Sprintf("%s:%d", s.File, s.Start.Line) }
	if !t.Exact {
		return t.Span.File
	}
	out := at(t.Span)
	for _, step := range t.Via {
		out += " < " + at(step.Span)
	}
	return strings.ReplaceAll(out, string(os.PathSeparator), "/")
}
