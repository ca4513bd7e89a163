# Inputs for rule tests: complete facts with harmless values, into which a test merges what it is about.
package drainlint.lib.build

# unit is a facts document with these workloads.
unit(workloads) := facts({"workloads": workloads})

# facts is a facts document; fields in "more" replace the defaults.
facts(more) := object.union(
	{
		"version": 1,
		"unit": {"kind": "manifest", "dir": ".", "set": "", "partial": false, "single": false, "podsElsewhere": "", "restarts": false},
		"settings": {"kubeVersion": {"major": 1, "minor": 37}, "serviceDelay": 3, "ingressDelay": 10, "loadBalancerDelay": 25, "margin": 5, "blindNodes": 10},
		"objects": [], "workloads": [], "services": [], "pdbs": [], "hpas": [], "webhooks": [], "leftovers": [], "alerts": [], "discarded": [], "patches": [], "images": [], "problems": [], "waivers": [],
	},
	more,
)

# ref is a place in the first document.
ref(path) := {"doc": 0, "path": path}

# workload is a served-by-nobody Deployment with one replica and no container.
workload(more) := object.union(
	{
		"at": ref([]), "object": 0, "apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "namespace": "default",
		"hook": false, "runs": "service", "agent": false, "deadline": 0, "scraped": false,
		"replicas": {"value": 1, "set": false, "at": ref(["spec", "replicas"]), "from": "default", "hpa": -1, "written": 0},
		"rollout": {
			"type": "RollingUpdate", "typeAt": ref(["spec", "strategy", "type"]), "at": ref(["spec", "strategy"]),
			"maxUnavailable": amount("25%", 0), "maxSurge": amount("25%", 1), "fenced": false, "paused": false,
			"minReadySeconds": number(0), "progressDeadlineSeconds": number(600), "partition": number(0),
			"duration": {"kind": "none", "steps": 0, "atOnce": 0, "start": at_second(0), "minReady": 0, "termination": at_second(0), "between": false, "total": at_second(0)},
		},
		"pod": {
			"at": ref(["spec", "template", "spec"]), "grace": number(30), "userNamespace": false, "fsGroup": number(-1), "hostNetwork": switch(false), "hostPID": switch(false),
			"hostIPC": switch(false), "shareProcessNamespace": switch(false), "windows": false, "priorityClass": "",
			"restartPolicy": "Always", "volumes": [], "memoryRequest": false,
			"priority": {"value": 0, "set": false, "at": ref(["spec", "template", "spec", "priorityClassName"]), "class": "", "defined": ref([])},
			"scheduling": {"tolerations": [], "labels": [], "contradictions": [], "node": "", "chosen": false},
		},
		"containers": [], "served": false, "services": [], "front": "none", "frontAt": ref([]), "frontName": "", "podTargets": false, "nodeLocal": false,
		"exposed": false, "hostPaths": [], "pdbs": [], "configs": [], "justified": {}, "podSecurity": [],
		"timeline": {
			"grace": number(30), "traffic": {"applies": false, "until": 0, "from": "", "name": "", "at": ref([])}, "lanes": [],
			"end": at_second(0), "variants": [],
		},
		"account": {"name": "default", "set": false, "at": ref([]), "automount": true, "bound": false, "defined": false, "rules": []},
	},
	more,
)

# at_second is a moment that is known exactly.
at_second(n) := {"earliest": n, "latest": n}

# served is a workload that a Service sends traffic to.
served(more) := workload(object.union({"served": true, "front": "service", "frontName": "Service/web"}, more))

# agent is a DaemonSet.
agent(more) := workload(object.union({"kind": "DaemonSet", "name": "agent", "agent": true, "replicas": {"from": "node", "value": 0}}, more))

# container is a main container without anything.
container(more) := object.union(
	{
		"at": ref(["spec", "template", "spec", "containers", 0]), "name": "app", "role": "main", "prepares": "", "helper": false,
		"image": {
			"at": ref(["image"]), "set": true, "text": "example.com/app:1.0", "valid": true, "repository": "example.com/app", "tag": "1.0",
			"digest": "", "pullPolicy": "", "pullAt": ref(["imagePullPolicy"]),
		},
		"process": {
			"command": [], "args": [], "at": ref(["command"]), "argsAt": ref(["args"]), "known": false, "argv": [], "program": [],
			"init": "", "initArgs": [], "second": "", "script": "", "path": [],
			"stopSignal": {"known": false, "name": "", "from": ""},
			"keepAlive": false, "elects": false,
			"image": {
				"from": "unknown", "file": "", "by": "", "guessed": false, "entrypoint": [], "cmd": [], "dropsArgs": false, "init": "",
				"program": [], "user": "",
			},
			"shell": {
				"used": false, "own": true, "arguments": false, "at": ref(["command"]), "name": "", "family": "unknown", "familyFrom": "", "stays": "unknown", "reason": "",
				"differs": [], "program": "", "forwards": "unknown", "trap": "none", "subshellExec": false, "keepAlive": false,
				"finite": false, "init": "",
			},
		},
		"drain": drain({}),
		"preStop": no_hook, "postStart": no_hook,
		"probes": {"readiness": no_probe, "liveness": no_probe, "startup": no_probe},
		"ports": [],
		"security": {
			"at": ref(["securityContext"]), "privileged": switch(false), "added": [], "dropped": [], "dropsAll": false,
			"allowPrivilegeEscalation": switch(true), "readOnlyRootFilesystem": switch(false), "runAsNonRoot": switch(false),
			"runAsUser": number(-1), "seccomp": "", "seccompAt": ref(["seccomp"]), "appArmor": "", "seLinux": "", "bidirectional": false,
			"appArmorAt": ref(["appArmorProfile"]), "seLinuxAt": ref(["seLinuxOptions"]), "runAsGroup": number(-1), "groups": [],
		},
		"resources": {"at": ref(["resources"]), "memoryRequest": false, "memoryLimit": false, "cpuRequest": false, "ephemeralLimit": false},
		"served": false,
		"profile": {"name": "", "class": "", "metricsOnly": false, "monitoring": [], "rollsTogether": "", "single": "", "lameDuck": [], "keepsAccepting": "", "stateless": "", "needs": {}, "instead": "", "signals": {}, "leaves": []},
		"user": {"known": false, "name": "", "numeric": false, "id": 0, "from": "", "at": ref(["image"]), "guessed": false},
		"execs": [], "writes": [], "secrets": [],
	},
	more,
)

# drain is how long a program takes to stop; nothing is known of it unless "more" says so.
drain(more) := object.union(
	{
		"known": "unknown", "seconds": 0, "from": "", "delay": 0, "delayFrom": "", "program": "", "minGrace": 0, "start": 0,
		"endless": false, "followsGrace": false,
	},
	more,
)

no_hook := {
	"set": false, "at": ref(["preStop"]), "type": "none", "handler": ref(["preStop"]), "argv": [],
	"duration": {"seconds": 0, "known": "none", "unbounded": false, "why": "", "at": ref(["preStop"])},
	"malformed": "", "malformedAt": ref(["preStop"]), "host": "", "port": "", "path": "", "portKnown": true, "quits": "", "kills": [], "missing": "", "missingWhy": "", "missingCertain": false,
	"stopCommand": {"words": "", "waits": false, "effect": ""},
}

# pre_stop is a hook of a type and a duration.
pre_stop(type, seconds, known) := object.union(no_hook, {
	"set": true, "type": type,
	"duration": {"seconds": seconds, "known": known, "why": sprintf("%s of %v s", [type, seconds])},
})

no_probe := {
	"set": false, "at": ref(["probe"]), "type": "", "initialDelay": 0, "period": 10, "timeout": 1, "failureThreshold": 3,
	"grace": number(0), "window": 30, "port": "", "check": "",
}

# number is a default, set_number one that the files set.
number(n) := {"value": n, "set": false, "at": ref([])}

set_number(n) := {"value": n, "set": true, "at": ref([])}

# switch is a default, set_switch one that the files set.
switch(b) := {"value": b, "set": false, "at": ref([])}

set_switch(b) := {"value": b, "set": true, "at": ref([])}

# amount is a default number or percentage of pods that resolves to n.
amount(raw, n) := {"raw": raw, "set": false, "at": ref([]), "percent": endswith(raw, "%"), "absolute": n, "resolved": true}

set_amount(raw, n) := object.union(amount(raw, n), {"set": true})

# no_amount is a field that is not there.
no_amount := {"raw": "", "set": false, "at": ref([]), "percent": false, "absolute": 0, "resolved": false}

# host_path is a read-only mount of a folder of the node, the top of its class, in container app.
host_path(path, class, more) := object.union(
	{
		"at": ref(["hostPath", "path"]), "volume": "v", "path": path, "type": "", "typeAt": ref(["hostPath", "type"]), "class": class,
		"whole": true, "sockets": [], "direct": false, "looks": "folder", "enough": [], "readOnly": true, "need": "", "needWrite": false,
		"mounts": [{"at": ref(["volumeMounts", 0]), "container": "app", "mountPath": "/host", "subPath": "", "readOnly": true, "path": path, "privileged": false, "propagation": "None", "recursive": false}],
	},
	more,
)

# writable_host_path is the same, writable; privileged tells whether the container is.
writable_host_path(path, class, privileged, more) := host_path(path, class, object.union(
	{
		"readOnly": false,
		"mounts": [{"at": ref(["volumeMounts", 0]), "container": "app", "mountPath": "/host", "subPath": "", "readOnly": false, "path": path, "privileged": privileged, "propagation": "None", "recursive": false}],
	},
	more,
))

# pdb selects the first workload.
pdb(more) := object.union(
	{
		"at": ref([]), "object": 0, "name": "web", "namespace": "default", "selectorAt": ref(["spec", "selector"]), "selectorText": "app=web", "all": false,
		"minAvailable": no_amount, "maxUnavailable": no_amount, "unhealthyAt": ref([]), "unhealthyPolicy": "",
		"workloads": [0], "expected": 1, "resolved": true, "allowed": 0, "noScale": [],
	},
	more,
)

# service selects the first workload and sends traffic to port 8080.
service(more) := object.union(
	{
		"at": ref([]), "object": 0, "name": "web", "namespace": "default", "type": "ClusterIP", "headless": false, "governing": false,
		"publishNotReady": switch(false), "selector": true, "selectorText": "app=web", "selectorAt": ref(["spec", "selector"]),
		"ports": [{"at": ref(["spec", "ports", 0]), "name": "http", "port": 80, "target": "8080", "traffic": true}], "scraped": false, "onePod": false,
		"workloads": [0], "front": "none", "frontAt": ref([]), "frontName": "", "podTargets": false, "nodeLocal": false,
	},
	more,
)

# probe asks port 8080 over HTTP.
probe(more) := object.union(
	no_probe,
	object.union({"set": true, "type": "httpGet", "port": "8080", "check": ":8080/ready"}, more),
)

# port is a declared port of a container.
port(number, host_port) := {"at": ref(["ports", 0]), "name": "", "number": number, "hostPort": host_port, "protocol": "TCP"}

# claim is a volume of a PersistentVolumeClaim with access modes, none where they are not known.
claim(modes) := {"at": ref(["volumes", 0]), "name": "data", "type": "persistentVolumeClaim", "claim": "data", "accessModes": modes}

# toleration tolerates a taint by its key.
toleration(key, more) := object.union(
	{"at": ref(["tolerations", 0]), "key": key, "exists": true, "value": "", "effect": "NoSchedule", "seconds": -1},
	more,
)

# node_label is a label that a required selector asks for.
node_label(key, more) := object.union(
	{"at": ref(["nodeSelector", key]), "key": key, "operator": "In", "values": ["true"], "from": "nodeSelector", "needed": true, "elsewhere": false},
	more,
)

# webhook is a failing admission webhook over pods everywhere, answered by the first workload.
webhook(more) := object.union(
	{
		"at": ref(["webhooks", 0]), "object": 0, "name": "pods.example.com", "type": "admission", "fail": true,
		"failAt": ref(["webhooks", 0, "failurePolicy"]), "resources": ["pods"], "createsPods": true, "ruleAt": ref(["webhooks", 0, "rules", 0]),
		"conditional": false, "own": true, "system": true, "namespace": "default", "service": "hook", "url": "", "workloads": [0],
	},
	more,
)

# resource is an object without faults.
resource(more) := object.union(
	{
		"at": ref([]), "apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "namespace": "default", "known": true, "hook": false,
		"unmanaged": false, "random": [], "unknown": [], "refused": [], "api": {"deprecated": "", "removed": "", "replacement": "", "gone": false, "old": false},
	},
	more,
)

# use is a Deployment that runs an image as it is, by a file that says so.
use(more) := object.union({"workload": "Deployment/web", "at": _line(1), "declared": true, "matters": true, "job": false, "overrides": ""}, more)

# shell is a process that is a shell with a command string; it stays as parent of its program unless "more" says otherwise.
shell(more) := {"known": true, "command": ["sh", "-c", "app"], "argv": ["sh", "-c", "app"], "program": ["sh", "-c", "app"], "shell": object.union(
	{
		"used": true, "name": "sh", "family": "dash", "familyFrom": "the base of image example.com/app:1.0", "stays": "yes",
		"reason": "a command follows", "program": "app", "forwards": "no",
	},
	more,
)}

# problem is input that could not be used.
problem(more) := object.union(
	{"at": span("broken.yaml"), "stage": "manifest", "message": "line 3 is no YAML", "change": "indent it", "partial": false, "warning": false},
	more,
)

# waiver is in use and has a reason.
waiver(more) := object.union(
	{
		"at": span("web.yaml"), "rules": ["endpoint-race"], "reason": "the program waits by itself", "until": "", "expired": false,
		"badDate": false, "used": true, "unknown": [],
	},
	more,
)

# span is a place in a file.
span(file) := {"doc": 0, "span": {"file": file, "start": {"line": 1, "col": 1}, "end": {"line": 1, "col": 2}}}

# image is a Dockerfile whose ENTRYPOINT in shell form keeps dash as PID 1.
image(more, shell) := object.union(
	{
		"at": _line(1), "file": "Dockerfile", "base": "debian:12", "windows": false, "source": "entrypoint", "instruction": _line(4),
		"shellForm": true, "broken": false, "argv": ["/bin/sh", "-c", "app"], "program": ["/bin/sh", "-c", "app"], "init": "",
		"initArgs": [], "second": "", "script": "", "dropsArgs": false, "known": true, "path": [], "uses": [],
		"stopSignal": {"known": true, "name": "SIGTERM", "from": "the default"},
		"profile": {"name": "", "class": "", "metricsOnly": false, "monitoring": [], "rollsTogether": "", "single": "", "lameDuck": [], "keepsAccepting": "", "stateless": "", "needs": {}, "instead": "", "signals": {}, "leaves": []},
		"process": object.union(
			{
				"used": true, "own": false, "arguments": false, "at": _line(4), "name": "sh", "family": "dash", "familyFrom": "the base image debian:12", "stays": "yes",
				"reason": "dash starts every command as a child", "differs": [], "program": "app", "forwards": "no", "trap": "none",
				"subshellExec": false, "keepAlive": false, "finite": false, "init": "",
			},
			shell,
		),
	},
	more,
)

_line(n) := {"span": {"file": "Dockerfile", "start": {"line": n, "col": 1}, "end": {"line": n, "col": 9}}}

# capability is an entry of a capability list; n tells entries apart.
capability(name, n) := {"name": name, "at": ref(["capabilities", n])}

# write is a configured path on a writable mount.
write(more) := object.union(
	{
		"at": ref(["data", "agent.conf"]), "object": "ConfigMap agent", "key": "storage.path", "path": "/buffer/chunks", "spool": true,
		"bounded": false, "volume": "buffer", "volumeType": "emptyDir", "mount": ref(["volumeMounts", 1]), "mountPath": "/buffer", "readOnly": false,
	},
	more,
)

# grant is an RBAC rule that a ClusterRoleBinding grants.
grant(more) := object.union(
	{
		"at": ref(["rules", 0]), "role": "ClusterRole/agent", "cluster": true, "groups": [""], "resources": ["pods"], "verbs": ["get"],
		"names": [], "urls": [], "binding": "ClusterRoleBinding/agent", "bindingAt": ref(["binding"]), "builtIn": false,
	},
	more,
)

# cluster is an inventory of 4 nodes.
cluster(coverage) := {"file": "nodes.yaml", "size": 4, "coverage": coverage, "ended": []}

# coverage is that of the first workload, which runs on all 4 nodes.
coverage(more) := object.union(
	{
		"workload": 0, "rule": "every node that is not reserved for the control plane", "desired": 4, "eligible": 4, "covered": 4, "excluded": 0,
		"gaps": [], "misfits": [],
		"rollout": {"blind": 1, "step": 1, "steps": 4, "stepSeconds": 30, "parts": ["terminationGracePeriodSeconds 30"], "seconds": 120},
	},
	more,
)

# node_gap is a label that one node lacks.
node_gap(more) := object.union(
	{
		"at": ref(["nodeSelector", "pool"]), "cause": "label", "reason": "no label pool, nodeSelector asks for web", "count": 1,
		"nodes": [{"name": "a", "at": span("nodes.yaml")}], "stays": false, "passing": false,
	},
	more,
)

# node_exclusion is past its last day.
node_exclusion := {"at": span(".drainlint.yaml"), "nodes": "pool=virtual", "reason": "moves next week", "until": "2026-01-31"}
