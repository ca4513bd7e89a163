package facts

// Workload is an owner of a pod template.
type Workload struct {
	At         Ref    `json:"at"`
	Object     int    `json:"object"`
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	Namespace  string `json:"namespace"`
	// Hook is true for Helm hooks and tests, which run once: rollout and traffic rules leave them out.
	Hook bool `json:"hook"`
	// Runs is "service" for workloads that are meant to stay up, "job" for those that end (Job, CronJob, hooks).
	Runs string `json:"runs" jsonschema:"enum=service,enum=job"`
	// Agent is true for DaemonSets and for programs of the classes telemetry, security, network and storage.
	Agent bool `json:"agent"`
	// Scraped is true when an annotation or a ServiceMonitor says that its metrics are read.
	Scraped bool `json:"scraped"`
	// Deadline is the activeDeadlineSeconds of a Job, 0 for none.
	Deadline int      `json:"deadline"`
	Replicas Replicas `json:"replicas"`
	Rollout  Rollout  `json:"rollout"`
	Pod      Pod      `json:"pod"`
	// Containers are regular init containers, native sidecars and main containers, in the order of the files.
	Containers []Container `json:"containers"`
	// Served is true when a Service with a traffic port selects the pod.
	Served   bool          `json:"served"`
	Services []ServiceLink `json:"services"`
	// Front is the outermost thing that sends traffic: none, service, ingress, gateway, load-balancer.
	Front   string `json:"front" jsonschema:"enum=none,enum=service,enum=ingress,enum=gateway,enum=load-balancer"`
	FrontAt Ref    `json:"frontAt"`
	// FrontName is Kind/name of the front.
	FrontName string `json:"frontName"`
	// PodTargets is true when a cloud load balancer sends to pod addresses (target-type ip, NEG).
	PodTargets bool `json:"podTargets"`
	// NodeLocal is true where all traffic comes from Services that keep to the client's own node.
	NodeLocal bool `json:"nodeLocal"`
	// Exposed is true when traffic arrives through hostPort or hostNetwork, where there is no endpoint removal.
	Exposed   bool       `json:"exposed"`
	HostPaths []HostPath `json:"hostPaths"`
	// PDBs are indexes into pdbs.
	PDBs []int `json:"pdbs"`
	// Configs are ConfigMaps and Secrets the pod reads.
	Configs []ConfigLink `json:"configs"`
	// Account is the ServiceAccount the pod runs as.
	Account Account `json:"account"`
	// Justified maps a rule name to the reason of an annotation drainlint.dev/justify.<rule>.
	Justified map[string]string `json:"justified"`
	// PodSecurity is one entry for each mode that the labels of the pod's Namespace set above privileged.
	PodSecurity []PodSecurity `json:"podSecurity"`
	// Timeline is how a pod of it ends.
	Timeline Timeline `json:"timeline"`
}

// Replicas is how many pods are meant to run.
type Replicas struct {
	Int
	// From is spec, hpa, default, node (a DaemonSet: one for each node) or unknown (what is written is no number: then the
	// value is 0, and nothing is said that depends on it).
	From string `json:"from" jsonschema:"enum=spec,enum=hpa,enum=default,enum=node,enum=unknown"`
	// HPA is the index of the HorizontalPodAutoscaler in hpas, -1 when there is none.
	HPA int `json:"hpa"`
	// Written is spec.replicas as the files say it, also where an autoscaler decides; 0 when they do not.
	Written int `json:"written"`
}

// Rollout is how a new version replaces an old one.
type Rollout struct {
	// Type is RollingUpdate, Recreate or OnDelete; empty where there is no rollout (Job, Pod).
	Type   string `json:"type"`
	TypeAt Ref    `json:"typeAt"`
	At     Ref    `json:"at"`
	// MaxUnavailable and MaxSurge are after the controller's rounding: for a Deployment unavailable is rounded down,
	// surge up, and both 0 becomes unavailable 1.
	MaxUnavailable Amount `json:"maxUnavailable"`
	MaxSurge       Amount `json:"maxSurge"`
	// Fenced is true when both were 0 after rounding and unavailable was made 1.
	Fenced          bool `json:"fenced"`
	MinReadySeconds Int  `json:"minReadySeconds"`
	Deadline        Int  `json:"progressDeadlineSeconds"`
	Partition       Int  `json:"partition"`
	Paused          bool `json:"paused"`
	// Duration is an estimate of how long it takes.
	Duration RolloutDuration `json:"duration"`
}

// Pod is the pod template.
type Pod struct {
	At Ref `json:"at"`
	// Grace is terminationGracePeriodSeconds.
	Grace        Int  `json:"grace"`
	HostNetwork  Bool `json:"hostNetwork"`
	HostPID      Bool `json:"hostPID"`
	HostIPC      Bool `json:"hostIPC"`
	ShareProcess Bool `json:"shareProcessNamespace"`
	Windows      bool `json:"windows"`
	// UserNamespace is true with hostUsers: false, where uid 0 of the pod is nobody on the node.
	UserNamespace bool `json:"userNamespace"`
	// FSGroup is the group that volumes are given to, -1 for none.
	FSGroup       Int      `json:"fsGroup"`
	PriorityClass string   `json:"priorityClass"`
	RestartPolicy string   `json:"restartPolicy"`
	Volumes       []Volume `json:"volumes"`
	Priority      Priority `json:"priority"`
	// MemoryRequest is true when some container that keeps running, or the pod itself, requests memory.
	MemoryRequest bool       `json:"memoryRequest"`
	Scheduling    Scheduling `json:"scheduling"`
}

// Volume is one volume of the pod template.
type Volume struct {
	At   Ref    `json:"at"`
	Name string `json:"name"`
	// Type is the field name of the source: hostPath, emptyDir, configMap, secret, persistentVolumeClaim, ...
	Type string `json:"type"`
	// SizeLimit is true for an emptyDir with a sizeLimit, Memory for one in memory.
	SizeLimit bool `json:"sizeLimit"`
	Memory    bool `json:"memory"`
	// Claim is the PersistentVolumeClaim's name.
	Claim string `json:"claim"`
	// AccessModes are the claim's, empty when they are not known.
	AccessModes []string `json:"accessModes"`
}

// ServiceLink is a Service that selects the pod.
type ServiceLink struct {
	// Service is the index in services.
	Service int    `json:"service"`
	Name    string `json:"name"`
	At      Ref    `json:"at"`
	// Traffic is true when at least one port carries more than metrics.
	Traffic bool `json:"traffic"`
}

// ConfigLink is a ConfigMap or Secret that the pod reads.
type ConfigLink struct {
	At   Ref    `json:"at"`
	Kind string `json:"kind"`
	Name string `json:"name"`
	// How is env, volume or subPath.
	How string `json:"how"`
	// Key is the key that is read; empty for all of them.
	Key string `json:"key"`
	// Object is the index in objects, -1 when it is not in the Unit.
	Object int `json:"object"`
	// Tracked is true when a change replaces the pods or cannot happen: the name has a hash, the object is immutable, or
	// the pod template has a checksum or an annotation for a reloader.
	Tracked bool `json:"tracked"`
	// Held is true when the object in the Unit has what is read, and that configures the program; an empty object is filled by
	// somebody else, and marks of an installation configure nothing.
	Held bool `json:"held"`
}

// Account is the ServiceAccount of a pod.
type Account struct {
	Name string `json:"name"`
	Set  bool   `json:"set"`
	At   Ref    `json:"at"`
	// Automount is false when pod or ServiceAccount switch the token off.
	Automount bool `json:"automount"`
	// Bound is true when a binding of the Unit names it, also with a role that the Unit does not hold. Defined is true when
	// the ServiceAccount itself is an object of the Unit.
	Bound   bool `json:"bound"`
	Defined bool `json:"defined"`
	// Rules are the RBAC rules bound to it in this Unit.
	Rules []RBACRule `json:"rules"`
}

// RBACRule is one rule of a bound role.
type RBACRule struct {
	At Ref `json:"at"`
	// Role is Kind/name.
	Role string `json:"role"`
	// Cluster is true when the rule holds in all namespaces.
	Cluster   bool     `json:"cluster"`
	Groups    []string `json:"groups"`
	Resources []string `json:"resources"`
	Verbs     []string `json:"verbs"`
	// Names limit it to objects of these names; empty means all. URLs are non-resource URLs.
	Names []string `json:"names"`
	URLs  []string `json:"urls"`
	// Binding is Kind/name of what grants it, BindingAt its place. BuiltIn is true for a role that Kubernetes brings and the Unit
	// does not define; At then is the binding's roleRef.
	Binding   string `json:"binding"`
	BindingAt Ref    `json:"bindingAt"`
	BuiltIn   bool   `json:"builtIn"`
}

// HostPath is a folder or file of the node that the pod mounts.
type HostPath struct {
	// At is the volume's hostPath.path.
	At     Ref    `json:"at"`
	Volume string `json:"volume"`
	Path   string `json:"path"`
	Type   string `json:"type"`
	TypeAt Ref    `json:"typeAt"`
	// Class names what lies there: root, var (/var and /var/lib as trees), etc, login (shadow, sudoers, SSH keys), start
	// (what systemd, cron and logins run), kubernetes, home, boot, dev, proc, sys, kernelfs (/proc/sys and the parts of
	// /sys that are there to be written), bpf, kubelet, plugins (folders that the node shares with plugins), etcd, run,
	// bus (sockets of systemd and D-Bus), lock, udev, logs, modules, cni, containers, usr, harmless, other.
	Class string `json:"class"`
	// Whole is true when the path is the top of its class (/etc, /var/log/pods) and not something below it. Both are those
	// of the subPath, where all mounts show the same one.
	Whole bool `json:"whole"`
	// Sockets are container runtime sockets reachable through the path ("containerd").
	Sockets []string `json:"sockets"`
	// Direct is true when the path is the socket itself, not a folder above it.
	Direct bool `json:"direct"`
	// Looks is what the path names by its spelling and by what nodes have there: socket, file, device or folder.
	Looks  string  `json:"looks" jsonschema:"enum=socket,enum=file,enum=device,enum=folder"`
	Mounts []Mount `json:"mounts"`
	// Enough are paths below it that the profiles of its containers need, where no profile needs the whole.
	Enough []string `json:"enough"`
	// ReadOnly is true when every mount of it is read-only; false when nothing mounts it.
	ReadOnly bool `json:"readOnly"`
	// Need is the reason why the program needs it, from its profile; NeedWrite is true when it needs to write there.
	Need      string `json:"need"`
	NeedWrite bool   `json:"needWrite"`
}

// Mount is one mount of a host path.
type Mount struct {
	At        Ref    `json:"at"`
	Container string `json:"container"`
	MountPath string `json:"mountPath"`
	SubPath   string `json:"subPath"`
	ReadOnly  bool   `json:"readOnly"`
	// Path is the host path this mount shows: path and subPath joined.
	Path string `json:"path"`
	// Privileged is true when the container is privileged.
	Privileged  bool   `json:"privileged"`
	Propagation string `json:"propagation"`
	// Recursive is true when recursiveReadOnly makes submounts read-only too.
	Recursive bool `json:"recursive"`
}
