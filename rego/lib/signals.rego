# Signals: who receives the stop signal of a container, as far as the pod's own command tells.
package drainlint.lib.signals

# own_pid1 is true where the container's process is PID 1 of a PID namespace of its own, whose default actions the kernel
# switches off.
own_pid1(w) if {
	not w.pod.windows
	not w.pod.shareProcessNamespace.value
	not w.pod.hostPID.value
}

# bare_shell is true where a shell with a command string is PID 1, no init in front, and neither ends by itself nor has
# a trap that forwards. Whether it stays beside the program is another question.
bare_shell(w, c) if {
	own_pid1(w)
	c.role != "init"
	s := c.process.shell
	s.used
	s.init == ""
	not s.finite
	s.forwards != "yes"
	not delivered(c)
}

# delivered is true where the preStop hook itself sends a stop signal to the program: kill -TERM $(pidof app).
delivered(c) if {
	some k in c.preStop.kills
	not k.pid1
	not k.signal in {"", "KILL", "STOP", "CONT", "0"}
}

# swallowed is true where PID 1 is proven to ignore the stop signal: a shell that stays, without a trap that could run.
swallowed(w, c) if {
	bare_shell(w, c)
	_certain(c)
	s := c.process.shell
	s.stays == "yes"
	s.forwards == "no"
	s.trap in {"none", "blocked", "ignores"}
}

# What an image starts is no proof where only its name links it to its Dockerfile.
_certain(c) if c.process.shell.own

_certain(c) if not c.process.image.guessed
