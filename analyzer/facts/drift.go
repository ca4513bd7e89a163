package facts

import (
	"regexp"
	"strings"
	"sync"
)

// hashedName is the name that Kustomize's generators give: a new one for each content.
var hashedName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`-[bcdfghkmt2456789]{10}$`) })

// tracked tells whether pods of workload i are replaced when a ConfigMap or Secret changes.
func (x *extractor) tracked(i int, c ConfigLink) bool {
	if hashedName().MatchString(c.Name) || x.unit.Documents[c.Object].Scalar("immutable") == "true" {
		return true
	}
	for _, annotations := range []map[string]string{x.annotations(x.facts.Workloads[i].Object), x.pods[i].template.Annotations} {
		for k := range annotations {
			k = strings.ToLower(k)
			for _, mark := range []string{"checksum", "hash", "sha256", "reloader", "wave.pusher.com", "config-version"} {
				if strings.Contains(k, mark) {
					return true
				}
			}
		}
	}
	return false
}

// installMarkers are keys that say when and how something was installed: who reads them reports them, and works the same.
var installMarkers = map[string]bool{"install_id": true, "install_time": true, "install_type": true, "install_info": true}

// held tells whether the ConfigMap or Secret of the Unit has what is read, and that is configuration.
func (x *extractor) held(c ConfigLink) bool {
	if installMarkers[c.Key] {
		return false
	}
	for _, field := range []string{"data", "binaryData", "stringData"} {
		content := x.stringMap(c.Object, field)
		if _, ok := content[c.Key]; ok || c.Key == "" && len(content) > 0 {
			return true
		}
	}
	return false
}
