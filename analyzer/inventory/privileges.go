package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/finding"
)

// Ledger is every privilege that the pods of an input hold, and what its installer must be able to create.
type Ledger struct {
	Privileges []Privilege `json:"privileges"`
	Installer  []Right     `json:"installer"`
	// Held and Unexplained count privileges.
	Held        int `json:"held"`
	Unexplained int `json:"unexplained"`
}

// Privilege is one privilege of one workload.
type Privilege struct {
	Input    string `json:"input"`
	Workload string `json:"workload"`
	// Container is empty for a privilege of the whole pod.
	Container string `json:"container"`
	// Kind is privileged, capability, host-namespace, host-path, runtime-socket, unconfined, root, escalation, host-port or rbac.
	Kind string `json:"kind"`
	// What is the privilege in words: "SYS_ADMIN", "hostPID", "/etc at /host/etc", "get, list on secrets (core)".
	What string `json:"what"`
	// Class says what lies at a host path, and how far an RBAC rule reaches: node, cluster or reads; else empty.
	Class string `json:"class"`
	// ReadOnly is set for host paths only.
	ReadOnly *bool `json:"readOnly,omitempty"`
	At       Place `json:"at"`
	// Reasons are empty for a privilege that nobody explains.
	Reasons []Reason `json:"reasons"`
}

// Reason is why a privilege is held.
type Reason struct {
	// From is annotation, waiver, profile or platform (Kubernetes asks for it, or every node shares the path).
	From string `json:"from"`
	Text string `json:"text"`
	// Until is the last day of a waiver, empty for none; At is the waiver's place.
	Until string `json:"until,omitempty"`
	At    *Place `json:"at,omitempty"`
}

// Privileges reads the ledger. Entries are in the order of the inputs and their workloads.
func Privileges(in *analyzer.Inspection) *Ledger {
	l := &Ledger{Privileges: []Privilege{}, Installer: []Right{}}
	each(in, func(i *input) {
		for n := range i.Facts.Workloads {
			w := &i.Facts.Workloads[n]
			r := &reader{input: i, w: w, workload: i.object(w.Object)}
			r.pod()
			for c := range w.Containers {
				r.container(&w.Containers[c])
			}
			r.paths()
			r.rights()
			l.Privileges = append(l.Privileges, r.held...)
		}
		l.Installer = append(l.Installer, i.installer()...)
	})
	l.Held = len(l.Privileges)
	for _, p := range l.Privileges {
		if len(p.Reasons) == 0 {
			l.Unexplained++
		}
	}
	return l
}

// reader collects the privileges of one workload.
type reader struct {
	*input
	w        *facts.Workload
	workload string
	held     []Privilege
}

// entry is a privilege before its reasons are known.
type entry struct {
	container, kind, what, class string
	readOnly                     *bool
	at                           facts.Ref
	// rules are those that speak about the privilege, for annotations and waivers, and also the places they point at.
	rules  []string
	places []facts.Ref
	// profile and platform are reasons, empty for none.
	profile, platform string
}

func (r *reader) add(e entry) {
	at, concerns := r.place(e.at)
	if !concerns {
		return
	}
	p := Privilege{Input: r.name, Workload: r.workload, Container: e.container, Kind: e.kind, What: e.what, Class: e.class, ReadOnly: e.readOnly, At: at, Reasons: []Reason{}}
	rules := append(slices.Clone(e.rules), "unjustified-privilege")
	for _, rule := range rules {
		if reason, ok := r.w.Justified[rule]; ok && (len(p.Reasons) == 0 || p.Reasons[len(p.Reasons)-1].Text != reason) {
			p.Reasons = append(p.Reasons, Reason{From: "annotation", Text: reason})
		}
	}
	p.Reasons = append(p.Reasons, r.waived(rules, append(e.places, e.at))...)
	if e.profile != "" {
		p.Reasons = append(p.Reasons, Reason{From: "profile", Text: e.profile})
	}
	if e.platform != "" {
		p.Reasons = append(p.Reasons, Reason{From: "platform", Text: e.platform})
	}
	r.held = append(r.held, p)
}

// waived asks the waivers about findings that the rules would make at the places.
func (r *reader) waived(rules []string, places []facts.Ref) []Reason {
	var probe []finding.Finding
	for _, ref := range places {
		object := r.workload
		if ref.Span == nil {
			object = r.object(ref.Doc)
		}
		for _, rule := range rules {
			probe = append(probe, finding.Finding{Rule: &finding.Rule{Name: rule}, Span: finding.Trace(r.Unit, ref).Span, Object: object})
		}
	}
	r.in.Waivers.Apply(probe)
	var out []Reason
	for _, f := range probe {
		if f.Waiver == nil || slices.ContainsFunc(out, func(x Reason) bool { return x.Text == f.Waiver.Reason && x.Until == f.Waiver.Until }) {
			continue
		}
		at := Place{File: f.Waiver.Span.File, Line: f.Waiver.Span.Start.Line}
		out = append(out, Reason{From: "waiver", Text: f.Waiver.Reason, Until: f.Waiver.Until, At: &at})
	}
	return out
}

// needed is the reason of the first container whose program needs a privilege of the pod.
func (r *reader) needed(privilege string) string {
	for i := range r.w.Containers {
		if why := need(&r.w.Containers[i], privilege); why != "" {
			return why
		}
	}
	return ""
}

func need(c *facts.Container, privilege string) string {
	if why, ok := c.Profile.Needs[privilege]; ok {
		return c.Profile.Name + ": " + why
	}
	return ""
}

func (r *reader) pod() {
	p := &r.w.Pod
	for _, n := range []struct {
		name string
		on   facts.Bool
	}{{"hostNetwork", p.HostNetwork}, {"hostPID", p.HostPID}, {"hostIPC", p.HostIPC}} {
		if !n.on.Value {
			continue
		}
		e := entry{kind: "host-namespace", what: n.name, at: n.on.At, rules: []string{"host-namespace"}, profile: r.needed(n.name)}
		if e.profile == "" && n.name == "hostNetwork" {
			for i := range r.w.Containers {
				if pr := r.w.Containers[i].Profile; e.profile == "" && (pr.Class == "network" || pr.Class == "proxy") {
					e.profile = pr.Name + ": is part of the node's network"
				}
			}
		}
		r.add(e)
	}
}

func (r *reader) container(c *facts.Container) {
	s := &c.Security
	add := func(e entry) {
		e.container = c.Name
		r.add(e)
	}
	whole := need(c, "privileged")
	if s.Privileged.Value {
		e := entry{kind: "privileged", what: "privileged", at: s.Privileged.At, rules: []string{"privileged"}, profile: whole}
		if s.Bidirectional {
			e.platform = "mounts with Bidirectional propagation, which the API server grants to privileged containers only"
		}
		add(e)
	}
	for _, a := range s.Added {
		e := entry{kind: "capability", what: a.Name, at: a.At, rules: []string{"dangerous-capability"}, profile: need(c, "cap:"+a.Name)}
		if e.profile == "" && whole != "" && a.Name != "ALL" {
			e.profile = whole + " (in place of privileged)"
		}
		if s.Privileged.Value {
			e.platform = "has no effect beside privileged"
		}
		add(e)
	}
	r.confined(c, add)
	r.user(c, whole, add)
	for _, p := range c.Ports {
		if p.HostPort > 0 && !r.w.Pod.HostNetwork.Value {
			add(entry{kind: "host-port", what: "hostPort " + strconv.Itoa(p.HostPort) + "/" + cmp.Or(p.Protocol, "TCP"), at: p.At})
		}
	}
}

// confined lists the switched-off profiles. A privileged container has none anyway.
func (r *reader) confined(c *facts.Container, add func(entry)) {
	s := &c.Security
	if s.Privileged.Value {
		return
	}
	rules := []string{"unconfined"}
	if s.Seccomp == "Unconfined" {
		add(entry{kind: "unconfined", what: "seccomp Unconfined", at: s.SeccompAt, rules: rules, places: []facts.Ref{s.SeccompAt.Child("type")}})
	}
	if s.AppArmor == "Unconfined" {
		add(entry{kind: "unconfined", what: "AppArmor Unconfined", at: s.AppArmorAt, rules: rules})
	}
	if s.SELinux == "spc_t" {
		add(entry{kind: "unconfined", what: "SELinux type spc_t", at: s.SELinuxAt, rules: rules, places: []facts.Ref{s.SELinuxAt.Child("type")}})
	}
	if seen := s.Seccomp == ""; seen && r.w.Kind == "DaemonSet" {
		add(entry{kind: "unconfined", what: "no seccompProfile (unless the kubelet has seccompDefault)", at: s.SeccompAt, rules: rules})
	}
}

// user lists uid 0 and what can lead to more. Windows knows neither, and in a user namespace uid 0 is nobody on the node.
func (r *reader) user(c *facts.Container, whole string, add func(entry)) {
	s := &c.Security
	if r.w.Pod.Windows {
		return
	}
	rules := []string{"runs-as-root"}
	switch u := &c.User; {
	case r.w.Pod.UserNamespace:
	case s.RunAsUser.Value > 0 || s.RunAsNonRoot.Value:
	case s.RunAsUser.Value == 0:
		add(entry{kind: "root", what: "runs as root (runAsUser 0)", at: s.RunAsUser.At, rules: rules, profile: ofRoot(c)})
	case u.Known && (u.Numeric && u.ID == 0 || u.Name == "" || u.Name == "root"):
		add(entry{kind: "root", what: "runs as root (USER of the image)", at: s.RunAsUser.At, rules: rules, profile: ofRoot(c)})
	case !u.Known:
		add(entry{kind: "root", what: "may run as root (the image decides)", at: s.RunAsUser.At, rules: rules, profile: ofRoot(c)})
	}
	if s.Privileged.Value || !s.AllowPrivilegeEscalation.Value {
		return
	}
	e := entry{kind: "escalation", what: "allowPrivilegeEscalation (default)", at: s.AllowPrivilegeEscalation.At, rules: []string{"privilege-escalation"}}
	if s.AllowPrivilegeEscalation.Set {
		e.what = "allowPrivilegeEscalation: true"
	}
	if whole != "" {
		e.profile = whole + " (in place of privileged)"
	}
	if slices.ContainsFunc(s.Added, func(a facts.Capability) bool { return a.Name == "SYS_ADMIN" || a.Name == "ALL" }) {
		e.platform = "the API server refuses false together with SYS_ADMIN"
	}
	add(e)
}

// ofRoot is a need that only uid 0 can use, as rule runs-as-root has it.
func ofRoot(c *facts.Container) string {
	var found []string
	for privilege := range c.Profile.Needs {
		switch {
		case slices.Contains([]string{"privileged", "runtimeSocket", "hostPID", "path:/var/log", "path:/"}, privilege),
			strings.HasPrefix(privilege, "cap:"), strings.HasPrefix(privilege, "write:"):
			found = append(found, privilege)
		}
	}
	switch {
	case len(found) == 0:
		return ""
	case slices.Contains(found, "privileged"):
		return need(c, "privileged")
	}
	return need(c, slices.Min(found))
}

// paths lists host paths, one entry for each mount.
func (r *reader) paths() {
	for i := range r.w.HostPaths {
		h := &r.w.HostPaths[i]
		for j := range h.Mounts {
			m := &h.Mounts[j]
			readOnly := m.ReadOnly
			e := entry{
				container: m.Container, kind: "host-path", what: fmt.Sprintf("%s at %s", m.Path, m.MountPath), class: h.Class, readOnly: &readOnly,
				at: h.At, places: []facts.Ref{m.At}, rules: []string{"hostpath-sensitive"}, profile: h.Need,
			}
			if !readOnly {
				e.rules = append(e.rules, "hostpath-writable")
			}
			if h.Need != "" && !readOnly && !h.NeedWrite && !m.Privileged {
				e.profile += " (the profile explains reading only)"
			}
			if len(h.Sockets) > 0 {
				e.rules = append(e.rules, "runtime-socket")
				e.profile = cmp.Or(r.socket(m.Container), e.profile)
			}
			switch {
			case h.Class == "harmless" && readOnly:
				e.platform = "is there to be read by everybody"
			case h.Class == "lock":
				e.platform = "is the lock that all programs share which change the node's rules"
			}
			if h.Direct {
				e.kind = "runtime-socket"
			}
			if m.Propagation == "Bidirectional" {
				e.what += ", Bidirectional"
				if h.Class == "kubelet" {
					e.platform = "publishes volumes there"
				}
			}
			r.add(e)
		}
	}
}

func (r *reader) socket(container string) string {
	for i := range r.w.Containers {
		if c := &r.w.Containers[i]; c.Name == container {
			return need(c, "runtimeSocket")
		}
	}
	return ""
}
