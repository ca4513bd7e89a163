package kube

import "testing"

func securityCases() []refuseCase {
	c := func(lines string) string { return deployment("", "", "", "securityContext: "+lines) }
	p := func(lines string) string { return deployment("", "", "securityContext: "+lines, "") }
	win := func(podLines, container string) string {
		return deployment("", "", "os: {name: windows}\n"+podLines, container)
	}
	at := ctr + ".securityContext."
	return []refuseCase{
		{name: "privileged without escalation", in: c("{privileged: true, allowPrivilegeEscalation: false}"), want: []string{"privileged-without-escalation " + at + "allowPrivilegeEscalation"}},
		{name: "privileged with escalation", in: c("{privileged: true, allowPrivilegeEscalation: true}")},
		{name: "unprivileged without escalation", in: c("{privileged: false, allowPrivilegeEscalation: false}")},
		{name: "CAP_SYS_ADMIN without escalation", in: c("{allowPrivilegeEscalation: false, capabilities: {add: [NET_ADMIN, CAP_SYS_ADMIN]}}"), want: []string{"sys-admin-without-escalation " + at + "capabilities.add[1]"}},
		{name: "SYS_ADMIN without escalation passes", in: c("{allowPrivilegeEscalation: false, capabilities: {add: [SYS_ADMIN]}}")},
		{name: "CAP_SYS_ADMIN", in: c("{capabilities: {add: [CAP_SYS_ADMIN]}}")},
		{name: "user", in: c("{runAsUser: -1}"), want: []string{"id-out-of-range " + at + "runAsUser"}},
		{name: "user 0", in: c("{runAsUser: 0, runAsGroup: 2147483647}")},
		{name: "group", in: p("{fsGroup: 2147483648, supplementalGroups: [1, -2]}"),
			want: []string{"id-out-of-range " + pod + ".securityContext.fsGroup", "id-out-of-range " + pod + ".securityContext.supplementalGroups[1]"}},
		{name: "change policy", in: p("{fsGroupChangePolicy: Never}"), want: []string{"unsupported-value " + pod + ".securityContext.fsGroupChangePolicy"}},
		{name: "proc mount", in: c("{procMount: Unmasked}"), want: []string{"unmasked-needs-user-namespace " + at + "procMount"}},
		{name: "proc mount with user namespace", in: deployment("", "", "hostUsers: false", "securityContext: {procMount: Unmasked}")},
		{name: "seccomp", in: c("{seccompProfile: {type: RuntimeDefault}}")},
		{name: "seccomp without type", in: c("{seccompProfile: {}}"), want: []string{"profile-type-missing " + at + "seccompProfile"}},
		{name: "seccomp type", in: p("{seccompProfile: {type: runtime/default}}"), want: []string{"unsupported-value " + pod + ".securityContext.seccompProfile.type"}},
		{name: "seccomp localhost without profile", in: c("{seccompProfile: {type: Localhost}}"), want: []string{"profile-missing " + at + "seccompProfile"}},
		{name: "seccomp localhost with absolute path", in: c("{seccompProfile: {type: Localhost, localhostProfile: /a}}"), want: []string{"profile-path " + at + "seccompProfile.localhostProfile"}},
		{name: "seccomp localhost", in: c("{seccompProfile: {type: Localhost, localhostProfile: a/b.json}}")},
		{name: "seccomp profile with another type", in: c("{seccompProfile: {type: Unconfined, localhostProfile: a}}"), want: []string{"profile-unused " + at + "seccompProfile.localhostProfile"}},
		{name: "apparmor localhost without profile", in: c("{appArmorProfile: {type: Localhost}}"), want: []string{"profile-missing " + at + "appArmorProfile"}},
		{name: "apparmor before 1.30 is dropped", in: c("{appArmorProfile: {type: Localhost}}"), release: "1.29"},

		{name: "windows", in: win("", "securityContext: {windowsOptions: {runAsUserName: app}, runAsNonRoot: true}")},
		{name: "windows with linux fields", in: win("hostPID: true\nsecurityContext: {fsGroup: 1}", "securityContext: {capabilities: {drop: [ALL]}, runAsUser: 1}"),
			want: []string{"linux-option-on-windows " + pod + ".hostPID", "linux-option-on-windows " + pod + ".securityContext.fsGroup",
				"linux-option-on-windows " + at + "capabilities", "linux-option-on-windows " + at + "runAsUser"}},
		{name: "linux with windows fields", in: deployment("", "", "os: {name: linux}", "securityContext: {windowsOptions: {runAsUserName: app}}"), want: []string{"windows-option-on-linux " + at + "windowsOptions"}},
		{name: "no os with windows fields", in: c("{windowsOptions: {runAsUserName: app}, capabilities: {drop: [ALL]}}")},
		{name: "unknown os", in: deployment("", "", "os: {name: beos}", ""), want: []string{"unsupported-value " + pod + ".os.name"}},
	}
}

func TestRefuseSecurity(t *testing.T) { runRefuse(t, securityCases()) }
