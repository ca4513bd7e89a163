package facts

// Container is one container of a pod template.
type Container struct {
	At   Ref    `json:"at"`
	Name string `json:"name"`
	// Role is main, init (ends before the main containers start) or sidecar (a native sidecar: an init container with
	// restartPolicy Always).
	Role string `json:"role" jsonschema:"enum=main,enum=init,enum=sidecar"`
	// Prepares says what an init container does where that is all it does: owner (of files, and their mode), kernel
	// (parameters), else empty.
	Prepares string `json:"prepares"`
	// Helper is true for a main container that is known to be a proxy, log shipper or the like beside the application.
	Helper    bool      `json:"helper"`
	Image     Image     `json:"image"`
	Process   Process   `json:"process"`
	Drain     Drain     `json:"drain"`
	PreStop   Hook      `json:"preStop"`
	PostStart Hook      `json:"postStart"`
	Probes    Probes    `json:"probes"`
	Ports     []Port    `json:"ports"`
	Security  Security  `json:"security"`
	Resources Resources `json:"resources"`
	// Served is true when a traffic port of a Service targets this container (or may target it: a port that no
	// container declares).
	Served bool `json:"served"`
	// Profile is what is known of the program.
	Profile Profile `json:"profile"`
	// User is the USER of the image.
	User ImageUser `json:"user"`
	// Execs are the programs that the start goes through, empty when their file capabilities are not known.
	Execs []Exec `json:"execs"`
	// Writes are paths that the configuration says to write.
	Writes []Write `json:"writes"`
	// Secrets are credentials that stand in the files.
	Secrets []Secret `json:"secrets"`
}

// Image is a container's image reference.
type Image struct {
	At  Ref  `json:"at"`
	Set bool `json:"set"`
	// Text is the reference as written.
	Text string `json:"text"`
	// Valid is false when it is empty, no reference, or holds a placeholder; then nothing below is known.
	Valid bool `json:"valid"`
	// Repository is the full name: docker.io/library/nginx.
	Repository string `json:"repository"`
	Tag        string `json:"tag"`
	Digest     string `json:"digest"`
	PullPolicy string `json:"pullPolicy"`
	PullAt     Ref    `json:"pullAt"`
}

// Process is what the container runs.
type Process struct {
	// Command and Args are as the pod sets them; both empty means the image decides.
	Command []string `json:"command"`
	Args    []string `json:"args"`
	At      Ref      `json:"at"`
	ArgsAt  Ref      `json:"argsAt"`
	// Argv is the whole command line, pod and image merged as Kubernetes does, and Known whether it could be told.
	Known bool     `json:"known"`
	Argv  []string `json:"argv"`
	// Program are the words of what finally runs: Argv without inits, wrappers and scripts that replace themselves.
	Program []string `json:"program"`
	// KeepAlive is true when nothing runs but what keeps the container up: sleep infinity, tail -f /dev/null.
	KeepAlive bool `json:"keepAlive"`
	// Elects is true when a flag switches leader election on: a controller, of which one works at a time and which finishes
	// nothing for anybody when it stops.
	Elects bool `json:"elects"`
	// Init is the first init program in front (tini, dumb-init) with its options; Second another one below it.
	Init     string   `json:"init"`
	InitArgs []string `json:"initArgs"`
	Second   string   `json:"second"`
	// Shell is the shell that runs a command string or a script; Script is the script's file or ConfigMap key, empty
	// for a command string; TrapAt is its trap for TERM.
	Shell  Shell  `json:"shell"`
	Script string `json:"script"`
	TrapAt *Ref   `json:"trapAt,omitempty"`
	// Path are the processes that the stop signal passes, PID 1 first.
	Path       []Hop      `json:"path"`
	StopSignal StopSignal `json:"stopSignal"`
	Image      ImageStart `json:"image"`
}

// Drain is how long a program takes to stop after its stop signal.
type Drain struct {
	// Known is exact (these files set it), default (its profile says so), unlimited (by default it waits for its work without
	// a limit) or unknown; only the first two have Seconds.
	Known   string  `json:"known" jsonschema:"enum=exact,enum=default,enum=unlimited,enum=unknown"`
	Seconds float64 `json:"seconds"`
	// From says where the number comes from; At is the place, absent for a default.
	From string `json:"from"`
	At   *Ref   `json:"at,omitempty"`
	// Delay are seconds that the program waits before it begins to drain, with their source; 0 for none.
	Delay     float64 `json:"delay"`
	DelayFrom string  `json:"delayFrom"`
	DelayAt   *Ref    `json:"delayAt,omitempty"`
	// Program is the profile's name.
	Program string `json:"program"`
	// Off is a setting that makes the program stop at once; absent when none is found.
	Off *Switched `json:"off,omitempty"`
	// FollowsGrace is true where one key of the values sets both the drain time and terminationGracePeriodSeconds, so that the
	// two cannot be set apart.
	FollowsGrace bool `json:"followsGrace"`
	// MinGrace is the least grace period in seconds that the program's documentation asks for, 0 for none.
	MinGrace float64 `json:"minGrace"`
	// Start is a typical time in seconds from start to ready, 0 when not known.
	Start float64 `json:"start"`
	// Endless is true for a program that does not end when the application beside it does.
	Endless bool `json:"endless"`
}

// Switched is a setting with a value that turns something off.
type Switched struct {
	Why  string `json:"why"`
	From string `json:"from"`
	At   Ref    `json:"at"`
}

// Hop is one process on the way of the stop signal.
type Hop struct {
	Text string `json:"text"`
	At   Ref    `json:"at"`
	// Passes tells whether the signal goes on to the next process in time: yes, no, unknown.
	Passes string `json:"passes" jsonschema:"enum=yes,enum=no,enum=unknown"`
}

// StopSignal is the signal that asks a container to stop.
type StopSignal struct {
	// Known is true when the image is known or the pod sets it.
	Known bool `json:"known"`
	// Name is SIGTERM, SIGQUIT ...
	Name string `json:"name"`
	// From says who sets it, in words; At is the place, absent for a published image and for the default.
	From string `json:"from"`
	At   *Ref   `json:"at,omitempty"`
}

// ImageStart is what the image of a container starts when the pod does not say.
type ImageStart struct {
	// From is dockerfile, catalog or unknown.
	From string `json:"from" jsonschema:"enum=dockerfile,enum=catalog,enum=unknown"`
	// File is the Dockerfile; By says how it is known to be the image's; Guessed is true when only names say so.
	File    string `json:"file"`
	By      string `json:"by"`
	Guessed bool   `json:"guessed"`
	// At is the place of ENTRYPOINT, else of FROM, in the Dockerfile.
	At         *Ref     `json:"at,omitempty"`
	Entrypoint []string `json:"entrypoint"`
	Cmd        []string `json:"cmd"`
	// DropsArgs is true when ENTRYPOINT is a shell with a command string that does not use its arguments, so that CMD and
	// the pod's args reach nothing.
	DropsArgs bool `json:"dropsArgs"`
	// Init is an init program at the head of Entrypoint; Program the words of what Entrypoint and Cmd finally run.
	Init    string   `json:"init"`
	Program []string `json:"program"`
	// User is the image's USER, empty when it sets none.
	User string `json:"user"`
}

// Shell is the verdict on a shell that runs a command string or a script.
type Shell struct {
	Used bool `json:"used"`
	// At is the command string, or the line of the script that decides.
	At Ref `json:"at"`
	// Own is true when the pod names the shell or the script, so that its author has to change it.
	Own bool `json:"own"`
	// Arguments is true when a command string uses the words behind it.
	Arguments bool `json:"arguments"`
	// Name is the shell as written; Family is dash, bash, ash, mksh or unknown; FamilyFrom says how it is known.
	Name       string `json:"name"`
	Family     string `json:"family"`
	FamilyFrom string `json:"familyFrom"`
	// Stays tells whether the shell remains the parent of the program: yes, no, unknown.
	Stays  string `json:"stays" jsonschema:"enum=yes,enum=no,enum=unknown"`
	Reason string `json:"reason"`
	// Differs are the families under which it stays, when the family is unknown and they do not agree.
	Differs []string `json:"differs"`
	// Program is the main program, empty when the script is its own program (a loop of short commands).
	Program string `json:"program"`
	// Forwards tells whether a trap passes the signal on and waits: yes, no, unknown.
	Forwards string `json:"forwards" jsonschema:"enum=yes,enum=no,enum=unknown"`
	// Trap is what the script's handling of TERM amounts to while the program runs: none, forwards, blocked (a foreground
	// child keeps it from running), single-wait (the shell ends while the program drains), ends (the shell ends without
	// signalling the program), misses (it signals another process), recurses, ignores, unknown.
	Trap string `json:"trap" jsonschema:"enum=none,enum=forwards,enum=blocked,enum=single-wait,enum=ends,enum=misses,enum=recurses,enum=ignores,enum=unknown"`
	// SubshellExec is true when an exec replaces only a child of the shell: in a pipeline, a subshell or the background.
	SubshellExec bool `json:"subshellExec"`
	// KeepAlive is true when the program only keeps the container up and has nothing to drain: sleep infinity, tail -f
	// /dev/null, cat without a file.
	KeepAlive bool `json:"keepAlive"`
	// Finite is true when the script obviously ends by itself.
	Finite bool `json:"finite"`
	// Init is the init program in front of the shell (tini, dumb-init), empty when there is none.
	Init string `json:"init"`
}

// Hook is a lifecycle hook.
type Hook struct {
	Set bool `json:"set"`
	At  Ref  `json:"at"`
	// Type is exec, httpGet, tcpSocket, sleep, several or empty; "none" when there is no hook.
	Type string `json:"type" jsonschema:"enum=none,enum=exec,enum=httpGet,enum=tcpSocket,enum=sleep,enum=several,enum=empty"`
	// Handler is the handler's place.
	Handler Ref      `json:"handler"`
	Argv    []string `json:"argv"`
	// Duration is how long the hook takes.
	Duration Duration `json:"duration"`
	// Malformed is why the command cannot work, empty when nothing speaks against it.
	Malformed   string `json:"malformed"`
	MalformedAt Ref    `json:"malformedAt"`
	// Missing is a program that the command needs and the image is known not to have, MissingWhy how that is known;
	// MissingCertain is false when the image is only guessed.
	Missing        string `json:"missing"`
	MissingWhy     string `json:"missingWhy"`
	MissingCertain bool   `json:"missingCertain"`
	// StopCommand is what the command does to the program according to its profile; the zero value for nothing known.
	StopCommand StopCommand `json:"stopCommand"`
	// Host, Port and Path are those of an httpGet hook; PortKnown is false when a named port is declared by no container.
	Host      string `json:"host"`
	Port      string `json:"port"`
	Path      string `json:"path"`
	PortKnown bool   `json:"portKnown"`
	// Quits is the call that asks the program to end (an endpoint such as /shutdown, a kill), empty for none.
	Quits string `json:"quits"`
	// Kills are the commands that signal processes.
	Kills []Kill `json:"kills"`
}

// Kill is a command of a hook that signals processes.
type Kill struct {
	Text string `json:"text"`
	// Signal is TERM, KILL, QUIT ...; empty when it is not known.
	Signal string `json:"signal"`
	// Name is the program that pkill and killall look for, empty for kill; PID1 is true for kill 1.
	Name string `json:"name"`
	PID1 bool   `json:"pid1"`
}

// StopCommand is a command that stops or drains a program.
type StopCommand struct {
	// Words is what was recognised, empty for nothing.
	Words string `json:"words"`
	// Waits is true when it returns only after the program has drained.
	Waits bool `json:"waits"`
	// Effect is graceful, fast, quiet, reload, dump or ignored.
	Effect string `json:"effect"`
}

// Probes are a container's probes.
type Probes struct {
	Readiness Probe `json:"readiness"`
	Liveness  Probe `json:"liveness"`
	Startup   Probe `json:"startup"`
}

// Probe is one probe with defaults filled in; all times in seconds.
type Probe struct {
	Set              bool   `json:"set"`
	At               Ref    `json:"at"`
	Type             string `json:"type"`
	InitialDelay     int    `json:"initialDelay"`
	Period           int    `json:"period"`
	Timeout          int    `json:"timeout"`
	FailureThreshold int    `json:"failureThreshold"`
	Grace            Int    `json:"grace"`
	// Window is how long it fails before it acts: initialDelay + period x failureThreshold.
	Window int `json:"window"`
	// Port is the port that is asked, as written; empty for exec.
	Port string `json:"port"`
	// Check identifies what is asked: type, port, path, command.
	Check string `json:"check"`
}

// Port is one declared port.
type Port struct {
	At       Ref    `json:"at"`
	Name     string `json:"name"`
	Number   int    `json:"number"`
	HostPort int    `json:"hostPort"`
	Protocol string `json:"protocol"`
}

// Security is the security context in effect, container and pod merged as Kubernetes does.
type Security struct {
	// At is the container's securityContext.
	At                       Ref          `json:"at"`
	Privileged               Bool         `json:"privileged"`
	Added                    []Capability `json:"added"`
	Dropped                  []Capability `json:"dropped"`
	DropsAll                 bool         `json:"dropsAll"`
	AllowPrivilegeEscalation Bool         `json:"allowPrivilegeEscalation"`
	ReadOnlyRootFilesystem   Bool         `json:"readOnlyRootFilesystem"`
	RunAsNonRoot             Bool         `json:"runAsNonRoot"`
	// RunAsUser is -1 when the image decides.
	RunAsUser Int `json:"runAsUser"`
	// Seccomp and AppArmor are the profile types, empty when unset.
	Seccomp   string `json:"seccomp"`
	SeccompAt Ref    `json:"seccompAt"`
	AppArmor  string `json:"appArmor"`
	SELinux   string `json:"seLinux"`
	// AppArmorAt and SELinuxAt are where they are set, or would be.
	AppArmorAt Ref `json:"appArmorAt"`
	SELinuxAt  Ref `json:"seLinuxAt"`
	// RunAsGroup is -1 when the image decides; Groups are fsGroup and supplementalGroups.
	RunAsGroup Int   `json:"runAsGroup"`
	Groups     []int `json:"groups"`
	// Bidirectional is true when a mount uses Bidirectional propagation, which the API grants to privileged only.
	Bidirectional bool `json:"bidirectional"`
}

// Capability is one entry of a capability list.
type Capability struct {
	Name string `json:"name"`
	At   Ref    `json:"at"`
}

// Resources tells which resource fields are set.
type Resources struct {
	At             Ref  `json:"at"`
	MemoryRequest  bool `json:"memoryRequest"`
	MemoryLimit    bool `json:"memoryLimit"`
	CPURequest     bool `json:"cpuRequest"`
	EphemeralLimit bool `json:"ephemeralLimit"`
}

// Profile is what is known of a program from the application profiles.
type Profile struct {
	// Name is empty when the program is not known.
	Name string `json:"name"`
	// Class is telemetry, security, network, storage, proxy, web, database, worker, controller or empty.
	Class string `json:"class"`
	// MetricsOnly is true for programs whose only port answers scrapes: a Service before them carries no traffic.
	MetricsOnly bool `json:"metricsOnly"`
	// Monitoring are ports on which it answers scrapes and probes, and nothing else.
	Monitoring []int `json:"monitoring"`
	// RollsTogether is the reason why two versions of it must not run side by side, empty when they may.
	RollsTogether string `json:"rollsTogether"`
	// Single is the reason why it may run only once in all, empty when several may.
	Single string `json:"single"`
	// KeepsAccepting is the reason why the program goes on accepting after its stop signal, empty when it does not.
	KeepsAccepting string `json:"keepsAccepting"`
	// LameDuck are the settings by which it can be told to go on accepting, in words: "flag --shutdown-delay".
	LameDuck []string `json:"lameDuck"`
	// Stateless is the reason why a grace period of 0 loses nothing, empty when it may.
	Stateless string `json:"stateless"`
	// Needs maps a privilege (privileged, hostPID, hostIPC, hostNetwork, runtimeSocket, cap:NAME, rbac:secrets) to why the
	// program needs it.
	Needs map[string]string `json:"needs"`
	// Instead is the smaller set that suffices in place of privileged, empty when unknown.
	Instead string `json:"instead"`
	// Signals maps a signal (SIGTERM) to what it does: graceful, fast, quiet, reload, dump, ignored.
	Signals map[string]string `json:"signals"`
	// Leaves are what it makes outside of its container.
	Leaves []Leaf `json:"leaves"`
}
