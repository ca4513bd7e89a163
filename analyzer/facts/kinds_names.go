package facts

// KindNames are the kinds of facts that Kinds can give, without those of objects.
func KindNames() map[string]bool {
	one := &Facts{
		PDBs: make([]PDB, 1), Services: make([]Service, 1), HPAs: []HPA{{Workload: -1}}, Images: make([]DockerImage, 1), Waivers: make([]Waiver, 1), Objects: make([]Object, 1),
		Workloads: []Workload{{Containers: make([]Container, 1), HostPaths: make([]HostPath, 1)}},
		Cluster:   &Cluster{Coverage: make([]Coverage, 1)},
	}
	out := map[string]bool{}
	for kind := range one.Kinds() { // each is a key, whether it occurs or not
		if kind != "" {
			out[kind] = true
		}
	}
	return out
}
