package facts

import (
	"strings"

	"github.com/VictoriaMetrics/metricsql"
	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// alerts reads alerting rules: PrometheusRule objects, and ConfigMaps that hold rule files.
func (x *extractor) alerts(doc int, o *Object, d *source.Document) {
	switch o.Kind {
	case "PrometheusRule", "VMRule":
		_, spec := source.Lookup(d.Root, "spec")
		at := Ref{Doc: doc}.Child("spec")
		x.alertGroups(spec, func(p ...any) Ref { return at.Child(p...) }, operatorScrape)
	case "ConfigMap":
		_, data := source.Lookup(d.Root, "data")
		eachText(data, func(key string, value *yaml.Node) {
			if !strings.Contains(value.Value, "groups:") || !strings.Contains(value.Value, "alert:") {
				return
			}
			var file yaml.Node
			if yaml.Unmarshal([]byte(value.Value), &file) != nil || len(file.Content) != 1 {
				return
			}
			x.alertGroups(file.Content[0], x.insideText(doc, key, value, file.Content[0]), prometheusScrape)
		})
	}
}

// insideText gives the places of a YAML file inside a ConfigMap: its lines in a literal block of a manifest, else the key.
func (x *extractor) insideText(doc int, key string, outer, inner *yaml.Node) func(...any) Ref {
	at := Ref{Doc: doc}.Child("data", key)
	if x.unit.Kind != source.Manifest || outer.Style&yaml.LiteralStyle == 0 {
		return func(...any) Ref { return at }
	}
	return func(p ...any) Ref {
		k, v, depth := source.Find(inner, p)
		if depth != len(p) {
			return at
		}
		if k == nil {
			k = v
		}
		line := source.Pos{Line: outer.Line + k.Line, Col: 1}
		return Ref{Span: &source.Span{File: x.unit.Documents[doc].File, Start: line, End: source.Pos{Line: line.Line, Col: 2}}}
	}
}

func (x *extractor) alertGroups(root *yaml.Node, at func(...any) Ref, standard scrape) {
	_, groups := source.Lookup(root, "groups")
	for i, g := range items(groups) {
		_, rules := source.Lookup(g, "rules")
		for j, r := range items(rules) {
			field := func(name string) string {
				if _, v := source.Lookup(r, name); v != nil && v.Kind == yaml.ScalarNode {
					return v.Value
				}
				return ""
			}
			if field("alert") == "" || field("expr") == "" {
				continue
			}
			a := Alert{
				At: at("groups", i, "rules", j, "expr"), ForAt: at("groups", i, "rules", j, "expr"), Name: field("alert"), Expr: field("expr"),
				For: promSeconds(field("for")), Keep: promSeconds(field("keep_firing_for")), Flaps: flaps(field("expr")),
			}
			if field("for") != "" {
				a.ForAt = at("groups", i, "rules", j, "for")
			}
			x.facts.Alerts = append(x.facts.Alerts, a)
			x.loaders = append(x.loaders, standard)
		}
	}
}

// promSeconds reads a Prometheus duration; 0 for none.
func promSeconds(text string) float64 {
	if text == "" {
		return 0
	}
	ms, err := metricsql.PositiveDurationValue(text, 0)
	if err != nil {
		return 0
	}
	return float64(ms) / 1000
}

// flaps tells what makes an expression true while one target is away. Expressions that combine up with something else, as a
// guard or a share of all targets, are not judged. MetricsQL reads every PromQL expression.
func flaps(expr string) string {
	if !holdsWord(expr, "up") && !holdsWord(expr, "absent") {
		return "none" // spares most rules the parsing
	}
	e, err := metricsql.Parse(expr)
	if err != nil {
		return "none"
	}
	return flapsExpr(e)
}

// holdsWord tells whether a name stands in an expression by itself: not as a part of node_uptime or group_left.
func holdsWord(expr, name string) bool {
	for rest := expr; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		after := rest[i+len(name):]
		if (i == 0 || !isWordByte(rest[i-1])) && (after == "" || !isWordByte(after[0])) {
			return true
		}
		rest = after
	}
}

func isWordByte(b byte) bool {
	return b == '_' || b == ':' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

func flapsExpr(e metricsql.Expr) string {
	switch e := e.(type) {
	case *metricsql.BinaryOpExpr:
		switch strings.ToLower(e.Op) {
		case "or":
			if f := flapsExpr(e.Left); f != "none" {
				return f
			}
			return flapsExpr(e.Right)
		case "==", "!=", "<", "<=":
			n, isNumber := e.Right.(*metricsql.NumberExpr)
			if !isNumber {
				return "none"
			}
			if isUp(e.Left) && missing(e.Op, n.N) {
				return "up"
			}
			if e.Op == "==" && n.N == 1 {
				return flapsExpr(e.Left) // absent(...) == 1
			}
		case ">", ">=":
			if n, isNumber := e.Right.(*metricsql.NumberExpr); isNumber && (e.Op == ">" && n.N == 0 || e.Op == ">=" && n.N <= 1) {
				return flapsExpr(e.Left) // count(up == 0) > 0
			}
		}
	case *metricsql.FuncExpr:
		if strings.ToLower(e.Name) == "absent" {
			return "absent"
		}
	case *metricsql.AggrFuncExpr:
		if len(e.Args) == 1 {
			return flapsExpr(e.Args[0])
		}
	}
	return "none"
}

// missing is true for comparisons that hold for up 0 and not for up 1.
func missing(op string, n float64) bool {
	switch op {
	case "==":
		return n == 0
	case "!=":
		return n == 1
	case "<":
		return n > 0 && n <= 1
	}
	return n == 0 // <=
}

// isUp is true for the metric up, with any labels, and for aggregations of it that one missing target changes to 0.
func isUp(e metricsql.Expr) bool {
	switch e := e.(type) {
	case *metricsql.MetricExpr:
		for _, filters := range e.LabelFilterss {
			for _, f := range filters {
				if f.Label == "__name__" && f.Value == "up" && !f.IsNegative && !f.IsRegexp {
					return true
				}
			}
		}
	case *metricsql.AggrFuncExpr:
		return strings.ToLower(e.Name) == "min" && len(e.Args) == 1 && isUp(e.Args[0])
	}
	return false
}
