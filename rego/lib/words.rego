# Words: how messages name things.
package drainlint.lib.words

# workload is Kind name.
workload(w) := sprintf("%s %s", [w.kind, w.name])

# container is Kind name, container name.
container(w, c) := sprintf("%s %s, container %s", [w.kind, w.name, c.name])

# any_container is container, but says so where it is an init container or a native sidecar.
any_container(w, c) := container(w, c) if c.role == "main"

any_container(w, c) := sprintf("%s %s, init container %s", [w.kind, w.name, c.name]) if c.role == "init"

any_container(w, c) := sprintf("%s %s, sidecar %s", [w.kind, w.name, c.name]) if c.role == "sidecar"

# replicas is "3 replicas", or "2 replicas (autoscaler minimum)".
replicas(w) := sprintf("%d %s%s", [w.replicas.value, plural(w.replicas.value, "replica", "replicas"), _autoscaled(w)])

_autoscaled(w) := " (autoscaler minimum)" if w.replicas.from == "hpa"

_autoscaled(w) := "" if w.replicas.from != "hpa"

# replicas_from says where the number of replicas comes from.
replicas_from(w) := sprintf("%s: replicas is %d (the default)", [workload(w), w.replicas.value]) if w.replicas.from == "default"

replicas_from(w) := sprintf("%s: replicas is %d", [workload(w), w.replicas.value]) if w.replicas.from == "spec"

replicas_from(w) := sprintf("%s: the HorizontalPodAutoscaler may go down to %d", [workload(w), w.replicas.value]) if w.replicas.from == "hpa"

replicas_from(w) := sprintf("%s: one pod for each node", [workload(w)]) if w.replicas.from == "node"

# seconds writes a number of seconds without needless decimals.
seconds(n) := sprintf("%v s", [n])

# duration says how long something takes, and whether that is a lower bound.
duration(d) := seconds(d.seconds) if d.known == "exact"

duration(d) := sprintf("at least %s", [seconds(d.seconds)]) if d.known == "lower-bound"

# grace says where the grace period comes from.
grace(g) := sprintf("terminationGracePeriodSeconds is %d", [g.value]) if g.set

grace(g) := sprintf("terminationGracePeriodSeconds is %d (the default)", [g.value]) if not g.set

# command is a command line that is to be copied: only a very long one is cut.
command(text) := text if count(text) <= 200

command(text) := sprintf("%s...", [substring(text, 0, 200)]) if count(text) > 200

# plural picks the word for a number.
plural(1, one, _) := one

plural(n, _, many) := many if n != 1

# named is Kind name, or the kind alone where the name is missing.
named(o) := sprintf("%s %s", [o.kind, o.name]) if o.name != ""

named(o) := o.kind if o.name == ""

# path writes a Ref's path the way Kubernetes writes field paths: spec.containers[0].name.
path(ref) := trim_prefix(concat("", [_step(e) | some e in object.get(ref, "path", [])]), ".")

_step(e) := sprintf("[%d]", [e]) if is_number(e)

_step(e) := sprintf(".%s", [e]) if {
	is_string(e)
	not regex.match(`[./\[\]]`, e)
}

_step(e) := sprintf("[%q]", [e]) if {
	is_string(e)
	regex.match(`[./\[\]]`, e)
}

# short fits a command into a message: one line of at most 50 characters.
short(text) := line if {
	line := _line(text)
	count(line) <= 50
}

short(text) := sprintf("%s...", [substring(line, 0, 47)]) if {
	line := _line(text)
	count(line) > 50
}

_line(text) := concat(" ", [f | some f in regex.split(`\s+`, text); f != ""])

# version is 1.37.
version(v) := sprintf("%d.%d", [v.major, v.minor])

# shell names a shell family by the images that ship it as sh.
shell("dash") := "dash (Debian, Ubuntu)"

shell("bash") := "bash (Red Hat, Fedora, SUSE)"

shell("ash") := "BusyBox ash (Alpine)"

shell(name) := name if not name in {"dash", "bash", "ash"}

# either joins alternatives: a, b or c.
either(list) := concat("", list) if count(list) < 2

either(list) := sprintf("%s or %s", [concat(", ", array.slice(list, 0, count(list) - 1)), list[count(list) - 1]]) if count(list) > 1
