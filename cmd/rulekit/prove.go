package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/helm"
	"github.com/drainlint/drainlint/loaders/source"
)

// proven are the sub-trees of a pod template whose values are checked.
var proven = []string{"resources", "securityContext", "lifecycle", "tolerations", "strategy", "updateStrategy"}

// proof is the last line of the prove command.
type proof struct {
	// Scalars are those that an action wrote; Named those with a values key; Single those with exactly one.
	Scalars int `json:"scalars"`
	Named   int `json:"named"`
	Single  int `json:"single"`
	// Tried of the single ones were tested: Right changed with the named key and with no other of 20 keys.
	Tried int `json:"tried"`
	Right int `json:"right"`
}

// named is a scalar of a rendered object and the key that the trace names for it.
type named struct {
	object string
	at     source.Path
	key    entry
}

// entry is a scalar of a values file.
type entry struct {
	path []string
	node *yaml.Node
}

func (e entry) String() string { return strings.Join(e.path, ".") }

// changed is the argument of --set-json that gives the key another value of its type.
func (e entry) changed() string {
	var b strings.Builder
	for i, p := range e.path {
		if i > 0 && !strings.HasPrefix(p, "[") {
			b.WriteByte('.')
		}
		b.WriteString(strings.NewReplacer(".", `\.`, ",", `\,`).Replace(p))
	}
	value := strconv.Quote(e.node.Value + "x")
	switch e.node.Tag {
	case "!!bool":
		value = strconv.FormatBool(e.node.Value != "true")
	case "!!int", "!!float":
		if f, err := strconv.ParseFloat(e.node.Value, 64); err == nil {
			value = strconv.FormatFloat(f+1, 'f', -1, 64)
		}
	}
	return b.String() + "=" + value
}

// prove tests, on charts below dir, that the values key named for a scalar is the one that sets it: changing the key changes
// the scalar, and changing any of 20 other keys does not. sample bounds the number of scalars tested for each chart.
func prove(w io.Writer, dir string, sample int) error {
	root, charts, err := chartsBelow(dir)
	if err != nil {
		return err
	}
	var sum proof
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range charts {
		u, err := helm.Load(context.Background(), os.DirFS(root), c, helm.Options{})
		if err != nil {
			return err
		}
		if !u.Partial {
			sum.chart(w, root, c, u, random, sample)
		}
	}
	text, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}

func (s *proof) chart(w io.Writer, root, dir string, u *source.Unit, random *rand.Rand, sample int) {
	var single []named
	for _, d := range u.Documents {
		if d.Scalar("kind") == "CustomResourceDefinition" {
			continue
		}
		scalarsBelow(d.Root, nil, func(at source.Path, n *yaml.Node) {
			if !slices.ContainsFunc(at, func(e any) bool { k, ok := e.(string); return ok && slices.Contains(proven, k) }) {
				return
			}
			t := d.Trace(at)
			keys := valuesKeys(t)
			if keys == nil && !computed(u, t, n) {
				return
			}
			s.Scalars++
			if len(keys) == 0 {
				fmt.Fprintf(w, "unnamed  %s %s %s = %s (%s)\n", dir, d.Identity(), at, strings.ReplaceAll(n.Value, "\n", " "), t.Span)
				return
			}
			s.Named++
			if len(keys) == 1 {
				s.Single++
				if key := keyAt(root, dir, keys[0]); key.path != nil {
					single = append(single, named{d.Identity(), at, key})
				}
			}
		})
	}
	all := everyKey(root, dir)
	for _, i := range random.Perm(len(single))[:min(sample, len(single))] {
		n := single[i]
		s.Tried++
		before := rendered(root, dir, "", n)
		if after := rendered(root, dir, n.key.changed(), n); after == before {
			fmt.Fprintf(w, "unmoved  %s %s %s (%s) by %s\n", dir, n.object, n.at, before, n.key)
			continue
		}
		right := true
		for range min(20, len(all)) {
			other := all[random.IntN(len(all))]
			if slices.Equal(other.path, n.key.path) {
				continue
			}
			if after := rendered(root, dir, other.changed(), n); after != before && after != "" {
				right = false
				fmt.Fprintf(w, "moved    %s %s %s, said to be %s, by %s\n", dir, n.object, n.at, n.key, other)
			}
		}
		if right {
			s.Right++
		}
	}
}

func scalarsBelow(n *yaml.Node, at source.Path, visit func(source.Path, *yaml.Node)) {
	switch n.Kind {
	case yaml.ScalarNode:
		visit(at, n)
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			scalarsBelow(n.Content[i+1], at.Child(n.Content[i].Value), visit)
		}
	case yaml.SequenceNode:
		for i, e := range n.Content {
			scalarsBelow(e, at.Child(i), visit)
		}
	}
}

// valuesKeys are the places in values files that a trace names.
func valuesKeys(t source.Trace) []source.Span {
	var out []source.Span
	if path.Base(t.Span.File) == "values.yaml" {
		out = append(out, t.Span)
	}
	for _, s := range t.Via {
		if path.Base(s.Span.File) == "values.yaml" {
			out = append(out, s.Span)
		}
	}
	return out
}

// computed tells whether a template does not spell the scalar out: its line has an action instead.
func computed(u *source.Unit, t source.Trace, n *yaml.Node) bool {
	lines := strings.Split(string(u.Files[t.Span.File]), "\n")
	return t.Span.Start.Line > 0 && t.Span.Start.Line <= len(lines) && !strings.Contains(lines[t.Span.Start.Line-1], n.Value)
}

// keyAt gives the key at a place of a values file, as seen from the chart.
func keyAt(root, dir string, at source.Span) (found entry) {
	rel, err := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(at.File))
	if err != nil || strings.HasPrefix(rel, "..") {
		return entry{}
	}
	var prefix []string
	parts := strings.Split(filepath.ToSlash(rel), "/")
	for i, p := range parts {
		if p == "charts" && i+1 < len(parts) {
			prefix = append(prefix, parts[i+1])
		}
	}
	keys(root, at.File, func(e entry, key *yaml.Node) {
		if key.Line == at.Start.Line && key.Column == at.Start.Col {
			found = entry{slices.Concat(prefix, e.path), e.node}
		}
	})
	return found
}

// keys visits the scalars of a values file: the key's node, or the item's in a list.
func keys(root, file string, visit func(e entry, key *yaml.Node)) {
	data, err := os.ReadFile(filepath.Join(root, file))
	var doc yaml.Node
	if err != nil || yaml.Unmarshal(data, &doc) != nil || len(doc.Content) == 0 {
		return
	}
	var walk func(n, key *yaml.Node, at []string)
	walk = func(n, key *yaml.Node, at []string) {
		switch n.Kind {
		case yaml.MappingNode:
			for i := 0; i+1 < len(n.Content); i += 2 {
				walk(n.Content[i+1], n.Content[i], append(slices.Clip(at), n.Content[i].Value))
			}
		case yaml.SequenceNode:
			for i, e := range n.Content {
				walk(e, e, append(slices.Clip(at), "["+strconv.Itoa(i)+"]"))
			}
		case yaml.ScalarNode:
			visit(entry{at, n}, key)
		}
	}
	walk(doc.Content[0], nil, nil)
}

func everyKey(root, dir string) []entry {
	var out []entry
	keys(root, path.Join(dir, "values.yaml"), func(e entry, _ *yaml.Node) { out = append(out, e) })
	return out
}

// rendered gives the scalar n with a --set-json; empty when it is gone.
func rendered(root, dir, set string, n named) string {
	o := helm.Options{}
	if set != "" {
		o.SetJSON = []string{set}
	}
	u, err := helm.Load(context.Background(), os.DirFS(root), dir, o)
	if err != nil {
		return ""
	}
	for _, d := range u.Documents {
		if d.Identity() == n.object {
			return d.Scalar(n.at...)
		}
	}
	return ""
}
