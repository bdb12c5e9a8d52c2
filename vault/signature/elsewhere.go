package signature

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"

	"coldstart/model"
)

// ReadLine reads the line of a record that another machine wants signed. It fails unless Line would
// write exactly that.
func ReadLine(line []byte) (Record, error) {
	var r Record
	if len(line) > MostFile {
		return r, fmt.Errorf("the record has more than %d KiB", MostFile>>10)
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return r, fmt.Errorf("the record cannot be read: %w", err)
	}
	same, err := r.Line()
	if err == nil && (r.Program != program || r.Form != form || !bytes.Equal(same, line)) {
		err = fmt.Errorf("the record is not in the form that is signed")
	}
	return r, err
}

// Fits compares a record that another machine wrote with the decision that was made here, by whom, on
// a vault of this name.
func (r Record) Fits(d model.Decision, by, vault string) error {
	for _, field := range []struct{ name, says, want string }{
		{"choice", r.Choice, d.Choice.String()},
		{"request", r.Request, d.Ref.Path},
		{"hash", r.SHA256, d.Seen.String()},
		{"note", r.Note, model.OneLine(d.Note)},
		{"time", r.At, model.FormatUTC(d.At)},
		{"name", r.By, by},
		{"id", r.Decision, d.ID},
		{"undone decision", r.Undoes, d.Undoes.ID},
		{"vault", r.Vault, vault},
		{"extent", fmt.Sprintf("%+v", r.Scope()), fmt.Sprintf("%+v", d.Scope)},
	} {
		if field.says != field.want {
			return fmt.Errorf("it wants another %s signed: %q and not %q", field.name, field.says, field.want)
		}
	}
	return r.FitsFile()
}

// FitsFile fails unless the name of the file follows from the choice and the request. Its folder is
// that of the vault.
func (r Record) FitsFile() error {
	follows := false
	switch model.ParseChoice(r.Choice) {
	case model.ChoiceApprove, model.ChoiceReject:
		follows = named(r.File, r.Request)
	case model.ChoiceChanges:
		follows = r.File == r.Request
	case model.ChoiceUndo:
		follows = named(r.File, r.Request) || named(r.Request, r.File)
	}
	if !follows {
		return fmt.Errorf("it wants another file signed: %q, which is not that of %q", r.File, r.Request)
	}
	return nil
}

// Again begins what a decided file has in its name before a number, where its folder had that name.
const Again = "again-"

// named reports whether a decided file has the name of a request, or that with a number.
func named(file, request string) bool {
	ext := path.Ext(request)
	rest, begins := strings.CutPrefix(path.Base(file), strings.TrimSuffix(path.Base(request), ext))
	rest, ends := strings.CutSuffix(rest, ext)
	number, again := strings.CutPrefix(rest, "-"+Again)
	n, err := strconv.Atoi(number)
	return begins && ends && (rest == "" || again && err == nil && n > 1 && strconv.Itoa(n) == number)
}
