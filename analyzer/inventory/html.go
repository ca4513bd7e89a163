package inventory

import (
	_ "embed"
	"html/template"
	"io"
	"sync"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

//go:embed ledger.html
var ledgerPage string

var ledgerTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("ledger").Parse(ledgerPage)) })

// section is the privileges of one workload.
type section struct {
	Workload, Input string
	Unexplained     int
	Privileges      []Privilege
}

// HTML writes the ledger as one page that needs nothing else, for light and dark screens and for paper.
func (l *Ledger) HTML(w io.Writer) error {
	var sections []section
	_ = groups(l.Privileges, func(p Privilege) string { return p.Workload + "\x00" + p.Input }, func(_ string, part []Privilege) error {
		s := section{Workload: part[0].Workload, Input: part[0].Input, Privileges: part}
		for _, p := range part {
			if len(p.Reasons) == 0 {
				s.Unexplained++
			}
		}
		sections = append(sections, s)
		return nil
	})
	share := 0
	if l.Held > 0 {
		share = (l.Held - l.Unexplained) * 100 / l.Held
	}
	return ledgerTemplate().Execute(w, map[string]any{
		"Ledger": l, "Sections": sections, "Explained": l.Held - l.Unexplained, "Share": share,
		"Held": typeset.Count(l.Held, "privilege"), "Objects": typeset.Count(len(l.Installer), "object"),
	})
}
