package facts

// Service is a Kubernetes Service.
type Service struct {
	At        Ref    `json:"at"`
	Object    int    `json:"object"`
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
	Type      string `json:"type"`
	Headless  bool   `json:"headless"`
	// Governing is true for a headless Service that is the serviceName of a StatefulSet.
	Governing bool `json:"governing"`
	// PublishNotReady is publishNotReadyAddresses.
	PublishNotReady Bool `json:"publishNotReady"`
	Selector        bool `json:"selector"`
	// SelectorText is the selector as text: "app=web"; SelectorAt its place.
	SelectorText string        `json:"selectorText"`
	SelectorAt   Ref           `json:"selectorAt"`
	Ports        []ServicePort `json:"ports"`
	// OnePod is true when the selector names one pod of a StatefulSet: peers and clients address it, and no traffic moves
	// to another pod.
	OnePod bool `json:"onePod"`
	// Scraped is true when only monitoring refers to the Service.
	Scraped bool `json:"scraped"`
	// Workloads are indexes of the workloads it selects.
	Workloads []int `json:"workloads"`
	// Front is none, ingress, gateway or load-balancer.
	Front     string `json:"front" jsonschema:"enum=none,enum=ingress,enum=gateway,enum=load-balancer"`
	FrontAt   Ref    `json:"frontAt"`
	FrontName string `json:"frontName"`
	// PodTargets is true when a cloud load balancer sends to pod addresses.
	PodTargets bool `json:"podTargets"`
}

// ServicePort is one port of a Service.
type ServicePort struct {
	At     Ref    `json:"at"`
	Name   string `json:"name"`
	Port   int    `json:"port"`
	Target string `json:"target"`
	// Traffic is false for ports that by their names carry metrics or answer probes only.
	Traffic bool `json:"traffic"`
}

// PDB is a PodDisruptionBudget.
type PDB struct {
	At        Ref    `json:"at"`
	Object    int    `json:"object"`
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
	// SelectorAt is the place of spec.selector, SelectorText the selector as text: "app=web", empty when it is absent or
	// selects all pods of the namespace; All is true for the latter.
	SelectorAt     Ref    `json:"selectorAt"`
	SelectorText   string `json:"selectorText"`
	All            bool   `json:"all"`
	MinAvailable   Amount `json:"minAvailable"`
	MaxUnavailable Amount `json:"maxUnavailable"`
	UnhealthyAt    Ref    `json:"unhealthyAt"`
	// UnhealthyPolicy is unhealthyPodEvictionPolicy, empty when unset.
	UnhealthyPolicy string `json:"unhealthyPolicy"`
	// Workloads are indexes of the workloads it selects.
	Workloads []int `json:"workloads"`
	// Expected is the number of pods it counts (replicas, or HPA minimum, of all it selects); Resolved is false when
	// that is not known.
	Expected int  `json:"expected"`
	Resolved bool `json:"resolved"`
	// Allowed is how many pods may be disrupted when all are healthy; meaningful when resolved.
	Allowed int `json:"allowed"`
	// NoScale are indexes of selected workloads whose controller has no scale (DaemonSet, Job, CronJob, bare Pod).
	NoScale []int `json:"noScale"`
}

// HPA is a HorizontalPodAutoscaler.
type HPA struct {
	At     Ref    `json:"at"`
	Object int    `json:"object"`
	Name   string `json:"name"`
	Min    Int    `json:"min"`
	Max    Int    `json:"max"`
	// Workload is the index of its target, -1 when that is not in the Unit.
	Workload int `json:"workload"`
}
