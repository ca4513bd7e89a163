package facts

// Exec is one program that a container's start goes through, from the first exec to the program that stays, where a
// Dockerfile of the input or the catalogue tells which file capabilities it has.
type Exec struct {
	Program string `json:"program"`
	// At is the instruction that gives it capabilities, or names it where none does.
	At Ref `json:"at"`
	// Caps are its file capabilities; Effective is true when they are raised at exec (+ep).
	Caps      []string `json:"caps"`
	Effective bool     `json:"effective"`
	// Guessed is true when only their place ties the image to its Dockerfile.
	Guessed bool `json:"guessed"`
}

// ImageUser is the USER of an image.
type ImageUser struct {
	Known bool `json:"known"`
	// Name is as the image has it, empty for none, which is root. Numeric is true for a uid, ID then its value.
	Name    string `json:"name"`
	Numeric bool   `json:"numeric"`
	ID      int    `json:"id"`
	// From says how it is known; At is the USER instruction or the pod's image.
	From string `json:"from"`
	At   Ref    `json:"at"`
	// Guessed is true when only names tie the image to its Dockerfile.
	Guessed bool `json:"guessed"`
}

// Write is a path that the program's configuration says to write.
type Write struct {
	// At is the argument, or the key of the ConfigMap that holds the setting; Object is "ConfigMap name" or empty.
	At     Ref    `json:"at"`
	Object string `json:"object"`
	Key    string `json:"key"`
	Path   string `json:"path"`
	// Spool is true for a buffer that grows while the output is not reachable, false for positions and locks. Bounded is
	// true when a setting beside it limits the spool.
	Spool   bool `json:"spool"`
	Bounded bool `json:"bounded"`
	// Mount is the mount that holds the path; Volume is empty when that is the container's own filesystem.
	Volume     string `json:"volume"`
	VolumeType string `json:"volumeType"`
	Mount      Ref    `json:"mount"`
	MountPath  string `json:"mountPath"`
	ReadOnly   bool   `json:"readOnly"`
}

// Secret is a credential that stands in the files as text. Its value is no fact.
type Secret struct {
	At Ref `json:"at"`
	// Where is env, argument or config (a ConfigMap that the container reads).
	Where string `json:"where" jsonschema:"enum=env,enum=argument,enum=config"`
	Name  string `json:"name"`
	// Object is "ConfigMap name" for config.
	Object string `json:"object"`
	// URL is true for a password within a URL.
	URL bool `json:"url"`
	// Test is true when the value comes from a values file with which a chart is tested (ci/*-values.yaml).
	Test bool `json:"test"`
}

// PodSecurity is what the Pod Security admission plugin would say in one mode of the pod's Namespace.
type PodSecurity struct {
	Mode  string `json:"mode" jsonschema:"enum=enforce,enum=warn,enum=audit"`
	Level string `json:"level"`
	// Version is the version of the policy: latest or v1.30.
	Version string `json:"version"`
	// At is the label of the Namespace.
	At        Ref    `json:"at"`
	Namespace string `json:"namespace"`
	// Faults are the checks that the pod fails; empty when it passes.
	Faults []PodSecurityFault `json:"faults"`
}

// PodSecurityFault is one failed check in the words of the plugin.
type PodSecurityFault struct {
	Reason string `json:"reason"`
	Detail string `json:"detail"`
}
