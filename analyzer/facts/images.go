package facts

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/google/go-containerregistry/pkg/name"

	"github.com/drainlint/drainlint/analyzer/shell"
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
	out := DockerImage{At: Ref{Span: &from}, File: d.File, Base: d.Base, Source: "none", Process: unknownShell(Ref{Span: &from})}
	family, why := x.baseShell(d)
	out.Windows = windowsImage(d)
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
	out.Broken = main.Shell && brokenJSON(main.Words[0])
	argv := main.Words
	switch {
	case main.Shell:
		argv = append(shellWords(d), main.Words[0])
	case d.Entrypoint != nil && d.Cmd != nil && !d.Cmd.Shell:
		argv = append(append([]string{}, argv...), d.Cmd.Words...)
	}
	out.Argv = argv
	if out.Windows || out.Broken || len(argv) == 0 {
		return out
	}
	in, command := shell.Split(argv)
	out.Init, out.InitArgs = in.Init, in.InitArgs
	out.Program = argv[min(in.ProgramIndex, len(argv)):]
	if command {
		f := shell.FamilyOf(in.Shell)
		reason := "the command names it"
		if f == shell.UnknownFamily {
			f, reason = family, why
		}
		out.Process = shellFact(shell.Stays(in.Script, f), in.Shell, f, reason, out.Instruction)
		out.Process.Init = in.Init
		return out
	}
	x.script(&out, d, argv, in, family, why)
	return out
}

// script judges the script that a command line starts: the program itself, or the operand of a shell.
func (x *extractor) script(out *DockerImage, d *source.Dockerfile, argv []string, in shell.Invocation, family shell.Family, why string) {
	if in.ProgramIndex >= len(argv) {
		return
	}
	word, interpreter := argv[in.ProgramIndex], ""
	s, ok := d.Scripts[word]
	if !ok && in.ProgramIndex+1 < len(argv) && shell.FamilyOf(word) != shell.UnknownFamily || path.Base(word) == "sh" {
		interpreter = word
		if in.ProgramIndex+1 >= len(argv) {
			return
		}
		s, ok = d.Scripts[argv[in.ProgramIndex+1]]
	}
	if !ok {
		return
	}
	if interpreter == "" {
		if interpreter = shebang(s.Text); interpreter == "" {
			return // a binary, or a script of another language
		}
	}
	f, reason := shell.FamilyOf(interpreter), "the script names it"
	if f == shell.UnknownFamily {
		f, reason = family, why
	}
	v := shell.StaysFile(s.Text, f)
	at := source.Span{File: s.File, Start: source.Pos{Line: s.Line + max(v.Line, 1) - 1, Col: max(v.Col, 1)}}
	at.End = source.Pos{Line: at.Start.Line, Col: at.Start.Col + max(len([]rune(firstLine(v.Program))), 1)}
	out.Process = shellFact(v, path.Base(interpreter), f, reason, Ref{Span: &at})
	out.Process.Init = in.Init
	out.Script = s.File
	if v.TrapLine > 0 {
		trap := source.Span{File: s.File, Start: source.Pos{Line: s.Line + v.TrapLine - 1, Col: v.TrapCol}}
		trap.End = source.Pos{Line: trap.Start.Line, Col: trap.Start.Col + len("trap")}
		out.TrapAt = &Ref{Span: &trap}
	}
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

func unknownShell(at Ref) Shell {
	return Shell{At: at, Stays: "unknown", Forwards: "unknown", Trap: "none", Family: "unknown"}
}

func shellFact(v shell.Verdict, name string, f shell.Family, why string, at Ref) Shell {
	out := Shell{
		Used: true, Name: name, Family: f.String(), FamilyFrom: why, Stays: v.Stays.String(), Reason: v.Reason, Program: v.Program,
		Forwards: v.Forwards.String(), Finite: v.Finite, Trap: v.Trap.String(), SubshellExec: v.SubshellExec,
		KeepAlive: keepAlive(v.Program), At: at,
	}
	for _, d := range v.Differs {
		out.Differs = append(out.Differs, d.String())
	}
	return out
}

// baseShell is what /bin/sh of the base image is.
func (x *extractor) baseShell(d *source.Dockerfile) (shell.Family, string) {
	ref, err := name.NewTag(strings.SplitN(d.Base, "@", 2)[0], name.WithDefaultTag("latest"))
	if err != nil {
		return shell.UnknownFamily, ""
	}
	tag := ref.TagStr()
	if strings.Contains(d.Base, "@") && !strings.Contains(path.Base(strings.SplitN(d.Base, "@", 2)[0]), ":") {
		tag = ""
	}
	if base, ok := x.opts.Catalog.Base(repository(ref.Repository), tag); ok {
		return familyNamed(base.Shell), "the base image " + d.Base
	}
	return shell.UnknownFamily, ""
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
	base := strings.ToLower(d.Base)
	for _, mark := range []string{"windows", "nanoserver", "servercore", "ltsc20"} {
		if strings.Contains(base, mark) {
			return true
		}
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

// shebang is the shell that the first line of a script names, "" for anything else. A text file without one is run by sh
// only when a shell starts it, so it is not judged.
func shebang(text string) string {
	line := firstLine(text)
	rest, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return ""
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		return ""
	}
	if path.Base(words[0]) == "env" {
		for _, w := range words[1:] {
			if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
				words = []string{w}
				break
			}
		}
	}
	switch path.Base(words[0]) {
	case "sh", "bash", "dash", "ash", "ksh", "mksh":
		return words[0]
	}
	return ""
}
