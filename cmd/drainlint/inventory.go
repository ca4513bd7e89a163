package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/inventory"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// listing is a command that lists what an input holds.
type listing struct {
	use, short, long, example string
	// write are the formats by name; text is the default.
	write map[string]func(io.Writer, *analyzer.Inspection, inventory.Layout) error
	// flags adds those that only this command has.
	flags func(*pflag.FlagSet)
}

func listings() []listing {
	var noPlaces bool
	versionsOf := func(in *analyzer.Inspection) *inventory.Versions {
		v := inventory.VersionsOf(in)
		if noPlaces {
			v = v.WithoutPlaces(in.Paths)
		}
		return v
	}
	return []listing{
		{
			use: "privileges [PATH ...]", short: "list every privilege that pods hold, where it is set and why",
			long: "List workload by workload what its pods hold of the node and the cluster, the line that gives it, and the reason: what is\n" +
				"known of the program (profile), an annotation drainlint.dev/justify.RULE, or a waiver. What has none is unexplained.\n" +
				"A second table lists what whoever installs must be able to create.",
			example: "  drainlint privileges charts/watch -f values-prod.yaml\n  drainlint privileges charts/watch -o html=ledger.html",
			write: map[string]func(io.Writer, *analyzer.Inspection, inventory.Layout) error{
				"text": func(w io.Writer, in *analyzer.Inspection, layout inventory.Layout) error {
					return inventory.Privileges(in).Text(w, layout)
				},
				"json": func(w io.Writer, in *analyzer.Inspection, _ inventory.Layout) error {
					return inventory.JSON(w, inventory.Privileges(in))
				},
				"html": func(w io.Writer, in *analyzer.Inspection, _ inventory.Layout) error {
					return inventory.Privileges(in).HTML(w)
				},
			},
		},
		{
			use: "leftovers [PATH ...]", short: "list what stays after an uninstall, and in which order to remove it",
			long: "List what is left on nodes, in the cluster and outside of it when the input is uninstalled, each with the line that\n" +
				"makes it, and the order of removal that leaves nothing hanging.",
			example: "  drainlint leftovers charts/watch\n  drainlint leftovers deploy/ -o json",
			write: map[string]func(io.Writer, *analyzer.Inspection, inventory.Layout) error{
				"text": func(w io.Writer, in *analyzer.Inspection, layout inventory.Layout) error {
					return inventory.Left(in).Text(w, layout)
				},
				"json": func(w io.Writer, in *analyzer.Inspection, _ inventory.Layout) error {
					return inventory.JSON(w, inventory.Left(in))
				},
			},
		},
		{
			use: "versions [PATH ...]", short: "list charts, images, configurations, CRDs and APIs with their versions",
			long:    "List what the input consists of, in an order that does not depend on anything else, so that two releases can be compared.",
			example: "  drainlint versions charts/watch --no-places > new.txt && diff old.txt new.txt",
			flags: func(fs *pflag.FlagSet) {
				fs.BoolVar(&noPlaces, "no-places", false, "leave out files and lines, and the part of folders that is named in PATH: for comparing two checkouts")
			},
			write: map[string]func(io.Writer, *analyzer.Inspection, inventory.Layout) error{
				"text": func(w io.Writer, in *analyzer.Inspection, layout inventory.Layout) error {
					return versionsOf(in).Text(w, layout)
				},
				"json": func(w io.Writer, in *analyzer.Inspection, _ inventory.Layout) error {
					return inventory.JSON(w, versionsOf(in))
				},
			},
		},
	}
}

func inventoryCommands() []*cobra.Command {
	var out []*cobra.Command
	for _, l := range listings() {
		out = append(out, l.command())
	}
	return out
}

func (l listing) command() *cobra.Command {
	f := scanFlags{failOn: "never", show: "note", color: "never"}
	c := &cobra.Command{
		Use: l.use, Short: l.short, Example: l.example,
		Long: l.long + "\n\nExit code: 0 the list is complete, 2 some input could not be analysed, there is none, or the call is wrong.",
		RunE: func(cmd *cobra.Command, args []string) error { return l.run(cmd, f, args) },
	}
	fs := c.Flags()
	fs.StringArrayVarP(&f.outputs, "output", "o", nil, "`FORMAT` or FORMAT=FILE, may be repeated: "+strings.Join(l.formats(), ", ")+" (default text)")
	inputFlags(fs, &f, "none")
	if l.flags != nil {
		l.flags(fs)
	}
	return c
}

func (l listing) formats() []string {
	var out []string
	for name := range l.write {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func (l listing) run(cmd *cobra.Command, f scanFlags, paths []string) error {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	outputs, err := parseOutputs(f.outputs, l.formats())
	if err != nil {
		return err
	}
	in, err := inspect(cmd, &f, paths)
	if err != nil {
		return err
	}
	for _, out := range outputs {
		var b bytes.Buffer
		layout := inventory.Layout{Clean: typeset.Printable}
		if out.file == "" {
			layout.Width = textWidth()
		}
		if err := l.write[out.format](&b, in, layout); err != nil {
			return err
		}
		if err := save(cmd.OutOrStdout(), out, b.Bytes()); err != nil {
			return err
		}
	}
	if in.Incomplete {
		return &exitError{code: exitTrouble}
	}
	return nil
}

// save writes an output to its file, or to standard output.
func save(stdout io.Writer, out output, text []byte) error {
	if out.file == "" {
		_, err := stdout.Write(text)
		return err
	}
	if err := os.WriteFile(out.file, text, 0o644); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}
