package facts

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/google/go-containerregistry/pkg/name"
	corev1 "k8s.io/api/core/v1"

	"github.com/drainlint/drainlint/analyzer/catalog"
	"github.com/drainlint/drainlint/analyzer/shell"
	"github.com/drainlint/drainlint/loaders/builds"
	"github.com/drainlint/drainlint/loaders/source"
)

// start is what an image starts: ENTRYPOINT and CMD with their places, from a Dockerfile or from the catalogue, and what
// it brings along.
type start struct {
	from            string // dockerfile, catalog, unknown
	build           builds.Build
	published       *catalog.Image
	entrypoint, cmd []word
	shellForm       bool
	user            string
	signal          StopSignal
	in              surroundings
}

// known tells whether ENTRYPOINT and CMD are.
func (s start) known() bool { return s.from != "unknown" }

// dockerfile reads what an image built from a Dockerfile starts. What the Dockerfile does not set comes from the base.
func (x *extractor) dockerfile(b builds.Build) start {
	d := b.Dockerfile
	out := start{from: "dockerfile", build: b, user: d.User}
	repository, tag := baseOf(d)
	base, published := x.opts.Catalog.Image(repository, tag)
	if published {
		out.published = base
	}
	out.in.family, out.in.why = x.baseFamily(repository, tag, "the base image "+cmp.Or(d.Base, d.BaseText))
	if out.in.family == shell.UnknownFamily {
		out.in.family, out.in.why = packageManager(d)
	}
	out.in.script = func(name string) (script, bool) {
		s, ok := d.Scripts[name]
		if !ok {
			return script{}, false
		}
		return inFile(s), true
	}
	out.in.execs = execsOf(base, published)
	switch {
	case d.Entrypoint != nil:
		out.entrypoint, out.shellForm = instructionWords(d, d.Entrypoint), d.Entrypoint.Shell
	case published:
		out.entrypoint = imageWords(base.Entrypoint)
	case d.Base != "scratch":
		out.from = "unknown" // the base may have an ENTRYPOINT
	}
	switch {
	case d.Cmd != nil:
		out.cmd = instructionWords(d, d.Cmd)
	case d.Entrypoint == nil && published:
		out.cmd = imageWords(base.Cmd)
	}
	if d.Entrypoint != nil { // decides alone
		out.from = "dockerfile"
	}
	if out.user == "" && published {
		out.user = base.User
	}
	switch {
	case d.StopSignal != "" && !strings.Contains(d.StopSignal, "$"):
		span := d.StopSignalSpan
		out.signal = StopSignal{Known: true, Name: signalName(d.StopSignal), From: "STOPSIGNAL of " + d.File, At: &Ref{Span: &span}}
	case d.StopSignal != "":
	case published && base.StopSignal != "":
		out.signal = StopSignal{Known: true, Name: base.StopSignal, From: "the base image " + d.Base}
	case published, d.Base == "scratch":
		out.signal = StopSignal{Known: true, Name: "SIGTERM", From: "the default: neither the Dockerfile nor its base sets STOPSIGNAL"}
	}
	return out
}

func execsOf(base *catalog.Image, known bool) func(string) bool {
	if !known || !base.Execs || len(base.Entrypoint) == 0 {
		return nil
	}
	return func(name string) bool {
		return slices.ContainsFunc(base.Entrypoint, func(w string) bool {
			// One of the two may leave the folder to PATH.
			return w == name || path.Base(w) == path.Base(name) && strings.Contains(w, "/") != strings.Contains(name, "/")
		})
	}
}

func imageWords(argv []string) []word {
	out := make([]word, len(argv))
	for i, w := range argv {
		out[i] = word{text: w}
	}
	return out
}

// image is what the image of a container starts.
func (x *extractor) start(im Image) start {
	unknown := start{from: "unknown"}
	if !im.Valid {
		return unknown
	}
	dir := x.unit.Dir
	if b, ok := x.opts.Builds.For(im.Repository, dir); ok {
		return x.dockerfile(b)
	}
	tag := im.Tag
	if tag == "" && im.Digest == "" {
		tag = "latest" // what a reference without tag and digest stands for
	}
	unknown.in.family, unknown.in.why = x.baseFamily(im.Repository, tag, "the base of image "+im.Text)
	base, ok := x.opts.Catalog.Image(im.Repository, tag)
	if !ok {
		return unknown
	}
	out := start{from: "catalog", published: base, entrypoint: imageWords(base.Entrypoint), cmd: imageWords(base.Cmd), user: base.User, in: unknown.in}
	out.in.execs = execsOf(base, true)
	out.signal = StopSignal{Known: true, Name: cmp.Or(base.StopSignal, "SIGTERM"), From: "STOPSIGNAL of the image"}
	if base.StopSignal == "" {
		out.signal.From = "the default: the image sets no STOPSIGNAL"
	}
	return out
}

// baseFamily is what /bin/sh of an image is.
func (x *extractor) baseFamily(repository, tag, why string) (shell.Family, string) {
	if base, ok := x.opts.Catalog.Base(repository, tag); ok {
		return familyNamed(base.Shell), why
	}
	return shell.UnknownFamily, ""
}

func familyNamed(name string) shell.Family {
	for _, f := range []shell.Family{shell.Dash, shell.Bash, shell.Ash, shell.Mksh} {
		if f.String() == name {
			return f
		}
	}
	return shell.UnknownFamily
}

// packageManager tells the shell by the packages that a Dockerfile installs, where the base image does not tell.
func packageManager(d *source.Dockerfile) (shell.Family, string) {
	for _, r := range d.Runs {
		for _, w := range r.Words {
			for _, m := range []struct {
				call   string
				family shell.Family
			}{{"apt-get install", shell.Dash}, {"apt-get -y install", shell.Dash}, {"apt-get update", shell.Dash}, {"apk add", shell.Ash}, {"apk --no-cache add", shell.Ash}, {"microdnf install", shell.Bash}, {"dnf install", shell.Bash}, {"yum install", shell.Bash}, {"dnf -y install", shell.Bash}, {"yum -y install", shell.Bash}} {
				if strings.Contains(w, m.call) {
					return m.family, fmt.Sprintf("its RUN instructions call %q", m.call)
				}
			}
		}
	}
	return shell.UnknownFamily, ""
}

// baseOf is the base image of a Dockerfile. Where only its tag depends on an unknown argument, the repository is known.
func baseOf(d *source.Dockerfile) (repository, tag string) {
	if d.Base != "" {
		return reference(d.Base)
	}
	i := strings.LastIndex(d.BaseText, ":")
	if i < strings.LastIndex(d.BaseText, "/") || i < 0 || strings.Contains(d.BaseText[:i], "$") {
		return "", ""
	}
	repository, _ = reference(d.BaseText[:i])
	return repository, ""
}

// reference takes an image reference apart. The tag of a bare name is latest, that of a bare digest unknown.
func reference(image string) (repository, tag string) {
	tagged, digest, pinned := strings.Cut(image, "@")
	ref, err := name.NewTag(tagged, name.WithDefaultTag(""))
	if err != nil || pinned && digest == "" {
		return "", ""
	}
	tag = ref.TagStr()
	if tag == "" && !pinned {
		tag = "latest"
	}
	return repositoryName(ref), tag
}

func repositoryName(ref name.Tag) string { return repository(ref.Repository) }

// instructionWords are the argv part of an instruction; shell form gets the image's shell in front.
func instructionWords(d *source.Dockerfile, i *source.Instruction) []word {
	at := func(n int) Ref {
		span := i.Span
		if n < len(i.Args) {
			span = i.Args[n]
		}
		return Ref{Span: &span}
	}
	var out []word
	if i.Shell {
		for _, w := range shellWords(d) {
			out = append(out, word{text: w, at: at(len(i.Args))})
		}
	}
	for n, w := range i.Words {
		out = append(out, word{text: w, at: at(n)})
	}
	return out
}

// signalName gives a stop signal its full name: SIGTERM for TERM and 15.
func signalName(s string) string {
	s = strings.ToUpper(strings.TrimSpace(s))
	if n, ok := map[string]string{"1": "HUP", "2": "INT", "3": "QUIT", "6": "ABRT", "9": "KILL", "10": "USR1", "12": "USR2", "15": "TERM", "28": "WINCH", "37": "RTMIN+3"}[s]; ok {
		s = n
	}
	return "SIG" + strings.TrimPrefix(s, "SIG")
}

// process reads what a container runs: pod and image merged as Kubernetes does.
func (x *extractor) process(out *Container, c corev1.Container, p pod, at Ref) (image start, line []word) {
	image = x.start(out.Image)
	r := Process{Command: c.Command, Args: c.Args, At: at, ArgsAt: at.Child("args"), Shell: unknownShell(at)}
	if len(c.Command) > 0 {
		r.At = at.Child("command")
	}
	in := image.in
	in.script = x.mounted(c, p, in.script)
	var argv []word
	switch {
	case len(c.Command) > 0:
		argv = append(podWords(c.Command, at.Child("command")), podWords(c.Args, at.Child("args"))...)
		r.Known = true
	case image.known() && len(c.Args) > 0:
		argv = append(append(argv, image.entrypoint...), podWords(c.Args, at.Child("args"))...)
		r.Known = true
	case image.known():
		argv = append(append(argv, image.entrypoint...), image.cmd...)
		r.Known = len(argv) > 0
	}
	if len(argv) > 0 {
		got := run(argv, at, in)
		line = got.program
		if got.shell.Used && got.shell.Stays != "no" && len(got.program) > 0 { // what the shell starts as its child
			line = append(line, scriptWords(got)...)
		}
		r.Argv, r.Program, r.Init, r.InitArgs, r.Second = texts(argv), texts(got.program), got.init, got.initArgs, got.second
		if p := image.published; p != nil && p.Program != "" && len(got.program) > 0 && strings.HasPrefix(got.program[0].text, "-") {
			// Entrypoints of published images put their program in front of bare options.
			line = append([]word{{text: p.Program, at: line[0].at, own: line[0].own}}, line...)
			r.Program = texts(line)
		}
		r.Shell, r.Script, r.TrapAt, r.Path = got.shell, got.script, got.trapAt, got.path
	}
	if len(argv) == 0 { // what takes the arguments is not known, but they are its flags
		line = podWords(c.Args, at.Child("args"))
	}
	r.StopSignal = image.signal
	if l := c.Lifecycle; l != nil && l.StopSignal != nil {
		r.StopSignal = StopSignal{Known: true, Name: signalName(string(*l.StopSignal)), From: "lifecycle.stopSignal", At: ptr(at.Child("lifecycle", "stopSignal"))}
	}
	r.Image = x.imageStart(image)
	r.KeepAlive = r.Shell.KeepAlive || !r.Shell.Used && keepAlive(strings.Join(r.Program, " "))
	r.Elects = slices.ContainsFunc(line, func(w word) bool { return electionFlag().MatchString(w.text) })
	out.Process = r
	if image.build.File != "" {
		u := use{file: image.build.File, declared: image.build.By != builds.Name, at: at}
		switch {
		case len(c.Command) > 0:
			u.overrides = "command"
		case len(c.Args) > 0:
			u.overrides = "args"
		}
		x.uses = append(x.uses, u)
	}
	return image, line
}

// electionFlag are the flags that switch leader election on, as client-go, controller-runtime and operator-sdk name them.
var electionFlag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^--?(enable-)?leader-elect(ion)?(=(true|1))?$`)
})

// scriptWords are the words of the program that a shell starts as its child.
func scriptWords(r running) []word {
	var out []word
	for _, w := range strings.Fields(r.shell.Program) {
		out = append(out, word{text: strings.Trim(w, `"'`), at: r.shell.At, own: r.shell.Own})
	}
	return out
}

func ptr[T any](v T) *T { return &v }

func podWords(ws []string, at Ref) []word {
	out := make([]word, len(ws))
	for i, w := range ws {
		out[i] = word{text: w, at: at.Child(i), own: true}
	}
	return out
}

// imageStart is what the image says about its start.
func (x *extractor) imageStart(s start) ImageStart {
	out := ImageStart{From: s.from, Entrypoint: texts(s.entrypoint), Cmd: texts(s.cmd), User: s.user}
	if s.build.File != "" {
		out.File, out.By, out.Guessed = s.build.File, string(s.build.By), s.build.By == builds.Name
		span := s.build.Dockerfile.From
		if e := s.build.Dockerfile.Entrypoint; e != nil {
			span = e.Span
		}
		out.At = &Ref{Span: &span}
	}
	if !s.known() || len(s.entrypoint) == 0 {
		return out
	}
	got := run(append(append([]word{}, s.entrypoint...), s.cmd...), Ref{}, s.in)
	out.Init, out.Program = got.init, texts(got.program)
	out.DropsArgs = dropsArgs(s.entrypoint)
	return out
}

// dropsArgs tells whether an ENTRYPOINT is a shell with a command string that does not use the words behind it.
func dropsArgs(entrypoint []word) bool {
	inv, ok := shell.Split(texts(entrypoint))
	return ok && !shell.UsesArguments(inv.Script)
}

// use is a container that runs an image built from a Dockerfile of the run.
type use struct {
	file      string
	declared  bool
	overrides string
	at        Ref
}

// imageUses tells the Dockerfiles which containers run what they build.
func (x *extractor) imageUses() {
	for _, u := range x.uses {
		for i := range x.facts.Workloads {
			w := &x.facts.Workloads[i]
			if w.At.Doc != u.at.Doc {
				continue
			}
			if x.facts.Uses == nil {
				x.facts.Uses = map[string][]ImageUse{}
			}
			span := x.unit.Documents[u.at.Doc].Trace(u.at.Path).Span
			x.facts.Uses[u.file] = append(x.facts.Uses[u.file], ImageUse{
				Workload: w.Kind + "/" + w.Name, At: Ref{Span: &span}, Declared: u.declared, Overrides: u.overrides,
				Matters: w.Served || w.Kind == "StatefulSet" || w.Agent, Job: w.Runs == "job" || x.roleAt(w, u.at) == "init",
			})
			break
		}
	}
}

func (x *extractor) roleAt(w *Workload, at Ref) string {
	for i := range w.Containers {
		if w.Containers[i].At.Path.String() == at.Path.String() {
			return w.Containers[i].Role
		}
	}
	return ""
}
