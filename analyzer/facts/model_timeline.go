package facts

// Timeline is what happens to a pod from its deletion, at second 0, until its last container is gone. docs/semantics.md
// "Termination" says where each step comes from.
type Timeline struct {
	// Grace is what a container gets, in seconds: the pod's grace period, or 1 where that is negative (a pod is created with
	// 1 then).
	Grace Int `json:"grace"`
	// Traffic is the endpoint removal that runs beside it.
	Traffic Traffic `json:"traffic"`
	// Lanes are the containers that run at that time: the main containers in the order of the files, then the native
	// sidecars in the order in which they are stopped, which is the reverse.
	Lanes []Lane `json:"lanes"`
	// End is when the last container is gone.
	End Moment `json:"end"`
	// Variants are the other ways in which a pod is stopped, each with its own grace period.
	Variants []Variant `json:"variants"`
}

// Moment is a point in time in seconds after the deletion, or a number of seconds, between two bounds. They are equal
// where it is known exactly.
type Moment struct {
	Earliest float64 `json:"earliest"`
	Latest   float64 `json:"latest"`
}

// Exact is true where both bounds are the same.
func (m Moment) Exact() bool { return m.Earliest == m.Latest }

// Traffic is how long new requests may still come after the deletion.
type Traffic struct {
	// Applies is false where nothing sends traffic to the pod, or where it comes through a port of the node, which no
	// endpoint removal takes away.
	Applies bool `json:"applies"`
	// Until is assumed, not known: the threshold From of the settings (serviceDelay, ingressDelay, loadBalancerDelay).
	Until float64 `json:"until"`
	From  string  `json:"from"`
	// Name is Kind/name of what sends the traffic; At its place.
	Name string `json:"name"`
	At   Ref    `json:"at"`
}

// Lane is the end of one container.
type Lane struct {
	// Container is the index in containers.
	Container int    `json:"container"`
	Name      string `json:"name"`
	Role      string `json:"role" jsonschema:"enum=main,enum=sidecar"`
	At        Ref    `json:"at"`
	// Steps follow each other: the hook, a sidecar's wait for its turn, the delay before the drain, the drain.
	Steps []TimelineStep `json:"steps"`
	// Signal is the stop signal, and Left the seconds from there to SIGKILL: what hook and wait leave of the grace period,
	// counted in whole seconds, and never less than 2.
	Signal Moment `json:"signal"`
	Left   Moment `json:"left"`
	Kill   Moment `json:"kill"`
	// End is when the container is gone: by itself, or by SIGKILL.
	End Moment `json:"end"`
	// Asked is the command of the hook that asks the program to end before its signal, empty for none.
	Asked string `json:"asked"`
	// Issues are what certainly goes wrong.
	Issues []TimelineIssue `json:"issues"`
	// Probes are the probes of the container: readiness goes on during the termination, liveness and startup stop.
	Probes []TimelineProbe `json:"probes"`
}

// TimelineStep is a stretch of a lane.
type TimelineStep struct {
	// Kind is preStop, turn (a native sidecar waits until it may stop), delay (the program goes on before it drains) or
	// drain.
	Kind string `json:"kind" jsonschema:"enum=preStop,enum=turn,enum=delay,enum=drain"`
	From Moment `json:"from"`
	To   Moment `json:"to"`
	// Need is how long it takes when nothing cuts it, in seconds, and Known whether that is exact, a lower-bound, unknown or
	// never (the signal does not reach the program).
	Need  float64 `json:"need"`
	Known string  `json:"known" jsonschema:"enum=exact,enum=lower-bound,enum=unknown,enum=never"`
	// Why says what takes the time: "sleep 5"; At is its place, absent for a default.
	Why string `json:"why"`
	At  *Ref   `json:"at,omitempty"`
}

// TimelineIssue is something that certainly goes wrong in a lane.
type TimelineIssue struct {
	// Kind is hook-cut (the hook uses the whole grace period), drain-cut (SIGKILL comes during the drain), starved (a native
	// sidecar's drain does not fit into what the containers before it leave), races (the container may stop listening while
	// requests still come), swallowed (the signal reaches nobody), taken-along (the shell ends and takes the program along)
	// or quits-first (the hook ends a native sidecar before the containers that use it).
	Kind string `json:"kind" jsonschema:"enum=hook-cut,enum=drain-cut,enum=starved,enum=races,enum=swallowed,enum=taken-along,enum=quits-first"`
	// Need is what would be needed in seconds, Has what there is.
	Need float64 `json:"need"`
	Has  float64 `json:"has"`
	At   Ref     `json:"at"`
}

// TimelineProbe is a probe during the termination.
type TimelineProbe struct {
	Name string `json:"name" jsonschema:"enum=readiness,enum=liveness,enum=startup"`
	// Runs is true for the readiness probe, which goes on.
	Runs bool `json:"runs"`
	At   Ref  `json:"at"`
}

// Variant is another way in which the pod is stopped.
type Variant struct {
	Kind string `json:"kind" jsonschema:"enum=soft-eviction,enum=hard-eviction,enum=node-shutdown"`
	// Applies is false for pods that the kubelet never evicts.
	Applies bool `json:"applies"`
	// Grace is its grace period in seconds, and AtMost whether the kubelet's setting By may make it shorter.
	Grace  int    `json:"grace"`
	AtMost bool   `json:"atMost"`
	By     string `json:"by"`
	// End is when the last container is gone, with the whole of Grace.
	End Moment `json:"end"`
	// Lost are the containers whose hook or drain certainly does not fit.
	Lost []string `json:"lost"`
}

// RolloutDuration is an estimate of how long a rollout takes.
type RolloutDuration struct {
	// Kind is none (no rollout, or nothing is known of it), steps (groups of pods follow each other) or each (one such
	// step for each node, whose number is not known).
	Kind string `json:"kind" jsonschema:"enum=none,enum=steps,enum=each"`
	// Steps is their number, 1 for each, and AtOnce how many pods one replaces, 0 where that is not known.
	Steps  int `json:"steps"`
	AtOnce int `json:"atOnce"`
	// Start is from the start of a pod to its readiness: the initial delay of its probes, and the window in which they
	// have to succeed. StartAt is the probe that decides the latter, absent where there is none.
	Start   Moment `json:"start"`
	StartAt *Ref   `json:"startAt,omitempty"`
	// MinReady is minReadySeconds, Termination the end of an old pod.
	MinReady    int    `json:"minReady"`
	Termination Moment `json:"termination"`
	// Between is true where a step begins only when the old pods are gone.
	Between bool `json:"between"`
	// Total is the whole rollout, or one step for each.
	Total Moment `json:"total"`
}
