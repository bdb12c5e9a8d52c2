// Package agent has the tools that an agent can call: they look, write logs and draft requests, and never
// decide.
package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
)

// store is all of a vault that an agent reaches. Nothing in it makes, undoes or finishes a
// decision.
type store interface {
	Load(ctx context.Context, now time.Time) (model.Snapshot, error)
	Read(ctx context.Context, ref model.Ref) (model.Document, error)
	Commits(ctx context.Context) (model.History, error)
	Folders() ([]string, error)
	Made(after time.Time) ([]model.Made, error)
	Reply(ctx context.Context, name string, now time.Time) (model.Reply, error)
	Wait(ctx context.Context, name string, now func() time.Time) (model.Reply, error)
	HandOvers() ([]model.HandOver, error)
	KeepHandOver(h model.HandOver) error
	Deliver(ctx context.Context, to model.Delivery, give func(m model.Message, trouble error) error) error
	StartSession(ctx context.Context, number, agent, caller string, at time.Time) (model.SessionMark, error)
	SessionOf(caller string) (string, error)
	EndSession(ctx context.Context, number, agent string, h model.Handoff, at time.Time) (model.SessionMark, error)
	LogReasoning(ctx context.Context, path, what, why string, at time.Time) (line string, err error)
	WriteEntry(ctx context.Context, ref model.Ref, d model.Draft, at time.Time) (id string, err error)
	DraftRequest(ctx context.Context, d model.RequestDraft, at time.Time) (model.Drafted, error)
}

// Tools are the tools of one connection. It implements mcp.Tools. Reply, Wait and Schema may be
// called beside another method, all others one after the other.
type Tools struct {
	Store store
	// Name is the vault's own.
	Name  string
	Now   func() time.Time
	Theme *styles.Theme
	// Caller is what the agent's program calls its session, "" if it does not say.
	Caller string
	// Client is the process of that program, by which a hook may have recorded the session, "" if it is not known.
	Client string
	// Instructions returns the text of coldstart agent guide.
	Instructions func() (string, error)
	// Print returns the lines of the report of a session start.
	Print func(model.Snapshot, []model.Made, model.Message) []string
	// since is the time since when decisions are reported, nil before the first load.
	since *time.Time
	// own are the open sessions that were started here, oldest first.
	own []string
}

const (
	// mostAnswer is the longest answer in bytes, more than agent programs take.
	mostAnswer = 256 << 10
	// mostRows bounds the elements of a list, mostRow the characters of a text.
	mostRows = 50
	mostRow  = 1000
	// mostHits bounds the hits of a search, mostHit the characters of a text of one.
	mostHits = 20
	mostHit  = 300
	// mostOfSource bounds the paths and the problems of a source.
	mostOfSource = 10
)

// load reads the vault as it is now. The first load sets since to the start of the session
// that is current then.
func (t *Tools) load(ctx context.Context) (model.Snapshot, error) {
	s, err := t.Store.Load(ctx, t.Now())
	if err == nil && t.since == nil {
		t.since = new(beganAt(s))
	}
	return s, err
}

// beganAt is when the current session began, the zero time without one.
func beganAt(s model.Snapshot) time.Time {
	if current, ok := s.Events.CurrentSession(); ok {
		return current.Started.Time
	}
	return time.Time{}
}

// answer writes JSON for an agent, with keys and passwords masked.
func (t *Tools) answer(v any, err error) ([]byte, error) {
	if err != nil {
		return nil, t.told(err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		return nil, t.told(fmt.Errorf("writing JSON: %w", err))
	}
	text := visibleJSON(bytes.TrimSpace(t.Theme.MaskedJSON(b.Bytes())))
	if len(text) > mostAnswer {
		return nil, t.told(fmt.Errorf("the answer has %d bytes, which is more than %d", len(text), mostAnswer))
	}
	return text, nil
}

// visibleJSON escapes hidden characters and those that change how others show. Letters of
// all languages stay, since escapes cost an agent tokens.
func visibleJSON(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for _, r := range string(b) {
		if r < utf8.RuneSelf || unicode.IsPrint(r) && model.CountHidden(string(r)) == 0 {
			out = utf8.AppendRune(out, r)
			continue
		}
		out = append(out, answer.ASCIIJSON([]byte(string(r)))...)
	}
	return out
}

// told makes an error one line with its hints.
func (t *Tools) told(err error) error {
	words := phrase.Error(err)
	for _, h := range say.Hints(err) {
		words += "; " + h
	}
	return errors.New(t.Theme.Label(t.cutText(words, mostRow)).String())
}

// cutText keeps the beginning of a long text and says how much is left out. Keys are masked
// first, since half a key would not be recognized.
func (t *Tools) cutText(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	// Neither of these can fail for a string.
	quoted, _ := json.Marshal(text)
	_ = json.Unmarshal(t.Theme.MaskedJSON(quoted), &text)
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return fmt.Sprintf("%s… (+%d characters)", string(runes[:most]), len(runes)-most)
}

// first returns the beginning of a list and how many more it has.
func first[T any](list []T, most int) ([]T, int) {
	if len(list) <= most {
		return list, 0
	}
	return list[:most], len(list) - most
}

// last returns the end of a list and how many come before.
func last[T any](list []T, most int) ([]T, int) {
	if len(list) <= most {
		return list, 0
	}
	return list[len(list)-most:], len(list) - most
}
