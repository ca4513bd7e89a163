# Budget: what has to fit into the grace period.
package drainlint.lib.budget

import data.drainlint.lib.words

# hook_seconds is how long the preStop hook takes at least; undefined where that is not known.
hook_seconds(c) := 0 if not c.preStop.set

hook_seconds(c) := c.preStop.duration.seconds if {
	c.preStop.set
	c.preStop.duration.known in {"exact", "lower-bound"}
}

# drain_seconds is how long the program takes after its stop signal; undefined where that is not known.
drain_seconds(c) := c.drain.seconds + c.drain.delay if {
	c.drain.known in {"exact", "default"}
	not c.drain.off
}

# need is hook and drain together.
need(c) := hook_seconds(c) + drain_seconds(c)

# sum is the arithmetic in words.
sum(c) := sprintf("drain %s", [words.seconds(drain_seconds(c))]) if hook_seconds(c) == 0

sum(c) := sprintf("preStop %s + drain %s = %s", [words.seconds(hook_seconds(c)), words.seconds(drain_seconds(c)), words.seconds(need(c))]) if {
	hook_seconds(c) > 0
}

# proof are the numbers with their places.
proof(w, c) := array.concat(
	array.concat(
		[{"text": sprintf("preStop: %s", [c.preStop.duration.why]), "at": c.preStop.duration.at} | c.preStop.set],
		_drain(c),
	),
	[{"text": words.grace(w.pod.grace), "at": w.pod.grace.at}],
)

_drain(c) := array.concat(
	[object.union({"text": sprintf("drain: %s (%s)", [words.seconds(c.drain.seconds), c.drain.from])}, {"at": a | some k in ["at"]; a := c.drain[k]})],
	[object.union({"text": sprintf("delay before the drain: %s (%s)", [words.seconds(c.drain.delay), c.drain.delayFrom])}, {"at": a | some k in ["delayAt"]; a := c.drain[k]}) | c.drain.delay > 0],
)
