package analyzer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/drainlint/drainlint/analyzer/baseline"
	"github.com/drainlint/drainlint/analyzer/catalog"
	"github.com/drainlint/drainlint/analyzer/changes"
	"github.com/drainlint/drainlint/analyzer/cluster"
	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/source"
	"github.com/drainlint/drainlint/rego"
	"github.com/drainlint/drainlint/rego/engine"
	"github.com/drainlint/drainlint/rego/metadata"
)

// The nouns of a report, so that a library user needs this package only.
type (
	Report   = finding.Report
	Finding  = finding.Finding
	Rule     = finding.Rule
	Severity = finding.Severity
)

// Options are the settings of an Analyzer. The zero value is usable.
type Options struct {
	// Root is the folder that reported paths are relative to and outside of which nothing is read; empty means the
	// enclosing git work tree of the first path, else that path.
	Root string
	// Config is the configuration; see config.Find.
	Config config.Config
	Load   loaders.Options
	// Disable are rules that are not evaluated, beside those of Config.
	Disable []string
	// Policies are folders with rules of your own, beside those of Config.
	Policies []string
	// KubeVersion is the Kubernetes version that verdicts assume, like "1.33"; empty takes Config's, else the default.
	KubeVersion string
	// AllKustomizations analyses every kustomization, not only those that no other one uses.
	AllKustomizations bool
	// Passed says that files among the paths come from a hook: see loaders.DiscoverPassed.
	Passed bool
	// Inventory is the nodes of the cluster; nil takes those of Config, if it names any.
	Inventory *cluster.Inventory
	// Stdin is what the path "-" reads.
	Stdin []byte
	// Baseline holds accepted findings; nil for none.
	Baseline *baseline.File
	// Changes limits the report to what a change concerns; nil for everything.
	Changes *changes.Set
	// Today decides which waivers are past their date; the zero value means now.
	Today time.Time
}

// Analyzer analyses paths. It is safe for concurrent use.
type Analyzer struct {
	opts    Options
	engine  *engine.Engine
	facts   facts.Options
	enabled map[string]bool
}

// New prepares an Analyzer. The error names every mistake in the options at once.
func New(opts Options) (*Analyzer, error) {
	version, err := kubeVersion(&opts)
	if err != nil {
		return nil, err
	}
	if err := opts.ReadInventory(); err != nil {
		return nil, err
	}
	data, err := fs.Sub(rego.FS, "data")
	if err != nil {
		return nil, err
	}
	var known *catalog.Catalog
	known, err = catalog.Load(append(catalogs(opts.Config), data)...)
	if err != nil {
		return nil, err
	}
	asked := opts.Disable
	opts.Config.Disable = slices.Concat(opts.Config.Disable, asked)
	e := engine.New(rego.FS, engine.Options{
		Metadata: metadata.Entries, Policies: slices.Concat(opts.Policies, policyFolders(opts.Config)), Disable: opts.Config.Disable, Schema: facts.Schema,
	})
	a := &Analyzer{opts: opts, engine: e, enabled: map[string]bool{}}
	for _, r := range e.Rules() {
		a.enabled[r.Name] = true
		a.facts.Raw = a.facts.Raw || r.User
	}
	a.facts.KubeVersion, a.facts.Settings, a.facts.Catalog, a.facts.PodOwners = version, settings(opts.Config), known, podOwners(opts.Config)
	a.facts.PodSecurityExempt = opts.Config.PodSecurity.ExemptNamespaces
	return a, errors.Join(append(a.emptyPolicies(), a.unknownRules(asked)...)...)
}

// Rules are the enabled rules, sorted by name.
func (a *Analyzer) Rules() []*Rule { return a.engine.Rules() }

// Run analyses paths, given as a user types them; "-" reads Options.Stdin. The error means that the run failed; what is
// wrong with the input is in the report.
func (a *Analyzer) Run(ctx context.Context, paths ...string) (*Report, error) {
	r, err := a.run(ctx, paths)
	if err != nil {
		return nil, err
	}
	return a.report(ctx, r.root, r.fsys, r.named, r.found, r.parts, slices.Contains(paths, "-")), nil
}

// run analyses paths as far as the parts of a report.
func (a *Analyzer) run(ctx context.Context, paths []string) (*run, error) {
	r, outside, err := a.load(ctx, paths, false)
	if err != nil {
		return nil, err
	}
	r.found.Problems = append(r.found.Problems, outside...)
	return r, nil
}

// load takes paths through the pipeline, as far as the facts when only the inputs are wanted. outside are problems with the
// paths themselves.
func (a *Analyzer) load(ctx context.Context, paths []string, inputs bool) (r *run, outside []source.Problem, err error) {
	root, fsys, rel, outside, err := a.open(paths)
	if err != nil {
		return nil, nil, err
	}
	nodes := a.nodes(root)
	found := a.discover(fsys, rel, nodes)
	r = &run{Analyzer: a, root: root, named: append(loaders.Scope{}, rel...), fsys: fsys, found: found, parts: make([]part, len(found.Owners)+1), facts: a.facts, inputs: inputs}
	r.facts.Inventory = nodes
	if err := r.all(ctx); err != nil {
		return nil, nil, stopped(err)
	}
	if slices.Contains(paths, "-") {
		r.parts[len(found.Owners)].add(r.unit(ctx, loaders.Stdin(a.opts.Stdin), r.facts))
	}
	return r, outside, nil
}

// stopped words why a run ended: by its context, or by what the call asks for, which names itself.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("analysis stopped: %w", err)
	}
	return err
}

func (a *Analyzer) discover(fsys fs.FS, paths []string, nodes *facts.Inventory) *loaders.Discovery {
	excludes := slices.Concat(a.opts.Config.Exclude, inventoryPattern(nodes))
	if a.opts.Passed {
		return loaders.DiscoverPassed(fsys, paths, excludes, a.opts.AllKustomizations)
	}
	return loaders.Discover(fsys, paths, excludes, a.opts.AllKustomizations)
}

// open resolves the root and opens it: os.Root refuses every path and link that leaves it.
func (a *Analyzer) open(paths []string) (root string, fsys fs.FS, rel []string, outside []source.Problem, err error) {
	root, err = loaders.FindRoot(a.opts.Root, paths)
	if err != nil {
		return "", nil, nil, nil, err
	}
	fsys, err = loaders.OpenRoot(root)
	if err != nil {
		return "", nil, nil, nil, fmt.Errorf("root of the run: %w", err)
	}
	rel, outside = a.relative(root, paths)
	return root, fsys, rel, outside, nil
}

// relative turns paths as typed into slash paths below the root.
func (a *Analyzer) relative(root string, paths []string) (rel []string, outside []source.Problem) {
	for _, p := range paths {
		if p == "-" {
			continue
		}
		if _, err := os.Lstat(p); errors.Is(err, fs.ErrNotExist) && !a.opts.Passed {
			outside = append(outside, source.Problem{Stage: "discover", Message: NoPath(p, "a file or a folder")})
			continue
		}
		r, ok := loaders.Relative(root, p)
		if !ok {
			outside = append(outside, source.Problem{Stage: "discover", Message: fmt.Sprintf("path %s lies outside the root %s", p, root), Change: "name a root that holds it with --root"})
			continue
		}
		rel = append(rel, r)
	}
	return rel, outside
}

// NoPath words that a path does not exist, with the nearest name in its folder.
func NoPath(p, expected string) string {
	text := fmt.Sprintf("path %s does not exist: expected %s", p, expected)
	entries, _ := os.ReadDir(filepath.Dir(p)) // what cannot be read suggests nothing
	near := typeset.Nearest(filepath.Base(p), func(yield func(string) bool) {
		for _, e := range entries {
			if !yield(e.Name()) {
				return
			}
		}
	})
	if near == "" {
		return text
	}
	return fmt.Sprintf("%s; did you mean %q?", text, filepath.Join(filepath.Dir(p), near))
}
