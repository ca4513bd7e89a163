package inventory

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

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

// table is text in aligned columns.
type table struct {
	*tabwriter.Writer
	clean func(string) string
}

// newTable aligns columns. clean makes text of the input safe to print.
func newTable(w io.Writer, clean func(string) string) table {
	return table{tabwriter.NewWriter(w, 0, 0, 2, ' ', 0), clean}
}

func (t table) row(cells ...string) {
	for i, c := range cells {
		cells[i] = t.clean(strings.ReplaceAll(c, "\t", " "))
	}
	fmt.Fprintln(t, "  "+strings.TrimRight(strings.Join(cells, "\t"), "\t"))
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

// Text prints the ledger for people: a table for each workload, then the rights of the installer.
func (l *Ledger) Text(w io.Writer, clean func(string) string) error {
	err := groups(l.Privileges, func(p Privilege) string { return p.Workload + "  (" + p.Input + ")" }, func(head string, part []Privilege) error {
		fmt.Fprintln(w, clean(head))
		t := newTable(w, clean)
		for _, p := range part {
			t.row(cmp.Or(p.Container, "pod"), p.Kind, p.Detail(), p.At.String(), p.Why())
		}
		return t.Flush()
	})
	if err != nil {
		return err
	}
	if len(l.Installer) > 0 {
		fmt.Fprintln(w, "rights of the installer")
		t := newTable(w, clean)
		for _, r := range l.Installer {
			t.row(r.Kind, r.Name, r.At.String(), r.Gives())
			for n, rule := range r.Rules {
				if n > 0 {
					t.row("", "", "", rule)
				}
			}
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w, "%s, %d unexplained; %s that the installer creates for the whole cluster\n", typeset.Count(l.Held, "privilege"), l.Unexplained, typeset.Count(len(l.Installer), "object"))
	return err
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

// Text prints the leftovers for people: three tables and the steps.
func (l *Leftovers) Text(w io.Writer, clean func(string) string) error {
	for _, part := range []struct {
		title string
		list  []Leftover
	}{{"on nodes", l.Node}, {"in the cluster", l.Cluster}, {"outside", l.Outside}} {
		if len(part.list) == 0 {
			continue
		}
		fmt.Fprintln(w, part.title)
		for _, x := range part.list {
			fmt.Fprintf(w, "  %-8s  %s %s  %s", x.Fate, clean(x.Kind), clean(x.What), clean(x.At.String()))
			if !strings.HasSuffix(x.By, x.Kind+"/"+x.What) {
				fmt.Fprintf(w, " (%s)", clean(x.By))
			}
			fmt.Fprintln(w)
			if x.Fate != removed || x.Kind == "MutatingWebhookConfiguration" || x.Kind == "ValidatingWebhookConfiguration" || x.Kind == "APIService" {
				fmt.Fprintf(w, "            %s\n            -> %s\n", clean(x.Why), clean(x.Remove))
			}
		}
	}
	return groups(l.Order, func(s Step) string { return s.Input }, func(head string, part []Step) error {
		fmt.Fprintf(w, "order of removal (%s)\n", clean(head))
		for n, s := range part {
			fmt.Fprintf(w, "  %d. %s: %s\n", n+1, clean(s.Do), clean(s.Why))
			for _, what := range s.What {
				fmt.Fprintf(w, "     - %s\n", clean(what))
			}
		}
		return nil
	})
}

// Text prints the versions for people.
func (v *Versions) Text(w io.Writer, clean func(string) string) error {
	t := newTable(w, clean)
	title := func(text string, n int) {
		if n > 0 {
			fmt.Fprintln(t, text)
		}
	}
	title("charts", len(v.Charts))
	for _, c := range v.Charts {
		kind := "chart"
		if c.Part {
			kind = "part"
		}
		t.row(c.Name, c.Version, "app "+cmp.Or(c.AppVersion, "-"), kind, c.Input)
	}
	title("images", len(v.Images))
	for _, im := range v.Images {
		for n, u := range im.Used {
			name := im.Image
			if n > 0 {
				name = ""
			}
			t.row(name, u.By, u.At.String())
		}
	}
	title("configs (SHA-256)", len(v.Configs))
	for _, c := range v.Configs {
		t.row(c.ConfigMap, cmp.Or(c.SHA256, "random at each rendering"), c.At.String())
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
		t.row(c.Name, strings.Join(versions, ", "), c.At.String())
	}
	title("APIs", len(v.APIs))
	for _, a := range v.APIs {
		t.row(a.APIVersion, a.Kind, fmt.Sprint(a.Objects))
	}
	return t.Flush()
}
