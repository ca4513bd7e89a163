package facts

import (
	"cmp"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/drainlint/drainlint/analyzer/shell"
	"github.com/drainlint/drainlint/loaders/builds"
	"github.com/drainlint/drainlint/loaders/source"
)

// images reads what the Dockerfiles of the Unit start.
func (x *extractor) images() {
	for _, d := range x.unit.Dockerfiles {
		x.facts.Images = append(x.facts.Images, x.dockerImage(d))
	}
}

func (x *extractor) dockerImage(d *source.Dockerfile) DockerImage {
	from := d.From
	s := x.dockerfile(builds.Build{Dockerfile: d})
	out := DockerImage{
		At: Ref{Span: &from}, File: d.File, Base: d.Base, Source: "none", Process: unknownShell(Ref{Span: &from}),
		Windows: windowsImage(d), StopSignal: s.signal, Profile: Profile{Needs: map[string]string{}, Signals: map[string]string{}},
		Uses: x.opts.Uses[d.File],
	}
	// The instruction that holds the program: ENTRYPOINT, else CMD, which an ENTRYPOINT of the base may still wrap.
	main := d.Entrypoint
	out.Source = "entrypoint"
	if main == nil {
		main, out.Source = d.Cmd, "cmd"
	}
	if main == nil {
		out.Source = "none"
		return out
	}
	span := main.Span
	out.Instruction, out.ShellForm = Ref{Span: &span}, main.Shell
	if d.Entrypoint != nil && d.Cmd != nil {
		cmd := d.Cmd.Span
		out.CmdAt = &Ref{Span: &cmd}
	}
	out.Broken = main.Shell && brokenJSON(main.Words[0])
	argv := append(append([]word{}, s.entrypoint...), s.cmd...)
	out.Argv, out.Known = texts(argv), s.known()
	if out.Windows || out.Broken || len(argv) == 0 {
		return out
	}
	out.DropsArgs = len(s.entrypoint) > 0 && dropsArgs(s.entrypoint)
	got := run(argv, out.Instruction, s.in)
	out.Init, out.InitArgs, out.Second, out.Program = got.init, got.initArgs, got.second, texts(got.program)
	out.Process, out.Script, out.TrapAt, out.Path = got.shell, got.script, got.trapAt, got.path
	if out.Process.Used && out.Script == "" {
		out.Process.At = out.Instruction
	}
	if len(out.Program) > 0 {
		if p, ok := x.opts.Catalog.Profile("", "", path.Base(out.Program[0]), out.Argv); ok {
			out.Profile.Name, out.Profile.Class = p.Name, p.Class
			for k, v := range p.Signals {
				out.Profile.Signals[k] = v
			}
		}
	}
	out.LostCmd = x.lostCmd(d, s, got)
	return out
}

// lostCmd is the CMD that ENTRYPOINT clears.
func (x *extractor) lostCmd(d *source.Dockerfile, s start, got running) *LostCmd {
	if d.Entrypoint == nil || d.Cmd != nil {
		return nil
	}
	out := &LostCmd{}
	switch {
	case d.LostCmd != nil:
		out.Words, out.From = d.LostCmd.Words, "the stage below"
	case s.published != nil && len(s.published.Cmd) > 0 && s.published.Program != "": // not the shell of a bare system
		out.Words, out.From = s.published.Cmd, "the base image "+d.Base
	default:
		return nil
	}
	// An init with nothing behind it, or a script that ends in exec "$@".
	out.Needed = got.init != "" && len(got.program) == 0 || got.shell.Used && got.shell.Stays == "no" && arguments(got.shell.Program)
	if s.in.execs != nil && len(s.entrypoint) == 1 && s.in.execs(s.entrypoint[0].text) && !mayHold(d, s.entrypoint[0].text) {
		out.Needed = true
	}
	return out
}

// shellWords is what Docker puts in front of shell form.
func shellWords(d *source.Dockerfile) []string {
	if d.SetShell != nil && len(d.SetShell.Words) > 0 {
		return append([]string{}, d.SetShell.Words...)
	}
	return []string{"/bin/sh", "-c"}
}

// windowsImage tells images that know no signals by their base and their shell.
func windowsImage(d *source.Dockerfile) bool {
	base := strings.ToLower(cmp.Or(d.Base, d.BaseText))
	for _, mark := range []string{"windows", "nanoserver", "servercore", "ltsc20"} {
		if strings.Contains(base, mark) {
			return true
		}
	}
	if strings.HasPrefix(d.Platform, "windows") {
		return true
	}
	for _, w := range shellWords(d) {
		if w := strings.ToLower(w); strings.Contains(w, "powershell") || strings.Contains(w, "pwsh") || strings.HasSuffix(w, "cmd") {
			return true
		}
	}
	return false
}

// jsonLike is shell form that its author took for exec form.
var jsonLike = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\[\s*["'].*["'\s,\w$}]\]\s*$`) })

func brokenJSON(text string) bool {
	return jsonLike().MatchString(strings.TrimSpace(text)) && strings.ContainsAny(text, `"'`)
}

// shebang is the shell that the first line of a script names, behind an init or not; interpreter is "" for anything else. A
// text file without one is run by sh only when a shell starts it, so it is not judged.
func shebang(text string) (init, interpreter string) {
	line := firstLine(text)
	rest, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return "", ""
	}
	words := strings.Fields(rest)
	if in, _ := shell.Split(words); in.Init != "" && in.ProgramIndex < len(words) { // #!/usr/bin/dumb-init /bin/sh
		init, words = in.Init, words[in.ProgramIndex:]
	}
	if len(words) == 0 {
		return "", ""
	}
	if path.Base(words[0]) == "env" {
		for _, w := range words[1:] {
			if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
				words = []string{w}
				break
			}
		}
	}
	if shell.FamilyOf(words[0]) != shell.UnknownFamily || path.Base(words[0]) == "sh" || path.Base(words[0]) == "ksh" {
		return init, words[0]
	}
	return "", ""
}
