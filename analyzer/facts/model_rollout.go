package facts

// Priority is a pod's place in the order of eviction.
type Priority struct {
	Int
	// Class is the PriorityClass's name. Set is true where its value is known: it is a system class, or defined in the Unit.
	Class string `json:"class"`
	// Defined is the PriorityClass in the Unit.
	Defined Ref `json:"defined"`
}

// Alert is one alerting rule for Prometheus.
type Alert struct {
	// At is the alert's expression, or the text that holds it; ForAt the same for its "for".
	At    Ref    `json:"at"`
	ForAt Ref    `json:"forAt"`
	Name  string `json:"name"`
	Expr  string `json:"expr"`
	// For and Keep are "for" and "keep_firing_for" in seconds.
	For  float64 `json:"for"`
	Keep float64 `json:"keep"`
	// Flaps is what makes it fire when one target is away for a moment: up (a comparison of up with a number), absent, or
	// none.
	Flaps string `json:"flaps" jsonschema:"enum=up,enum=absent,enum=none"`
	// Scrape is how many seconds lie between two scrapes: the shortest interval that the Unit sets, else the default of what
	// loads the rule; ScrapeFrom says which, ScrapeAt is the place, absent for a default.
	Scrape     float64 `json:"scrape"`
	ScrapeFrom string  `json:"scrapeFrom"`
	ScrapeAt   *Ref    `json:"scrapeAt,omitempty"`
}

// Scheduling is what a pod asks of a node.
type Scheduling struct {
	Tolerations []Toleration `json:"tolerations"`
	Labels      []NodeLabel  `json:"labels"`
	// Contradictions are node labels of which no value can satisfy the pod; empty when some node may.
	Contradictions []Contradiction `json:"contradictions"`
	// Node is the node that the pod is tied to by name, empty when there is none.
	Node string `json:"node"`
	// Chosen is true when a required selector asks for more than an operating system and an architecture, or speaks about
	// the roles of nodes. Leaving out some nodes (those of a virtual kubelet) is no choice.
	Chosen bool `json:"chosen"`
}

// Toleration is one entry of spec.tolerations.
type Toleration struct {
	At  Ref    `json:"at"`
	Key string `json:"key"`
	// Exists is true for operator Exists; with an empty key it tolerates every taint of the effect.
	Exists bool   `json:"exists"`
	Value  string `json:"value"`
	// Effect is empty for all effects.
	Effect string `json:"effect"`
	// Seconds is tolerationSeconds, -1 for no end.
	Seconds int `json:"seconds"`
}

// NodeLabel is a label of nodes that a pod's scheduling asks for.
type NodeLabel struct {
	At       Ref      `json:"at"`
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values"`
	// From is nodeSelector, required, preferred (node affinity) or topology (a topologyKey).
	From string `json:"from" jsonschema:"enum=nodeSelector,enum=required,enum=preferred,enum=topology"`
	// Needed is true when the pod runs only on nodes that have the label.
	Needed bool `json:"needed"`
	// Elsewhere is true when another object of the Unit names the label, and so may set it.
	Elsewhere bool `json:"elsewhere"`
}

// Contradiction is a set of requirements on one node label that no value satisfies.
type Contradiction struct {
	At Ref `json:"at"`
	// Text is the requirements: "kubernetes.io/os=linux and kubernetes.io/os in (windows)"; empty for a term without any.
	Text string `json:"text"`
	// Other is the place of the first of the requirements.
	Other Ref `json:"other"`
}
