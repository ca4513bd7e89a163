package drainlint.lib.nodes_test

import data.drainlint.lib.nodes

test_since if {
	nodes.since({"major": 1, "minor": 25}, 25)
	nodes.since({"major": 2, "minor": 0}, 25)
	not nodes.since({"major": 1, "minor": 24}, 25)
}

test_replaced if nodes.replaced[nodes.master] == nodes.control_plane
