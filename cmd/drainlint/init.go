package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/source"
)

func initCommand() *cobra.Command {
	var dry bool
	c := &cobra.Command{
		Use:   "init [PATH]",
		Short: "write a configuration file, a pre-commit hook and a CI workflow for a repository",
		Long: "Look at what a repository holds and write " + config.Name + ", .pre-commit-config.yaml and a workflow for GitHub Actions\n" +
			"(where there is a .gitlab-ci.yml instead, print a job for it). A file that exists is never changed: what would have been\n" +
			"written is printed.",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return one("a folder")(c, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			return initialise(cmd.Context(), cmd.OutOrStdout(), dir, dry)
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "print the files instead of writing them")
	return c
}

// found is what a repository holds.
type found struct {
	charts, overlays, manifests, dockerfiles []string
	// files are those of the manifest folders.
	files []string
	// values are further values files of charts, by chart.
	values map[string][]string
	// missing are the dependencies of charts that the repository does not hold, by chart.
	missing map[string][]dependency
	git     bool
	github  bool
	gitlab  bool
	branch  string
}

func initialise(ctx context.Context, w io.Writer, dir string, dry bool) error {
	root, err := loaders.FindRoot("", []string{dir})
	if err != nil {
		return err
	}
	rel, ok := loaders.Relative(root, dir)
	if !ok {
		return fmt.Errorf("path %s lies outside the root %s", dir, root)
	}
	fsys, err := loaders.OpenRoot(root)
	if err != nil {
		return err
	}
	if info, err := fs.Stat(fsys, rel); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: expected a folder", dir)
	}
	f := look(fsys, rel)
	f.branch = defaultBranch(ctx, root)
	for _, chart := range f.charts {
		f.missing[chart] = unvendored(ctx, fsys, root, chart)
	}
	if f.empty() {
		return fmt.Errorf("%w in %s: nothing is written", errNothing, typeset.Printable(root))
	}
	fmt.Fprintf(w, "%s: %s\n", root, f)
	if !f.git {
		fmt.Fprintf(w, "\nThis is no git work tree: a hook and a workflow are left out. Run init again after git init.\n")
	}
	for _, file := range f.texts() {
		if err := putFile(w, root, file, dry); err != nil {
			return err
		}
	}
	if steps := f.fetching(); len(steps) > 0 {
		fmt.Fprintf(w, "\nThe workflow fetches dependencies of charts. Do the same before a baseline is taken, so that both see the same:\n  %s\n",
			strings.Join(steps, "\n  "))
	}
	fmt.Fprint(w, "\nNext: drainlint scan; where that finds more than can be fixed today, drainlint baseline accepts it.\n")
	return nil
}

// look sorts what discovery finds.
func look(fsys fs.FS, dir string) *found {
	f := &found{values: map[string][]string{}, missing: map[string][]dependency{}}
	for _, o := range loaders.Discover(fsys, []string{dir}, nil, false).Owners {
		switch o.Kind {
		case source.Helm:
			f.charts = append(f.charts, o.Dir)
			f.values[o.Dir] = valuesFiles(fsys, o.Dir)
		case source.Kustomize:
			f.overlays = append(f.overlays, o.Dir)
		case source.Docker:
			f.dockerfiles = append(f.dockerfiles, o.Files...)
		case source.Manifest:
			f.manifests = append(f.manifests, o.Dir)
			f.files = append(f.files, o.Files...)
		}
	}
	exists := func(name string) bool {
		_, err := fs.Stat(fsys, name)
		return err == nil
	}
	f.git = exists(".git")
	f.gitlab = exists(".gitlab-ci.yml")
	f.github = exists(".github") || !f.gitlab
	return f
}

// valuesFiles are the values files beside a chart's own that are named for an environment: values-prod.yaml.
func valuesFiles(fsys fs.FS, dir string) []string {
	var out []string
	for _, pattern := range []string{"values-*.yaml", "values.*.yaml", "values_*.yaml"} {
		names, err := fs.Glob(fsys, path.Join(dir, pattern))
		if err == nil {
			out = append(out, names...)
		}
	}
	slices.Sort(out)
	return out
}

// empty tells whether there is nothing to analyse.
func (f *found) empty() bool {
	return len(f.charts)+len(f.overlays)+len(f.manifests)+len(f.dockerfiles) == 0
}

func (f *found) String() string {
	return strings.Join([]string{
		typeset.Count(len(f.charts), "chart"), typeset.Count(len(f.overlays), "overlay"), typeset.Count(len(f.manifests), "manifest folder"), typeset.Count(len(f.dockerfiles), "Dockerfile"),
	}, ", ")
}

// written is a file of a repository. note says where text belongs when the file exists, or that it is for a person only.
type written struct{ name, text, note string }

// putFile writes one file, unless it exists.
func putFile(w io.Writer, root string, f written, dry bool) error {
	target := filepath.Join(root, filepath.FromSlash(f.name))
	_, err := os.Lstat(target)
	switch {
	case err == nil:
		fmt.Fprintf(w, "\n%s exists and stays as it is. %s:\n\n%s", f.name, f.note, indented(f.text))
		return nil
	case dry:
		fmt.Fprintf(w, "\n%s would be written:\n\n%s", f.name, indented(f.text))
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	// O_EXCL: another program may have written it meanwhile.
	out, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err := out.WriteString(f.text); err != nil {
		_ = out.Close()
		return err
	}
	fmt.Fprintf(w, "\n%s written\n", f.name)
	return out.Close()
}

func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return b.String()
}
