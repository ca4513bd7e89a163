package facts

// Cluster is the inventory of nodes, and what the DaemonSets of the Unit reach of it.
type Cluster struct {
	// File is the inventory.
	File string `json:"file"`
	// Size is the number of nodes.
	Size int `json:"size"`
	// Nodes are all nodes; they are there only when rules of your own are loaded.
	Nodes []ClusterNode `json:"nodes,omitempty"`
	// Coverage has one entry for each DaemonSet.
	Coverage []Coverage `json:"coverage"`
	// Ended are exclusions past their last day; filled only when the run as a whole is judged.
	Ended []NodeExclusion `json:"ended"`
}

// ClusterNode is a node of the inventory.
type ClusterNode struct {
	At     Ref               `json:"at"`
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
	Taints []NodeTaint       `json:"taints"`
	OS     string            `json:"os"`
	Arch   string            `json:"arch"`
}

// NodeTaint is a taint of a node.
type NodeTaint struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Effect string `json:"effect"`
}

// Coverage is what a DaemonSet reaches of the inventory.
type Coverage struct {
	// Workload is the index in workloads.
	Workload int `json:"workload"`
	// Rule says which nodes are eligible, in words; RuleAt is the entry of the configuration, absent for the default.
	Rule   string `json:"rule"`
	RuleAt *Ref   `json:"ruleAt,omitempty"`
	// Desired is on how many nodes the controller runs a pod; Eligible how many nodes are meant, Covered on how many of these
	// a pod works, Excluded how many more an exclusion leaves out.
	Desired  int `json:"desired"`
	Eligible int `json:"eligible"`
	Covered  int `json:"covered"`
	Excluded int `json:"excluded"`
	// Gaps are the reasons why eligible nodes have no pod that works; Misfits are further nodes where a pod is created and
	// cannot run.
	Gaps    []NodeGap   `json:"gaps"`
	Misfits []NodeGap   `json:"misfits"`
	Rollout NodeRollout `json:"rollout"`
}

// NodeGap is a reason why nodes have no pod that works.
type NodeGap struct {
	// At is what decides in the pod, or the pod's spec where something is missing.
	At Ref `json:"at"`
	// Cause is the kind of the reason, Reason its words.
	Cause  string `json:"cause" jsonschema:"enum=node name,enum=os,enum=architecture,enum=label,enum=affinity,enum=taint,enum=image"`
	Reason string `json:"reason"`
	// Count is the number of nodes, Nodes the first 20.
	Count int       `json:"count"`
	Nodes []NodeRef `json:"nodes"`
	// Stays is true when a pod that runs there already is left alone.
	Stays bool `json:"stays"`
	// Passing is true for a taint that goes by itself when the node is ready.
	Passing bool `json:"passing"`
	// Ended is an exclusion of some of the nodes whose last day is over; absent for none.
	Ended *NodeExclusion `json:"ended,omitempty"`
}

// NodeRef is a node by its name, and its place in the inventory; At is absent for an inventory outside the root.
type NodeRef struct {
	Name string `json:"name"`
	At   *Ref   `json:"at,omitempty"`
}

// NodeExclusion is an exclusion of the configuration.
type NodeExclusion struct {
	At     Ref    `json:"at"`
	Nodes  string `json:"nodes"`
	Reason string `json:"reason"`
	Until  string `json:"until"`
}

// NodeRollout is what a rolling update of a DaemonSet does to the nodes that it runs on.
type NodeRollout struct {
	// Blind is how many nodes are without a ready pod at the same time, Step how many pods are replaced at once: maxUnavailable
	// or maxSurge. Both are 0 without a rolling update.
	Blind int `json:"blind"`
	Step  int `json:"step"`
	// Steps is how often that happens.
	Steps int `json:"steps"`
	// StepSeconds is how long one takes at most: termination, start-up and minReadySeconds, each in Parts in words.
	StepSeconds int      `json:"stepSeconds"`
	Parts       []string `json:"parts"`
	Seconds     int      `json:"seconds"`
}
