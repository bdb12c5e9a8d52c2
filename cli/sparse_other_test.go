//go:build !unix

package cli

import "io/fs"

func takesNoRoom(fs.FileInfo) bool { return false }
