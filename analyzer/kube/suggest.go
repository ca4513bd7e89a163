package kube

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// unknown records a key that its Go type does not have.
func (d *decoder) unknown(key string, value *yaml.Node, parent *typeInfo) {
	u := Unknown{Path: d.path(key), Parent: parent.name(), Empty: isNull(value)}
	at, owner, field := d.suggest(key, parent)
	u.Suggestion = at
	u.Critical = critical(parent.name(), key) || owner != "" && critical(owner, field)
	d.out.Unknown = append(d.out.Unknown, u)
}

// suggest finds where a key probably belongs: the field path, the Go type there and the field's right name. In order:
// the same word spelled differently beside it; the same name elsewhere in the document's type, nearest first; a
// neighbour with at most two typing errors; the one neighbour that contains the word; a neighbour and its field written
// together.
func (d *decoder) suggest(key string, parent *typeInfo) (at, owner, field string) {
	beside := func(f *fieldInfo) (string, string, string) {
		return d.path(f.name).String(), parent.name(), f.name
	}
	lower := strings.ToLower(key)
	for _, f := range parent.all() {
		if n := strings.ToLower(f.name); n == lower || n == lower+"s" || n+"s" == lower {
			return beside(f)
		}
	}
	if everywhere(lower) { // secret.name is secretName, not the name of the volume
		if f := contained(lower, parent, 1); f != nil {
			return beside(f)
		}
	}
	if at, owner, field := d.elsewhere(lower, parent); at != "" {
		return at, owner, field
	}
	if f := typo(lower, parent); f != nil {
		return beside(f)
	}
	if f := contained(lower, parent, 4); f != nil {
		return beside(f)
	}
	for _, f := range parent.all() { // serviceName for service.name
		rest, ok := strings.CutPrefix(lower, strings.ToLower(f.name))
		if !ok || f.info.shape != structShape {
			continue
		}
		for _, sub := range f.info.all() {
			if strings.ToLower(sub.name) == rest {
				return d.path(f.name, sub.name).String(), f.info.name(), sub.name
			}
		}
	}
	return "", "", ""
}

// place is a field below some type: the way down and the type that has it.
type place struct {
	way   []string
	owner string
}

// everywhere are words that so many types have that only the level below can be meant.
func everywhere(lower string) bool {
	switch lower {
	case "name", "type", "value", "key", "kind", "items", "mode", "optional", "uid", "status", "reason", "message",
		"apiversion", "operator", "values", "path", "port", "protocol", "role", "user", "spec", "metadata", "data",
		"enabled", "version", "group", "resource", "selector", "weight", "namespace", "host", "id", "level":
		return true
	}
	return false
}

// elsewhere looks for the name below the parent, then below each enclosing type. The distance is the number of struct
// levels up plus down; an enclosing type that has the field itself wins a tie.
func (d *decoder) elsewhere(lower string, parent *typeInfo) (at, owner, field string) {
	best := 6
	common := everywhere(lower)
	if common {
		best = 2
	}
	consider := func(info *typeInfo, up, depth int) {
		p, ok := info.under()[lower]
		// A volume has one source; the field of another source is not what was meant.
		if !ok || up > 0 && len(p.way) > 1 && strings.HasSuffix(parent.name(), "VolumeSource") {
			return
		}
		cost := up + len(p.way) - 1
		if cost < best || cost == best && at != "" && len(p.way) == 1 {
			prefix := decoder{base: d.base, stack: d.stack[:depth]}
			at = strings.TrimPrefix(prefix.path().String()+"."+strings.Join(p.way, "."), ".")
			best, owner, field = cost, p.owner, p.way[len(p.way)-1]
		}
	}
	consider(parent, 0, len(d.stack))
	up := 0
	for i := len(d.stack) - 1; i >= 0 && !common; i-- {
		if info := d.stack[i].owner; info != nil {
			up++
			consider(info, up, i)
		}
	}
	return at, owner, field
}

// maxDown is how many levels below a type a misplaced field is looked for.
const maxDown = 5

// under lists, by lower-case name, the nearest place of every field at or below the type.
func (i *typeInfo) under() map[string]place {
	i.belowOnce.Do(func() {
		i.below = map[string]place{}
		type level struct {
			info *typeInfo
			way  []string
		}
		seen := map[*typeInfo]bool{i: true}
		for queue := []level{{info: i}}; len(queue) > 0; queue = queue[1:] {
			at := queue[0]
			for _, f := range at.info.all() {
				if f.name == "status" || f.name == "managedFields" || f.name == "ownerReferences" {
					continue // the server writes them
				}
				way := append(append([]string(nil), at.way...), f.name)
				if _, ok := i.below[strings.ToLower(f.name)]; !ok {
					i.below[strings.ToLower(f.name)] = place{way: way, owner: at.info.name()}
				}
				next, last := f.info, f.name
				for next.shape == listShape {
					next, last = next.elem, last+"[]"
				}
				if next.shape == structShape && !seen[next] && len(way) < maxDown && !twin(f.name) {
					seen[next] = true
					queue = append(queue, level{next, append(way[:len(way)-1:len(way)-1], last)})
				}
			}
		}
	})
	return i.below
}

// twin is true for fields with a more common neighbour of the same type, whose fields are meant.
func twin(field string) bool {
	return field == "postStart" || field == "initContainers" || field == "ephemeralContainers"
}

// typo finds the field with the fewest differences, at most two, fewer for short words.
func typo(lower string, parent *typeInfo) *fieldInfo {
	most := 2
	if len(lower) < 5 {
		most = 1
	}
	var best *fieldInfo
	for _, f := range parent.all() {
		if n := distance(lower, strings.ToLower(f.name), most); n <= most {
			best, most = f, n-1
		}
	}
	return best
}

// contained finds the one field that ends in the word or in which the word ends: strategy and updateStrategy.
func contained(lower string, parent *typeInfo, shortest int) *fieldInfo {
	var found *fieldInfo
	for _, f := range parent.all() {
		n := strings.ToLower(f.name)
		if min(len(n), len(lower)) < shortest || !strings.HasSuffix(n, lower) && !strings.HasSuffix(lower, n) {
			continue
		}
		if found != nil {
			return nil
		}
		found = f
	}
	return found
}

// distance is the Levenshtein distance of two words, or something above most.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			diagonal, row[j] = row[j], min(diagonal+cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
