package main

import (
	"fmt"
	"runtime/debug"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/finding"
)

func rulesCommand() *cobra.Command {
	var policies []string
	c := &cobra.Command{
		Use: "rules", Short: "list the rules", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkPolicies(policies); err != nil {
				return err
			}
			a, err := analyzer.New(analyzer.Options{Policies: policies})
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, r := range a.Rules() {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.Name, r.Severity, r.Area, r.Title)
			}
			return w.Flush()
		},
	}
	c.Flags().StringArrayVar(&policies, "policy", nil, "`DIR` with rules of your own")
	return c
}

func explainCommand() *cobra.Command {
	var policies []string
	c := &cobra.Command{
		Use: "explain NAME", Short: "say why a rule exists and what to do about its findings", Args: one("the name of a rule (drainlint rules lists them)"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			names, failed := ruleNames()
			return names, failed | cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkPolicies(policies); err != nil {
				return err
			}
			a, err := analyzer.New(analyzer.Options{Policies: policies})
			if err != nil {
				return err
			}
			i := slices.IndexFunc(a.Rules(), func(r *finding.Rule) bool { return r.Name == args[0] })
			if i < 0 {
				return fmt.Errorf("no rule is named %q%s", args[0], a.Nearest(args[0]))
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), finding.Markdown(a.Rules()[i]))
			return err
		},
	}
	c.Flags().StringArrayVar(&policies, "policy", nil, "`DIR` with rules of your own")
	return c
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "drainlint", version())
			return err
		},
	}
}

// stamped is the version of a release, which its build sets with -ldflags "-X main.stamped=v1.2.3".
var stamped string

// version is that of a release, else what the Go toolchain recorded about the build.
func version() string {
	if stamped != "" {
		return stamped
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
