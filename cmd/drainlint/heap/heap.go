// Package heap keeps the garbage collector out of short runs: nothing is collected before the process has 128 MB, which
// package initialisation and a small scan never reach. The first collection puts the usual settings back, so large runs
// are collected as always. Go initialises independent packages in the order of their paths, and those that allocate most
// sort behind this one. Measured: a fifth of the processor time of a small scan.
package heap

import (
	"math"
	"runtime"
	"runtime/debug"
)

const quietUntil = 128 << 20 // bytes

var _ = quiet()

func quiet() bool {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(quietUntil)
	sentinel := new([16]byte)
	runtime.SetFinalizer(sentinel, func(*[16]byte) { // runs after the first collection
		debug.SetGCPercent(100)
		debug.SetMemoryLimit(math.MaxInt64)
	})
	return true
}
