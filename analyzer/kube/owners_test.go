package kube

import (
	"strings"
	"testing"
)

func ownerCases() []refuseCase {
	swap := func(in, old, new string) string {
		if !strings.Contains(in, old) {
			panic("test input has no " + old)
		}
		return strings.Replace(in, old, new, 1)
	}
	plain := deployment("", "", "", "")
	selector := "  selector: {matchLabels: {app: web}}\n"
	rc := "apiVersion: v1\nkind: ReplicationController\nmetadata: {name: web}\nspec:\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: web:1}]}\n"
	cron := "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: web}\nspec:\n  schedule: '0 3 * * *'\n  jobTemplate:\n    spec:\n      template:\n        spec:\n          restartPolicy: Never\n          containers: [{name: web, image: web:1}]\n"
	old := func(api, kind, spec string) string {
		return "apiVersion: " + api + "\nkind: " + kind + "\nmetadata: {name: web}\nspec:\n" + indent(2, spec) + "  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: web:1}]}\n"
	}
	return []refuseCase{
		{name: "plain", in: plain},
		{name: "no selector", in: swap(plain, selector, ""), want: []string{"selector-missing spec"}},
		{name: "null selector", in: swap(plain, selector, "  selector:\n"), want: []string{"selector-missing spec.selector"}},
		{name: "empty selector", in: swap(plain, selector, "  selector: {}\n"), want: []string{"selector-empty spec.selector"}},
		{name: "empty matchLabels", in: swap(plain, selector, "  selector: {matchLabels: {}}\n"), want: []string{"selector-empty spec.selector"}},
		{name: "other labels", in: swap(plain, "labels: {app: web}", "labels: {app: api}"), want: []string{"selector-mismatch " + tpl + ".metadata.labels"}},
		{name: "more labels", in: swap(plain, "labels: {app: web}", "labels: {app: web, tier: front}")},
		{name: "no labels", in: swap(plain, "    metadata: {labels: {app: web}}\n", "    metadata: {}\n"), want: []string{"selector-mismatch " + tpl + ".metadata"}},
		{name: "no template metadata", in: swap(plain, "    metadata: {labels: {app: web}}\n", ""), want: []string{"selector-mismatch " + tpl + ".metadata"}},
		{name: "empty labels", in: swap(plain, "labels: {app: web}", "labels: {}"), want: []string{"selector-mismatch " + tpl + ".metadata.labels"}},
		{name: "expressions match", in: swap(plain, "{matchLabels: {app: web}}", "{matchExpressions: [{key: app, operator: In, values: [web, api]}]}")},
		{name: "expressions do not match", in: swap(plain, "{matchLabels: {app: web}}", "{matchExpressions: [{key: app, operator: DoesNotExist}]}"), want: []string{"selector-mismatch " + tpl + ".metadata.labels"}},
		{name: "unknown operator", in: swap(plain, "{matchLabels: {app: web}}", "{matchExpressions: [{key: app, operator: Equals, values: [web]}]}"), want: []string{"unsupported-value spec.selector.matchExpressions[0].operator"}},
		{name: "In without values", in: swap(plain, "{matchLabels: {app: web}}", "{matchExpressions: [{key: app, operator: In}]}"), want: []string{"selector-values spec.selector.matchExpressions[0]"}},
		{name: "Exists with values", in: swap(plain, "{matchLabels: {app: web}}", "{matchExpressions: [{key: app, operator: Exists, values: [web]}]}"), want: []string{"selector-values spec.selector.matchExpressions[0].values"}},
		{name: "label value of a template", in: swap(plain, "labels: {app: web}", "labels: {app: web, version: 'a b'}"), want: []string{"label-invalid " + tpl + ".metadata.labels.version"}},
		{name: "label value too long", in: swap(plain, "metadata: {name: web}", "metadata: {name: web, labels: {chart: "+strings.Repeat("x", 64)+"}}"), want: []string{"label-invalid metadata.labels.chart"}},

		{name: "no name", in: swap(plain, "metadata: {name: web}", "metadata: {}"), want: []string{"name-missing metadata"}},
		{name: "generated name with a space", in: swap(plain, "metadata: {name: web}", "metadata: {generateName: 'w b-'}"), want: []string{"name-invalid metadata.generateName"}},
		{name: "generated name", in: swap(plain, "metadata: {name: web}", "metadata: {generateName: web-}")},
		{name: "upper case name", in: swap(plain, "metadata: {name: web}", "metadata: {name: Web}"), want: []string{"name-invalid metadata.name"}},
		{name: "dotted name", in: swap(plain, "metadata: {name: web}", "metadata: {name: web.v1}")},
		{name: "dotted name of a statefulset", in: swap(workload("StatefulSet", "", "", ""), "metadata: {name: web}", "metadata: {name: web.v1}"), want: []string{"name-invalid metadata.name"}},
		{name: "long name of a cronjob", in: swap(cron, "metadata: {name: web}", "metadata: {name: "+strings.Repeat("x", 53)+"}"), want: []string{"name-invalid metadata.name"}},

		{name: "negative replicas", in: deployment("replicas: -1", "", "", ""), want: []string{"negative-number spec.replicas"}},
		{name: "no replicas", in: deployment("replicas: 0\nrevisionHistoryLimit: 0", "", "", "")},
		{name: "negative history", in: deployment("revisionHistoryLimit: -1", "", "", ""), want: []string{"negative-number spec.revisionHistoryLimit"}},
		{name: "min ready below the default deadline", in: deployment("minReadySeconds: 599", "", "", "")},
		{name: "min ready equal to the default deadline", in: deployment("minReadySeconds: 600", "", "", ""), want: []string{"progress-deadline-too-short spec.minReadySeconds"}},
		{name: "min ready equal to the deadline", in: deployment("minReadySeconds: 30\nprogressDeadlineSeconds: 30", "", "", ""), want: []string{"progress-deadline-too-short spec.progressDeadlineSeconds"}},
		{name: "deadline above min ready", in: deployment("minReadySeconds: 30\nprogressDeadlineSeconds: 31", "", "", "")},
		{name: "min ready of a daemonset has no deadline", in: workload("DaemonSet", "minReadySeconds: 900", "", "")},
		{name: "pod management", in: workload("StatefulSet", "podManagementPolicy: Ordered", "", ""), want: []string{"unsupported-value spec.podManagementPolicy"}},
		{name: "claim retention", in: workload("StatefulSet", "persistentVolumeClaimRetentionPolicy: {whenScaled: Keep}", "", ""), want: []string{"unsupported-value spec.persistentVolumeClaimRetentionPolicy.whenScaled"}},
		{name: "replicaset", in: workload("ReplicaSet", "replicas: -2", "", ""), want: []string{"negative-number spec.replicas"}},

		{name: "controller without selector", in: rc},
		{name: "controller with other selector", in: swap(rc, "spec:\n", "spec:\n  selector: {app: api}\n"), want: []string{"selector-mismatch " + tpl + ".metadata.labels"}},
		{name: "controller without labels", in: swap(rc, "    metadata: {labels: {app: web}}\n", ""), want: []string{"selector-missing spec"}},
		{name: "controller with empty selector and no labels", in: swap(swap(rc, "    metadata: {labels: {app: web}}\n", ""), "spec:\n", "spec:\n  selector: {}\n"), want: []string{"selector-missing spec.selector"}},

		{name: "job", in: workload("Job", "", "restartPolicy: Never", "")},
		{name: "job with an exported selector", in: workload("Job", "selector: {matchLabels: {controller-uid: x}}", "restartPolicy: Never", "")},
		{name: "job with a manual selector", in: workload("Job", "manualSelector: true\nselector: {matchLabels: {app: other}}", "restartPolicy: Never", ""), want: []string{"selector-mismatch " + tpl + ".metadata.labels"}},
		{name: "job with the default restart policy", in: workload("Job", "", "", ""), want: []string{"restart-policy " + pod}},
		{name: "job with Always", in: workload("Job", "", "restartPolicy: Always", ""), want: []string{"restart-policy " + pod + ".restartPolicy"}},
		{name: "job with a failure policy", in: workload("Job", "podFailurePolicy: {rules: []}", "restartPolicy: OnFailure", ""), want: []string{"restart-policy " + pod + ".restartPolicy"}},
		{name: "job with a failure policy and Never", in: workload("Job", "podFailurePolicy: {rules: []}", "restartPolicy: Never", "")},
		{name: "indexed job", in: workload("Job", "completionMode: Indexed", "restartPolicy: Never", "")},
		{name: "indexed job without completions", in: workload("Job", "completionMode: Indexed\nparallelism: 2", "restartPolicy: Never", ""), want: []string{"completions-missing spec"}},
		{name: "backoff per index without index", in: workload("Job", "backoffLimitPerIndex: 1", "restartPolicy: Never", ""), want: []string{"needs-indexed-mode spec.backoffLimitPerIndex"}},
		{name: "job may have a deadline in its pods", in: workload("Job", "", "restartPolicy: Never\nactiveDeadlineSeconds: 5", "")},

		{name: "cronjob", in: cron},
		{name: "cronjob without schedule", in: swap(cron, "  schedule: '0 3 * * *'\n", ""), want: []string{"schedule-missing spec"}},
		{name: "cronjob concurrency", in: swap(cron, "spec:\n", "spec:\n  concurrencyPolicy: Never\n"), want: []string{"unsupported-value spec.concurrencyPolicy"}},
		{name: "cronjob with Always", in: swap(cron, "restartPolicy: Never", "restartPolicy: Always"), want: []string{"restart-policy spec.jobTemplate.spec.template.spec.restartPolicy"}},
		{name: "cronjob with a selector", in: swap(cron, "      template:", "      selector: {matchLabels: {app: web}}\n      template:"), want: []string{"selector-generated spec.jobTemplate.spec.selector"}},

		{name: "old deployment", in: old("extensions/v1beta1", "Deployment", "replicas: 2"), release: "1.15"},
		{name: "old daemonset", in: old("apps/v1beta2", "DaemonSet", "selector: {matchLabels: {app: api}}"), release: "1.15", want: []string{"selector-mismatch " + tpl + ".metadata.labels"}},
		{name: "old budget", in: "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: web}\nspec: {minAvailable: 101%}", release: "1.20", want: []string{"percentage-above-100 spec.minAvailable"}},
	}
}

func TestRefuseOwners(t *testing.T) { runRefuse(t, ownerCases()) }
