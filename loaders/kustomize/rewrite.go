package kustomize

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// prune removes list items and the pairs of mappings whose value is in drop.
func prune(n *yaml.Node, drop map[*yaml.Node]bool) {
	switch n.Kind {
	case yaml.SequenceNode:
		n.Content = slices.DeleteFunc(n.Content, func(c *yaml.Node) bool { return drop[c] })
	case yaml.MappingNode:
		var kept []*yaml.Node
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !drop[n.Content[i+1]] {
				kept = append(kept, n.Content[i], n.Content[i+1])
			}
		}
		n.Content = kept
	}
	for _, c := range n.Content {
		prune(c, drop)
	}
}

func text(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }

// addTargets gives each patch a target, because kustomize skips a patch whose target selects nothing, but stops at a patch
// without a target whose object does not exist.
func (p *preparer) addTargets(k *kustomization) {
	var first, last []*yaml.Node
	var patches *yaml.Node
	remove := map[*yaml.Node]bool{}
	eachPair(k.root, func(key string, value *yaml.Node) {
		switch key {
		case "patches":
			patches = target(value)
		case "patchesstrategicmerge":
			eachItem(value, func(item *yaml.Node) {
				field := "path"
				if isInline(target(item).Value) {
					field = "patch"
				}
				first = append(first, &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{text(field), item}})
			})
			remove[value] = true
		case "patchesjson6902":
			eachItem(value, func(item *yaml.Node) { last = append(last, item) })
			remove[value] = true
		}
	})
	prune(k.root, remove)
	if patches == nil {
		patches = &yaml.Node{Kind: yaml.SequenceNode}
		k.root.Content = append(k.root.Content, text("patches"), patches)
	}
	patches.Content = slices.Concat(first, patches.Content, last)
	for _, item := range patches.Content {
		p.addTarget(k.dir, target(item))
	}
}

func (p *preparer) addTarget(dir string, patch *yaml.Node) {
	var data []byte
	hasTarget := false
	eachPair(patch, func(key string, value *yaml.Node) {
		switch key {
		case "path":
			data, _ = fs.ReadFile(p.fsys, path.Join(dir, target(value).Value))
		case "patch":
			data = []byte(target(value).Value)
		case "target":
			hasTarget = true
		}
	})
	docs, err := parseDocuments(data)
	if hasTarget || err != nil || len(docs) != 1 || docs[0].Kind != yaml.MappingNode || patch.Kind != yaml.MappingNode {
		return
	}
	_, meta := source.Lookup(docs[0], "metadata")
	scalar := func(m *yaml.Node, key string) string {
		_, v := source.Lookup(m, key)
		return target(v).Value
	}
	group, version, ok := strings.Cut(scalar(docs[0], "apiVersion"), "/")
	if !ok {
		group, version = "", group
	}
	selector := &yaml.Node{Kind: yaml.MappingNode}
	for _, pair := range [][2]string{
		{"group", group}, {"version", version}, {"kind", scalar(docs[0], "kind")}, {"name", scalar(meta, "name")}, {"namespace", scalar(meta, "namespace")},
	} {
		if pair[1] != "" {
			selector.Content = append(selector.Content, text(pair[0]), text(pair[1]))
		}
	}
	patch.Content = append(patch.Content, text("target"), selector)
}
