// Package shell answers three questions about commands that a container runs through a shell: does the shell stay as
// parent of the program (Stays), how long does a hook take (Delay), and can the command work at all (Malformed). Scripts
// are parsed with a real shell grammar; what the text cannot decide is answered with "unknown".
//
// The verdicts of Stays rest on measurements, as PID 1 of a fresh PID namespace, of dash 0.5.10 to 0.5.12 as Debian and
// Ubuntu ship it, bash 5.1 to 5.3, BusyBox ash 1.30 to 1.38 and mksh 59c.
package shell

import (
	"path"
	"strings"
)

// Family is a shell implementation. Which one /bin/sh is depends on the image.
type Family int

// The families. UnknownFamily is a shell that is only known as sh (or ksh).
const (
	UnknownFamily Family = iota
	// Dash is dash with the patch that Debian and Ubuntu have shipped since 0.5.7 (2011): it never replaces itself for
	// the last command of sh -c.
	Dash
	// Bash is bash 5.1 or later, also when it runs as sh.
	Bash
	// Ash is BusyBox ash (Alpine, busybox).
	Ash
	// Mksh is the MirBSD Korn shell.
	Mksh
)

// String gives the name in lower case: unknown, dash, bash, ash, mksh.
func (f Family) String() string {
	switch f {
	case Dash:
		return "dash"
	case Bash:
		return "bash"
	case Ash:
		return "ash"
	case Mksh:
		return "mksh"
	}
	return "unknown"
}

// FamilyOf is the family that a shell's name alone gives away, as in Invocation.Shell: /bin/bash is Bash, /busybox/sh and
// "busybox sh" are Ash, sh and ksh are UnknownFamily.
func FamilyOf(shell string) Family {
	name, applet, isBox := strings.Cut(shell, " ")
	if isBox && path.Base(name) == "busybox" && (applet == "sh" || applet == "ash") || name == "/busybox/sh" {
		return Ash
	}
	switch path.Base(shell) {
	case "bash":
		return Bash
	case "dash":
		return Dash
	case "ash":
		return Ash
	case "mksh":
		return Mksh
	}
	return UnknownFamily
}

// Tri is a three-valued answer. The zero value is Unknown.
type Tri int

// The answers.
const (
	Unknown Tri = iota
	Yes
	No
)

// String gives unknown, yes or no.
func (t Tri) String() string {
	switch t {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "unknown"
}
