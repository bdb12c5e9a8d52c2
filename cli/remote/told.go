package remote

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
)

// failure is an error on its way: its text, and what callers ask of errors.
type failure struct {
	Text string
	// Kinds are codes of the list of kinds.
	Kinds     []string
	Moved     *model.Moved
	Untyped   *model.Untyped
	Unsettled bool
	Hints     []string
}

// kinds are the errors that stay what they are, by their codes.
func kinds() map[string]error {
	return map[string]error{"conflict": model.ErrConflict, "not found": model.ErrNotFound, "not allowed": model.ErrNotAllowed,
		"locked": model.ErrLocked, "read-only": model.ErrReadOnly, "no vault": model.ErrNoVault}
}

// longestTold is how much of an error's text is sent and kept.
const longestTold = 16 << 10

// mostHints is how many hints of an error are kept.
const mostHints = 8

func failureOf(err error) failure {
	f := failure{Text: phrase.Error(err), Unsettled: model.IsUnsettled(err), Hints: say.Hints(err)}
	for _, code := range slices.Sorted(maps.Keys(kinds())) {
		if errors.Is(err, kinds()[code]) {
			f.Kinds = append(f.Kinds, code)
		}
	}
	if moved, ok := errors.AsType[model.Moved](err); ok {
		f.Moved = &moved
	}
	if untyped, ok := errors.AsType[*model.Untyped](err); ok {
		f.Untyped = untyped
	}
	return f
}

// told is an error of the other side. It reads as it does there.
type told struct {
	text   string
	causes []error
}

// Error is its text.
func (t *told) Error() string { return t.text }

// Unwrap returns what it is.
func (t *told) Unwrap() []error { return t.causes }

// err is the failure as an error. Its text is foreign, as that of a vault is.
func (f failure) err() error {
	t := &told{text: strings.ToValidUTF8(f.Text[:min(len(f.Text), longestTold)], "\uFFFD")}
	for _, code := range f.Kinds[:min(len(f.Kinds), len(kinds()))] {
		if kind := kinds()[code]; kind != nil {
			t.causes = append(t.causes, kind)
		}
	}
	if f.Moved != nil {
		t.causes = append(t.causes, *f.Moved)
	}
	if f.Untyped != nil {
		t.causes = append(t.causes, f.Untyped)
	}
	var err error = t
	if len(t.causes) == 1 && t.causes[0].Error() == t.text {
		err = t.causes[0]
	}
	if f.Unsettled {
		err = model.Unsettled{Err: err}
	}
	if len(f.Hints) > 0 {
		err = say.Hinted(err, f.Hints[:min(len(f.Hints), mostHints)]...)
	}
	return err
}
