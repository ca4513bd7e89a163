package kustomize

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/types"

	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
	"github.com/drainlint/drainlint/loaders/spelling"
)

// preparer rewrites the kustomizations of a build so that kustomize finds in them only what it can read offline. What it
// takes out becomes a Problem at its line.
type preparer struct {
	ctx     context.Context
	fsys    fs.FS
	relaxed bool
	// lenient makes patches of absent objects harmless: they may belong to a base that was taken out.
	lenient  bool
	overlay  map[string][]byte
	files    map[string][]byte
	problems []source.Problem
	// partial is true when something was taken out.
	partial bool
	done    map[visit]bool                // whether the folder is usable
	parsed  map[string][]*source.Document // resource file -> its objects
	ledger  *ledger
	padded  map[string]bool // resources and patches whose lines are numbered
	plain   map[string]bool // files that also go into ConfigMaps and the like, as they stand
	// all are the kustomizations of the build, each before those it names.
	all    []*kustomization
	charts map[string]*inflated
	// uses is the entry that names a file or folder first.
	uses map[string]use
}

// use is an entry of a kustomization file.
type use struct {
	by   *kustomization
	node *yaml.Node
}

func newPreparer(ctx context.Context, fsys fs.FS, relaxed, lenient bool) *preparer {
	return &preparer{
		ctx: ctx, fsys: fsys, relaxed: relaxed, lenient: lenient,
		overlay: map[string][]byte{}, files: map[string][]byte{}, done: map[visit]bool{},
		parsed: map[string][]*source.Document{}, ledger: &ledger{}, padded: map[string]bool{}, plain: map[string]bool{},
		uses: map[string]use{}, charts: map[string]*inflated{},
	}
}

// visit is a folder in one of its two roles.
type visit struct {
	dir     string
	plugins bool
}

// kustomization is one kustomization file that is being prepared.
type kustomization struct {
	dir, file string
	root      *yaml.Node
	// above are the folders that led here, this one included: naming one of them again is a cycle.
	above []string
	// plugins is true in a folder of plugin configurations.
	plugins bool
	drop    map[*yaml.Node]bool
	// changed is true when the file has to be written anew though nothing is taken out.
	changed bool
}

// folder prepares the kustomization in dir and all that it names; false means that it cannot be built.
func (p *preparer) folder(dir string, above []string, plugins bool) bool {
	key := visit{dir, plugins}
	if usable, ok := p.done[key]; ok {
		return usable
	}
	k, ok := p.open(dir)
	if ok {
		p.all = append(p.all, k)
		k.above, k.plugins = append(slices.Clip(above), dir), plugins
		ok = !plugins || p.onlyPluginFields(k)
	}
	if ok {
		for _, e := range entries(k.root) {
			if !p.entry(k, e) {
				k.drop[e.drop] = true
			}
		}
		p.inlinePatches(k)
		p.partial = p.partial || len(k.drop) > 0
		p.helmCharts(p.ctx, k)
		ok = p.write(k)
	}
	p.done[key] = ok
	return ok
}

// write puts what is left of a kustomization where kustomize will read it.
func (p *preparer) write(k *kustomization) bool {
	data := p.files[k.file]
	if len(k.drop) > 0 || p.lenient || k.changed {
		prune(k.root, k.drop)
		if p.lenient {
			p.addTargets(k)
		}
		var err error
		if data, err = yaml.Marshal(k.root); err != nil {
			p.fail(k.file, nil, "cannot be written back: "+err.Error(), "write it without anchors and aliases")
			return false
		}
	}
	if !safe(data) {
		p.fail(k.file, nil, "a path in it is hidden behind an anchor or a tag", "write the path out")
		return false
	}
	p.overlay[k.file] = data
	return true
}

// open reads and checks a kustomization file.
func (p *preparer) open(dir string) (*kustomization, bool) {
	name, data, err := kustomizationOf(p.fsys, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.fail(dir, nil, "a folder without a kustomization file", "add kustomization.yaml")
		return nil, false
	case err != nil:
		p.problems = append(p.problems, p.asPartial(manifest.ReadProblem(name, err)))
		return nil, false
	}
	if name, err = realPath(p.fsys, name); err != nil {
		p.fail(name, nil, err.Error(), "")
		return nil, false
	}
	p.files[name] = data
	for _, other := range FileNames() {
		other = path.Join(dir, other)
		if _, err := fs.Stat(p.fsys, other); err == nil && path.Base(other) != path.Base(name) {
			p.fail(other, nil, fmt.Sprintf("a second kustomization file beside %s, and kustomize refuses both", path.Base(name)), "keep one of the two")
			return nil, false
		}
	}
	root, err := parseFile(data)
	if err != nil {
		p.problems = append(p.problems, p.asPartial(syntaxProblem(name, data, err)))
		return nil, false
	}
	var typed types.Kustomization
	if err := typed.Unmarshal(data); err != nil {
		p.problems = append(p.problems, p.asPartial(fieldProblem(name, data, root, err)))
		return nil, false
	}
	return &kustomization{dir: dir, file: name, root: root, drop: map[*yaml.Node]bool{}}, true
}

// entry checks one path of a kustomization and prepares what it leads to; false means that it has to be taken out.
func (p *preparer) entry(k *kustomization, e entry) bool {
	switch {
	case e.role == aValuesFile: // goes with its chart
		return true
	case e.inline && e.role == aPlugin:
		message, change := inlinePlugin(e.value)
		if message != "" {
			p.fail(k.file, e.node, message, change)
		}
		return message == ""
	case e.inline:
		return true
	}
	target, err := inside(k.dir, e.value)
	_, info, statErr := p.stat(target, err)
	if remote(e.value) || looksRemote(e.value) && statErr != nil {
		p.fail(k.file, e.node, fmt.Sprintf("%s is remote, and drainlint stays offline", e.value), "vendor it: copy it into the repository and name its path")
		return false
	}
	if err != nil || statErr != nil {
		p.missing(k, e, errors.Join(err, statErr))
		return false
	}
	real, err := realPath(p.fsys, target)
	if err != nil {
		p.fail(k.file, e.node, fmt.Sprintf("%s: %s", e.value, err), "")
		return false
	}
	if _, known := p.uses[real]; !known {
		p.uses[real] = use{k, e.node}
	}
	if info.IsDir() {
		if e.role == aFile {
			p.fail(k.file, e.node, fmt.Sprintf("%s is a folder, and %s takes files", e.value, e.field), "name a file")
			return false
		}
		return p.base(k, e, real)
	}
	if e.role == aComponent {
		p.fail(k.file, e.node, fmt.Sprintf("%s is a file, and components are folders", e.value), "name the folder of the component")
		return false
	}
	if !p.relaxed && k.dir != "." && !strings.HasPrefix(real, k.dir+"/") {
		p.fail(k.file, e.node, fmt.Sprintf("%s is outside the folder of the kustomization, and kustomize reads no such file by default", e.value),
			"move it into "+k.dir+", or allow it as with --load-restrictor LoadRestrictionsNone")
		return false
	}
	return p.content(k, e, real)
}

func (p *preparer) stat(name string, err error) (string, fs.FileInfo, error) {
	if err != nil {
		return "", nil, err
	}
	info, err := fs.Stat(p.fsys, name)
	return name, info, err
}

func (p *preparer) missing(k *kustomization, e entry, err error) {
	message, change := fmt.Sprintf("%s does not exist%s", e.value, p.nearest(k, e.value)), "correct the path"
	switch {
	case errors.Is(err, errEscapes):
		message, change = fmt.Sprintf("%s leaves the root of the run, and nothing outside it is read", e.value), "name a folder that holds both with --root"
	case !errors.Is(err, fs.ErrNotExist):
		bad := manifest.ReadProblem(e.value, err)
		message, change = e.value+" "+bad.Message, bad.Change
	}
	p.fail(k.file, e.node, message, change)
}

// nearest suggests a neighbour of a path that does not exist.
func (p *preparer) nearest(k *kustomization, value string) string {
	entries, err := fs.ReadDir(p.fsys, path.Join(path.Dir(k.file), path.Dir(value)))
	if err != nil {
		return ""
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return spelling.DidYouMean(path.Base(value), slices.Values(names))
}

// base prepares a folder that k names.
func (p *preparer) base(k *kustomization, e entry, dir string) bool {
	for _, visited := range k.above {
		if dir == visited || dir == "." || strings.HasPrefix(visited, dir+"/") {
			p.fail(k.file, e.node, fmt.Sprintf("a cycle: %s leads back to %s, which is being built", e.value, visited), "remove the entry")
			return false
		}
	}
	if !p.folder(dir, k.above, k.plugins || e.role == aPlugin) {
		p.partial = true
		return false // what is wrong is reported there
	}
	name, _, _ := kustomizationOf(p.fsys, dir)
	isComponent := false
	if root, err := parseFile(p.files[name]); err == nil {
		eachPair(root, func(key string, value *yaml.Node) {
			isComponent = isComponent || key == "kind" && value.Value == types.ComponentKind
		})
	}
	if isComponent != (e.role == aComponent) {
		change := "list it under components"
		if !isComponent {
			change = "list it under resources, or set kind: Component in it"
		}
		p.fail(k.file, e.node, fmt.Sprintf("%s is of the wrong kind for %s", e.value, e.field), change)
		return false
	}
	return true
}

// content checks that a file can be parsed, as far as kustomize parses it.
func (p *preparer) content(k *kustomization, e entry, name string) bool {
	data, err := fs.ReadFile(p.fsys, name)
	if err != nil {
		p.missing(k, e, err)
		return false
	}
	switch {
	case e.role == aPlugin, e.role == aResource && k.plugins:
		docs, err := parseDocuments(data)
		if err != nil {
			p.problems = append(p.problems, p.asPartial(syntaxProblem(name, data, err)))
			return false
		}
		p.files[name] = data
		return p.plugins(name, docs)
	case e.role == aResource:
		docs, problems := manifest.ParseStrict(name, data)
		p.parsed[name] = docs
		broken := slices.ContainsFunc(problems, func(q source.Problem) bool { return !q.Partial && !q.Warning })
		for _, q := range problems {
			p.problems = append(p.problems, p.asPartial(q))
		}
		p.pad(name, data)
		return !broken
	case e.field == "patches", e.field == "patchesstrategicmerge", e.field == "patchesjson6902", e.field == "replacements":
		docs, err := parseDocuments(data)
		if err != nil {
			p.problems = append(p.problems, p.asPartial(syntaxProblem(name, data, err)))
			return false
		}
		if e.field != "replacements" && len(docs) > 0 && docs[0].Kind == yaml.MappingNode {
			p.pad(name, data)
		}
	default:
		p.plain[name] = true
	}
	return true
}

// pad numbers the lines of a file once, however often it is named.
func (p *preparer) pad(name string, data []byte) {
	if !p.padded[name] {
		p.padded[name] = true
		p.ledger.add(name, data)
	}
}

// inlinePatches numbers the lines of the patches that stand in the kustomization file itself.
func (p *preparer) inlinePatches(k *kustomization) {
	data := p.files[k.file]
	patch := func(n *yaml.Node) {
		before := target(n).Value
		p.ledger.inlinePatch(k.file, data, n)
		k.changed = k.changed || target(n).Value != before
	}
	eachPair(k.root, func(key string, value *yaml.Node) {
		switch key {
		case "patches":
			eachItem(value, func(item *yaml.Node) {
				eachPair(item, func(field string, n *yaml.Node) {
					if field == "patch" {
						patch(n)
					}
				})
			})
		case "patchesstrategicmerge":
			eachItem(value, func(item *yaml.Node) {
				if isInline(target(item).Value) {
					patch(item)
				}
			})
		}
	})
}

// prepared are the files that kustomize reads in place of those on disk.
func (p *preparer) prepared() map[string][]byte {
	for name, text := range p.ledger.texts() {
		if !p.plain[name] {
			p.overlay[name] = text
		}
	}
	return p.overlay
}

func (*preparer) asPartial(q source.Problem) source.Problem {
	q.Stage, q.Partial = stage, true
	return q
}

// fail records what was taken out, at a node of a file or at the file.
func (p *preparer) fail(file string, at *yaml.Node, message, change string) {
	q := source.Problem{Stage: stage, Span: source.Span{File: file}, Message: message, Change: change, Partial: true}
	if at != nil {
		q.Span = source.NodeSpan(file, nil, at)
	}
	p.problems = append(p.problems, q)
}
