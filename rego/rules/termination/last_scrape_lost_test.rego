package drainlint.rules.termination.last_scrape_lost_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.last_scrape_lost as rule

_found(container, more) := found if {
	c := build.container(object.union({"ports": [{"at": build.ref(["ports", 0]), "name": "metrics", "number": 9100, "hostPort": 0, "protocol": "TCP"}], "profile": {"name": "x", "class": "telemetry"}}, container))
	found := rule.violations with input as build.unit([build.agent(object.union({"containers": [c], "scraped": true}, more))])
}

test_notes_a_scraped_agent if count(_found({}, {})) == 1

test_silent_with_a_hook if count(_found({"preStop": build.pre_stop("sleep", 10, "exact")}, {})) == 0

test_silent_for_a_known_drain if count(_found({"drain": build.drain({"known": "default", "seconds": 5})}, {})) == 0

test_silent_for_network_plugins if count(_found({"profile": {"class": "network"}}, {})) == 0

test_silent_where_nothing_scrapes if count(_found({}, {"scraped": false})) == 0

test_silent_for_exporters if count(_found({"profile": {"name": "x", "class": "telemetry", "metricsOnly": true}}, {})) == 0

test_silent_without_a_metrics_port if count(_found({"ports": []}, {})) == 0
