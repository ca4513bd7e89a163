// Package pages has the first 64 MB of the Go heap backed by huge pages, where the system grants them on request: the
// first touch of fresh memory costs a page fault for every 4 KiB otherwise, thousands while packages are initialised.
//
// A block of that size makes the runtime map it at once, and is garbage at once: its allocation starts the first
// collection, which has nothing else to look at, and from then on its pages serve the small allocations of the program.
//
// It imports next to nothing because Go initialises a package when the ones that it imports are ready, in the order of
// their paths: so it comes before nearly all others. Measured: a small scan takes 58 ms instead of 95 ms.
package pages

const reserve = 64 << 20 // bytes

var _ = hugePages(make([]byte, reserve))
