package engine

import (
	"slices"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// allowed are the builtins a rule may call. It is an allow-list, so that an upgrade of OPA lets nothing new in: no
// network, no environment, no clock, no random numbers.
var allowed = []string{
	"abs", "all", "and", "any", "array.concat", "array.flatten", "array.reverse", "array.slice", "assign", "ceil", "concat", "contains", "count", "div",
	"endswith", "eq", "equal", "floor", "format_int", "glob.match", "gt", "gte", "indexof", "indexof_n", "internal.member_2", "internal.member_3",
	"internal.print", "intersection", "is_array", "is_boolean", "is_null", "is_number", "is_object", "is_set", "is_string", "json.filter", "json.remove",
	"lower", "lt", "lte", "max", "min", "minus", "mul", "neq", "numbers.range", "object.filter", "object.get", "object.keys", "object.remove",
	"object.subset", "object.union", "object.union_n", "or", "plus", "print", "product", "regex.is_valid", "regex.match", "regex.replace", "regex.split",
	"regex.find_n", "rem", "replace", "round", "semver.compare", "semver.is_valid", "set_diff", "sort", "split", "sprintf", "startswith", "strings.any_prefix_match",
	"strings.any_suffix_match", "strings.count", "strings.replace_n", "strings.reverse", "substring", "sum", "time.parse_duration_ns", "to_number", "trim",
	"trim_left", "trim_prefix", "trim_right", "trim_space", "trim_suffix", "type_name", "union", "units.parse", "units.parse_bytes", "upper", "walk",
	"internal.test_case", "strings.render_template", "internal.template_string",
}

var capabilities = sync.OnceValue(func() *ast.Capabilities {
	c := ast.CapabilitiesForThisVersion()
	out := *c
	out.Builtins = slices.DeleteFunc(slices.Clone(c.Builtins), func(b *ast.Builtin) bool { return !slices.Contains(allowed, b.Name) })
	out.AllowNet = []string{}
	return &out
})
