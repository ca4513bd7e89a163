//go:build !linux

package pages

// hugePages is for Linux; other systems choose the size of pages by themselves.
func hugePages([]byte) bool { return false }
