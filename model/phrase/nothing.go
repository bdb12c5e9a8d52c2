package phrase

import (
	"strconv"
	"strings"

	"coldstart/model"
)

// NothingLeft is said of a folder in which neither a vault nor another program left anything.
const NothingLeft = "No agent work found here yet"

// Nothing is said of a folder of which nothing was understood: names that are known are named.
func Nothing(s model.Snapshot) string {
	known := s.KnownNames()
	if len(known) == 0 {
		return NothingLeft
	}
	names := make([]string, len(known))
	for i, o := range known {
		names[i] = o.Path + " (" + o.Kind + ")"
	}
	return "Not understood: " + Some(names)
}

// NothingHint is Nothing in the middle of a sentence.
func NothingHint(s model.Snapshot) string {
	words := Nothing(s)
	return strings.ToLower(words[:1]) + words[1:]
}

// What helps where nothing was left.
const (
	MakeVault = "coldstart init makes a vault here; it shows every file first and overwrites nothing"
	SeeDemo   = "coldstart demo opens an example vault"
)

// LookedFor names what was looked for, and how far up.
func LookedFor(s model.Search) string {
	words := "searched for " + strings.Join(s.Names(), ", ")
	if marks := s.Marks(); len(marks) > 0 {
		words += ", and of other programs for " + Some(marks)
	}
	return words + UpTo(s)
}

// mostNames is how many names a sentence has.
const mostNames = 8

// Some are the first of several names, and how many more there are.
func Some(names []string) string {
	if n := len(names); n > mostNames {
		return strings.Join(names[:mostNames], ", ") + " and " + strconv.Itoa(n-mostNames) + " more"
	}
	return strings.Join(names, ", ")
}

// UpTo says how far up was looked: ", from here up to ~/shop". It is empty where the folder was
// named.
func UpTo(s model.Search) string {
	if s.UpTo == "" {
		return ""
	}
	return ", from here up to " + s.UpTo
}

// NeedsIn follows the name of a folder: " needs you 3", or " nothing".
func NeedsIn(n int) string {
	if n == 0 {
		return " nothing"
	}
	return " needs you " + strconv.Itoa(n)
}
