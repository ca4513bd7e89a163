package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "print the manual page", Hidden: true, Args: cobra.NoArgs,
		Long: "Print the manual page in the format of man(7): drainlint man > /usr/local/share/man/man1/drainlint.1",
		RunE: func(cmd *cobra.Command, _ []string) error { return manual(cmd.OutOrStdout(), cmd.Root()) },
	}
}

// manual writes one page for the program and its commands. It has no date, so that the same version gives the same page.
func manual(w io.Writer, root *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH DRAINLINT 1 \"\" %s \"User Commands\"\n.SH NAME\ndrainlint \\- %s\n", macro("drainlint "+version()), roff(root.Short))
	b.WriteString(".SH SYNOPSIS\n.B drainlint\n.I COMMAND\n[\\fIFLAG\\fR ...] [\\fIPATH\\fR ...]\n.SH DESCRIPTION\n" + roff(root.Long) + "\n.SH COMMANDS\n")
	for _, c := range root.Commands() {
		if c.Hidden || c.Name() == "help" || c.Name() == "completion" {
			continue
		}
		long := c.Long
		if long == "" {
			long = c.Short
		}
		fmt.Fprintf(&b, ".SS %s\n%s\n", macro("drainlint "+c.Use), roff(long))
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" {
				b.WriteString(flagEntry(f))
			}
		})
		if c.Example != "" {
			b.WriteString(".PP\nExamples:\n.nf\n" + roff(c.Example) + "\n.fi\n")
		}
	}
	b.WriteString(".SH EXIT STATUS\n.TP\n0\nnothing at or above \\-\\-fail\\-on\n.TP\n1\nfindings, also that there was nothing to analyse\n.TP\n2\nsome input could not be analysed, or the call is wrong; findings are still printed\n")
	b.WriteString(".SH FILES\n.TP\n\\&.drainlint.yaml\nthe configuration, in the folder of the path or above\n.TP\n\\&.drainlint\\-baseline.json\naccepted findings, in the root of the run\n")
	b.WriteString(".SH SEE ALSO\nhttps://github.com/drainlint/drainlint/tree/main/docs\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func flagEntry(f *pflag.Flag) string {
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	kind, usage := pflag.UnquoteUsage(f)
	switch {
	case kind != "" && f.NoOptDefVal != "":
		name = optional(f.Name, kind)
	case kind != "":
		name += " " + kind
	}
	return fmt.Sprintf(".TP\n.B %s\n%s\n", roff(name), roff(usage))
}

// roff escapes text: a backslash starts an escape, a hyphen may be broken, and a line that begins with a dot or a quote is a
// request.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

// macro quotes an argument of a request.
func macro(s string) string { return `"` + strings.ReplaceAll(roff(s), `"`, `\(dq`) + `"` }
