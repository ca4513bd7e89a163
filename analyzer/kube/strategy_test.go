package kube

import "testing"

func strategyCases() []refuseCase {
	deploy := func(lines string) string { return deployment("strategy: "+lines, "", "", "") }
	sts := func(lines string) string { return workload("StatefulSet", "updateStrategy: "+lines, "", "") }
	ds := func(lines string) string { return workload("DaemonSet", "updateStrategy: "+lines, "", "") }
	d, u := "spec.strategy.", "spec.updateStrategy."
	return []refuseCase{
		{name: "deployment default", in: deploy("{}")},
		{name: "recreate", in: deploy("{type: Recreate}")},
		{name: "recreate with rollingUpdate", in: deploy("{type: Recreate, rollingUpdate: {maxSurge: 1}}"), want: []string{"rolling-update-beside-recreate " + d + "rollingUpdate"}},
		{name: "recreate with empty rollingUpdate", in: deploy("{type: Recreate, rollingUpdate: {}}"), want: []string{"rolling-update-beside-recreate " + d + "rollingUpdate"}},
		{name: "recreate with null rollingUpdate", in: deploy("{type: Recreate, rollingUpdate: null}")},
		{name: "unknown type", in: deploy("{type: OnDelete}"), want: []string{"unsupported-value " + d + "type"}},
		{name: "both 0", in: deploy("{rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}"), want: []string{"no-surge-no-unavailable " + d + "rollingUpdate.maxUnavailable"}},
		{name: "both 0 percent", in: deploy("{rollingUpdate: {maxSurge: 0%, maxUnavailable: 0}}"), want: []string{"no-surge-no-unavailable " + d + "rollingUpdate.maxUnavailable"}},
		{name: "surge 0", in: deploy("{rollingUpdate: {maxSurge: 0}}")},
		{name: "unavailable 0", in: deploy("{rollingUpdate: {maxUnavailable: 0}}")},
		{name: "unavailable above 100%", in: deploy("{rollingUpdate: {maxUnavailable: 101%}}"), want: []string{"percentage-above-100 " + d + "rollingUpdate.maxUnavailable"}},
		{name: "unavailable 100%", in: deploy("{rollingUpdate: {maxUnavailable: 100%}}")},
		{name: "surge above 100% is legal", in: deploy("{rollingUpdate: {maxSurge: 200%}}")},
		{name: "quoted number", in: deploy("{rollingUpdate: {maxSurge: '1'}}"), want: []string{"not-a-percentage " + d + "rollingUpdate.maxSurge"}},
		{name: "no number", in: deploy("{rollingUpdate: {maxUnavailable: one, maxSurge: 0}}"), want: []string{"not-a-percentage " + d + "rollingUpdate.maxUnavailable"}},
		{name: "negative", in: deploy("{rollingUpdate: {maxSurge: -1}}"), want: []string{"negative-number " + d + "rollingUpdate.maxSurge"}},

		{name: "statefulset", in: sts("{rollingUpdate: {partition: 1}}")},
		{name: "statefulset unavailable 0", in: sts("{rollingUpdate: {maxUnavailable: 0}}"), want: []string{"max-unavailable-zero " + u + "rollingUpdate.maxUnavailable"}},
		{name: "statefulset unavailable 0%", in: sts("{rollingUpdate: {maxUnavailable: 0%}}"), want: []string{"max-unavailable-zero " + u + "rollingUpdate.maxUnavailable"}},
		{name: "statefulset unavailable 0 is dropped before 1.37", in: sts("{rollingUpdate: {maxUnavailable: 0}}"), release: "1.36"},
		{name: "statefulset unavailable above 100%", in: sts("{rollingUpdate: {maxUnavailable: 101%}}"), want: []string{"percentage-above-100 " + u + "rollingUpdate.maxUnavailable"}},
		{name: "statefulset negative partition", in: sts("{rollingUpdate: {partition: -1}}"), want: []string{"negative-number " + u + "rollingUpdate.partition"}},
		{name: "statefulset on delete", in: sts("{type: OnDelete}")},
		{name: "statefulset on delete with rollingUpdate", in: sts("{type: OnDelete, rollingUpdate: {partition: 0}}"), want: []string{"rolling-update-beside-on-delete " + u + "rollingUpdate"}},
		{name: "statefulset recreate", in: sts("{type: Recreate}"), want: []string{"unsupported-value " + u + "type"}},

		{name: "daemonset", in: ds("{rollingUpdate: {maxUnavailable: 10%}}")},
		{name: "daemonset on delete with rollingUpdate is legal", in: ds("{type: OnDelete, rollingUpdate: {maxUnavailable: 0}}")},
		{name: "daemonset surge alone", in: ds("{rollingUpdate: {maxSurge: 1}}"), want: []string{"surge-and-unavailable " + u + "rollingUpdate.maxSurge"}},
		{name: "daemonset surge and unavailable", in: ds("{rollingUpdate: {maxSurge: 1, maxUnavailable: 1}}"), want: []string{"surge-and-unavailable " + u + "rollingUpdate.maxSurge"}},
		{name: "daemonset surge with unavailable 0", in: ds("{rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}")},
		{name: "daemonset surge is dropped before 1.22", in: ds("{rollingUpdate: {maxSurge: 1}}"), release: "1.21"},
		{name: "daemonset both 0", in: ds("{rollingUpdate: {maxUnavailable: 0}}"), want: []string{"no-surge-no-unavailable " + u + "rollingUpdate.maxUnavailable"}},
		{name: "daemonset surge above 100%", in: ds("{rollingUpdate: {maxSurge: 101%, maxUnavailable: 0}}"), want: []string{"percentage-above-100 " + u + "rollingUpdate.maxSurge"}},
		{name: "daemonset recreate", in: ds("{type: Recreate}"), want: []string{"unsupported-value " + u + "type"}},
	}
}

func TestRefuseStrategies(t *testing.T) { runRefuse(t, strategyCases()) }
