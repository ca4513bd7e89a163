package drainlint.lib.rbac_test

import data.drainlint.lib.build
import data.drainlint.lib.rbac

_rule(resources, verbs) := build.grant({"resources": resources, "verbs": verbs})

test_permits if {
	rbac.permits(_rule(["pods"], ["get"]), "", "pods", "get")
	rbac.permits(_rule(["*"], ["*"]), "", "pods/exec", "create")
	rbac.permits(_rule(["*/exec"], ["create"]), "", "pods/exec", "create")
	rbac.permits(build.grant({"groups": ["*"], "resources": ["secrets"], "verbs": ["list"]}), "", "secrets", "list")
}

test_permits_not if {
	not rbac.permits(_rule(["pods"], ["get"]), "", "pods", "list")
	not rbac.permits(_rule(["pods"], ["get"]), "", "pods/log", "get")
	not rbac.permits(_rule(["pods/*"], ["create"]), "", "pods/exec", "create")
	not rbac.permits(_rule(["pods"], ["get"]), "apps", "pods", "get")
	not rbac.permits(build.grant({"resources": ["secrets"], "names": ["ca"]}), "", "secrets", "get")
}

test_everything if {
	rbac.everything(build.grant({"groups": ["*"], "resources": ["*"], "verbs": ["*"]}))
	not rbac.everything(build.grant({"groups": [""], "resources": ["*"], "verbs": ["*"]}))
}
