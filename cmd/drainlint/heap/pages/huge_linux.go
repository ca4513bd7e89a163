package pages

import (
	"syscall" // not golang.org/x/sys/unix, which Go initialises late
	"unsafe"
)

const (
	chunk    = 4 << 20 // the step in which the runtime maps its heap (pallocChunkBytes of package runtime)
	huge     = 2 << 20 // a huge page; where they are larger the advice has no effect
	collapse = 25      // MADV_COLLAPSE, Linux 6.1, not in package syscall
)

// hugePages asks the kernel to back block with transparent huge pages, and to replace the small pages in front of it, from
// which the runtime has served the program so far (madvise(2), MADV_HUGEPAGE and MADV_COLLAPSE). Both are advice: an old
// kernel refuses, and nothing else depends on it.
func hugePages(block []byte) bool {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(block)))
	before := (start - chunk + huge - 1) &^ (huge - 1)
	first := (start + huge - 1) &^ (huge - 1)
	_, _, refused := syscall.Syscall(syscall.SYS_MADVISE, before, start-before+uintptr(len(block)), syscall.MADV_HUGEPAGE)
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, before, first-before, collapse)
	return refused == 0
}
