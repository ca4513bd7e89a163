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
// which the runtime has served the program so far (madvise(2), MADV_HUGEPAGE and MADV_COLLAPSE). The heap begins in the
// chunk of block's first byte or in the one before (Go chooses the address at random), and a call that touches anything
// that is not mapped is refused as a whole: so each huge page has its own. All is advice: an old kernel refuses, and
// nothing else depends on it.
func hugePages(block []byte) bool {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(block)))
	low := start&^(chunk-1) - chunk
	accepted := advise(low, start+uintptr(len(block)), syscall.MADV_HUGEPAGE)
	for at := low; at < start; at += huge {
		advise(at, at+huge, collapse)
	}
	return accepted
}

func advise(from, to, advice uintptr) bool {
	_, _, refused := syscall.Syscall(syscall.SYS_MADVISE, from, to-from, advice)
	return refused == 0
}
