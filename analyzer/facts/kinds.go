package facts

import (
	"path"
	"slices"
	"strings"
)

// Kinds are the names a rule may list in METADATA custom.kinds to be evaluated over f. They are the kinds of all objects
// (Deployment, Service), and the kinds of facts below; a narrow one spares a run the rule's compilation.
//
//	Object         anything            UnknownField  a field the type lacks     Refusal        refused by the API server
//	OldAPI         deprecated or gone  Workload      a pod template owner       Served         one that gets traffic
//	PreStop        a preStop hook      ZeroGrace     a grace period of 0        Shell          a pod command in a shell
//	Privileged     such a container    HostPath      a hostPath volume          HostNamespace  hostNetwork, hostPID, hostIPC
//	Undelayed      served, no preStop  Unprobed      no readinessProbe          Interrupted    served, maxUnavailable > 0
//	Capable        keeps capabilities  BadWaiver     past its date, no reason   IdleWaiver     waives nothing
//	ShortDelay     served, a preStop hook below the longest delay that a threshold asks for
//	BlockedDrain   a PDB that allows 0 UnscaledPDB   one over a DaemonSet, Job or Pod
//	Random         differs on each rendering of a chart           Discarded      a value of 0 that a template drops
//	Image          a Dockerfile        ImageShell    one that starts a shell    BrokenForm     exec form that is no JSON
//	PatchFault     a patch that cannot be meant                    Drift          reads a config whose change replaces no pod
//	Unmanaged      an object of a chart's crds/                    OtherVersion   a chart's image is not its appVersion
//	Init           an init in front    Bypassed      a pod command in its place            SharedProcesses  a shared PID namespace
//	LostArguments  behind sh -c        LostCmd       a CMD that ENTRYPOINT clears          MissingTool      a hook's, not in the image
//	SignalEffect   the stop signal does something else than drain    Bare         node, python, sleep ... as the program
//	Launcher       npm, yarn, mvn, apachectl ... as the program
//	LongHook       over half of the grace period, or without an end      KillingHook  one that signals processes
//	RemoteHook     httpGet, tcpSocket, or a hook of a job                 FloatingImage  no version, or no digest on an agent
//	Drain          a known drain that with hook and margin exceeds the grace period      Malformed    a hook that cannot work
//	Sidecar        a native one with a hook or a drain, or a helper beside the application
//	LongGrace      600 s and more      ShortGrace    under 30 s, or under what the program asks for
//	ProbeGrace     one of a probe      GracefulOff   a framework told to stop at once        HeldJob  a Job with an endless container
//	Scraped        an agent without a long grace period
//	KeepAlive      served by what only stays up (sleep infinity)
//	DrainCommand   a hook that stops or drains its program
//	and those of rolloutKinds
//	Problem        unusable input      Waiver        when waivers are judged    Run            when the run is judged
//
// Rules about privileges and about the nodes of a cluster have kinds of their own: see privilegeKinds and clusterKinds.
func (f *Facts) Kinds() map[string]bool {
	kinds := map[string]bool{
		"Object": len(f.Objects) > 0, "Workload": len(f.Workloads) > 0,
		"Problem": len(f.Problems) > 0, "Waiver": len(f.Waivers) > 0, "Run": f.Run != nil,
	}
	f.rolloutKinds(kinds)
	f.clusterKinds(kinds)
	for i := range f.PDBs {
		p := &f.PDBs[i]
		kinds["BlockedDrain"] = kinds["BlockedDrain"] || p.Allowed == 0
		kinds["UnscaledPDB"] = kinds["UnscaledPDB"] || len(p.NoScale) > 0
	}
	for i := range f.Images {
		im := &f.Images[i]
		kinds["Image"] = true
		kinds["ImageShell"] = kinds["ImageShell"] || im.Process.Used
		kinds["BrokenForm"] = kinds["BrokenForm"] || im.Broken
		kinds["Init"] = kinds["Init"] || im.Init != ""
		kinds["LostArguments"] = kinds["LostArguments"] || im.DropsArgs && im.CmdAt != nil
		kinds["SignalEffect"] = kinds["SignalEffect"] || effects(im.StopSignal, im.Profile)
		kinds["Bare"] = kinds["Bare"] || bare(im.Program)
		kinds["Launcher"] = kinds["Launcher"] || launcher(im.Program)
		kinds["LostCmd"] = kinds["LostCmd"] || im.LostCmd != nil && im.LostCmd.Needed
	}
	kinds["PatchFault"] = len(f.Patches) > 0
	kinds["Discarded"] = len(f.Discarded) > 0
	kinds["OtherVersion"] = f.Chart != nil && (len(f.Chart.Splits) > 0 || slices.ContainsFunc(f.Chart.Images, func(im ChartImage) bool { return im.Differs }))
	for i := range f.Waivers {
		w := &f.Waivers[i]
		kinds["BadWaiver"] = kinds["BadWaiver"] || w.Expired || w.BadDate || w.Reason == ""
		kinds["IdleWaiver"] = kinds["IdleWaiver"] || !w.Used || len(w.Unknown) > 0
	}
	for i := range f.Objects {
		o := &f.Objects[i]
		kinds[o.Kind] = true
		kinds["UnknownField"] = kinds["UnknownField"] || len(o.Unknown) > 0
		kinds["Refusal"] = kinds["Refusal"] || len(o.Refused) > 0
		kinds["Random"] = kinds["Random"] || len(o.Random) > 0
		kinds["Unmanaged"] = kinds["Unmanaged"] || o.Unmanaged
		kinds["OldAPI"] = kinds["OldAPI"] || o.API.Old || o.API.Gone
	}
	for i := range f.Workloads {
		w := &f.Workloads[i]
		some := func(kind string, is func(*Container) bool) {
			kinds[kind] = kinds[kind] || slices.ContainsFunc(w.Containers, func(c Container) bool { return is(&c) })
		}
		kinds["Drift"] = kinds["Drift"] || slices.ContainsFunc(w.Configs, func(c ConfigLink) bool { return c.Held && !c.Tracked && c.How != "volume" })
		kinds["Served"] = kinds["Served"] || w.Served
		kinds["ZeroGrace"] = kinds["ZeroGrace"] || w.Pod.Grace.Value == 0
		kinds["HostPath"] = kinds["HostPath"] || len(w.HostPaths) > 0
		kinds["HostNamespace"] = kinds["HostNamespace"] || w.Pod.HostNetwork.Value || w.Pod.HostPID.Value || w.Pod.HostIPC.Value
		kinds["Interrupted"] = kinds["Interrupted"] || w.Served && (w.Rollout.MaxUnavailable.Absolute > 0 || !w.Rollout.MaxUnavailable.Resolved)
		some("Undelayed", func(c *Container) bool { return c.Served && c.PreStop.Duration.Seconds == 0 })
		some("Unprobed", func(c *Container) bool { return c.Role == "main" && !c.Probes.Readiness.Set })
		some("Capable", func(c *Container) bool { return !c.Security.DropsAll && !c.Security.Privileged.Value })
		longest := max(f.Settings.ServiceDelay, f.Settings.IngressDelay, f.Settings.LoadBalancerDelay)
		some("ShortDelay", func(c *Container) bool { return c.Served && c.PreStop.Set && c.PreStop.Duration.Seconds < longest })
		some("PreStop", func(c *Container) bool { return c.PreStop.Set })
		some("LongHook", func(c *Container) bool {
			return c.PreStop.Set && (c.PreStop.Duration.Unbounded || c.PreStop.Duration.Seconds > float64(w.Pod.Grace.Value)/2)
		})
		some("RemoteHook", func(c *Container) bool {
			return c.PreStop.Type == "httpGet" || c.PreStop.Type == "tcpSocket" || c.PreStop.Set && w.Runs == "job"
		})
		some("KillingHook", func(c *Container) bool { return len(c.PreStop.Kills) > 0 })
		some("FloatingImage", func(c *Container) bool {
			return c.Image.Valid && c.Image.Digest == "" && (c.Image.Tag == "" || c.Image.Tag == "latest" || w.Kind == "DaemonSet")
		})
		some("Shell", func(c *Container) bool { return c.Process.Shell.Used && c.Process.Shell.Own })
		some("KeepAlive", func(c *Container) bool {
			return c.Served && c.Process.KeepAlive
		})
		some("Drain", func(c *Container) bool {
			need := c.PreStop.Duration.Seconds + c.Drain.Seconds + c.Drain.Delay
			return (c.Drain.Known == "exact" || c.Drain.Known == "default") && need+f.Settings.Margin > float64(w.Pod.Grace.Value)
		})
		some("Malformed", func(c *Container) bool { return c.PreStop.Malformed != "" })
		some("Sidecar", func(c *Container) bool {
			return c.Role == "sidecar" && (c.PreStop.Set || c.Drain.Seconds > 0) || c.Helper
		})
		some("ProbeGrace", func(c *Container) bool { return c.Probes.Liveness.Grace.Set || c.Probes.Startup.Grace.Set })
		some("GracefulOff", func(c *Container) bool { return c.Drain.Off != nil })
		some("HeldJob", func(c *Container) bool { return w.Runs == "job" && c.Role == "main" && c.Drain.Endless })
		some("ShortGrace", func(c *Container) bool {
			return w.Pod.Grace.Set && w.Pod.Grace.Value < 30 || c.Drain.MinGrace > float64(w.Pod.Grace.Value)
		})
		kinds["LongGrace"] = kinds["LongGrace"] || w.Pod.Grace.Value >= 600
		kinds["Scraped"] = kinds["Scraped"] || w.Scraped && w.Agent && w.Kind == "DaemonSet" && w.Pod.Grace.Value <= 30
		some("Init", func(c *Container) bool { return c.Process.Init != "" })
		some("Bypassed", func(c *Container) bool { return c.Process.Image.Init != "" && len(c.Process.Command) > 0 })
		some("LostArguments", func(c *Container) bool { return c.Process.Image.DropsArgs && len(c.Process.Args) > 0 })
		some("SignalEffect", func(c *Container) bool { return effects(c.Process.StopSignal, c.Profile) })
		some("Bare", func(c *Container) bool { return bare(c.Process.Program) })
		some("Launcher", func(c *Container) bool { return launcher(c.Process.Program) })
		some("MissingTool", func(c *Container) bool { return c.PreStop.Missing != "" })
		some("DrainCommand", func(c *Container) bool { return c.PreStop.StopCommand.Words != "" })
		kinds["SharedProcesses"] = kinds["SharedProcesses"] || w.Pod.ShareProcess.Value || w.Pod.HostPID.Value
		w.privilegeKinds(kinds)
		some("Privileged", func(c *Container) bool { return c.Security.Privileged.Value })
	}
	return kinds
}

// effects tells whether a known stop signal does anything but drain the program.
func effects(s StopSignal, p Profile) bool {
	return s.Known && (s.Name == "SIGKILL" || p.Signals[s.Name] != "" && p.Signals[s.Name] != "graceful")
}

// launcher tells whether a program may be one that starts a server as its child.
func launcher(argv []string) bool {
	if len(argv) == 0 {
		return false
	}
	switch path.Base(argv[0]) {
	case "npm", "npx", "yarn", "pnpm", "bun", "go", "dotnet", "service", "mvn", "mvnw", "gradle", "gradlew", "apachectl", "apache2ctl", "flask":
		return true
	}
	return false
}

// bare tells whether a program may be one without a handler of its own.
func bare(argv []string) bool {
	if len(argv) == 0 {
		return false
	}
	switch name := path.Base(argv[0]); name {
	case "node", "nodejs", "perl", "sleep", "tail":
		return true
	default:
		return strings.HasPrefix(name, "python")
	}
}
