package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders/source"
)

// printProblem says what could not be used, with its place where it has one.
func printProblem(w io.Writer, p source.Problem) {
	text := p.Message
	if p.Span.File != "" {
		text = p.Span.String() + ": " + text
	}
	if p.Change != "" {
		text += "; " + p.Change
	}
	fmt.Fprintf(w, "drainlint: %s\n", typeset.Printable(text))
}

// errNothing is the error of commands that list or draw: an empty list would say that nothing is there.
var errNothing = errors.New("nothing was read: no chart, kustomization, Kubernetes object or Dockerfile was found")

// inspect reads what the paths hold for the commands that list or draw it, and prints its problems.
func inspect(cmd *cobra.Command, f *scanFlags, paths []string) (*analyzer.Inspection, error) {
	opts, _, err := scanOptions(cmd, f, paths)
	if err != nil {
		return nil, err
	}
	a, err := analyzer.New(opts)
	if err != nil {
		return nil, err
	}
	in, err := a.Inspect(cmd.Context(), paths...)
	if err != nil {
		return nil, err
	}
	return in, inspected(cmd.ErrOrStderr(), in)
}

// inspected prints the problems of an inspection and tells whether there is anything to go on with.
func inspected(w io.Writer, in *analyzer.Inspection) error {
	for _, p := range in.Problems {
		printProblem(w, p)
	}
	switch {
	case in.Nothing && len(in.Problems) > 0:
		return &exitError{code: exitTrouble}
	case in.Nothing:
		return errNothing
	}
	return nil
}

// checkPolicies refuses a folder of rules that is none.
func checkPolicies(dirs []string) error {
	for _, dir := range dirs {
		info, err := os.Stat(dir)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return fmt.Errorf("--policy %s: the folder does not exist: expected a folder of .rego files", dir)
		case err != nil || !info.IsDir():
			return fmt.Errorf("--policy %s: expected a folder of .rego files", dir)
		}
	}
	return nil
}

// noFile words an error of reading a file that a flag names: what was expected, and the path as typed.
func noFile(flag, file string, err error, expected string) error {
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s %s: the file does not exist: expected %s", flag, file, expected)
	}
	return err
}

// configHelp is what --config expects.
const configHelp = "a configuration, which is called " + config.Name + " by default"
