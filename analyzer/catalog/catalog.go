// Package catalog holds what is known of programs and images that manifests cannot say: which privileges an agent needs
// and why, which shell an image ships. The data are YAML files with a source for each entry; users add their own.
package catalog

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Catalog answers questions about programs and images. It is safe for concurrent use.
type Catalog struct {
	profiles entries[Profile]
	bases    entries[Base]
	images   entries[Image]
}

// Profile describes one program.
type Profile struct {
	Name string `yaml:"name"`
	// Images match the last path elements of an image's repository ("falcosecurity/falco", "fluent-bit"); "*" stands for
	// any run of characters within one element.
	Images []string `yaml:"images"`
	// Programs match the base name of the first word of the command line.
	Programs []string `yaml:"programs"`
	// Envs are environment variables by which a framework is known that neither image nor program show; one that
	// ends in "_" is a prefix: SPRING_.
	Envs []string `yaml:"envs"`
	// Class is one of Classes.
	Class string `yaml:"class"`
	// MetricsOnly is true for programs whose only port answers scrapes (exporters).
	MetricsOnly bool `yaml:"metricsOnly"`
	// Monitoring are ports on which the program answers scrapes and probes, and nothing else.
	Monitoring []int `yaml:"monitoring"`
	// RollsTogether is the reason why two versions of it must not run side by side on different nodes.
	RollsTogether string `yaml:"rollsTogether"`
	// Single is the reason why it may run only once in all. SingleWhen are words of the command line without which that does
	// not hold; none means always.
	Single     string   `yaml:"single"`
	SingleWhen []string `yaml:"singleWhen"`
	// KeepsAccepting, Stateless and Instead are reasons in words; see facts.Profile.
	KeepsAccepting string `yaml:"keepsAccepting"`
	// AcceptsWhen are words of the command line without which KeepsAccepting does not hold; none means always.
	AcceptsWhen []string `yaml:"acceptsWhen"`
	Stateless   string   `yaml:"stateless"`
	Instead     string   `yaml:"instead"`
	Needs       []Need   `yaml:"needs"`
	// Versions is a SemVer range (Masterminds/semver) of the image's tag for which the entry holds; empty for any.
	// Entries of one program with different ranges stand side by side, the one without a range last.
	Versions string `yaml:"versions"`
	// Signals maps a signal (SIGTERM) to one of SignalEffects.
	Signals map[string]string `yaml:"signals"`
	// Drain is nil when nothing is known.
	Drain *Drain `yaml:"drain"`
	// GracefulOff are settings that make the program stop at once; GracefulOn those without which it does.
	GracefulOff []Switch `yaml:"gracefulOff"`
	GracefulOn  []Switch `yaml:"gracefulOn"`
	// LameDuck are settings of a time above 0 for which the program goes on accepting after its stop signal.
	LameDuck []Setting `yaml:"lameDuck"`
	// MinGrace is the least grace period in seconds that its documentation asks for, 0 for none.
	MinGrace float64 `yaml:"minGrace"`
	// Start is a typical time in seconds from start to ready, 0 when not known.
	Start float64 `yaml:"start"`
	// Endless is true for a program beside an application that does not end when the application does, so that a Job
	// with it as an ordinary container never completes.
	Endless bool `yaml:"endless"`
	// StopCommands are commands that stop or drain this program, for preStop hooks.
	StopCommands []StopCommand `yaml:"stopCommands"`
	// Leaves are what the program makes outside of its container, so that it is there after the pod is gone.
	Leaves []Leaf `yaml:"leaves"`
	// Source are the pages the facts come from.
	Source []string `yaml:"source"`
}

// Leaf is one thing that a program leaves behind.
type Leaf struct {
	// Kind is one of LeafKinds.
	Kind string `yaml:"kind"`
	// What is the path, module, link, table or object; Remove says how to get rid of it.
	What   string `yaml:"what"`
	Remove string `yaml:"remove"`
	// Unless and When are words in the command line that switch it off or on.
	Unless []string `yaml:"unless"`
	When   []string `yaml:"when"`
}

// LeafKinds are the kinds of what is left: on nodes, and as objects in the cluster.
var LeafKinds = []string{"files", "kernel-module", "bpf", "network", "systemd", "mounts", "label", "object"}

// Applies tells whether it holds for a command line.
func (l Leaf) Applies(argv []string) bool {
	return !says(argv, l.Unless) && (len(l.When) == 0 || says(argv, l.When))
}

// Need is one privilege of the node that a program needs.
type Need struct {
	// Privilege is privileged, hostPID, hostIPC, hostNetwork, runtimeSocket, cap:NAME, path:/x (read) or write:/x (read
	// and write). Paths are below /run, not /var/run. rbac:KEY is a power that rule rbac-too-wide weighs (rbac:secrets).
	Privilege string `yaml:"privilege"`
	// Why says which function needs it and what is lost without.
	Why string `yaml:"why"`
	// Unless and When are words in the command line that switch the need off or on.
	Unless []string `yaml:"unless"`
	When   []string `yaml:"when"`
}

// Applies tells whether the need holds for a command line.
func (n Need) Applies(argv []string) bool {
	return !says(argv, n.Unless) && (len(n.When) == 0 || says(argv, n.When))
}

// says tells whether one of the words occurs within a command line.
func says(argv, words []string) bool {
	return slices.ContainsFunc(argv, func(a string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(a, w) })
	})
}

// Base says what a family of images ships. The first entry that matches an image decides.
type Base struct {
	// Images match as those of a Profile do; official images are library/NAME.
	Images []string `yaml:"images"`
	// Tag is a regular expression that the tag must match; empty matches any tag and an unknown one. Where variants of a
	// repository differ it must ask for at least one character, so that a bare digest stays unknown.
	Tag string `yaml:"tag"`
	// Shell is what /bin/sh is: dash, bash, ash, none; "unknown" ends the search without an answer.
	Shell string `yaml:"shell"`
	// Has and Lacks are programs (sleep, curl, wget, bash, sh) that are certainly in the image or absent from it. A
	// program in neither is unknown. A Dockerfile that builds on the image may add what it lacks.
	Has    []string `yaml:"has"`
	Lacks  []string `yaml:"lacks"`
	Source []string `yaml:"source"`

	once sync.Once
	tag  *regexp.Regexp
}

// matches compares an image with the entry. The expression is compiled on first use: start-up must not pay for it. One
// that does not compile matches nothing; Check reports it.
func (b *Base) matches(repository, tag string) bool {
	if !slices.ContainsFunc(b.Images, func(m string) bool { return matches(m, repository) }) {
		return false
	}
	b.once.Do(func() { b.tag, _ = regexp.Compile(b.Tag) })
	return b.tag != nil && b.tag.MatchString(tag)
}

// Load reads profiles/*.yaml, bases.yaml and images.yaml below each of some folders; what is found first decides, and only
// the last one has to hold all of them. Entries are decoded when a question may concern them, strictly;
// one that cannot be decoded answers nothing. Check finds every mistake.
func Load(folders ...fs.FS) (*Catalog, error) {
	c := &Catalog{}
	for i, fsys := range folders {
		files, err := fs.Glob(fsys, "profiles/*.yaml")
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if err := c.profiles.add(fsys, f); err != nil {
				return nil, err
			}
		}
		own := i < len(folders)-1
		for _, add := range []func() error{
			func() error { return c.bases.add(fsys, "bases.yaml") },
			func() error { return c.images.add(fsys, "images.yaml") },
		} {
			if err := add(); err != nil && !(own && errors.Is(err, fs.ErrNotExist)) {
				return nil, err
			}
		}
	}
	return c, nil
}

// Profile finds the profile of a program. The image decides before the program name: many images run "agent". repository
// is the full name (docker.io/library/nginx), argv the pod's command and args; each may be empty. An entry for some versions
// is found by its images only: the tag of an image that merely runs a program is not the program's version.
func (c *Catalog) Profile(repository, tag, program string, argv []string) (*Profile, bool) {
	if c == nil {
		return nil, false
	}
	if repository != "" {
		for p := range c.profiles.about(path.Base(repository)) {
			if slices.ContainsFunc(p.Images, func(m string) bool { return matches(m, repository) }) && p.holds(tag) {
				return p.under(argv), true
			}
		}
	}
	if program != "" {
		for p := range c.profiles.about(program) {
			if slices.Contains(p.Programs, program) && p.Versions == "" {
				return p.under(argv), true
			}
		}
	}
	return nil, false
}

// Framework finds the profile of a framework by the name of an environment variable.
func (c *Catalog) Framework(env string) (*Profile, bool) {
	if c == nil || env == "" {
		return nil, false
	}
	head, _, _ := strings.Cut(env, "_")
	for p := range c.profiles.about(head + "_") {
		for _, e := range p.Envs {
			if e == env || strings.HasSuffix(e, "_") && strings.HasPrefix(env, e) {
				return p, true
			}
		}
	}
	return nil, false
}

// under is the profile as it holds for a command line.
func (p *Profile) under(argv []string) *Profile {
	accepts := p.KeepsAccepting == "" || len(p.AcceptsWhen) == 0 || says(argv, p.AcceptsWhen)
	single := p.Single == "" || len(p.SingleWhen) == 0 || says(argv, p.SingleWhen)
	if accepts && single {
		return p
	}
	q := *p
	if !accepts {
		q.KeepsAccepting = ""
	}
	if !single {
		q.Single = ""
	}
	return &q
}

// Base finds what an image ships. tag is "latest" for a reference with neither tag nor digest, and empty when it is not
// known (a digest alone).
func (c *Catalog) Base(repository, tag string) (*Base, bool) {
	if c == nil || repository == "" {
		return nil, false
	}
	for b := range c.bases.about(path.Base(repository)) {
		if b.matches(repository, tag) {
			return b, b.Shell != unknownShell
		}
	}
	return nil, false
}

// matches compares a pattern with the last path elements of a repository: "library/nginx" matches
// docker.io/library/nginx, not example.com/nginx.
func matches(pattern, repository string) bool {
	n := strings.Count(pattern, "/") + 1
	parts := strings.Split(repository, "/")
	if n > len(parts) {
		return false
	}
	ok, err := path.Match(pattern, strings.Join(parts[len(parts)-n:], "/"))
	return err == nil && ok
}

// Covers tells whether a need for path p covers the host path h: h is p or lies below it.
func Covers(p, h string) bool {
	return h == p || strings.HasPrefix(h, strings.TrimSuffix(p, "/")+"/")
}
