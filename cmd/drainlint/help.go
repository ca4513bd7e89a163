package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
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
