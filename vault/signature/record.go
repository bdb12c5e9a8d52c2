// Package signature signs the operator's decisions and checks such signatures with ssh-keygen, as git does.
// Beside a decided request lies a file with the record of the decision, one line, and the signature of
// exactly that line. Whoever has the file, the request and a list of allowed signers can check it; nothing
// else is needed.
package signature

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"coldstart/model"
)

const (
	// Namespace is what the signatures are for: one that was made for anything else, such as a
	// commit, counts for nothing here.
	Namespace = "coldstart-decision"
	// MostFile is how long a record with its signature may be, in bytes.
	MostFile = 64 << 10

	program = "coldstart"
	// form is the version of the record's form.
	form = 1
)

// Record says what was decided. In its line every field stands, in this order, as Line writes it; For
// and Pattern where they say something.
type Record struct {
	Program string `json:"program"`
	Form    int    `json:"form"`
	// Choice is approve, reject, changes or undo.
	Choice string `json:"choice"`
	// Request is the path of what was decided on, File that of the file beside which the record lies,
	// both as the vault has them, and SHA256 the hash of its bytes.
	Request string `json:"request"`
	File    string `json:"file"`
	SHA256  string `json:"sha256"`
	// Plan is the id of the plan that the request names, empty for none.
	Plan string `json:"plan"`
	Note string `json:"note"`
	// Times to Pattern are how far the approval of an agent's action goes, zero for once. For is in
	// seconds.
	Times   int    `json:"times"`
	Session bool   `json:"session"`
	For     int64  `json:"for,omitempty"`
	Pattern string `json:"pattern,omitempty"`
	// At is when it was decided, in UTC, and By who did, as user@host.
	At string `json:"at"`
	By string `json:"by"`
	// Decision is the id of the decision, Undoes that of the one which an undo takes back.
	Decision string `json:"decision"`
	Undoes   string `json:"undoes"`
	// Vault is the name of the vault's folder.
	Vault string `json:"vault"`
}

// ErrNobody says that the account which decides has no name to sign with.
var ErrNobody = errors.New("the account that decides has no name")

// Line returns the one form in which a record is signed: JSON without blanks, and a line feed. It
// fails for a record of nobody, and for one with a text that JSON cannot hold byte for byte.
func (r Record) Line() ([]byte, error) {
	r.Program, r.Form = program, form
	if r.By == "" {
		return nil, ErrNobody
	}
	if !isName(r.By) {
		return nil, fmt.Errorf("%q cannot be the name of a person on a list of signers", r.By)
	}
	for _, s := range []string{r.Choice, r.Request, r.File, r.SHA256, r.Plan, r.Note, r.Pattern, r.By, r.Decision, r.Undoes, r.Vault} {
		if !utf8.ValidString(s) {
			return nil, errors.New("a name in it is not UTF-8")
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Scope is how far the approval of an agent's action goes.
func (r Record) Scope() model.Scope {
	return model.Scope{Times: r.Times, Session: r.Session, For: time.Duration(r.For) * time.Second, Pattern: r.Pattern}
}

// Time is when it was decided.
func (r Record) Time() (time.Time, error) { return time.Parse(time.RFC3339, r.At) }

// Signed is the content of a file with a record.
type Signed struct {
	Record Record
	// Line are the bytes that were signed, Armor the signature of them.
	Line, Armor []byte
}

// armored is what a signature looks like.
var armored = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=]{1,76}\n)+-----END SSH SIGNATURE-----\n$`)
})

// Read reads such a file. Whatever is not exactly as it is written fails: another order, a blank, a
// field twice, line ends of another system, or anything behind the signature.
func Read(b []byte) (Signed, error) {
	var s Signed
	end := bytes.IndexByte(b, '\n') + 1
	switch {
	case len(b) > MostFile:
		return s, fmt.Errorf("its record has more than %d KiB", MostFile>>10)
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		return s, errors.New("its record begins with a byte order mark")
	case bytes.IndexByte(b, '\r') >= 0:
		return s, errors.New("the line ends of its record were converted")
	case end == 0:
		return s, errors.New("its record has no signature")
	}
	s.Line, s.Armor = b[:end], b[end:]
	if err := json.Unmarshal(s.Line, &s.Record); err != nil {
		return s, errors.New("its record is not JSON")
	}
	switch line, err := s.Record.Line(); {
	case s.Record.Program == program && s.Record.Form > form:
		return s, errors.New("its record is in the form of a newer coldstart")
	case !isName(s.Record.By):
		return s, errors.New("its record has no name that could have signed it")
	case err != nil, !bytes.Equal(line, s.Line):
		return s, errors.New("its record is not in coldstart's format")
	case !armored().Match(s.Armor):
		return s, errors.New("what follows its record is not one signature")
	}
	if at, err := s.Record.Time(); err != nil || model.FormatUTC(at) != s.Record.At {
		return s, errors.New("the time in its record cannot be read")
	}
	return s, nil
}

// mostName is how long a name of a person may be, in bytes.
const mostName = 256

// isName reports whether a text can be the name of a person in a list of signers. Such a list has
// patterns, and commas between them.
func isName(s string) bool {
	return s != "" && len(s) <= mostName && !strings.HasPrefix(s, "-") &&
		!strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(`,*?!"`, r) })
}
