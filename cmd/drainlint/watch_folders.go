package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	quietFor = 20 * time.Millisecond  // after the last change: an editor makes several for one save
	atMost   = 250 * time.Millisecond // after the first one
	polling  = 2 * time.Second        // where changes are not reported
)

// folders reports changes in a set of folders.
type folders struct {
	notify *fsnotify.Watcher // nil where changes are not reported
	// poll is the interval to look for changes without a report; 0 does not.
	poll time.Duration
	own  func(file string) bool
	told map[string]bool // folders whose failure was reported
}

// newFolders watches nothing yet. With an error, the result looks for changes from time to time.
func newFolders(poll time.Duration, own func(file string) bool) (*folders, error) {
	f := &folders{poll: poll, own: own, told: map[string]bool{}}
	var err error
	if f.notify, err = fsnotify.NewWatcher(); err != nil {
		f.notify = nil
		f.fall()
	}
	return f, err
}

func (f *folders) fall() {
	if f.poll == 0 {
		f.poll = polling
	}
}

// watch makes dirs the folders that are watched. For one that does not exist the nearest one above it is watched. added is
// true when one is watched that was not before. The error names a folder that cannot be watched, once.
func (f *folders) watch(dirs []string) (added bool, failed error) {
	if f.notify == nil {
		return false, nil
	}
	was := map[string]bool{}
	for _, dir := range f.notify.WatchList() {
		was[dir] = true
	}
	want := map[string]bool{}
	for _, dir := range dirs {
		for {
			if want[dir] {
				break
			}
			err := f.add(dir, was)
			if err == nil {
				added = added || !was[dir]
				want[dir] = true
				break
			}
			parent := filepath.Dir(dir)
			if !errors.Is(err, fs.ErrNotExist) || parent == dir {
				if !f.told[dir] {
					f.told[dir] = true
					f.fall()
					failed = errors.Join(failed, fmt.Errorf("%s cannot be watched: %w", dir, err))
				}
				break
			}
			dir = parent
		}
	}
	for dir := range was {
		if !want[dir] {
			_ = f.notify.Remove(dir) // it may be gone already
		}
	}
	return added, failed
}

func (f *folders) add(dir string, was map[string]bool) error {
	if was[dir] {
		return nil
	}
	if _, err := os.Stat(dir); err != nil {
		return err
	}
	return f.notify.Add(dir)
}

// wait returns the changed files when a change is over, or when it is time to look by itself. It takes no less than rest
// when something changes all the time, so that this costs no more than half of a processor.
func (f *folders) wait(ctx context.Context, rest time.Duration) (changed []string) {
	var events chan fsnotify.Event
	var errs chan error
	if f.notify != nil {
		events, errs = f.notify.Events, f.notify.Errors
	}
	var tick, quiet, end <-chan time.Time
	if f.poll > 0 {
		t := time.NewTimer(f.poll)
		defer t.Stop()
		tick = t.C
	}
	earliest := time.Now().Add(rest)
	for {
		select {
		case <-ctx.Done():
			return changed
		case e := <-events:
			if e.Op == fsnotify.Chmod && runtime.GOOS != "linux" || f.own(e.Name) { // indexers touch every file on macOS
				continue
			}
			changed = append(changed, e.Name)
		case <-errs: // too many changes: all are found by looking
		case <-tick:
			return changed
		case <-quiet:
			return changed
		case <-end:
			return changed
		}
		quiet = time.After(max(quietFor, time.Until(earliest)))
		if end == nil {
			end = time.After(max(atMost, time.Until(earliest)))
		}
	}
}

func (f *folders) close() {
	if f.notify != nil {
		_ = f.notify.Close() // the process ends
	}
}
