package shell

import (
	"maps"
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// timer adds up how long a script takes. It runs what is known (assignments, arithmetic, counted loops) and takes the
// earliest end where the path is not known.
type timer struct {
	script *script
	family Family
	env    Env
	funcs  map[string]*syntax.Stmt

	steps, depth, inFunc, inLoop int
	gaveUp                       bool
}

// The bounds of what is followed: commands (each pass of a loop counts), background jobs, variables.
const (
	maxTimerSteps = 20_000
	maxJobs       = 200
	maxVars       = 500
)

// value is the text of a word or variable; unset variables are known and empty.
type value struct {
	text  string
	known bool
}

func known(words []string) []value {
	out := make([]value, len(words))
	for i, w := range words {
		out[i] = value{w, true}
	}
	return out
}

// status is the outcome of a command. likely is success that is expected but not certain.
type status int

const (
	either status = iota
	likely
	success
	failure
)

// exitKind is the way a path leaves the commands around it.
type exitKind int

const (
	byExit exitKind = iota
	byReturn
	byBreak
	byContinue
)

type leave struct {
	kind exitKind
	at   span
	// levels is how many loops are left.
	levels int
	vars   map[string]value
}

type job struct{ end span }

// clock is one process at work.
type clock struct {
	*timer
	now span
	// gone is true when no path reaches this point; leaves are the paths that left earlier.
	gone bool
	// leaves has one entry for each way to leave; left counts, for each kind, how often a path left.
	leaves []leave
	left   [byContinue + 1]int
	jobs   []job
	vars   map[string]value
}

func (t *timer) fresh() *clock { return &clock{timer: t, now: none(), vars: map[string]value{}} }

// fork is a copy that shares nothing.
func (c *clock) fork() *clock {
	out := *c
	out.leaves, out.jobs, out.vars = slices.Clone(c.leaves), slices.Clone(c.jobs), maps.Clone(c.vars)
	return &out
}

// child is a process of its own that starts now: a subshell.
func (c *clock) child() *clock {
	out := c.fork()
	out.now, out.leaves, out.jobs = none(), nil, nil
	return out
}

// total runs stmts to the end.
func (t *timer) total(stmts []*syntax.Stmt, c *clock) span {
	c.list(stmts)
	return c.end()
}

// end is when the process is over, whichever way it ends.
func (c *clock) end() span {
	var spans []span
	if !c.gone {
		spans = append(spans, c.now)
	}
	for _, l := range c.leaves {
		spans = append(spans, l.at)
	}
	if len(spans) == 0 {
		return c.now
	}
	return earliest(spans)
}

func (c *clock) spend(s span) {
	if !c.gone {
		c.now = c.now.then(s)
	}
}

// leave ends the current path.
func (c *clock) leave(kind exitKind, levels int) {
	c.addLeave(leave{kind, c.now, levels, maps.Clone(c.vars)})
	c.left[kind]++
	c.gone = true
}

func (c *clock) addLeave(l leave) {
	for i, old := range c.leaves {
		if old.kind == l.kind && old.levels == l.levels {
			c.leaves = slices.Clone(c.leaves)
			c.leaves[i].at = earliest([]span{old.at, l.at})
			c.leaves[i].vars = c.common([]map[string]value{old.vars, l.vars})
			return
		}
	}
	c.leaves = append(slices.Clip(c.leaves), l)
}

// scope runs a loop or function, whose breaks and returns are its own.
func (c *clock) scope(f func()) {
	outer, left := c.leaves, c.left
	c.leaves = nil
	f()
	own := c.leaves
	c.leaves, c.left = outer, left
	for _, l := range own {
		c.addLeave(l)
		c.left[l.kind]++
	}
}

// rejoin lets the paths that left by kind go on here.
func (c *clock) rejoin(kind exitKind) {
	var spans []span
	var vars []map[string]value
	if !c.gone {
		spans, vars = append(spans, c.now), append(vars, c.vars)
	}
	rest := c.leaves[:0:0]
	for _, l := range c.leaves {
		switch {
		case l.kind != kind:
			rest = append(rest, l)
		case l.levels > 1 && c.inLoop > 0:
			rest = append(rest, leave{l.kind, l.at, l.levels - 1, l.vars})
		default:
			spans, vars = append(spans, l.at), append(vars, l.vars)
		}
	}
	if c.leaves = rest; len(spans) > 0 {
		c.now, c.vars, c.gone = earliest(spans), c.common(vars), false
	}
}

// join makes c the meeting point of branches that began at c.
func (c *clock) join(branches ...*clock) {
	var spans []span
	var vars []map[string]value
	for _, b := range branches {
		// What left before the branches began is in each of them, which changes nothing.
		for _, l := range b.leaves {
			c.addLeave(l)
		}
		for kind, n := range b.left {
			c.left[kind] = max(c.left[kind], n)
		}
		if b.gone {
			continue
		}
		spans, vars = append(spans, b.now), append(vars, b.vars)
		c.jobs = b.jobs
	}
	if len(spans) == 0 {
		c.gone = true
		return
	}
	c.now, c.vars = earliest(spans), c.common(vars)
}

// common keeps the values on which several paths agree.
func (c *clock) common(paths []map[string]value) map[string]value {
	out := maps.Clone(paths[0])
	for _, other := range paths[1:] {
		for name := range union(out, other) {
			if c.lookupIn(out, name) != c.lookupIn(other, name) {
				out[name] = value{}
			}
		}
	}
	return out
}

func union(a, b map[string]value) map[string]bool {
	out := map[string]bool{}
	for k := range a {
		out[k] = true
	}
	for k := range b {
		out[k] = true
	}
	return out
}

// lookup is the value of a variable.
func (c *clock) lookup(name string) value { return c.lookupIn(c.vars, name) }

func (c *clock) lookupIn(vars map[string]value, name string) value {
	if v, ok := vars[name]; ok {
		return v
	}
	if _, err := strconv.Atoi(name); err == nil || !isName(name) || c.env == nil || name == "SECONDS" || name == "RANDOM" {
		return value{}
	}
	text, known := c.env(name)
	return value{text, known}
}

// set assigns a variable.
func (c *clock) set(name string, v value) {
	c.vars[name] = v
	c.gaveUp = c.gaveUp || len(c.vars) > maxVars
}

// positional sets $0, $1 and so on.
func (c *clock) positional(args []string) {
	for i := range 10 {
		v := value{known: true}
		if i < len(args) {
			v.text = args[i]
		}
		c.vars[strconv.Itoa(i)] = v
	}
}

func (c *clock) list(stmts []*syntax.Stmt) status {
	st := success
	for _, stmt := range stmts {
		if c.gone {
			break
		}
		st = c.stmt(stmt)
	}
	return st
}

func (c *clock) stmt(stmt *syntax.Stmt) status {
	c.depth++
	defer func() { c.depth-- }()
	if c.steps++; c.steps > maxTimerSteps || c.depth > maxDepth {
		c.gaveUp = true
	}
	if c.gone || c.gaveUp {
		return either
	}
	if stmt.Background || stmt.Coprocess {
		return c.background(stmt)
	}
	for _, r := range stmt.Redirs {
		if r.Word != nil {
			c.substitutions(r.Word)
		}
	}
	st := c.command(stmt.Cmd)
	if stmt.Negated {
		switch st {
		case success:
			return failure
		case failure:
			return success
		}
		return either
	}
	return st
}

// background starts a job; it costs nothing until someone waits for it.
func (c *clock) background(stmt *syntax.Stmt) status {
	sub := c.child()
	sub.command(stmt.Cmd)
	c.jobs = append(c.jobs, job{c.now.then(sub.end())})
	c.gaveUp = c.gaveUp || len(c.jobs) > maxJobs
	c.set("!", value{text: jobName(len(c.jobs) - 1), known: true})
	return success
}

// jobName stands for the process id of a job in the values of variables.
func jobName(i int) string { return "\x00job" + strconv.Itoa(i) }

// wait lets time pass until jobs are over: all of them, or those that the operands name.
func (c *clock) wait(args []value, at syntax.Pos) {
	ends := []span{c.now}
	for _, a := range args {
		if a.known && a.text == "-n" {
			if len(c.jobs) > 0 {
				first := make([]span, len(c.jobs))
				for i, j := range c.jobs {
					first[i] = j.end
				}
				c.now = latest(c.now, earliest(first))
			}
			return
		}
		i := 0
		for i < len(c.jobs) && a.text != jobName(i) {
			i++
		}
		if i == len(c.jobs) || !a.known {
			c.spend(unsure("it waits for a process that cannot be told from the script", at))
			return
		}
		ends = append(ends, c.jobs[i].end)
	}
	if len(args) == 0 {
		for _, j := range c.jobs {
			ends = append(ends, j.end)
		}
	}
	c.now = latest(ends...)
}
