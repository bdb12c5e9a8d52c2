//go:build !linux

package disk

import (
	"errors"
	"io/fs"
	"os"
)

// keepAttributes does nothing: access lists and attributes are kept on Linux only.
func keepAttributes(_, _ *os.File) error { return nil }

// listedWriters cannot be told on this system.
func listedWriters(string) (others []string, group, listed bool) { return nil, false, false }

// leaseBusy cannot be told on this system.
func leaseBusy(*os.File) bool { return false }

// leaseAlone cannot be told on this system.
func leaseAlone(*os.File) bool { return false }

// leaseEnd has nothing to give back on this system.
func leaseEnd(*os.File) {}

// unnamedIn is not offered by this system.
func unnamedIn(*os.File, fs.FileMode) (*os.File, error) { return nil, errNoUnnamed }

func openAgain(*os.File) (*os.File, error) { return nil, errNoUnnamed }

func linkOpen(_, _ *os.File, _ string) error { return errNoUnnamed }

// FastReader reads past os.Root, which only Linux can.
type FastReader struct{}

// NewFastReader returns nil.
func NewFastReader(*os.Root) *FastReader { return nil }

// Close does nothing.
func (r *FastReader) Close() {}

func (r *FastReader) list(root *os.Root, name string) ([]fs.DirEntry, error) {
	dir, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	return entriesOf(dir, MaxEntries+1)
}

func (r *FastReader) openDir(root *os.Root, name string) (*os.File, error) { return root.Open(name) }

// errUseRoot asks the caller to try again through os.Root.
var errUseRoot = errors.New("it cannot be read past os.Root")

func (r *FastReader) openFile(string) (*os.File, fs.FileInfo, error) { return nil, nil, errUseRoot }

func (r *FastReader) lstat(string) (fs.FileInfo, bool) { return nil, false }

func (r *FastReader) read(string, int64, *[]byte, bool) ([]byte, fs.FileInfo, error) {
	return nil, nil, errUseRoot
}
