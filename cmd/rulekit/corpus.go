package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"

	"github.com/drainlint/drainlint/loaders/helm"
	"github.com/drainlint/drainlint/loaders/source"
)

// totals is the last line of the corpus command.
type totals struct {
	Charts      int `json:"charts"`
	Rendered    int `json:"rendered"`
	Failed      int `json:"failed"`
	HelmRenders int `json:"helm_renders"`
	Lines       int `json:"lines"`
	Exact       int `json:"exact"`
	Differing   int `json:"differing"`
	// OnlyHelm are charts that Helm renders and drainlint does not.
	OnlyHelm int   `json:"only_helm"`
	HelmMS   int64 `json:"helm_ms"`
	OwnMS    int64 `json:"own_ms"`
}

// corpus renders every chart below dir with drainlint and with Helm's own loader and engine, and compares the texts line by
// line. Lines in which two runs of Helm differ (random values and their checksums) are left out.
func corpus(w io.Writer, dir string) error {
	log.SetOutput(io.Discard)
	root, charts, err := chartsBelow(dir)
	if err != nil {
		return err
	}
	var sum totals
	for _, c := range charts {
		line, err := sum.one(root, c)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-50s %s\n", c, line)
	}
	text, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}

// chartsBelow lists the folders of charts that are not subcharts, relative to root, which is dir as an absolute path.
func chartsBelow(dir string) (root string, out []string, err error) {
	if root, err = filepath.Abs(dir); err != nil {
		return "", nil, err
	}
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "charts" && isChart(filepath.Dir(p))):
			return fs.SkipDir
		case d.IsDir() && isChart(p):
			rel, err := filepath.Rel(root, p)
			out = append(out, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	return root, out, err
}

func isChart(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "Chart.yaml"))
	return err == nil
}

func (s *totals) one(root, dir string) (string, error) {
	s.Charts++
	start := time.Now()
	truth, again, helmErr := reference(root, dir)
	s.HelmMS += time.Since(start).Milliseconds() / 2
	start = time.Now()
	u, err := helm.Load(context.Background(), os.DirFS(root), dir, helm.Options{})
	s.OwnMS += time.Since(start).Milliseconds()
	if err != nil {
		return "", err
	}
	complete := !u.Partial
	if helmErr == nil {
		s.HelmRenders++
		if !complete {
			s.OnlyHelm++
		}
	}
	if !complete {
		s.Failed++
		return "failed: " + reason(u) + suffix(helmErr), nil
	}
	s.Rendered++
	var lines, exact, differing int
	var first string
	for _, r := range u.Rendered {
		for i, text := range strings.Split(r.Text, "\n") {
			if strings.TrimSpace(text) == "" {
				continue
			}
			lines++
			if r.Line(i + 1).Exact {
				exact++
			} else if first == "" {
				first = fmt.Sprintf("  unmapped %s:%d %q", r.File, i+1, text)
			}
		}
		if helmErr != nil {
			continue
		}
		if n, example := compare(r, truth, again); n > 0 {
			differing += n
			first = fmt.Sprintf("  differs %s: %s", r.File, example)
		}
	}
	s.Lines, s.Exact, s.Differing = s.Lines+lines, s.Exact+exact, s.Differing+differing
	return fmt.Sprintf("rendered, %d lines, %d exact, %d differing%s%s", lines, exact, differing, first, suffix(helmErr)), nil
}

func suffix(err error) string {
	if err == nil {
		return ""
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return " (helm: " + text + ")"
}

func reason(u *source.Unit) string {
	for _, p := range u.Problems {
		if !p.Warning {
			return fmt.Sprintf("%s: %s", p.Span, p.Message)
		}
	}
	return "partial"
}

// compare counts the lines of a text that differ from those of Helm in more than random values.
func compare(r source.Rendered, truth, again map[string]string) (n int, example string) {
	name := ""
	for have := range truth {
		if have == r.Name {
			name = have
		}
	}
	want, other := strings.Split(truth[name], "\n"), strings.Split(again[name], "\n")
	got := strings.Split(r.Text, "\n")
	if len(want) != len(got) || len(want) != len(other) {
		want, other, got = withoutBlobs(want), withoutBlobs(other), withoutBlobs(got)
	}
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(want) || i >= len(got):
			n++
			example = "another number of lines"
		case want[i] != got[i] && (i >= len(other) || want[i] == other[i]):
			n++
			example = fmt.Sprintf("%q, helm %q", got[i], want[i])
		}
	}
	return n, example
}

var blob = regexp.MustCompile(`^\s*[A-Za-z0-9+/=]{30,}$|-----(BEGIN|END)`)

// withoutBlobs leaves out the lines of keys and certificates, whose number varies.
func withoutBlobs(lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), blob.MatchString)
}

// reference renders a chart twice.
func reference(root, dir string) (first, second map[string]string, err error) {
	if first, err = renderOnce(root, dir); err != nil {
		return nil, nil, err
	}
	second, err = renderOnce(root, dir)
	return first, second, err
}

// renderOnce renders a chart with Helm's own loader and engine. Dependencies that are not vendored are taken from sibling
// folders.
func renderOnce(root, dir string) (map[string]string, error) {
	c, err := loader.LoadDir(filepath.Join(root, dir))
	if err != nil {
		return nil, err
	}
	if err := vendor(c, filepath.Join(root, dir)); err != nil {
		return nil, err
	}
	vals := map[string]any{}
	if err := chartutil.ProcessDependenciesWithMerge(c, vals); err != nil {
		return nil, err
	}
	caps, err := helm.Capabilities("", nil)
	if err != nil {
		return nil, err
	}
	values, err := chartutil.ToRenderValues(c, vals, chartutil.ReleaseOptions{Name: "release-name", Namespace: "default", Revision: 1, IsInstall: true}, caps)
	if err != nil {
		return nil, err
	}
	return engine.Engine{}.Render(c, values)
}

func vendor(c *chart.Chart, dir string) error {
	for _, dep := range c.Metadata.Dependencies {
		if slices.ContainsFunc(c.Dependencies(), func(d *chart.Chart) bool { return d.Name() == dep.Name }) {
			continue
		}
		at := filepath.Join(dir, "..", dep.Name)
		if rest, ok := strings.CutPrefix(dep.Repository, "file://"); ok {
			at = filepath.Join(dir, path.Clean(rest))
		}
		sub, err := loader.LoadDir(at)
		if err != nil {
			return fmt.Errorf("dependency %s is missing", dep.Name)
		}
		if !chartutil.IsCompatibleRange(dep.Version, sub.Metadata.Version) {
			return errors.New("dependency " + dep.Name + " has another version")
		}
		if err := vendor(sub, at); err != nil {
			return err
		}
		c.AddDependency(sub)
	}
	return nil
}
