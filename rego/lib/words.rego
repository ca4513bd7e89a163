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

# plural picks the word for a number.
plural(1, one, _) := one

plural(n, _, many) := many if n != 1
