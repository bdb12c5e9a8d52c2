package gate

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

const (
	// mostShown is how many bytes of an action its request shows.
	mostShown = 32 << 10
	// mostKept is how many bytes of each part of an action the ask keeps.
	mostKept = 4 << 10
	// mostTitle is how many characters of an action are its title.
	mostTitle = 80
)

// request writes the request for an action or a prompt, and the ask ahead of it. By is the process
// that waits for the answer, zero for none.
func (w *work) request(a model.Action, why string, prompt bool, by model.Process) (*entry, error) {
	pending := 0
	for _, e := range w.asks {
		if e.state == model.ReplyPending || e.state == model.ReplyChanges {
			pending++
		}
	}
	switch {
	case len(a.Input) > mostInput:
		return nil, fmt.Errorf("the action has %d bytes; the limit is %d: %w", len(a.Input), mostInput, model.ErrNotAllowed)
	case pending >= mostPending:
		return nil, fmt.Errorf("%d actions wait for an answer already: %w", pending, model.ErrNotAllowed)
	}
	e := &entry{does: a.Does(), title: titleOf(a), latest: w.now, state: model.ReplyPending, Ask: model.Ask{
		ID: newName(askPrefix), Action: kept(a), Key: a.Key(), Why: model.OneLine(why), At: w.now.UTC(), Holds: w.gate.holds(), Prompt: prompt, Waiter: by,
	}}
	body, cut := e.body(a)
	dir := w.layout.Main(places.FolderPending)
	e.cut, e.Seen, e.Request = cut, model.FingerprintOf(body), path.Join(dir, e.ID+".md")
	if err := w.add(e.line()); err != nil {
		return nil, err
	}
	w.asks, w.byID[e.ID] = append(w.asks, e), e
	d := w.gate.vault.Disk
	if err := d.Mkdir(dir); err != nil {
		return nil, err
	}
	err := d.Create(e.Request, disk.TempName(dir, disk.NewID(w.now)), body, disk.DefaultMode)
	return e, errors.Join(err, d.SyncDir(dir))
}

// askPrefix begins the id of every request.
const askPrefix = "gate-"

// newName gives a word with eight random digits.
func newName(word string) string {
	var random [4]byte
	// crypto/rand never fails: it ends the program instead.
	_, _ = rand.Read(random[:])
	return word + hex.EncodeToString(random[:])
}

// line is the ask as it is written down.
func (e *entry) line() line {
	a := e.Action
	return line{
		What: lineAsked, ID: e.ID, Client: a.Client, Session: a.Session, Call: a.Call, Key: e.Key.String(),
		Tool: a.Tool, Own: a.Own, Input: a.Input, Line: a.Line, Paths: a.Paths, Dir: a.Dir, Links: a.Links, Does: e.does.String(), Resume: a.Resume,
		Request: e.Request, Seen: e.Seen.String(), Cut: e.cut, Title: e.title, Text: e.Why,
		Holds: int64(e.Holds / time.Second), Prompt: e.Prompt, PID: e.Waiter.PID, Start: e.Waiter.Start,
	}
}

// kept is an action as far as it is kept.
func kept(a model.Action) model.Action {
	short := func(s string) string { return strings.ToValidUTF8(s[:min(len(s), mostKept)], "") }
	a.Client, a.Session, a.Call, a.Tool, a.Own = short(a.Client), short(a.Session), short(a.Call), short(a.Tool), short(a.Own)
	a.Input, a.Line, a.Dir, a.Resume = short(a.Input), short(a.Line), short(a.Dir), short(a.Resume)
	const mostPaths = 20
	paths := a.Paths[:min(len(a.Paths), mostPaths)]
	a.Paths = nil
	for _, p := range paths {
		a.Paths = append(a.Paths, short(p))
	}
	links := a.Links[:min(len(a.Links), mostPaths)]
	a.Links = nil
	for _, l := range links {
		a.Links = append(a.Links, model.Link{Name: short(l.Name), To: short(l.To)})
	}
	return a
}

// whyOf says why an action is held up.
func whyOf(fit model.Fit) string {
	why := "your settings ask for a yes"
	if r := fit.Rule; r.Line > 0 {
		why = fmt.Sprintf("your rule %s (line %d) asks for a yes", cmp.Or(strings.TrimSpace(r.Tool+" "+r.Match), "for everything"), r.Line)
	}
	switch {
	case fit.Unsure != "":
		why += ", and nobody can tell what runs: " + fit.Unsure
	case fit.What != "":
		why += "; it fits " + fit.What
	}
	return shortened(model.OneLine(why), mostKept)
}

func shortened(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// titleOf names an action in a few words.
func titleOf(a model.Action) string {
	what := cmp.Or(a.Line, strings.Join(a.Paths, " "), a.Input)
	what = model.OneLine(shown(what[:min(len(what), 4*mostTitle)]))
	if a.Line == "" {
		what = strings.TrimSpace(model.OneLine(a.Tool) + " " + what)
	}
	return shortened(cmp.Or(what, "an action"), mostTitle)
}

// body is the text of the request. Its fields have no escapes, which would be a doubt, and
// its text no line that could be taken for a field.
func (e *entry) body(a model.Action) (b []byte, cut int) {
	field := func(s string) string { return text.QuoteOnce(strings.ReplaceAll(said(s), "---", "—")) }
	unknown := func(s string) string { return cmp.Or(said(s), "that is not known") }
	var out strings.Builder
	fmt.Fprintf(&out, "---\ntitle: %s\naction: %s\ntarget: %s\ncreated: '%s'\nstatus: pending\n---\n\n",
		field(e.title), field(cmp.Or(a.Tool, a.Own, "unknown tool")), field(cmp.Or(a.Dir, "unknown folder")), model.FormatUTC(e.At))
	fmt.Fprintf(&out, "# An action waits for a yes\n\nThe agent %s wants to use its tool %s:\n\n", unknown(a.Client), unknown(cmp.Or(a.Own, a.Tool)))
	left := mostShown
	for _, part := range partsOf(a) {
		if part.name != "" {
			fmt.Fprintf(&out, "The part %s of it is this:\n\n", said(part.name))
		}
		n := min(len(part.text), left)
		left, cut = left-n, cut+len(part.text)-n
		says := plain(shown(part.text[:n]))
		fence := fenceFor(says)
		fmt.Fprintf(&out, "%s\n%s\n%s\n\n", fence, says, fence)
	}
	if cut > 0 {
		fmt.Fprintf(&out, "**Not all of it is shown**, %d bytes more belong to it. A yes is for all of it.\n\n", cut)
	}
	fmt.Fprintf(&out, "Why it was held up: %s.\n\n", strings.TrimSuffix(said(e.Why), "."))
	fmt.Fprintf(&out, "It runs in the folder %s, in the session %s. The hash of its whole input is %s.\n\n",
		unknown(a.Dir), unknown(a.Session), model.FingerprintOf([]byte(a.Input)))
	for _, l := range e.Action.Links {
		fmt.Fprintf(&out, "By links, %s. A yes is for that place.\n\n", said(l.String()))
	}
	if n := len(a.Links) - len(e.Action.Links); n > 0 {
		fmt.Fprintf(&out, "There are %d more links in it.\n\n", n)
	}
	if e.Prompt {
		out.WriteString("A yes answers the prompt that is open in the agent, and nothing else. Whoever answers first decides.\n\n")
	} else {
		fmt.Fprintf(&out, "A yes lets exactly this through once, in this folder, within %s. It can also be given for several times or for the session.\n\n", lasts(e.Holds))
	}
	if resume := shown(a.Resume); resume != "" {
		fmt.Fprintf(&out, "The agent has ended until then. After the answer this goes on with it:\n\n%s\n%s\n%s\n\n", fenceFor(resume), resume, fenceFor(resume))
	}
	fmt.Fprintf(&out, "There is nothing here to carry out: the agent makes the call itself. Its name is %s.\n", e.ID)
	return []byte(out.String()), cut
}

// plain writes by their numbers the marks that readers of notes take for more than text.
func plain(s string) string {
	return strings.NewReplacer("<<<<<<< ", "⟦U+003C⟧<<<<<< ", "![[", "!⟦U+005B⟧[").Replace(s)
}

// said is a text on one line, of a length that can be read.
func said(s string) string {
	const most = 300
	return shortened(model.OneLine(shown(s[:min(len(s), 4*most)])), most)
}

// lasts gives a length of time in words.
func lasts(d time.Duration) string {
	if d >= time.Hour && d%time.Hour == 0 {
		return model.Counted(int(d/time.Hour), "hour")
	}
	return model.Counted(int(d/time.Minute), "minute")
}

// part is a piece of an action as it is shown.
type part struct{ name, text string }

// partsOf are the fields of an action's input; the whole of it where it has none.
func partsOf(a model.Action) (parts []part) {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(a.Input), &fields) != nil || len(fields) == 0 {
		parts = []part{{"", a.Input}}
	}
	lineShown := a.Line == ""
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		says := string(fields[name])
		var value string
		if json.Unmarshal(fields[name], &value) == nil {
			says = value
		}
		lineShown = lineShown || says == a.Line
		parts = append(parts, part{name, says})
	}
	if !lineShown {
		parts = append([]part{{"shell line", a.Line}}, parts...)
	}
	if len(parts) == 1 {
		parts[0].name = ""
	}
	return parts
}

// fenceFor gives a fence that a text does not close.
func fenceFor(s string) string {
	longest, run := 2, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

// shown writes each character that does not show as it is by its number. A bracket of ours
// that stands in the text is written so, too.
func shown(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&out, "⟦byte %02X⟧", s[i])
		case r == '\n', r == '\t':
			out.WriteRune(r)
		case r == '⟦', r == '⟧', r != ' ' && !unicode.IsPrint(r), model.CountHidden("x"+string(r)) > 0, unicode.Is(unicode.Variation_Selector, r):
			fmt.Fprintf(&out, "⟦U+%04X⟧", r)
		default:
			out.WriteRune(r)
		}
		i += n
	}
	return out.String()
}
