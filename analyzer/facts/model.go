// Package facts is the documented, versioned input of every policy: what the files say about how workloads start, are
// replaced and die, with defaults filled in, percentages resolved, selectors matched and durations measured, so that a
// rule only decides. Every fact a rule may point at carries an "at" that resolves to a source line.
package facts

import (
	"github.com/drainlint/drainlint/analyzer/cluster"
	"github.com/drainlint/drainlint/loaders/source"
)

// Version is the version of this model. A field is never removed or given another meaning within a version.
const Version = 1

// Ref is what a violation may point at; rules pass it on unread, or extend its path.
type Ref = source.Ref

// Facts is the input document of all rules, one for each Unit.
type Facts struct {
	Version  int      `json:"version"`
	Unit     Unit     `json:"unit"`
	Settings Settings `json:"settings"`
	// Objects are all objects of the Unit, in document order; Ref.doc is an index into it.
	Objects   []Object   `json:"objects"`
	Workloads []Workload `json:"workloads"`
	Services  []Service  `json:"services"`
	PDBs      []PDB      `json:"pdbs"`
	HPAs      []HPA      `json:"hpas"`
	// Webhooks are what the API server calls before it accepts a request.
	Webhooks []Webhook `json:"webhooks"`
	// Leftovers are what stays after the release is uninstalled.
	Leftovers []Leftover `json:"leftovers"`
	// Alerts are alerting rules for Prometheus.
	Alerts []Alert `json:"alerts"`
	// Chart is what Chart.yaml says; absent for other kinds of input.
	Chart *Chart `json:"chart,omitempty"`
	// Discarded are values of 0 or false that a chart's template takes for "not set".
	Discarded []Discarded `json:"discarded"`
	// Images are what the Dockerfiles of the Unit build.
	Images []DockerImage `json:"images"`
	// Patches are faults of the patches of a kustomization.
	Patches []PatchFault `json:"patches"`
	// Problems are inputs that could not be used.
	Problems []Problem `json:"problems"`
	// Waivers is filled only when waivers themselves are judged, after all other rules.
	Waivers []Waiver `json:"waivers"`
	// Cluster is what an inventory of nodes tells; absent without one.
	Cluster *Cluster `json:"cluster,omitempty"`
	// Uses are the containers that run what Dockerfiles of the run build, by Dockerfile. They are no part of the input.
	Uses map[string][]ImageUse `json:"-"`
	// Covered is parallel to cluster.coverage, for the report on coverage. It is no part of the input.
	Covered []cluster.Coverage `json:"-"`
	// Run is filled only when the run as a whole is judged, after all Units.
	Run *Run `json:"run,omitempty"`
}

// Unit says which input the facts come from.
type Unit struct {
	Kind string `json:"kind" jsonschema:"enum=manifest,enum=helm,enum=kustomize,enum=dockerfile"`
	Dir  string `json:"dir"`
	// Set is the value set a chart was rendered with, empty for its default values.
	Set string `json:"set"`
	// Partial is true when parts are missing, so that "nothing selects this" proves nothing.
	Partial bool `json:"partial"`
	// Single is true when the Unit is one file only.
	Single bool `json:"single"`
	// PodsElsewhere is why pods may exist that no object of the Unit describes (an operator makes them), empty when
	// nothing says so.
	PodsElsewhere string `json:"podsElsewhere"`
	// Restarts is true when some account of the Unit may delete pods, and so may roll out what no controller does.
	Restarts bool `json:"restarts"`
}

// Settings are the thresholds of rules, from the configuration.
type Settings struct {
	KubeVersion KubeVersion `json:"kubeVersion"`
	// Seconds of preStop delay that endpoint removal needs: behind a Service, an Ingress or Gateway, and a cloud load
	// balancer that talks to pods.
	ServiceDelay      float64 `json:"serviceDelay"`
	IngressDelay      float64 `json:"ingressDelay"`
	LoadBalancerDelay float64 `json:"loadBalancerDelay"`
	// Margin is what must be left of the grace period after everything known, in seconds.
	Margin float64 `json:"margin"`
	// BlindNodes is the percentage of its nodes that may be without a DaemonSet at the same time.
	BlindNodes float64 `json:"blindNodes"`
}

// KubeVersion is the Kubernetes version that verdicts assume.
type KubeVersion struct {
	Major int `json:"major"`
	Minor int `json:"minor"`
}

// Object is any Kubernetes object.
type Object struct {
	At         Ref    `json:"at"`
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	Namespace  string `json:"namespace"`
	// Known is true for types of k8s.io/api.
	Known bool `json:"known"`
	// Hook is true for Helm hook objects, which run once and are no part of a rollout.
	Hook bool `json:"hook"`
	// Unmanaged is true for what lies in a chart's crds/: Helm installs it once and never touches it again.
	Unmanaged bool `json:"unmanaged"`
	// Random are the fields that a chart renders differently each time.
	Random []RandomField `json:"random"`
	// Unknown are fields that the type does not have.
	Unknown []UnknownField `json:"unknown"`
	// Refused are reasons for which the API server refuses the object.
	Refused []Refusal `json:"refused"`
	// API is the life of the object's apiVersion.
	API APILife `json:"api"`
	// Raw is the object as plain JSON; it is filled only when a user's rules are loaded.
	Raw any `json:"raw,omitempty"`
}

// DockerImage is what the final stage of a Dockerfile starts.
type DockerImage struct {
	// At is the stage's FROM instruction.
	At   Ref    `json:"at"`
	File string `json:"file"`
	Base string `json:"base"`
	// Windows is true for images that know no Unix signals.
	Windows bool `json:"windows"`
	// Source is the instruction that holds the program: entrypoint, cmd, or none where only the base image tells.
	Source string `json:"source" jsonschema:"enum=entrypoint,enum=cmd,enum=none"`
	// Instruction is its place, the zero Ref for none; CmdAt is that of CMD where both are set.
	Instruction Ref  `json:"instruction"`
	CmdAt       *Ref `json:"cmdAt,omitempty"`
	// ShellForm is true where Docker runs it in a shell; Broken where it was meant to be exec form but is no valid JSON.
	ShellForm bool `json:"shellForm"`
	Broken    bool `json:"broken"`
	// DropsArgs is true when ENTRYPOINT is a shell with a command string that does not use the words behind it.
	DropsArgs bool `json:"dropsArgs"`
	// Argv is the command line, the shell of shell form included, and Known whether the whole of it could be told.
	Argv  []string `json:"argv"`
	Known bool     `json:"known"`
	// Program is Argv without inits, wrappers and scripts that replace themselves (env, nice, gosu).
	Program []string `json:"program"`
	// Init is an init program in front (tini, dumb-init), with its options; Second another one below it.
	Init     string   `json:"init"`
	InitArgs []string `json:"initArgs"`
	Second   string   `json:"second"`
	// Process is the shell that runs a command string or a script.
	Process Shell `json:"process"`
	// Script is the file of that script, empty for a command string; TrapAt is its trap for TERM.
	Script string `json:"script"`
	TrapAt *Ref   `json:"trapAt,omitempty"`
	// Path are the processes that the stop signal passes, PID 1 first.
	Path       []Hop      `json:"path"`
	StopSignal StopSignal `json:"stopSignal"`
	// Profile is what is known of the program.
	Profile Profile `json:"profile"`
	// LostCmd is a CMD of the base that ENTRYPOINT clears; absent for none.
	LostCmd *LostCmd `json:"lostCmd,omitempty"`
	// Uses are the containers that run the image.
	Uses []ImageUse `json:"uses"`
}

// LostCmd is a CMD that an ENTRYPOINT of a derived image clears.
type LostCmd struct {
	Words []string `json:"words"`
	// From is the base image or the stage's instruction, in words.
	From string `json:"from"`
	// Needed is true when ENTRYPOINT runs what follows it, so that without CMD it has nothing to run.
	Needed bool `json:"needed"`
}

// ImageUse is a container that runs an image.
type ImageUse struct {
	// Workload is Kind/name; At is the container.
	Workload string `json:"workload"`
	At       Ref    `json:"at"`
	// Declared is true when a file says that the Dockerfile is the image's, false when only names do.
	Declared bool `json:"declared"`
	// Matters is true for a served workload, a StatefulSet and an agent.
	Matters bool `json:"matters"`
	// Job is true for what ends by itself; Overrides is what the pod replaces: command, args or nothing (empty).
	Job       bool   `json:"job"`
	Overrides string `json:"overrides" jsonschema:"enum=,enum=command,enum=args"`
}

// PatchFault is something that a kustomization does and its author cannot have meant.
type PatchFault struct {
	// Issue is matches-nothing (what: the target), unused-image (what: its name), adds-container (what: its name, empty when it
	// has none) or replaces-list (what: what is lost).
	Issue string `json:"issue" jsonschema:"enum=matches-nothing,enum=unused-image,enum=adds-container,enum=replaces-list"`
	At    Ref    `json:"at"`
	What  string `json:"what"`
	// Object is "Kind name", empty for the first two.
	Object string `json:"object"`
}

// Chart is what Chart.yaml says, compared with what the chart runs.
type Chart struct {
	Name       string `json:"name"`
	AppVersion string `json:"appVersion"`
	At         Ref    `json:"at"`
	// Images are the images named like the chart.
	Images []ChartImage `json:"images"`
	// Splits are images that the chart runs in several versions.
	Splits []ImageSplit `json:"splits"`
}

// ImageSplit is one image in several versions.
type ImageSplit struct {
	Repository string       `json:"repository"`
	Images     []ChartImage `json:"images"`
}

// ChartImage is an image of the program that a chart is named after.
type ChartImage struct {
	At  Ref    `json:"at"`
	Tag string `json:"tag"`
	// Differs is true when tag and appVersion are both versions, and neither is the beginning of the other.
	Differs bool `json:"differs"`
}

// Discarded is a value that a template tests for truth before it renders it as a field.
type Discarded struct {
	// Object is an index into objects.
	Object int `json:"object"`
	// Field is the key in the object; Value is what the values say, Fallback what is rendered instead, empty for nothing.
	Field    string `json:"field"`
	Value    string `json:"value"`
	Fallback string `json:"fallback"`
	// At is the test in the template, Key the key in the values file.
	At  Ref `json:"at"`
	Key Ref `json:"key"`
}

// RandomField is a field that is rendered differently each time.
type RandomField struct {
	At Ref `json:"at"`
	// Template is true inside a pod template, where a change replaces the pods.
	Template bool `json:"template"`
}

// UnknownField is a field that the Kubernetes type does not have.
type UnknownField struct {
	At    Ref    `json:"at"`
	Field string `json:"field"`
	// Parent is the Go name of the type that lacks the field ("Container").
	Parent string `json:"parent"`
	// Suggestion is where the field probably belongs, empty when nothing resembles it.
	Suggestion string `json:"suggestion"`
	// Gate is the feature gate that holds the field back in the chosen Kubernetes version; empty when the type simply
	// has no such field.
	Gate string `json:"gate"`
	// Since is the Kubernetes version that has Gate on by default, empty when none has.
	Since string `json:"since"`
	// Critical is true for fields that decide start, replacement, termination or privileges.
	Critical bool `json:"critical"`
}

// Refusal is one reason for which the API server refuses an object.
type Refusal struct {
	At     Ref    `json:"at"`
	Code   string `json:"code"`
	Reason string `json:"reason"`
	Change string `json:"change"`
	// Empty is true when the value is there but empty, which a chart may leave for its user to fill.
	Empty bool `json:"empty"`
}

// APILife holds Kubernetes versions as "1.25"; empty means never (or unknown).
type APILife struct {
	Deprecated  string `json:"deprecated"`
	Removed     string `json:"removed"`
	Replacement string `json:"replacement"`
	// Gone and Old compare with the chosen Kubernetes version.
	Gone bool `json:"gone"`
	Old  bool `json:"old"`
}

// Problem is input that could not be used.
type Problem struct {
	At      Ref    `json:"at"`
	Stage   string `json:"stage"`
	Message string `json:"message"`
	Change  string `json:"change"`
	Partial bool   `json:"partial"`
	Warning bool   `json:"warning"`
}

// Waiver is one waiver as written, for the rules that judge waivers.
type Waiver struct {
	At      Ref      `json:"at"`
	Rules   []string `json:"rules"`
	Reason  string   `json:"reason"`
	Until   string   `json:"until"`
	Expired bool     `json:"expired"`
	// BadDate is true when Until is no date.
	BadDate bool `json:"badDate"`
	Used    bool `json:"used"`
	// Unknown are rule names that do not exist.
	Unknown []string `json:"unknown"`
}

// Run is the run as a whole.
type Run struct {
	// Analysable is the number of objects that hold or serve pods, plus Dockerfiles.
	Analysable int `json:"analysable"`
	Objects    int `json:"objects"`
	// Wrappers are the GitOps kinds seen (HelmRelease, Application).
	Wrappers []string `json:"wrappers"`
	// First is the first file seen.
	First Ref `json:"first"`
}

// Int is a number with a default filled in.
type Int struct {
	Value int `json:"value"`
	// Set is true when the files say it; at then is the value, otherwise the place where it would stand.
	Set bool `json:"set"`
	At  Ref  `json:"at"`
}

// Bool is a switch with a default filled in.
type Bool struct {
	Value bool `json:"value"`
	Set   bool `json:"set"`
	At    Ref  `json:"at"`
}

// Amount is a number or a percentage of replicas.
type Amount struct {
	// Raw is what is written, or the default.
	Raw string `json:"raw"`
	Set bool   `json:"set"`
	At  Ref    `json:"at"`
	// Percent is true for percentages.
	Percent bool `json:"percent"`
	// Absolute is the number of pods after rounding; meaningful when resolved is true.
	Absolute int  `json:"absolute"`
	Resolved bool `json:"resolved"`
}

// Duration is a span of time and how it is known.
type Duration struct {
	Seconds float64 `json:"seconds"`
	// Known is exact, lower-bound or unknown; "none" when there is nothing that takes time.
	Known string `json:"known" jsonschema:"enum=exact,enum=lower-bound,enum=unknown,enum=none"`
	// Unbounded is true for a wait that has no end of its own.
	Unbounded bool `json:"unbounded"`
	// Why is how it was computed: "sleep 5 + sleep 10".
	Why string `json:"why"`
	At  Ref    `json:"at"`
}
