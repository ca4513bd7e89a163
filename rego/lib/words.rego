# Words: how messages name things.
package drainlint.lib.words

# workload is Kind name.
workload(w) := sprintf("%s %s", [w.kind, w.name])

# container is Kind name, container name.
container(w, c) := sprintf("%s %s, container %s", [w.kind, w.name, c.name])

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
