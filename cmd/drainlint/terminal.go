package main

import (
	"os"

	"golang.org/x/term"
)

// useColor decides about colour on standard output: flag, then NO_COLOR (no-color.org), then whether it is a terminal.
func useColor(flag string) bool {
	switch flag {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(os.Stdout.Fd()))
}

// textWidth is the number of columns of the terminal that standard output is, else 0: the default of what prints.
func textWidth() int {
	if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		return width
	}
	return 0
}
