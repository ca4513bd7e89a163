package catalog

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Classes are the classes of programs. The first four make a workload an agent of its node.
var Classes = []string{"telemetry", "security", "network", "storage", "proxy", "web", "database", "worker", "controller"}

// unknownShell is the Shell of a Base that ends the search without an answer.
const unknownShell = "unknown"

var shells = []string{"dash", "bash", "ash", "none", unknownShell}

// Check decodes everything and reports each mistake with its file: unknown fields, entries without a name or a source,
// names and image patterns that occur twice, privileges, signals and expressions that cannot be read.
func (c *Catalog) Check() error {
	k := &checker{names: map[string]string{}, patterns: map[string]string{}, ranges: map[string]string{}}
	err := c.profiles.all(k.profile)
	err = errors.Join(err, c.bases.all(k.base), c.images.all(k.image))
	return errors.Join(err, errors.Join(k.errs...))
}

type checker struct {
	errs            []error
	names, patterns map[string]string // to the place that has it
	ranges          map[string]string // patterns with a range of versions, likewise
}

func (k *checker) bad(file, entry, format string, args ...any) {
	k.errs = append(k.errs, fmt.Errorf("%s: %s: %s", file, entry, fmt.Sprintf(format, args...)))
}

func (k *checker) profile(file string, p *Profile) {
	bad := func(format string, args ...any) { k.bad(file, fmt.Sprintf("%q", p.Name), format, args...) }
	if p.Name == "" {
		bad("an entry has no name")
	} else if other, twice := k.names[p.Name]; twice {
		bad("the name occurs twice, also in %s", other)
	}
	k.names[p.Name] = file
	if len(p.Images)+len(p.Programs) == 0 {
		bad("neither images nor programs: the entry matches nothing")
	}
	if !slices.Contains(Classes, p.Class) {
		bad("class %q is none of %s", p.Class, strings.Join(Classes, ", "))
	}
	if len(p.AcceptsWhen) > 0 && p.KeepsAccepting == "" {
		bad("acceptsWhen without keepsAccepting")
	}
	if len(p.SingleWhen) > 0 && p.Single == "" {
		bad("singleWhen without single")
	}
	k.sources(bad, p.Source)
	k.unique(bad, file, p)
	k.stop(bad, p)
	k.wildcards(bad, p.Images)
	for _, l := range p.Leaves {
		if !slices.Contains(LeafKinds, l.Kind) {
			bad("leaves: kind %q is none of %s", l.Kind, strings.Join(LeafKinds, ", "))
		}
		if l.What == "" || l.Remove == "" {
			bad("leaves: an entry says not what stays, or not how to remove it")
		}
	}
	seen := map[string]bool{}
	for _, n := range p.Needs {
		if seen[n.Privilege] {
			bad("need %s occurs twice", n.Privilege)
		}
		seen[n.Privilege] = true
		if why := privilege(n.Privilege); why != "" {
			bad("need %q: %s", n.Privilege, why)
		}
		if n.Why == "" {
			bad("need %s says no why", n.Privilege)
		}
	}
}

// unique refuses a pattern that another entry has taken: for any version, or for the same range.
func (k *checker) unique(bad func(string, ...any), file string, p *Profile) {
	for _, m := range append(prefixed("image", p.Images), prefixed("program", p.Programs)...) {
		place := fmt.Sprintf("%q of %s", p.Name, file)
		if other, twice := k.patterns[m]; twice && p.Versions != "" {
			bad("%s is for any version in %s: entries with versions stand before the one without", m, other)
		} else if twice {
			bad("%s is also in %s", m, other)
		}
		if p.Versions == "" {
			k.patterns[m] = place
			continue
		}
		m += " " + p.Versions
		if other, twice := k.ranges[m]; twice {
			bad("%s is also in %s", m, other)
		}
		k.ranges[m] = place
	}
}

func prefixed(kind string, names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, kind+" "+n)
	}
	return out
}

// powers are what rule rbac-too-wide knows.
var powers = []string{"everything", "become", "secrets", "exec", "nodes", "webhooks", "crds", "wildcard"}

// privilege says what is wrong with a privilege, or nothing.
func privilege(s string) string {
	kind, value, has := strings.Cut(s, ":")
	switch {
	case !has && slices.Contains([]string{"privileged", "hostPID", "hostIPC", "hostNetwork", "runtimeSocket"}, kind):
		return ""
	case kind == "rbac" && slices.Contains(powers, value):
		return ""
	case kind == "cap" && value != "" && value == strings.ToUpper(value) && !strings.HasPrefix(value, "CAP_"):
		return ""
	case kind == "path" || kind == "write":
		if value != path.Clean(value) || !strings.HasPrefix(value, "/") {
			return "write an absolute path without a slash at its end"
		}
		if Covers("/var/run", value) {
			return "write /run: host paths are compared after the link /var/run is resolved"
		}
		return ""
	}
	return "expected privileged, hostPID, hostIPC, hostNetwork, runtimeSocket, cap:NAME, path:/x, write:/x or rbac:" + strings.Join(powers, "|")
}

func (k *checker) base(file string, b *Base) {
	bad := func(format string, args ...any) { k.bad(file, fmt.Sprint(b.Images), format, args...) }
	if len(b.Images) == 0 {
		bad("an entry has no images")
	}
	if !slices.Contains(shells, b.Shell) {
		bad("shell %q is none of %s", b.Shell, strings.Join(shells, ", "))
	}
	if _, err := regexp.Compile(b.Tag); err != nil {
		bad("tag: %v", err)
	}
	k.sources(bad, b.Source)
	k.wildcards(bad, b.Images)
	k.once(bad, file, "base", b.Images, b.Tag)
	k.programs(bad, b)
}

// programs refuses names that no lookup asks for, and what contradicts itself.
func (k *checker) programs(bad func(string, ...any), b *Base) {
	seen := map[string]bool{}
	for _, p := range slices.Concat(b.Has, b.Lacks) {
		if p == "" || p != path.Base(p) || strings.ContainsAny(p, " \t") {
			bad("has and lacks: %q is no name of a program", p)
		}
		if seen[p] {
			bad("has and lacks: %s occurs twice", p)
		}
		seen[p] = true
	}
	if b.Shell == "none" && slices.Contains(b.Has, "sh") {
		bad("shell none, but has sh")
	}
	if slices.Contains(b.Lacks, "sh") && b.Shell != "none" {
		bad("lacks sh, but shell is %q", b.Shell)
	}
}

// once refuses a pattern that an earlier entry has with the same tag.
func (k *checker) once(bad func(string, ...any), file, kind string, images []string, tag string) {
	for _, m := range images {
		key := kind + " " + m + " " + tag
		if other, twice := k.patterns[key]; twice {
			bad("%s with tag %q is also in %s", m, tag, other)
		}
		k.patterns[key] = file
	}
}

func (k *checker) sources(bad func(string, ...any), source []string) {
	if len(source) == 0 {
		bad("no source")
	}
	for _, s := range source {
		if !strings.HasPrefix(s, "https://") {
			bad("source %q is no https address", s)
		}
	}
}

// wildcards refuses what path.Match knows beside "*": entries are found by the words that stand in them.
func (k *checker) wildcards(bad func(string, ...any), images []string) {
	for _, m := range images {
		if strings.ContainsAny(m, `?[\`) || m != path.Clean(m) {
			bad("image %q: only * is a wildcard, and a pattern has no slash at its ends", m)
		}
	}
}
