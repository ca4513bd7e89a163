package analyzer_test

import (
	"context"
	"fmt"
	"log"

	"github.com/drainlint/drainlint/analyzer"
)

func ExampleAnalyzer_Run() {
	a, err := analyzer.New(analyzer.Options{Root: "../testdata/demo"})
	if err != nil {
		log.Fatal(err)
	}
	r, err := a.Run(context.Background(), "../testdata/demo/manifests/worker.yaml")
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range r.Findings {
		if f.Waiver != nil {
			fmt.Printf("%s: %s waived: %s\n", f.Span, f.Rule.Name, f.Waiver.Reason)
		}
	}
	// Output:
	// manifests/worker.yaml:18:7: grace-zero waived: the queue is rebuilt from its journal at every start
}
