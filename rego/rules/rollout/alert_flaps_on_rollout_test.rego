package drainlint.rules.rollout.alert_flaps_on_rollout_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.alert_flaps_on_rollout as rule

_alert(more) := object.union(
	{"at": build.ref(["expr"]), "forAt": build.ref(["for"]), "name": "AgentDown", "expr": "up == 0", "for": 30, "keep": 0, "flaps": "up", "scrape": 60, "scrapeFrom": "the default of Prometheus"},
	more,
)

_found(alert, workloads) := found if {
	found := rule.violations with input as build.facts({"alerts": [_alert(alert)], "workloads": workloads})
}

test_reports_short_for if {
	some v in _found({}, [])
	v.at == build.ref(["for"])
	contains(v.message, "alert AgentDown fires after 30 s, but a rollout leaves a target away for at least 60 s")
}

test_reports_absent if {
	some v in _found({"flaps": "absent", "for": 0}, [])
	contains(v.proof[0].text, "no target is there")
	v.severity == "note"
}

test_reports_slow_agents if {
	slow := build.agent({"containers": [build.container({"preStop": build.pre_stop("sleep", 90, "exact")})]})
	some v in _found({"for": 120}, [slow])
	v.change == "set for: 4m"
	count(v.proof) == 3
}

test_silent_for_longer_for if count(_found({"for": 60}, [])) == 0

test_silent_for_keep_firing if count(_found({"keep": 300}, [])) == 0

test_silent_for_other_alerts if count(_found({"flaps": "none", "for": 0}, [])) == 0

test_silent_where_scrapes_are_closer if count(_found({"scrape": 10}, [])) == 0
