package drainlint.lib.words_test

import data.drainlint.lib.build
import data.drainlint.lib.words

test_container_says_its_role if {
	w := build.workload({})
	words.container(w, build.container({})) == "Deployment web, container app"
	words.any_container(w, build.container({})) == "Deployment web, container app"
	words.any_container(w, build.container({"role": "init"})) == "Deployment web, init container app"
	words.any_container(w, build.container({"role": "sidecar"})) == "Deployment web, sidecar app"
}

test_named if {
	words.named(build.resource({})) == "Deployment web"
	words.named(build.resource({"name": ""})) == "Deployment"
}

test_replicas if {
	words.replicas(build.workload({})) == "1 replica"
	words.replicas(build.workload({"replicas": {"value": 3, "from": "hpa"}})) == "3 replicas (autoscaler minimum)"
}

test_replicas_from if {
	words.replicas_from(build.workload({})) == "Deployment web: replicas is 1 (the default)"
	words.replicas_from(build.workload({"replicas": {"value": 2, "from": "spec"}})) == "Deployment web: replicas is 2"
	words.replicas_from(build.workload({"replicas": {"value": 2, "from": "hpa"}})) == "Deployment web: the HorizontalPodAutoscaler may go down to 2"
	words.replicas_from(build.agent({})) == "DaemonSet agent: one pod for each node"
}

test_seconds if {
	words.seconds(5) == "5 s"
	words.seconds(2.5) == "2.5 s"
}

test_duration if {
	words.duration({"known": "exact", "seconds": 5}) == "5 s"
	words.duration({"known": "lower-bound", "seconds": 5}) == "at least 5 s"
	not words.duration({"known": "unknown", "seconds": 5})
}

test_grace if {
	words.grace(build.number(30)) == "terminationGracePeriodSeconds is 30 (the default)"
	words.grace(build.set_number(0)) == "terminationGracePeriodSeconds is 0"
}

test_plural if {
	words.plural(1, "pod", "pods") == "pod"
	words.plural(0, "pod", "pods") == "pods"
	words.plural(2, "pod", "pods") == "pods"
}

test_path if {
	words.path(build.ref(["spec", "containers", 0, "name"])) == "spec.containers[0].name"
	words.path(build.ref(["metadata", "annotations", "helm.sh/hook"])) == `metadata.annotations["helm.sh/hook"]`
	words.path(build.ref([])) == ""
	words.path(build.span("web.yaml")) == ""
}

test_short if {
	words.short("gunicorn app:api") == "gunicorn app:api"
	words.short("java\n  -jar\tapp.jar\n") == "java -jar app.jar"
	exact := "12345678901234567890123456789012345678901234567890"
	words.short(exact) == exact
	words.short(sprintf("%sX", [exact])) == "12345678901234567890123456789012345678901234567..."
}

test_version if words.version({"major": 1, "minor": 37}) == "1.37"

test_shell if {
	words.shell("dash") == "dash (Debian, Ubuntu)"
	words.shell("bash") == "bash (Red Hat, Fedora, SUSE)"
	words.shell("ash") == "BusyBox ash (Alpine)"
	words.shell("mksh") == "mksh"
}

test_either if {
	words.either([]) == ""
	words.either(["a"]) == "a"
	words.either(["a", "b"]) == "a or b"
	words.either(["a", "b", "c"]) == "a, b or c"
}
