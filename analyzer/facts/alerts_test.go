package facts_test

import (
	"fmt"
	"testing"
)

func TestFlaps(t *testing.T) {
	tests := []struct{ expr, want string }{
		{`up == 0`, "up"},
		{`up{job="a"} != 1`, "up"},
		{`up < 1`, "up"},
		{`(up == bool 0) == 1`, "up"},
		{`min by (job) (up) == 0`, "up"},
		{`count by (job) (up == 0) > 0`, "up"},
		{`sum(up{job="a"} == bool 0) >= 1`, "up"},
		{`absent(up{job="a"})`, "absent"},
		{`absent(up{job="a"} == 1)`, "absent"},
		{`absent(foo) == 1`, "absent"},
		{`foo > 3 or up == 0`, "up"},
		{`up == 1`, "none"},
		{`up > 0`, "none"},
		{`sum(up) < 3`, "none"},
		{`uptime == 0`, "none"},
		{`up == 0 unless on (node) drained`, "none"},
		{`up == 0 and on (node) ready == 1`, "none"},
		{`100 * count(up == 0) / count(up) > 10`, "none"},
		{`avg_over_time(up[5m]) == 0`, "none"},
		{`count(up == 0) > 3`, "none"},
		{`up ==`, "none"},
	}
	for _, tt := range tests {
		f := extract(t, "a.yaml", fmt.Sprintf("apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: {name: r}\nspec:\n  groups:\n  - rules:\n    - alert: A\n      expr: '%s'\n      for: 1m30s\n      keep_firing_for: 10s\n", tt.expr))
		if len(f.Alerts) != 1 || f.Alerts[0].Flaps != tt.want || f.Alerts[0].For != 90 || f.Alerts[0].Keep != 10 {
			t.Errorf("%s: %+v, want %s", tt.expr, f.Alerts, tt.want)
		}
	}
}

func TestAlertsInConfigMaps(t *testing.T) {
	f := extract(t, "a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: r}\ndata:\n  a.yml: |\n    groups:\n    - rules:\n      - alert: A\n        expr: up == 0\n        for: 5s\n  b.yml: 'groups: [{rules: [{alert: B, expr: up == 0}]}]'\n  c.txt: \"groups: alert: [\"\n")
	if len(f.Alerts) != 2 {
		t.Fatalf("%+v", f.Alerts)
	}
	if at := f.Alerts[0].ForAt; at.Span == nil || at.Span.File != "a.yaml" || at.Span.Start.Line != 10 {
		t.Errorf("for stands on line 10, not at %+v", at.Span)
	}
	if at := f.Alerts[1].At; at.Span != nil || at.Path.String() != `data["b.yml"]` {
		t.Errorf("a text in one line is shown at its key, not at %v", at)
	}
}
