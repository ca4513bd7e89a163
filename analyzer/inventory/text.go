package inventory

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

// JSON writes any of the lists with two spaces of indent and a new line at its end.
func JSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// groups calls do for runs of entries with the same head.
func groups[T any](s []T, head func(T) string, do func(head string, part []T) error) error {
	for start := 0; start < len(s); {
		end := start + 1
		for end < len(s) && head(s[end]) == head(s[start]) {
			end++
		}
		if err := do(head(s[start]), s[start:end]); err != nil {
			return err
		}
		start = end
	}
	return nil
}

// Text prints the ledger for people: the privileges of each workload by container, each reason once below those it is given
// for, then the rights of the installer.
func (l *Ledger) Text(w io.Writer, to Layout) error {
	p := newPage(w, to)
	_ = groups(l.Privileges, func(p Privilege) string { return p.Workload + "  (" + p.Input + ")" }, func(head string, part []Privilege) error {
		p.line(head)
		return groups(byContainer(part), func(p Privilege) string { return cmp.Or(p.Container, "pod") }, func(head string, part []Privilege) error {
			p.line("  " + head)
			return groups(part, Privilege.Why, func(why string, part []Privilege) error {
				for _, x := range part {
					p.entry("    "+typeset.Pad(x.Kind, len("runtime-socket"))+"  ", x.Detail(), x.At.String())
				}
				if len(part) > 1 {
					why = fmt.Sprintf("these %d: %s", len(part), why)
				}
				p.hang(8, why)
				return nil
			})
		})
	})
	if len(l.Installer) > 0 {
		p.line("rights of the installer")
		p.rights(l.Installer)
	}
	p.hang(0, fmt.Sprintf("%s, %d unexplained; %s that the installer creates for the whole cluster", typeset.Count(l.Held, "privilege"), l.Unexplained, typeset.Count(len(l.Installer), "object")))
	return p.Flush()
}

// byContainer puts the privileges of a container together, containers in the order in which they first occur.
func byContainer(list []Privilege) []Privilege {
	first := map[string]int{}
	for i, p := range list {
		if _, ok := first[p.Container]; !ok {
			first[p.Container] = i
		}
	}
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b Privilege) int { return first[a.Container] - first[b.Container] })
	return out
}

// Detail is the privilege with its class and whether it is read-only.
func (p Privilege) Detail() string {
	out := p.What
	var more []string
	if p.Class != "" {
		more = append(more, p.Class)
	}
	if p.ReadOnly != nil && *p.ReadOnly {
		more = append(more, "read-only")
	} else if p.ReadOnly != nil {
		more = append(more, "writable")
	}
	if len(more) > 0 {
		out += " [" + strings.Join(more, ", ") + "]"
	}
	return out
}

// Why joins the reasons, or says that there is none.
func (p Privilege) Why() string {
	if len(p.Reasons) == 0 {
		return "unexplained"
	}
	var out []string
	for _, r := range p.Reasons {
		out = append(out, r.String())
	}
	return strings.Join(out, "; ")
}

// String is the reason with where it comes from.
func (r Reason) String() string {
	head := r.From
	if r.Until != "" {
		head += " until " + r.Until
	}
	return head + ": " + r.Text
}

// Gives is the first rule of a role, or the role that a binding gives.
func (r Right) Gives() string {
	switch {
	case r.Grants != "":
		return "grants " + r.Grants + ", which these files do not define"
	case len(r.Rules) > 0:
		return r.Rules[0]
	}
	return ""
}

// Text prints the leftovers for people: three lists and the steps.
func (l *Leftovers) Text(w io.Writer, to Layout) error {
	p := newPage(w, to)
	for _, part := range []struct {
		title string
		list  []Leftover
	}{{"on nodes", l.Node}, {"in the cluster", l.Cluster}, {"outside", l.Outside}} {
		if len(part.list) == 0 {
			continue
		}
		p.line(part.title)
		for _, same := range alike(part.list) {
			p.leftovers(same)
		}
	}
	_ = groups(l.Order, func(s Step) string { return s.Input }, func(head string, part []Step) error {
		p.line("order of removal (" + head + ")")
		for n, s := range part {
			p.entry(fmt.Sprintf("  %d. ", n+1), s.Do+": "+s.Why, "")
			p.names(s.What)
		}
		return nil
	})
	return p.Flush()
}

// Text prints the versions for people.
func (v *Versions) Text(w io.Writer, to Layout) error {
	p := newPage(w, to)
	title := func(text string, n int) {
		if n > 0 {
			p.line(text)
		}
	}
	title("charts", len(v.Charts))
	var charts [][]string
	for _, c := range v.Charts {
		kind := "chart"
		if c.Part {
			kind = "part"
		}
		charts = append(charts, []string{c.Name, c.Version, "app " + cmp.Or(c.AppVersion, "-"), kind, c.Input})
	}
	p.table(charts)
	title("images", len(v.Images))
	for _, im := range v.Images {
		p.line("  " + im.Image)
		for _, u := range im.Used {
			p.entry("      ", u.By, u.At.String())
		}
	}
	title("configs (SHA-256)", len(v.Configs))
	for _, c := range v.Configs {
		p.entry("  ", c.ConfigMap, c.At.String())
		p.line("      " + cmp.Or(c.SHA256, "random at each rendering"))
	}
	title("custom resource definitions", len(v.CRDs))
	for _, c := range v.CRDs {
		var versions []string
		for _, d := range c.Versions {
			text := d.Name
			if !d.Served {
				text += " (not served)"
			}
			if d.Storage {
				text += " (storage)"
			}
			versions = append(versions, text)
		}
		p.entry("  ", c.Name+"  "+strings.Join(versions, ", "), c.At.String())
	}
	title("APIs", len(v.APIs))
	var apis [][]string
	for _, a := range v.APIs {
		apis = append(apis, []string{a.APIVersion, a.Kind, fmt.Sprint(a.Objects)})
	}
	p.table(apis)
	return p.Flush()
}
