# Nodes: labels and taints that Kubernetes itself sets.
package drainlint.lib.nodes

control_plane := "node-role.kubernetes.io/control-plane"

master := "node-role.kubernetes.io/master"

# replaced maps labels that were given up to their successors.
replaced := {
	"node-role.kubernetes.io/master": "node-role.kubernetes.io/control-plane",
	"failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
	"failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
}

# since is true for Kubernetes 1.minor and later.
since(version, _) if version.major > 1

since(version, minor) if {
	version.major == 1
	version.minor >= minor
}
