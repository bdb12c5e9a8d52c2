//go:build !linux && !darwin

package disk

import "io/fs"

// The system does not tell where the holes are, so that they are read like anything else.
const (
	seekHole = -1
	seekData = -1
)

func mayHaveHoles(fs.FileInfo) bool { return false }

func isNoData(error) bool { return false }
