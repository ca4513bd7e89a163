package facts

// Leftover is something that stays in the cluster when its release is uninstalled.
type Leftover struct {
	At     Ref `json:"at"`
	Object int `json:"object"`
	// Why is keep (helm.sh/resource-policy), hook (a Helm hook that no delete policy removes) or finalizer.
	Why string `json:"why" jsonschema:"enum=keep,enum=hook,enum=finalizer"`
	// What is the hook's events, or the finalizer.
	What string `json:"what"`
}

// Leaf is something that a known program makes on its node or in the cluster, and that is there after the pod is gone.
type Leaf struct {
	Kind string `json:"kind" jsonschema:"enum=files,enum=kernel-module,enum=bpf,enum=network,enum=systemd,enum=mounts,enum=label,enum=object"`
	// What is the path, module, link, table or object; Remove says how to get rid of it.
	What   string `json:"what"`
	Remove string `json:"remove"`
}

// Webhook is one call that the API server makes before it accepts a request.
type Webhook struct {
	At Ref `json:"at"`
	// Object is an index into objects: a webhook configuration, a CustomResourceDefinition or an APIService.
	Object int    `json:"object"`
	Name   string `json:"name"`
	// Type is admission, conversion or api.
	Type string `json:"type" jsonschema:"enum=admission,enum=conversion,enum=api"`
	// Fail is true when a request fails while nobody answers.
	Fail   bool `json:"fail"`
	FailAt Ref  `json:"failAt"`
	// Resources are those of its rules that a cluster needs to recover ("pods", "apps/deployments"); RuleAt is the first of
	// these rules.
	Resources []string `json:"resources"`
	RuleAt    Ref      `json:"ruleAt"`
	// CreatesPods is true when they match the creation of pods, which is all that controllers need to bring pods back.
	CreatesPods bool `json:"createsPods"`
	// Conditional is true when matchConditions may leave requests out.
	Conditional bool `json:"conditional"`
	// Own and System tell whether the selectors let through objects of the webhook's own namespace and of kube-system.
	Own    bool `json:"own"`
	System bool `json:"system"`
	// Namespace and Service are what is called; URL is an address in place of them.
	Namespace string `json:"namespace"`
	Service   string `json:"service"`
	URL       string `json:"url"`
	// Workloads are indexes of the workloads that answer, empty when they are not in the Unit.
	Workloads []int `json:"workloads"`
}
