package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/coverage"
	"github.com/drainlint/drainlint/analyzer/report"
	"github.com/drainlint/drainlint/analyzer/timeline"
)

// choices are the values of flags that have few, by flag.
var choices = map[string][]string{
	"fail-on":    {"error", "warning", "note", "never"},
	"show":       {"error", "warning", "note"},
	"color":      {"auto", "always", "never"},
	"value-sets": {"auto", "none"},
	"format":     {"short", "text", "none"},
}

// folderFlags take a folder, valueFlags what no file name can be.
var (
	folderFlags = []string{"root", "policy"}
	valueFlags  = []string{"kube-version", "workload", "exclude", "release-name", "namespace", "api-versions", "set", "set-string", "set-json", "set-literal", "set-label", "unset-label", "set-taint", "poll", "changed-from"}
)

// completions make a shell complete the values of flags. It is called only when a shell asks.
func completions(root *cobra.Command) error {
	for _, c := range root.Commands() {
		var failed error
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if do := completion(c, f.Name); do != nil && failed == nil {
				failed = c.RegisterFlagCompletionFunc(f.Name, do)
			}
		})
		if failed != nil {
			return failed
		}
	}
	return nil
}

func completion(c *cobra.Command, flag string) cobra.CompletionFunc {
	switch {
	case choices[flag] != nil:
		return cobra.FixedCompletions(choices[flag], cobra.ShellCompDirectiveNoFileComp)
	case flag == "output":
		return cobra.FixedCompletions(formatsOf(c.Name()), cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace) // =FILE may follow
	case flag == "disable":
		return completeRules
	case slices.Contains(folderFlags, flag):
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	case slices.Contains(valueFlags, flag):
		return cobra.NoFileCompletions
	}
	return nil
}

// formatsOf are the formats of a command.
func formatsOf(command string) []string {
	switch command {
	case "scan":
		return report.Formats()
	case "timeline":
		return timeline.Formats()
	case "coverage":
		return append(coverage.Formats(), "sarif")
	}
	for _, l := range listings() {
		if name, _, _ := strings.Cut(l.use, " "); name == command {
			return l.formats()
		}
	}
	return nil
}

// completeRules completes the last of several names with commas between them.
func completeRules(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	names, failed := ruleNames()
	before := typed[:strings.LastIndex(typed, ",")+1]
	for i, name := range names {
		names[i] = before + name
	}
	return names, failed | cobra.ShellCompDirectiveNoFileComp
}

// ruleNames are the names of the rules, each with its title behind a tab.
func ruleNames() ([]string, cobra.ShellCompDirective) {
	a, err := analyzer.New(analyzer.Options{})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []string
	for _, r := range a.Rules() {
		names = append(names, r.Name+"\t"+r.Title)
	}
	return names, cobra.ShellCompDirectiveDefault
}
