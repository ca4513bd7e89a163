package drainlint.lib.links_test

import data.drainlint.lib.build
import data.drainlint.lib.links

test_complete if links.complete("default") with input as build.unit([build.workload({})])

test_complete_not_without_workloads_of_the_namespace if {
	not links.complete("other") with input as build.unit([build.workload({})])
	not links.complete("default") with input as build.unit([build.workload({"runs": "job"})])
}

test_complete_not_in_kube_system if {
	not links.complete("kube-system") with input as build.unit([build.workload({"namespace": "kube-system"})])
}

test_complete_not_when_partial if not links.complete("default") with input as object.union(build.unit([build.workload({})]), {"unit": {"partial": true}})

test_complete_not_beside_an_operator if not links.complete("default") with input as object.union(build.unit([build.workload({})]), {"unit": {"podsElsewhere": "Cluster db may make pods"}})

test_nearest if {
	found := links.nearest("default") with input as build.unit([build.workload({}), build.workload({}), build.workload({}), build.workload({})])
	count(found) == 3
	found[0].text == "labels of the pods of Deployment web differ"
}
