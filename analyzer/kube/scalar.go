package kube

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// scalarKind is what JSON type a YAML scalar becomes on its way to the API server.
type scalarKind uint8

const (
	textScalar scalarKind = iota
	nullScalar
	boolScalar
	intScalar
	floatScalar
)

// scalar is a YAML scalar as Kubernetes reads it. Kubernetes tools convert manifests to JSON with sigs.k8s.io/yaml,
// whose resolver is the one of go.yaml.in/yaml/v2 (resolve.go there): YAML 1.1, in which yes, no, on, off, y and n are
// booleans and 0777 is octal.
type scalar struct {
	kind scalarKind
	text string
	yes  bool
	num  int64
	big  float64
}

// resolve reads a scalar node; it must not be called for another kind of node.
func resolve(n *yaml.Node) scalar {
	s := scalar{text: n.Value}
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		if n.Style&yaml.TaggedStyle == 0 || n.Tag == "!!str" {
			return s
		}
	}
	if n.Style&yaml.TaggedStyle != 0 && !strings.HasPrefix(n.Tag, "!!") || n.Tag == "!!binary" {
		return s
	}
	p := plain(n.Value)
	if p.kind != textScalar && n.Tag == "!!str" {
		// A tool built this node: it is a string that the encoder will quote, unless YAML 1.2 needs no quotes for it
		// (yes, no, on ...), in which case it is written plain and Kubernetes reads a boolean.
		untagged := yaml.Node{Kind: yaml.ScalarNode, Value: n.Value}
		if n.Style&yaml.TaggedStyle != 0 || untagged.ShortTag() != "!!str" {
			return s
		}
	}
	if n.Tag == "!!float" && p.kind == intScalar {
		p.kind, p.big = floatScalar, float64(p.num)
	}
	return p
}

// isNull is true for a scalar without a value. Most scalars need no closer look than their first letter.
func isNull(n *yaml.Node) bool {
	if n.Kind != yaml.ScalarNode || n.Value != "" && strings.IndexByte("~nN", n.Value[0]) < 0 {
		return false
	}
	return resolve(n).kind == nullScalar
}

func plain(v string) scalar {
	s := scalar{text: v}
	if v == "" {
		s.kind = nullScalar
		return s
	}
	switch c := v[0]; {
	case strings.IndexByte("yYnNtTfFoO~", c) >= 0:
		s.word()
	case c == '.' || c == '+' || c == '-' || c >= '0' && c <= '9':
		s.number()
	}
	return s
}

func (s *scalar) word() {
	switch s.text {
	case "~", "null", "Null", "NULL":
		s.kind = nullScalar
	case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON":
		s.kind, s.yes = boolScalar, true
	case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF":
		s.kind = boolScalar
	}
}

func (s *scalar) number() {
	switch s.text {
	case ".nan", ".NaN", ".NAN":
		s.kind, s.big = floatScalar, math.NaN()
		return
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		s.kind, s.big = floatScalar, math.Inf(1)
		return
	case "-.inf", "-.Inf", "-.INF":
		s.kind, s.big = floatScalar, math.Inf(-1)
		return
	}
	if s.text[0] == '.' {
		if f, err := strconv.ParseFloat(s.text, 64); err == nil {
			s.kind, s.big = floatScalar, f
		}
		return
	}
	digits := strings.ReplaceAll(s.text, "_", "")
	if n, err := strconv.ParseInt(digits, 0, 64); err == nil {
		s.kind, s.num = intScalar, n
		return
	}
	if n, err := strconv.ParseUint(digits, 0, 64); err == nil {
		s.kind, s.big = floatScalar, float64(n) // larger than any integer field
		return
	}
	if decimal(digits) {
		if f, err := strconv.ParseFloat(digits, 64); err == nil {
			s.kind, s.big = floatScalar, f
		}
	}
}

// decimal matches [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
func decimal(v string) bool {
	v = strings.TrimLeft(v[:1], "+-") + v[1:]
	rest := strings.TrimLeft(v, "0123456789")
	whole := len(v) - len(rest)
	if strings.HasPrefix(rest, ".") {
		after := strings.TrimLeft(rest[1:], "0123456789")
		if whole == 0 && len(after) == len(rest)-1 {
			return false
		}
		rest = after
	} else if whole == 0 {
		return false
	}
	if rest == "" {
		return true
	}
	if rest[0] != 'e' && rest[0] != 'E' || len(rest) < 2 {
		return false
	}
	exp := rest[1:]
	if exp[0] == '+' || exp[0] == '-' {
		exp = exp[1:]
	}
	return exp != "" && strings.Trim(exp, "0123456789") == ""
}

// whole gives the integer value of a number; JSON writes the float 1e3 as 1000, so whole floats count as integers.
func (s scalar) whole() (int64, bool) {
	switch s.kind {
	case intScalar:
		return s.num, true
	case floatScalar:
		if s.big == math.Trunc(s.big) && math.Abs(s.big) < 1<<63 {
			return int64(s.big), true
		}
	}
	return 0, false
}

// json is the scalar's JSON text; ok is false for .nan and .inf, which JSON does not have.
func (s scalar) json() ([]byte, bool) {
	var v any
	switch s.kind {
	case nullScalar:
		return []byte("null"), true
	case boolScalar:
		v = s.yes
	case intScalar:
		return strconv.AppendInt(nil, s.num, 10), true
	case floatScalar:
		v = s.big
	default:
		v = s.text
	}
	b, err := json.Marshal(v)
	return b, err == nil
}

// key is the scalar as a JSON object key.
func (s scalar) key() string {
	switch s.kind {
	case boolScalar:
		return strconv.FormatBool(s.yes)
	case intScalar:
		return strconv.FormatInt(s.num, 10)
	case floatScalar:
		return strconv.FormatFloat(s.big, 'g', -1, 32)
	}
	return s.text
}

// describe says what a person wrote, in words, for messages.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.ScalarNode:
	default:
		return "nothing"
	}
	s := resolve(n)
	switch s.kind {
	case nullScalar:
		return "nothing"
	case boolScalar:
		if word := strconv.FormatBool(s.yes); word != s.text {
			return "the boolean " + word + " (written " + s.text + ")"
		}
		return "the boolean " + s.text
	case intScalar, floatScalar:
		if v, ok := s.json(); ok && string(v) != s.text {
			return "the number " + string(v) + " (written " + s.text + ")"
		}
		return "the number " + s.text
	}
	return "the text " + quoted(s.text)
}

// quoted puts a value in quotes for a message, shortened to 40 characters.
func quoted(s string) string {
	if utf8.RuneCountInString(s) > 40 {
		s = string([]rune(s)[:39]) + "…"
	}
	return strconv.Quote(s)
}
