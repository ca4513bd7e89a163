# Images: who is PID 1 of what a Dockerfile builds.
package drainlint.lib.images

import data.drainlint.lib.words

# shells are the images whose shell is PID 1, no init in front, and neither ends by itself nor has a trap that forwards.
shells := [im |
	some im in input.images
	not im.windows
	not im.broken
	not overridden(im)
	im.init == ""
	s := im.process
	s.used
	not s.finite
	s.forwards != "yes"
	s.program != ""
	not s.keepAlive
]

# overridden is true where every pod that is known to run the image sets a command of its own.
overridden(im) if {
	count(im.uses) > 0
	every u in im.uses {
		u.declared
		u.overrides == "command"
	}
}

# severity is that of a certain fault: an error where a file says that a served workload, a StatefulSet or an agent runs
# the image, a note where only jobs do.
severity(im) := "error" if {
	some u in im.uses
	u.declared
	u.matters
	not u.job
	u.overrides != "command"
} else := "note" if {
	count(im.uses) > 0
	every u in im.uses {
		u.job
	}
} else := "warning"

# stays is true where the shell is proven to remain the parent of the program.
stays(im) if im.process.stays == "yes"

# outcome says what becomes of the program.
outcome(s) := sprintf("and it is not known whether its trap passes the stop signal on to %s", [program(s)]) if {
	s.forwards == "unknown"
} else := sprintf("and its trap ends it without passing the stop signal on, so %s is killed at once", [program(s)]) if {
	s.trap == "ends"
} else := sprintf("and ends as soon as its trap has run, so %s is killed while it drains", [program(s)]) if {
	s.trap == "single-wait"
} else := sprintf("and ignores the stop signal, so %s never sees it and is killed at the end of the grace period", [program(s)])

program(s) := sprintf("`%s`", [words.short(s.program)])

# flow is the way of the stop signal.
flow(im) := array.concat([{"text": "kubelet"}, {"text": _signal(im.stopSignal)}], im.path)

_signal(s) := s.name if s.known

_signal(s) := "stop signal" if not s.known

# family says which shell this is, as a proof.
family(im) := {"text": sprintf("%s is %s: %s", [im.process.name, words.shell(im.process.family), im.process.familyFrom]), "at": im.at} if {
	im.process.family != "unknown"
} else := {"text": sprintf("%s may be dash, bash or BusyBox ash: the base image does not tell", [im.process.name]), "at": im.at}

# change says how to start the program.
change(s) := "change the user with gosu, su-exec or setpriv, which exec the program (`exec gosu USER program`), or with USER: su stays as parent and kills it after 2 s" if {
	regex.match(`^(/bin/|/usr/bin/)?su\s`, s.program)
} else := "let exec replace the shell itself: not in a pipeline, a subshell or the background (bash can write `exec app > >(tee log)`)" if {
	s.subshellExec
} else := sprintf("start it as `exec %s`, or, where commands must follow, in the background with a trap that passes the signal on and waits again", [words.command(s.program)])

# form are the findings about shell form in one instruction.
form(source, instruction) := {v |
	some im in shells
	im.source == source
	im.shellForm
	im.script == ""
	stays(im)
	not im.process.subshellExec
	not im.process.trap in {"blocked", "misses"}
	v := {
		"at": im.instruction, "severity": severity(im), "flow": flow(im),
		"message": sprintf("shell form of %s: the shell stays PID 1 (%s) %s", [instruction, im.process.reason, outcome(im.process)]),
		"proof": [family(im)],
		"change": _form_change(im),
	}
}

# depends are those that depend on which shell the base image has.
depends(source, instruction) := {v |
	some im in shells
	im.source == source
	im.shellForm
	im.script == ""
	s := im.process
	count(s.differs) > 0
	s.trap == "none"
	v := {
		"at": im.instruction, "severity": "note",
		"message": sprintf("shell form of %s: if the image's sh is %s, it stays PID 1 and ignores the stop signal, so %s never sees it", [instruction, words.either([words.shell(f) | some f in s.differs]), program(s)]),
		"proof": [family(im)],
		"change": _form_change(im),
	}
}

# The command is more than the program where others come before it, variables are set or its output is redirected.
_form_change(im) := sprintf("write it in exec form, [\"program\", \"argument\"], or begin it with exec: `exec %s`", [words.command(im.process.program)]) if {
	im.argv[count(im.argv) - 1] == im.process.program
} else := sprintf("put exec in front of the last command, `%s`, without changing the rest", [words.command(im.process.program)])
