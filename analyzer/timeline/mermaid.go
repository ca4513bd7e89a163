package timeline

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

// Mermaid writes a Gantt diagram; GitHub and GitLab draw it in a ```mermaid block. One second of the timeline is one second
// of the diagram. Several pictures are sections of one diagram.
func Mermaid(w io.Writer, ps []*Picture) error {
	out := bufio.NewWriter(w)
	title := "How the pods end"
	if len(ps) == 1 {
		title = fmt.Sprintf("%s: grace period %d s", ps[0].Workload, ps[0].Grace)
	}
	fmt.Fprintf(out, "gantt\n  title %s\n  dateFormat X\n  axisFormat %%M:%%S\n", plain(title))
	for _, p := range ps {
		prefix := ""
		if len(ps) > 1 {
			prefix = p.Workload + " "
		}
		if p.Traffic != nil {
			fmt.Fprintf(out, "  section %s\n", plain(prefix+"traffic"))
			task(out, "requests may still come, assumed "+number(p.Traffic.Until)+" s", "done", 0, p.Traffic.Until)
		}
		for i := range p.Lanes {
			l := &p.Lanes[i]
			fmt.Fprintf(out, "  section %s\n", plain(prefix+l.Name))
			for _, b := range l.Bars {
				name := stepNames[b.Kind] + " " + need(&b)
				if b.At != nil {
					name += " (" + strings.ReplaceAll(b.At.String(), ":", " line ") + ")"
				}
				tag := map[string]string{"preStop": "done", "turn": "done"}[b.Kind]
				if b.Kind == "drain" || b.Kind == "delay" {
					tag = "active"
				}
				if b.Lost > 0 || b.Known == "never" {
					tag = "crit"
				}
				task(out, name, tag, b.From.Earliest, b.To.Latest)
			}
			if l.Killed || !l.End.Exact() {
				fmt.Fprintf(out, "    SIGKILL :crit, milestone, %s, 0\n", number(l.Kill.Earliest))
			}
		}
		fmt.Fprintf(out, "  section %s\n    grace period %d s is over :milestone, %d, 0\n", plain(prefix+"kubelet"), p.Grace, p.Grace)
	}
	return out.Flush()
}

func task(w io.Writer, name, tag string, from, to float64) {
	if to <= from {
		return
	}
	fmt.Fprintf(w, "    %s :%s, %s, %s\n", plain(name), tag, number(from), number(to))
}

// plain leaves out what Mermaid reads as syntax.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ':', ';', '#', ',', '%', '{', '}', '"', '\n':
			return ' '
		}
		return r
	}, typeset.OneLine(s))
}
