package dialect

import (
	"path"

	"coldstart/model"
)

// NamesPlan reports whether a file is called as plans are, so that it is one
// wherever it lies.
func NamesPlan(name string) bool { return isPlanName(path.Base(name)) && !isData(name) }

// StateIn gives what the folder of a plan makes of the state in its own words, and
// whether that is another one.
func (o *Folders) StateIn(name string, state model.State) (in model.State, other bool) {
	return o.placeOf(name).overrule(state)
}

// Closed reports whether a file lies in a folder for finished or rejected work.
func (o *Folders) Closed(name string) bool { return o.placeOf(name).closed() }
