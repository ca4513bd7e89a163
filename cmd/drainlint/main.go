// Command drainlint finds, before anything is deployed, where a rollout or a node drain will lose requests, data or
// monitoring, and where a node agent holds more of the node than it needs.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/drainlint/drainlint/analyzer/typeset"
	_ "github.com/drainlint/drainlint/cmd/drainlint/heap"
)

// Exit codes.
const (
	exitClean    = 0 // nothing at or above --fail-on
	exitFindings = 1
	exitTrouble  = 2 // some input could not be analysed, or the call is wrong
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	stderr := os.Stderr
	quiet()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, stderr))
}

// quiet silences libraries that write to the process's standard error by themselves: Helm through package log,
// kustomize directly. What matters to a user comes back from them as an error.
func quiet() {
	log.SetOutput(io.Discard)
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stderr = null
	}
}

// exitError ends a command with an exit code and, unless it is nil, a message.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return fmt.Sprint(e.err) }

// run is the whole program; streams are arguments so that tests can call it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "drainlint: internal error: %v\nplease report this together with:\n%s", r, debug.Stack())
			code = exitTrouble
		}
	}()
	root := command(stdin, stdout, stderr)
	root.SetArgs(args)
	var err error
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		err = completions(root)
	}
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	var exit *exitError
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &exit):
		if exit.err != nil {
			fmt.Fprintln(stderr, "drainlint:", exit.err)
		}
		return exit.code
	}
	for line := range strings.Lines(err.Error()) {
		line = strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "  ") // of suggestions
		if line != "" {
			fmt.Fprintln(stderr, "drainlint:", typeset.Printable(line))
		}
	}
	return exitTrouble
}

func command(stdin io.Reader, stdout, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "drainlint",
		Short: "find where a rollout or a node drain loses requests, data or monitoring",
		Long: "drainlint reads Kubernetes manifests, Helm charts, Kustomize overlays and Dockerfiles, offline, and says where a\n" +
			"rollout or a node drain will lose requests, data or monitoring, and where a node agent holds more of the node\n" +
			"than it needs. Every finding shows its arithmetic and points at the line to edit.",
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.AddCommand(scanCommand(), timelineCommand(), coverageCommand(), watchCommand(), baselineCommand(), initCommand(), renderCommand(), rulesCommand(), explainCommand(), versionCommand(), manCommand())
	root.AddCommand(inventoryCommands()...)
	root.Version = version()
	root.SetVersionTemplate("drainlint {{.Version}}\n")
	root.SetHelpCommand(helpCommand(root))
	root.SetUsageFunc(plainUsage(root.UsageFunc()))
	root.SetFlagErrorFunc(suggestFlag)
	checkShells(root)
	return root
}
