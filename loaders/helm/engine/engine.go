// Package engine renders the templates of a chart exactly as Helm's own engine does, and knows where each byte of the
// output comes from.
//
// It runs the same text/template code over the same functions. Two things are added to the parsed templates: before each
// action a call that prints nothing and says which action comes next, and a note of where each literal text lies in its
// file. Text written is then either a literal, recognised by its address, or the output of the last action announced.
// No byte of the output is different for it, so there is no second, marked rendering that could disagree.
//
// Unlike Helm's engine it gives the same output on every run: functions that draw random numbers, read the clock or make
// keys answer with constants of the same shape, see random.go.
package engine

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"sort"
	"strings"
	"text/template"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"
)

// Limits of one rendering. Helm has none: a chart that calls tpl on itself ends its process.
const (
	maxIncludes = 1000     // nested includes of one name, as in Helm
	maxTpl      = 200      // nested calls of tpl
	maxOutput   = 64 << 20 // bytes written by one chart, includes counted each time
	maxSteps    = 20 << 20 // actions run by one chart
	maxList     = 1 << 20  // numbers in a list made by until, untilStep or seq
)

// renderable is one template with what it is rendered over.
type renderable struct {
	text     string
	context  map[string]any
	basePath string
}

// Render renders c over values made by chartutil.ToRenderValues. The result has a text for each template that is not a
// partial, by its full name: chart/charts/sub/templates/x.yaml. Errors read as those of Helm's engine.
func Render(ctx context.Context, c *chart.Chart, values chartutil.Values) (texts map[string]*Text, err error) {
	defer func() {
		if r := recover(); r != nil {
			texts, err = nil, fmt.Errorf("rendering template failed: %v", r)
		}
	}()
	files := map[string]renderable{}
	collect(c, files, values)
	t := newTracer(ctx)
	if root, ok := values["Values"]; ok {
		t.index.add(root)
	}
	root := template.New("gotpl").Option("missingkey=zero")
	root.Funcs(t.functions(root))
	names := order(files)
	for _, name := range names {
		t.files[name] = files[name].text
		if _, err := root.New(name).Parse(files[name].text); err != nil {
			return nil, parseError(name, err)
		}
	}
	t.instrument(root)
	texts = make(map[string]*Text, len(names))
	for _, name := range names {
		if strings.HasPrefix(path.Base(name), "_") {
			continue
		}
		f := files[name]
		f.context["Template"] = chartutil.Values{"Name": name, "BasePath": f.basePath}
		t.tests, t.draws, t.looked = nil, nil, false
		out, err := t.execute(root, name, chartutil.Values(f.context), nil)
		if err != nil {
			return nil, execError(name, err)
		}
		texts[name] = out.text("<no value>")
		texts[name].Random, texts[name].Tests = t.random(), t.tests
	}
	return texts, nil
}

// order is Helm's: deeper templates first.
func order(files map[string]renderable) []string {
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := names[i], names[j]
		if ca, cb := strings.Count(a, "/"), strings.Count(b, "/"); ca != cb {
			return ca > cb
		}
		return a > b
	})
	return names
}

// collect gathers the templates of c and its dependencies, each with the context of its own chart.
func collect(c *chart.Chart, files map[string]renderable, parent map[string]any) map[string]any {
	subcharts := map[string]any{}
	context := map[string]any{
		"Chart": struct {
			chart.Metadata
			IsRoot bool
		}{*c.Metadata, c.IsRoot()},
		"Files":        newFiles(c.Files),
		"Release":      parent["Release"],
		"Capabilities": parent["Capabilities"],
		"Values":       chartutil.Values{},
		"Subcharts":    subcharts,
	}
	if c.IsRoot() {
		context["Values"] = parent["Values"]
	} else if own, err := chartutil.Values(parent).Table("Values." + c.Name()); err == nil {
		context["Values"] = own
	}
	for _, sub := range c.Dependencies() {
		subcharts[sub.Name()] = collect(sub, files, context)
	}
	library := strings.EqualFold(c.Metadata.Type, "library")
	for _, t := range c.Templates {
		if t == nil || library && !strings.HasPrefix(path.Base(t.Name), "_") {
			continue
		}
		files[path.Join(c.ChartFullPath(), t.Name)] = renderable{
			text: string(t.Data), context: context, basePath: path.Join(c.ChartFullPath(), "templates"),
		}
	}
	return context
}

// The marks by which Helm finds the text of fail and required in an error.
const (
	warnStart = "HELM_ERR_START"
	warnEnd   = "HELM_ERR_END"
)

func warning(text string) error { return errors.New(warnStart + text + warnEnd) }

func parseError(name string, err error) error {
	tokens := strings.Split(err.Error(), ": ")
	if len(tokens) == 1 {
		return fmt.Errorf("parse error in (%s): %w", name, err)
	}
	return fmt.Errorf("parse error at (%s): %s", tokens[1], tokens[len(tokens)-1])
}

func execError(name string, err error) error {
	if exec := (template.ExecError{}); !errors.As(err, &exec) {
		return err
	}
	tokens := strings.SplitN(err.Error(), ": ", 3)
	if len(tokens) != 3 {
		return fmt.Errorf("execution error in (%s): %w", name, err)
	}
	if m := regexp.MustCompile(warnStart + `((?s).*)` + warnEnd).FindStringSubmatch(tokens[2]); m != nil {
		return fmt.Errorf("execution error at (%s): %s", tokens[1], m[1])
	}
	return err
}
