//go:build !linux

package disk

import (
	"errors"
	"io/fs"
	"os"
)

// keepAttributes does nothing: access lists and attributes are kept on Linux only.
func keepAttributes(_, _ *os.File) error { return nil }

// leaseBusy cannot be told on this system.
func leaseBusy(*os.File) bool { return false }

// leaseAlone cannot be told on this system.
func leaseAlone(*os.File) bool { return false }

// leaseEnd has nothing to give back on this system.
func leaseEnd(*os.File) {}

// quick is a way past os.Root that only Linux has.
type quick struct{}

// NewQuick gives the quicker way to read, nil where there is none.
func NewQuick(*os.Root) *quick { return nil }

func (q *quick) Close() {}

func (q *quick) list(root *os.Root, name string) ([]fs.DirEntry, error) { return ReadDir(root, name) }

// errSlowly asks for os.Root.
var errSlowly = errors.New("not by the quick way")

func (q *quick) read(string, int64, *[]byte) ([]byte, fs.FileInfo, error) { return nil, nil, errSlowly }
