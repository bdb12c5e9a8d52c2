package dialect

import "path"

// NamesPlan reports whether a file is called as plans are, so that it is one
// wherever it lies.
func NamesPlan(name string) bool { return isPlanName(path.Base(name)) && !isData(name) }
