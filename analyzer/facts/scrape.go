package facts

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// scrape is an interval between two scrapes that the Unit sets.
type scrape struct {
	seconds float64
	from    string
	at      *Ref // nil for a default
}

// Defaults: Prometheus' own (global.scrape_interval), and that of the Prometheus operator, which loads PrometheusRule objects
// (PrometheusSpec.scrapeInterval).
var (
	prometheusScrape = scrape{seconds: 60, from: "the default of Prometheus"}
	operatorScrape   = scrape{seconds: 30, from: "the default of the Prometheus operator"}
)

// scrapeIntervals reads them from monitors, from Prometheus objects and from ConfigMaps that hold Prometheus' configuration.
func (x *extractor) scrapeIntervals(doc int, o *Object, d *source.Document) {
	at := Ref{Doc: doc}
	switch o.Kind {
	case "ServiceMonitor", "VMServiceScrape":
		x.monitorIntervals(o, d, "endpoints")
	case "PodMonitor", "VMPodScrape":
		x.monitorIntervals(o, d, "podMetricsEndpoints")
	case "Prometheus", "PrometheusAgent", "VMAgent":
		x.scrapesEvery(d.Scalar("spec", "scrapeInterval"), o.Kind+" "+o.Name, at.Child("spec", "scrapeInterval"))
	case "ConfigMap":
		_, data := source.Lookup(d.Root, "data")
		eachText(data, func(key string, value *yaml.Node) {
			if !strings.Contains(value.Value, "scrape_interval:") {
				return
			}
			var file struct {
				Global struct {
					Interval string `yaml:"scrape_interval"`
				} `yaml:"global"`
				Jobs []struct {
					Interval string `yaml:"scrape_interval"`
				} `yaml:"scrape_configs"`
			}
			if yaml.Unmarshal([]byte(value.Value), &file) != nil {
				return
			}
			from := "ConfigMap " + o.Name
			x.scrapesEvery(file.Global.Interval, from, at.Child("data", key))
			for _, j := range file.Jobs {
				x.scrapesEvery(j.Interval, from, at.Child("data", key))
			}
		})
	}
}

func (x *extractor) monitorIntervals(o *Object, d *source.Document, field string) {
	_, spec := source.Lookup(d.Root, "spec")
	_, endpoints := source.Lookup(spec, field)
	for i, e := range items(endpoints) {
		if _, v := source.Lookup(e, "interval"); v != nil {
			x.scrapesEvery(v.Value, o.Kind+" "+o.Name, o.At.Child("spec", field, i, "interval"))
		}
	}
}

func (x *extractor) scrapesEvery(text, from string, at Ref) {
	if s := promSeconds(text); s > 0 {
		x.scrapes = append(x.scrapes, scrape{s, from, &at})
	}
}

// eachText calls f for the texts of a ConfigMap's data.
func eachText(data *yaml.Node, f func(key string, value *yaml.Node)) {
	if data == nil || data.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(data.Content); i += 2 {
		f(data.Content[i].Value, data.Content[i+1])
	}
}

// alertScrapes tells each alert how often its targets are scraped. Which target an expression means is not known: the
// shortest interval of the Unit counts, else the default of what loads the rule.
func (x *extractor) alertScrapes() {
	for i := range x.facts.Alerts {
		shortest := x.loaders[i]
		for j, s := range x.scrapes {
			if j == 0 || s.seconds < shortest.seconds {
				shortest = s
			}
		}
		a := &x.facts.Alerts[i]
		a.Scrape, a.ScrapeFrom, a.ScrapeAt = shortest.seconds, shortest.from, shortest.at
	}
}
