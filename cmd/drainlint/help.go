package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

// helpCommand is "drainlint help", which unlike cobra's own fails for a command that does not exist.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "show what a command does and its flags",
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			c, _, err := root.Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, sub := range c.Commands() {
				if sub.IsAvailableCommand() {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return fmt.Errorf("unknown command %q for %q", rest[0], c.CommandPath())
			}
			c.InitDefaultHelpFlag()
			c.InitDefaultVersionFlag()
			return c.Help()
		},
	}
}

// plainUsage is the usage of a command without what pflag writes behind flags whose value is optional: [=true|false] behind
// every switch, and the value that stands for none.
func plainUsage(usage func(*cobra.Command) error) func(*cobra.Command) error {
	return func(c *cobra.Command) error {
		var b bytes.Buffer
		w := c.OutOrStderr()
		c.SetOut(&b)
		err := usage(c)
		c.SetOut(w)
		if err == nil {
			_, err = io.WriteString(w, plainFlags(b.String(), c.Flags()))
		}
		return err
	}
}

// plainFlags rewrites the names in a table of flags, and lines up the texts behind them again.
func plainFlags(text string, fs *pflag.FlagSet) string {
	lines := strings.Split(text, "\n")
	names, width := map[int]string{}, 0
	for i, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		name, usage, ok := strings.Cut(line[indent:], "   ")
		short, long, isFlag := strings.Cut(name, "--")
		if !ok || !isFlag || short != "" && !strings.HasPrefix(short, "-") {
			continue
		}
		name = line[:indent] + strings.TrimSuffix(name, "[=true|false]")
		long, _, _ = strings.Cut(long, " ")
		if f := fs.Lookup(long); f != nil && f.NoOptDefVal != "" {
			if kind, _ := pflag.UnquoteUsage(f); kind != "" {
				name = line[:indent] + short + optional(long, kind)
			}
		}
		names[i], lines[i], width = name, strings.TrimLeft(usage, " "), max(width, len(name))
	}
	for i, name := range names {
		lines[i] = fmt.Sprintf("%-*s   %s", width, name, lines[i])
	}
	return strings.Join(lines, "\n")
}

// optional is a flag whose value may be left out.
func optional(name, kind string) string { return "--" + name + "[=" + kind + "]" }

// suggestFlag adds the nearest flag to the error about one that does not exist.
func suggestFlag(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return err
	}
	near := typeset.Nearest(unknown.GetSpecifiedName(), func(yield func(string) bool) {
		more := true
		c.Flags().VisitAll(func(f *pflag.Flag) { more = more && yield(f.Name) })
	})
	if near == "" {
		return fmt.Errorf("%w (%s --help lists the flags)", err, c.CommandPath())
	}
	return fmt.Errorf("%w; did you mean --%s?", err, near)
}

// one says what the only argument of a command is, where there is none or more.
func one(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return fmt.Errorf("%s needs %s", c.Name(), what)
		case len(args) > 1:
			return fmt.Errorf("%s takes %s, and only one: %q is too much", c.Name(), what, args[1])
		}
		return nil
	}
}

// checkShells makes "drainlint completion SHELL" fail for a shell that cobra does not know, and "drainlint completion" too.
func checkShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		var shells []string
		for _, shell := range c.Commands() {
			shells = append(shells, shell.Name())
		}
		expected := "expected " + strings.Join(shells, ", ")
		c.Short, c.Args = "print the completion script of a shell", nil
		c.RunE = func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("completion needs a shell: " + expected)
			}
			return fmt.Errorf("completion %q: %s", args[0], expected)
		}
	}
}
