package inventory

import "testing"

// TestAbroad tells addresses outside of the cluster from those within it and from what is no address.
func TestAbroad(t *testing.T) {
	for text, want := range map[string]string{
		"https://intake.example.com/v1":            "intake.example.com",
		"es.example.com:9200":                      "es.example.com",
		"tcp://user:secret@mq.example.com:123":     "mq.example.com",
		"http://loki.monitoring.svc:3100":          "",
		"http://loki.monitoring.svc.cluster.local": "",
		"http://loki:3100":                         "",
		"loki.monitoring":                          "",
		"http://10.0.0.1:80":                       "",
		"http://localhost":                         "",
		"https://${HOST}.example.com":              "",
		"https://kubernetes.io/docs":               "",
		"https://storage.k8s.io":                   "",
		"fluent-bit.conf":                          "",
		"":                                         "",
	} {
		if got := abroad(text); got != want {
			t.Errorf("abroad(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestEndpoint finds the address behind words that name one, and only there.
func TestEndpoint(t *testing.T) {
	for line, want := range map[string]string{
		"    Host es.example.com":                "es.example.com",
		"url: https://a.example.com/push":        "https://a.example.com/push",
		`  "endpoint": "otlp.example.com:4317",`: "otlp.example.com:4317",
		"brokers: [kafka-1.example.com:9092]":    "kafka-1.example.com:9092",
		"DD_SITE: datadoghq.eu":                  "datadoghq.eu",
		"  - name: example.com":                  "",
		"message: see example.com for more":      "",
		"ghost es.example.com":                   "",
	} {
		got := ""
		if m := endpoint().FindStringSubmatch(line); m != nil {
			got = m[1]
		}
		if got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
