package kustomize

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// inlinePlugins checks the plugin configurations that stand in the kustomization itself.
func (p *preparer) inlinePlugins(k *kustomization) {
	eachPair(k.root, func(key string, value *yaml.Node) {
		switch key {
		case "generators", "transformers", "validators":
			eachItem(value, func(item *yaml.Node) {
				text := target(item)
				if text.Kind != yaml.ScalarNode || !inline(text.Value) {
					return
				}
				docs, err := parseDocuments([]byte(text.Value))
				if err != nil {
					p.fail(k.file, item, "the configuration is not valid YAML: "+err.Error(), "")
					k.drop[item] = true
					return
				}
				for _, doc := range docs {
					if message, change := unusable(doc); message != "" {
						p.fail(k.file, item, message, change)
						k.drop[item] = true
						return
					}
				}
			})
		}
	})
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
		if s := target(n).Value; remote(s) {
			return fmt.Sprintf("%s is remote, and drainlint stays offline", s), "vendor it: copy it into the repository and name its path"
		}
	}
	return "", ""
}

// helmCharts takes out the charts that kustomize would render with the helm program.
func (p *preparer) helmCharts(k *kustomization) {
	eachPair(k.root, func(key string, value *yaml.Node) {
		if key != "helmcharts" && key != "helmchartinflationgenerator" {
			return
		}
		eachItem(value, func(item *yaml.Node) {
			name := ""
			eachPair(item, func(key string, value *yaml.Node) {
				if key == "name" || key == "chartname" {
					name = value.Value
				}
			})
			p.fail(k.file, item, fmt.Sprintf("chart %q is inflated by helm, which drainlint does not run", name), "scan the chart itself, or commit its output")
			k.drop[item] = true
		})
	})
}
