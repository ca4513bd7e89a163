package facts

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// sideFlag are flags that name the address on which a program answers probes or scrapes, and nothing else: those of
// controller-runtime (--health-probe-bind-address, --metrics-bind-address), kube components and common operators.
var sideFlag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^--?(?:health-?probe|healthz?|health-?check|probe|metrics)-?(?:bind|listen)?-?(?:addr|address|port)(?:=(.*))?$`)
})

// sidePort tells whether a Service port leads to a port of the container that its flags keep for probes or metrics.
func sidePort(c *Container, p ServicePort) bool {
	number := p.Target
	for _, port := range c.Ports {
		if port.Name == p.Target && p.Target != "" {
			number = itoa(port.Number)
		}
	}
	words := slices.Concat(c.Process.Command, c.Process.Args)
	for i, w := range words {
		m := sideFlag().FindStringSubmatch(w)
		if m == nil {
			continue
		}
		value := m[1]
		if !strings.Contains(w, "=") && i+1 < len(words) {
			value = words[i+1]
		}
		if value[strings.LastIndex(value, ":")+1:] == number {
			return true
		}
	}
	return false
}

// probeNames are names of ports that only probes ask.
var probeNames = map[string]bool{
	"health": true, "healthz": true, "healthcheck": true, "health-check": true, "health-probe": true, "healthprobe": true,
	"http-health": true, "liveness": true, "readiness": true, "probe": true, "probes": true,
}
