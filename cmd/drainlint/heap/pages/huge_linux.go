package pages

import "syscall" // not golang.org/x/sys/unix, which Go initialises late

// hugePages asks the kernel to back block with transparent huge pages (madvise(2), MADV_HUGEPAGE), and says whether it
// will.
func hugePages(block []byte) bool {
	return syscall.Madvise(block, syscall.MADV_HUGEPAGE) == nil
}
