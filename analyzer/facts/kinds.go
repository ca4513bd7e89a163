package facts

// Kinds are the names a rule may list in METADATA custom.kinds to be evaluated over f: the kinds of all objects, and
// Object, Workload, Problem, Waiver and Run where there is one.
func (f *Facts) Kinds() map[string]bool {
	kinds := map[string]bool{}
	for i := range f.Objects {
		kinds[f.Objects[i].Kind] = true
	}
	kinds["Object"] = len(f.Objects) > 0
	kinds["Workload"] = len(f.Workloads) > 0
	kinds["Problem"] = len(f.Problems) > 0
	kinds["Waiver"] = len(f.Waivers) > 0
	kinds["Run"] = f.Run != nil
	return kinds
}
