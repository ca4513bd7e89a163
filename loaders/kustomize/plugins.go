package kustomize

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
	sigsyaml "sigs.k8s.io/yaml"
)

// inlinePlugin checks a plugin configuration that stands in the kustomization itself.
func inlinePlugin(text string) (message, change string) {
	docs, err := parseDocuments([]byte(text))
	if err != nil {
		return "the configuration is not valid YAML: " + err.Error(), ""
	}
	for _, doc := range docs {
		if message, change := unusable(doc); message != "" {
			return message, change
		}
	}
	return "", ""
}

// pluginFields are what a folder of plugin configurations may use: anything else could make kustomize build a
// configuration that nobody has checked.
var pluginFields = []string{"apiversion", "kind", "metadata", "resources", "namespace", "nameprefix", "namesuffix", "labels", "commonlabels", "commonannotations"}

// onlyPluginFields reports the first other field.
func (p *preparer) onlyPluginFields(k *kustomization) bool {
	ok := true
	eachPair(k.root, func(key string, value *yaml.Node) {
		if ok && !slices.Contains(pluginFields, key) {
			p.fail(k.file, value, fmt.Sprintf("plugin configurations are made with %s, which drainlint does not follow", key), "list finished configurations")
			ok = false
		}
	})
	return ok
}

// plugins checks the plugin configurations in a file; false means that the file has to be taken out.
func (p *preparer) plugins(name string, docs []*yaml.Node) bool {
	for _, doc := range docs {
		if message, change := unusable(doc); message != "" {
			p.fail(name, doc, message, change)
			return false
		}
	}
	return true
}

// unusable says why a plugin is not run, "" when kustomize has it built in and it reads nothing remote.
func unusable(doc *yaml.Node) (message, change string) {
	if !plain(doc) {
		return "anchors, aliases or tags in the configuration of a plugin are not followed", "write the values out"
	}
	version, kind := "", ""
	eachPair(doc, func(key string, value *yaml.Node) {
		switch key {
		case "apiversion":
			version = value.Value
		case "kind":
			kind = value.Value
		}
	})
	switch {
	case version != "builtin":
		return fmt.Sprintf("plugin %s of %q is none of kustomize's own, and drainlint runs no other program", kind, version),
			"commit its output and list that under resources"
	case kind == "HelmChartInflationGenerator":
		return "a chart is inflated by helm, which drainlint does not run", "scan the chart itself, or commit its output"
	}
	for _, n := range pluginPaths(doc) {
		if s := target(n).Value; remote(s) || remote(pathOf(s)) {
			return fmt.Sprintf("%s is remote, and drainlint stays offline", s), "vendor it: copy it into the repository and name its path"
		}
	}
	return "", ""
}

// plain reports whether a tree says what it says without aliases and tags.
func plain(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
		return false
	}
	return !slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return !plain(c) })
}

// safe checks the text that kustomize will read once more, in the form in which it reads it: nothing in it may start git,
// HTTP, helm or a plugin, whatever YAML was used to write it.
func safe(data []byte) bool {
	plainJSON, err := sigsyaml.YAMLToJSON(data)
	if err != nil {
		return true // kustomize cannot read it either
	}
	root, err := parseFile(plainJSON)
	if err != nil {
		return false
	}
	ok := true
	for _, e := range entries(root) {
		if remote(e.value) {
			return false
		}
		if e.inline && e.role == aPlugin {
			message, _ := inlinePlugin(e.value)
			ok = ok && message == ""
		}
	}
	eachPair(root, func(key string, value *yaml.Node) {
		if key == "helmcharts" || key == "helmchartinflationgenerator" {
			ok = ok && len(value.Content) == 0
		}
	})
	return ok
}
