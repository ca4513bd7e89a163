package inventory

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

// many is how many names make a paragraph instead of a line each.
const many = 4

// alike puts leftovers together that differ in their names only. They are sorted by kind, so that these follow each other.
func alike(list []Leftover) [][]Leftover {
	sentence := func(x Leftover) string {
		text := strings.Join([]string{x.Kind, x.Fate, x.Input, x.Why, x.Remove, x.By}, "\n")
		if len(x.What) > 3 { // not a word that is a part of others
			text = strings.ReplaceAll(text, x.What, anyName)
		}
		return text
	}
	var out [][]Leftover
	_ = groups(list, sentence, func(_ string, part []Leftover) error {
		out = append(out, part)
		return nil
	})
	return out
}

// anyName stands for one of several names in a text about all of them.
const anyName = "NAME"

// shared is a text about one of several leftovers as a text about each of them.
func shared(part []Leftover, text string) string {
	if len(part) == 1 {
		return text
	}
	return strings.ReplaceAll(text, part[0].What, anyName)
}

// definitions tells whether the names of a group say everything: each lies in a file of its name.
func definitions(kind string, n int) bool {
	return n >= many && (kind == "CustomResourceDefinition" || kind == "instances")
}

// folder is where the places of a group lie.
func folder(places []Place) string {
	dir := path.Dir(places[0].File)
	if slices.ContainsFunc(places, func(p Place) bool { return path.Dir(p.File) != dir }) {
		return ""
	}
	if !slices.ContainsFunc(places, func(p Place) bool { return p.File != places[0].File }) {
		return places[0].File
	}
	return dir + "/"
}

// leftovers prints what differs in names only once.
func (p page) leftovers(part []Leftover) {
	x := part[0]
	head := "  " + typeset.Pad(x.Fate, len(maybe)) + "  "
	var names []string
	var places []Place
	for _, x := range part {
		names, places = append(names, x.What), append(places, x.At)
	}
	if definitions(x.Kind, len(part)) {
		p.entry(head, fmt.Sprintf("%s, %d:", x.Kind, len(part)), folder(places))
		p.hang(12, strings.Join(names, ", "))
	} else {
		for _, x := range part {
			p.entry(head, x.Kind+" "+x.What, x.At.String())
		}
	}
	if !strings.HasSuffix(x.By, x.Kind+"/"+x.What) {
		p.hang(12, "by "+shared(part, x.By))
	}
	if x.Fate != removed || x.Kind == "MutatingWebhookConfiguration" || x.Kind == "ValidatingWebhookConfiguration" || x.Kind == "APIService" {
		p.hang(12, shared(part, x.Why))
		p.entry("            -> ", shared(part, x.Remove), "")
	}
}

// names prints what a step is about: a line each, or a paragraph for each kind of many.
func (p page) names(what []string) {
	if len(what) < 2*many {
		for _, w := range what {
			p.entry("     - ", w, "")
		}
		return
	}
	kind := func(w string) string {
		k, _, ok := strings.Cut(w, "/")
		if !ok || strings.Contains(k, " ") {
			return ""
		}
		return k
	}
	_ = groups(what, kind, func(k string, part []string) error {
		if k == "" || len(part) < many {
			p.entry("     - ", strings.Join(part, ", "), "")
			return nil
		}
		var names []string
		for _, w := range part {
			names = append(names, strings.TrimPrefix(w, k+"/"))
		}
		p.entry("     - ", fmt.Sprintf("%s, %d: %s", k, len(part), strings.Join(names, ", ")), "")
		return nil
	})
}

// rights prints the objects of the installer, many definitions in one paragraph.
func (p page) rights(list []Right) {
	head := func(r Right) string {
		if r.Grants == "" && len(r.Rules) == 0 {
			return r.Kind
		}
		return r.Kind + " " + r.Name
	}
	_ = groups(list, head, func(_ string, part []Right) error {
		if definitions(part[0].Kind, len(part)) {
			var names []string
			var places []Place
			for _, r := range part {
				names, places = append(names, r.Name), append(places, r.At)
			}
			p.entry("  ", fmt.Sprintf("%s, %d:", part[0].Kind, len(part)), folder(places))
			p.hang(6, strings.Join(names, ", "))
			return nil
		}
		for _, r := range part {
			p.entry("  ", r.Kind+" "+r.Name, r.At.String())
			if r.Grants != "" {
				p.hang(6, r.Gives())
			}
			for _, rule := range r.Rules {
				p.hang(6, rule)
			}
		}
		return nil
	})
}
