package catalog

// SignalEffects are what a signal can do to a program: graceful (it drains, then ends), fast (it ends without draining), quiet
// (it takes no new work and goes on running), reload, dump (it prints its state and goes on), ignored.
var SignalEffects = []string{"graceful", "fast", "quiet", "reload", "dump", "ignored"}

// Formats are how a configuration file is read. words: a line whose first word is the key and whose next word is the value
// (Corefile, haproxy.cfg, httpd.conf, redis.conf), at any depth of nesting. value: the whole text is the value (a ConfigMap
// whose own keys are the settings).
var Formats = []string{"yaml", "json", "toml", "ini", "properties", "nginx", "words", "value"}

// Units are those of a bare number; empty is s.
var Units = []string{"", "ms", "s", "m"}

// Drain says how long a program takes to stop after its stop signal.
type Drain struct {
	// Default is the time in seconds it takes at most when nothing sets it; nil when it is not known.
	Default *float64 `yaml:"default"`
	// Unlimited is true when by default it waits for its work without a limit.
	Unlimited bool `yaml:"unlimited"`
	// Settings are the places that set the time. Where several are found, the first of the list wins.
	Settings []Setting `yaml:"settings"`
	// Adds are places whose time comes on top: a delay before the program stops accepting, or before it ends. The Default
	// of each counts where nothing sets it.
	Adds []Setting `yaml:"adds"`
}

// Setting is one place that holds a value. Exactly one of Flag, Env, Key and Annotation names it; Flag together with Env
// is a flag within an environment variable (GUNICORN_CMD_ARGS), Annotation together with Key and Format a path within the
// text of an annotation (proxy.istio.io/config). "*" in a Flag or a Key stands for any run of characters without a dot, for
// names that users choose: --entryPoints.*.transport.lifeCycle.graceTimeOut.
type Setting struct {
	// Flag is a flag of the command line with its dashes; its value follows after "=", in the next word, or, for a single
	// dash and a letter, in the same word.
	Flag string `yaml:"flag"`
	Env  string `yaml:"env"`
	// Key is a dotted path in a file of a ConfigMap of the Unit whose name matches File: "server.shutdown",
	// "SERVICE.Grace" (a section of ini). Lists are passed through, and a file may write a part of the path as one word with
	// dots (filebeat.shutdown_timeout: 5s).
	Key    string `yaml:"key"`
	File   string `yaml:"file"`
	Format string `yaml:"format"`
	// Annotation is one of the pod template.
	Annotation string `yaml:"annotation"`
	// Unit is that of a bare number: ms, s (the default), m. A value such as 30s or 1m30s names its own.
	Unit string `yaml:"unit"`
	// Default is the time in seconds of one of Adds when nothing sets it.
	Default float64 `yaml:"default"`
}

// Switch is a setting with a value that turns something on or off.
type Switch struct {
	Setting `yaml:",inline"`
	// Values are those that do so.
	Values []string `yaml:"values"`
	// Why says what happens then.
	Why string `yaml:"why"`
}

// StopCommand is a command that stops or drains a program.
type StopCommand struct {
	// Words must occur in this order in the command: [nginx, -s, quit].
	Words []string `yaml:"words"`
	// Waits is true when it returns only after the program has drained; otherwise it returns at once.
	Waits bool `yaml:"waits"`
	// Effect is one of SignalEffects.
	Effect string `yaml:"effect"`
}
