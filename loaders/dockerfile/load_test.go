package dockerfile

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/loaders/source"
)

func load(text string) (*source.Dockerfile, []source.Problem) {
	return Load(fstest.MapFS{"app/Dockerfile": {Data: []byte(text)}}, "app/Dockerfile", Build{})
}

// show writes what Load found on one line: unset parts are left out, a shell form is marked with sh.
func show(d *source.Dockerfile) string {
	var parts []string
	add := func(name string, i *source.Instruction) {
		if i == nil {
			return
		}
		form := ""
		if i.Shell {
			form = "sh"
		}
		parts = append(parts, fmt.Sprintf("%s %s%q", name, form, i.Words))
	}
	parts = append(parts, "FROM "+d.Base)
	add("ENTRYPOINT", d.Entrypoint)
	add("CMD", d.Cmd)
	add("SHELL", d.SetShell)
	if d.StopSignal != "" {
		parts = append(parts, "STOPSIGNAL "+d.StopSignal)
	}
	if d.User != "" {
		parts = append(parts, "USER "+d.User)
	}
	return strings.Join(parts, "; ")
}

func TestLoad(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"exec forms", "FROM nginx:1\nENTRYPOINT [\"a\", \"b c\"]\nCMD [\"d\"]\n", `FROM nginx:1; ENTRYPOINT ["a" "b c"]; CMD ["d"]`},
		{"shell forms", "FROM nginx\nENTRYPOINT a  b && c\nCMD d\n", `FROM nginx; ENTRYPOINT sh["a  b && c"]; CMD sh["d"]`},
		{"nothing set", "FROM scratch\nRUN x\n", "FROM scratch"},
		{"JSON that is none is shell form", "FROM a\nCMD ['x', 'y']\n", `FROM a; CMD sh["['x', 'y']"]`},
		{"last one wins", "FROM a\nCMD [\"x\"]\nCMD [\"y\"]\nUSER 1\nUSER 2:3\nSTOPSIGNAL 9\nSTOPSIGNAL SIGQUIT\n", `FROM a; CMD ["y"]; STOPSIGNAL SIGQUIT; USER 2:3`},
		{"other stages do not matter", "FROM a AS build\nCMD [\"x\"]\nUSER 1\nFROM b\nCOPY --from=build /x /x\n", "FROM b"},
		{"a stage as base", "FROM a AS base\nUSER 1\nSTOPSIGNAL SIGINT\nSHELL [\"/bin/bash\", \"-c\"]\nENTRYPOINT [\"e\"]\nFROM Base AS mid\nCMD [\"c\"]\nFROM mid\n",
			`FROM a; ENTRYPOINT ["e"]; CMD ["c"]; SHELL ["/bin/bash" "-c"]; STOPSIGNAL SIGINT; USER 1`},
		{"only earlier stages are bases", "FROM b AS a\nUSER 1\nFROM c AS b\nUSER 2\nFROM a\n", "FROM b; USER 1"},
		{"a stage named like its image", "FROM nginx AS nginx\nUSER 1\nFROM nginx\n", "FROM nginx; USER 1"},
		{"ENTRYPOINT clears an inherited CMD", "FROM a AS b\nCMD [\"c\"]\nFROM b\nENTRYPOINT [\"e\"]\n", `FROM a; ENTRYPOINT ["e"]`},
		{"but not one of its own stage", "FROM a AS b\nCMD [\"c\"]\nFROM b\nCMD [\"d\"]\nENTRYPOINT [\"e\"]\n", `FROM a; ENTRYPOINT ["e"]; CMD ["d"]`},
		{"empty ENTRYPOINT", "FROM a\nENTRYPOINT []\n", `FROM a; ENTRYPOINT []`},
		{"continuation lines", "FROM a\nCMD x \\\n  # comment\n  y\n", `FROM a; CMD sh["x   y"]`},
		{"escape directive", "# escape=`\nFROM a\nCMD x `\n y\n", `FROM a; CMD sh["x  y"]`},
		{"ONBUILD is for children", "FROM a\nONBUILD CMD [\"x\"]\n", "FROM a"},
		{"ONBUILD runs in a stage that builds on it", "FROM a AS b\nONBUILD STOPSIGNAL SIGQUIT\nONBUILD CMD [\"x\"]\nFROM b AS c\nFROM c\nUSER 1\n", `FROM a; CMD ["x"]; STOPSIGNAL SIGQUIT; USER 1`},
		{"ONBUILD runs before the stage's own", "FROM a AS b\nONBUILD USER 1\nFROM b\nUSER 2\n", "FROM a; USER 2"},
		{"ONBUILD runs once", "FROM a AS b\nONBUILD USER 1\nFROM b AS c\nUSER 2\nFROM c\n", "FROM a; USER 2"},
		{"heredocs are data", "FROM a\nCOPY <<EOF /x\nCMD [\"no\"]\nEOF\nRUN <<EOF\nUSER 0\nEOF\nCMD [\"x\"]\n", `FROM a; CMD ["x"]`},
		{"lower case", "from a as b\nfrom b\ncmd [\"x\"]\n", `FROM a; CMD ["x"]`},
		{"global ARG", "ARG V=1.2\nARG IMG=\"nginx:$V\"\nFROM $IMG\n", "FROM nginx:1.2"},
		{"ARG default in place", "FROM ${REG:-docker.io}/nginx:${V-1}\n", "FROM docker.io/nginx:1"},
		{"ARG without a default", "ARG V\nFROM nginx:$V\n", "FROM "},
		{"unknown ARG", "FROM nginx:${TARGETARCH}\nCMD [\"x\"]\n", `FROM ; CMD ["x"]`},
		{"ARG of a stage is none for FROM", "FROM a\nARG V=1\nFROM b:$V\n", "FROM "},
		{"ARG that names a stage", "ARG B=one\nFROM x AS one\nUSER 1\nFROM y AS two\nUSER 2\nFROM $B\n", "FROM x; USER 1"},
		{"USER and STOPSIGNAL expand", "ARG U=7\nFROM a\nARG U\nENV S=SIGQUIT\nUSER $U\nSTOPSIGNAL ${S}\n", "FROM a; STOPSIGNAL SIGQUIT; USER 7"},
		{"ENV wins over ARG and is inherited", "FROM a AS b\nENV U=1\nARG X=9\nFROM b\nARG U=2\nARG X\nUSER $U:${X:-3}\n", "FROM a; USER 1:3"},
		{"a variable of the base image stays", "FROM a\nUSER $APP_UID\n", "FROM a; USER $APP_UID"},
		{"CMD is not expanded", "FROM a\nENV X=1\nCMD [\"$X\"]\n", `FROM a; CMD ["$X"]`},
		{"windows line ends", "FROM a\r\nCMD [\"x\"]\r\n", `FROM a; CMD ["x"]`},
		{"a comment that configures BuildKit's checks", "# a\n\n# check=skip=all\nFROM a\nUSER 1\n", "FROM a; USER 1"},
		{"byte order mark", "\ufeffFROM a\nUSER 1", "FROM a; USER 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, problems := load(tt.text)
			if len(problems) > 0 || d == nil {
				t.Fatalf("problems %v", problems)
			}
			if got := show(d); got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestSpans(t *testing.T) {
	d, problems := load("# first\nFROM a AS b\n  STOPSIGNAL SIGINT\nFROM b\n\n\tUSER 1\nSHELL [\"x\"]\nENTRYPOINT [\"é\", \\\n  \"b\"]  \nCMD x # é\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, tt := range []struct {
		name string
		got  source.Span
		want string
	}{
		{"FROM", d.From, "4:1-4:7"},
		{"STOPSIGNAL", d.StopSignalSpan, "3:3-3:20"},
		{"USER", d.UserSpan, "6:2-6:8"},
		{"SHELL", d.SetShell.Span, "7:1-7:12"},
		{"ENTRYPOINT", d.Entrypoint.Span, "8:1-9:7"},
		{"CMD", d.Cmd.Span, "10:1-10:10"},
		{"the first word of ENTRYPOINT", d.Entrypoint.Args[0], "8:13-8:16"},
		{"the second", d.Entrypoint.Args[1], "9:3-9:6"},
		{"the command string of CMD", d.Cmd.Args[0], "10:5-10:10"},
	} {
		got := fmt.Sprintf("%d:%d-%d:%d", tt.got.Start.Line, tt.got.Start.Col, tt.got.End.Line, tt.got.End.Col)
		if got != tt.want || tt.got.File != "app/Dockerfile" {
			t.Errorf("%s: %s %s, want %s", tt.name, tt.got.File, got, tt.want)
		}
	}
}

func TestProblems(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		rest             string // what is read all the same, "" for nothing
	}{
		{"unknown instruction", "FROM a\nCDM x\nUSER 1\n", "app/Dockerfile:2:1: unknown instruction: CDM", "FROM a; USER 1"},
		{"array of numbers", "FROM a\nCMD [1]\n", "app/Dockerfile:2:1: when using JSON array syntax", ""},
		{"SHELL is no array", "FROM a\nSHELL bash\nUSER 1\n", "app/Dockerfile:2:1: SHELL requires the arguments to be in JSON form", "FROM a; USER 1"},
		{"no argument", "FROM a\nUSER\nCMD x\n", "app/Dockerfile:2:1: USER requires exactly one argument", `FROM a; CMD sh["x"]`},
		{"broken FROM", "FROM a b\nUSER 1\n", "app/Dockerfile:1:1: FROM requires either one or three arguments", ""},
		{"no FROM", "ARG X=1\n", "app/Dockerfile:1:1: no FROM instruction", ""},
		{"something before FROM", "USER 1\nFROM a\n", "app/Dockerfile:1:1: USER before the first FROM", "FROM a"},
		{"unterminated heredoc", "FROM a\nRUN <<EOF\nx\n", "app/Dockerfile:2:1: unterminated heredoc", ""},
		{"many lines of something else", "FROM a\nx\ny\nz\nx\ny\nUSER 1\n", "app/Dockerfile:2:1: unknown instruction: x", "FROM a; USER 1"},
		{"a template", "{{ for x }}\nFROM {{ .Base }}\n", "app/Dockerfile:1:1: the file is a template of a Dockerfile ({{), which is not analysed", ""},
		{"empty", "", "app/Dockerfile:1:1: file with no instructions", ""},
		{"comments only", "# a\n# b\n", "app/Dockerfile:", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, problems := load(tt.text)
			got := ""
			if d != nil {
				got = show(d)
			}
			if got != tt.rest {
				t.Errorf("read %q, want %q", got, tt.rest)
			}
			if n := min(strings.Count(tt.text, "\n")-3, 3); len(problems) != max(n, 1) {
				t.Fatalf("problems %v", problems)
			}
			p := problems[0]
			if text := p.Span.String() + ": " + p.Message; !strings.HasPrefix(text, tt.want) {
				t.Errorf("problem %q, want %q", text, tt.want)
			}
			if p.Partial != (tt.rest != "") || p.Stage != "dockerfile" {
				t.Errorf("partial %v, stage %q", p.Partial, p.Stage)
			}
		})
	}
}

func TestMissingFile(t *testing.T) {
	d, problems := Load(fstest.MapFS{}, "Dockerfile", Build{})
	if d != nil || len(problems) != 1 || problems[0].Span.File != "Dockerfile" || problems[0].Stage != "dockerfile" {
		t.Errorf("%v, %v", d, problems)
	}
}

// Whatever the text, Load neither panics nor points outside the file.
func FuzzLoad(f *testing.F) {
	for _, text := range []string{
		"FROM a\nCMD [\"x\"]\n", "ARG V=1\nFROM a:$V AS b\nFROM b\nUSER ${X:-1}\n", "# escape=`\nFROM a\nCMD `\n", "FROM a\nRUN <<A <<B\nA\nB\n",
		"FROM a\nENV A=$A B=\"$\nONBUILD ONBUILD FROM x\n", "FROM ${\n", "\\\n", "FROM a AS a\nFROM a AS a\nFROM a\nSTOPSIGNAL\nENTRYPOINT []",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, problems := load(text)
		lines := strings.Split(text, "\n")
		check := func(s source.Span) {
			if s.Start.Line < 1 || s.End.Line > len(lines) || s.Start.Line > s.End.Line || s.Start.Col < 1 {
				t.Errorf("span %+v in %d lines", s, len(lines))
			}
		}
		for _, p := range problems {
			check(p.Span)
		}
		if d == nil {
			if len(problems) == 0 {
				t.Error("nothing read and nothing said")
			}
			return
		}
		check(d.From)
		for _, i := range []*source.Instruction{d.Entrypoint, d.Cmd, d.SetShell} {
			if i != nil {
				check(i.Span)
			}
		}
	})
}
