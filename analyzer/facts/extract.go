package facts

import (
	"cmp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer/catalog"
	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/builds"
	"github.com/drainlint/drainlint/loaders/source"
)

// Options decide what Extract assumes where files are silent.
type Options struct {
	KubeVersion kube.Version
	Settings    Settings
	Catalog     *catalog.Catalog
	// PodOwners are further kinds with a pod template: "group/Kind" to the path of the template.
	PodOwners map[string][]string
	// Builds knows which images are built from Dockerfiles of the run; nil for none.
	Builds *builds.Index
	// Uses are the containers that run what a Dockerfile builds, by its path.
	Uses map[string][]ImageUse
	// Drains are declared drain times; the first that matches decides.
	Drains []DeclaredDrain
	// PodSecurityExempt are namespaces whose pods the Pod Security plugin does not judge.
	PodSecurityExempt []string
	// Inventory is the nodes of the cluster; nil when they are not known.
	Inventory *Inventory
	// Raw adds every object as plain JSON, for users' own rules.
	Raw bool
}

// Extract reads the facts of one Unit. It never fails: what cannot be understood is a fact too.
func Extract(u *source.Unit, o Options) *Facts {
	x := &extractor{unit: u, opts: o, facts: &Facts{
		Version: Version, Settings: o.Settings,
		Unit: Unit{Kind: string(u.Kind), Dir: u.Dir, Set: u.Set, Partial: u.Partial, Single: len(u.Files) <= 1},
	}}
	x.facts.Settings.KubeVersion = KubeVersion{o.KubeVersion.Major, o.KubeVersion.Minor}
	for i, d := range u.Documents {
		x.object(i, d)
	}
	for _, p := range u.Problems {
		span := p.Span
		x.facts.Problems = append(x.facts.Problems, Problem{At: Ref{Span: &span}, Stage: p.Stage, Message: p.Message, Change: p.Change, Partial: p.Partial, Warning: p.Warning})
	}
	for _, p := range u.Patches {
		span := p.At
		x.facts.Patches = append(x.facts.Patches, PatchFault{Issue: string(p.Issue), At: Ref{Span: &span}, What: p.What, Object: p.Object})
	}
	x.images()
	x.link()
	x.builds()
	for i := range x.facts.Workloads {
		x.finish(&x.facts.Workloads[i])
	}
	x.imageUses()
	x.settings()
	x.podSecurity()
	x.cluster()
	for i := range x.facts.Workloads {
		timeline(&x.facts.Workloads[i], x.facts.Settings)
		rolloutTime(&x.facts.Workloads[i])
	}
	x.facts.Chart = chart(x.unit.Chart, x.facts.Workloads)
	return x.facts
}

// extractor holds what is needed while reading one Unit.
type extractor struct {
	unit  *source.Unit
	opts  Options
	facts *Facts
	pods  []pod // parallel to facts.Workloads
	refs  references
	// scrapes are the intervals that the Unit sets; loaders, parallel to facts.Alerts, what holds without one.
	scrapes, loaders []scrape
	// uses are the containers of the Unit that run what a Dockerfile of the run builds.
	uses []use
	// configMaps is filled on first use.
	configMaps map[named]int
	// elsewhere are the label keys of objects that own no pods, nil before they are needed.
	elsewhere map[string]bool
}

// object reads one document: its identity, what the API server makes of it, and its facts if it is of a kind we know.
func (x *extractor) object(i int, d *source.Document) {
	o := Object{
		At: Ref{Doc: i}, APIVersion: d.Scalar("apiVersion"), Kind: d.Scalar("kind"), Name: d.Scalar("metadata", "name"),
		Namespace: x.namespace(d.Scalar("metadata", "namespace")),
		Hook:      d.Scalar("metadata", "annotations", "helm.sh/hook") != "",
	}
	if o.Name == "" {
		o.Name = d.Scalar("metadata", "generateName")
	}
	o.Unmanaged = d.Unmanaged
	for _, p := range d.Random {
		o.Random = append(o.Random, RandomField{At: Ref{Doc: i, Path: p}, Template: inPodTemplate(p)})
	}
	for _, v := range d.Discarded {
		x.facts.Discarded = append(x.facts.Discarded, Discarded{
			Object: i, Field: v.Field, Value: v.Value, Fallback: v.Fallback, At: Ref{Span: &v.At}, Key: Ref{Span: &v.Key},
		})
	}
	o.API = x.life(o.APIVersion, o.Kind)
	typed, known := kube.New(o.APIVersion, o.Kind)
	o.Known = known
	if known {
		issues := kube.Decode(d.Root, typed, x.opts.KubeVersion)
		o.Unknown = unknownFields(i, issues)
		o.Refused = refusals(i, d.Root, kube.Refuse(typed, d.Root, x.opts.KubeVersion), issues.WrongType)
	}
	if x.opts.Raw {
		o.Raw = plain(d.Root)
	}
	x.facts.Objects = append(x.facts.Objects, o)
	x.leftovers(i, &x.facts.Objects[i], d)
	x.read(i, d, typed)
}

func (x *extractor) namespace(ns string) string {
	switch {
	case ns != "":
		return ns
	case x.unit.Namespace != "":
		return x.unit.Namespace
	}
	return "default"
}

func (x *extractor) life(apiVersion, kind string) APILife {
	l := kube.LifecycleOf(apiVersion, kind)
	served := l.In(x.opts.KubeVersion)
	return APILife{
		Deprecated: versionText(l.Deprecated), Removed: versionText(l.Removed), Replacement: l.Replacement,
		Gone: served == kube.RemovedAPI, Old: served == kube.DeprecatedAPI,
	}
}

func versionText(v kube.Version) string {
	if v.Major == 0 {
		return ""
	}
	return strconv.Itoa(v.Major) + "." + strconv.Itoa(v.Minor)
}

func unknownFields(doc int, issues kube.Issues) []UnknownField {
	var out []UnknownField
	for _, u := range issues.Unknown {
		if u.Empty {
			continue // dropping nothing changes nothing
		}
		field, _ := u.Path[len(u.Path)-1].(string)
		out = append(out, UnknownField{At: Ref{Doc: doc, Path: u.Path}, Field: field, Parent: u.Parent, Suggestion: u.Suggestion, Gate: u.Gate, Since: versionText(u.Since), Critical: u.Critical})
	}
	return out
}

func refusals(doc int, root *yaml.Node, refused []kube.Refusal, wrong []kube.WrongType) []Refusal {
	var out []Refusal
	for _, w := range wrong {
		if placeholder(root, w.Path) {
			continue
		}
		out = append(out, Refusal{
			At: Ref{Doc: doc, Path: w.Path}, Code: "wrong-type",
			Reason: w.Path.String() + " is " + w.Got + ", but the field takes " + w.Want, Change: cmp.Or(w.Change, "write "+w.Want), Empty: w.Empty,
		})
	}
	for _, r := range refused {
		if placeholder(root, r.Path) {
			continue
		}
		out = append(out, Refusal{At: Ref{Doc: doc, Path: r.Path}, Code: r.Code, Reason: r.Reason, Change: r.Change, Empty: r.Empty})
	}
	return out
}

// plain turns a node into what JSON decoding would give, for rules that read raw objects.
func plain(n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		m := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			m[n.Content[i].Value] = plain(n.Content[i+1])
		}
		return m
	case yaml.SequenceNode:
		s := make([]any, len(n.Content))
		for i, c := range n.Content {
			s[i] = plain(c)
		}
		return s
	}
	var v any
	if n.Decode(&v) != nil {
		return n.Value
	}
	return v
}

// group is the API group of an apiVersion: "apps" of "apps/v1", "" of "v1".
func group(apiVersion string) string {
	g, _, ok := strings.Cut(apiVersion, "/")
	if !ok {
		return ""
	}
	return g
}
