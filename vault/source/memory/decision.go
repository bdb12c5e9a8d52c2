package memory

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/text"
)

// seedDecision works out what a decision changes in a seed.json. After the first error all
// further steps do nothing.
type seedDecision struct {
	b    []byte
	edit *text.JSONEdit
	err  error

	state, proposals, proposal *text.Value
	// index is the proposal's index in proposals.
	index int
	kind  model.LearningType
	// now is the time of the decision as JSON.
	now string
}

// Change works out the edit for a decision on a proposal, and the text of the object that
// it leaves. The seed must not be broken.
func (s Seed) Change(b []byte, p model.Proposal, d model.Decision) (*text.JSONEdit, string, error) {
	w := seedDecision{b: b, edit: text.NewJSONEdit(b, s.root), kind: p.Type}
	w.now = d.At.UTC().Format(`"2006-01-02T15:04:05.000Z"`)
	if !utf8.Valid(b) {
		return nil, "", fmt.Errorf("%w: its text is not UTF-8", text.ErrEdit)
	}
	w.state = w.need(&s.root, "state", '{')
	w.proposals = w.need(w.state, "proposals", '[')
	if w.err != nil {
		return nil, "", w.err
	}
	for i := range w.proposals.Parts {
		if part := &w.proposals.Parts[i]; part.From == s.Objects[d.Ref].From {
			w.proposal, w.index = part, i
		}
	}
	var left string
	if d.Choice == model.ChoiceAccept {
		left = w.accept(&s.root)
	} else {
		left = w.decline()
	}
	return w.edit, left, w.err
}

// only returns a member of an object, nil when there is none. It fails when several have this
// key in any case: the agent takes the last one and other programs another, so that no edit
// is safe.
func (w *seedDecision) only(in *text.Value, key string) *text.Value {
	var found *text.Value
	if w.err != nil || !in.Is(w.b, '{') {
		return nil
	}
	for i := range in.Parts {
		part := &in.Parts[i]
		switch name := part.Key(w.b); {
		case !strings.EqualFold(name, key):
			continue
		case found != nil || name != key && in.Member(w.b, key) != nil:
			w.err = fmt.Errorf("%w: there are several members named %s", text.ErrEdit, key)
			return nil
		case name == key:
			found = part
		}
	}
	return found
}

// need is only for a member that must exist and have this kind.
func (w *seedDecision) need(in *text.Value, key string, kind byte) *text.Value {
	found := w.only(in, key)
	if w.err == nil && !found.Is(w.b, kind) {
		w.err = fmt.Errorf("%w: %s is not %s", text.ErrEdit, key, kindWords[kind])
	}
	return found
}

func (w *seedDecision) raw(v *text.Value) string { return string(w.b[v.From:v.To]) }

// accept makes the proposal the last learning of its category.
func (w *seedDecision) accept(root *text.Value) (learning string) {
	list := w.need(w.need(root, "learned", '{'), w.kind.List(), '[')
	copied := []string{"id", "content", "source", "extractedAt"}
	var members [][2]string
	for _, key := range copied {
		if v := w.need(w.proposal, key, '"'); w.err == nil {
			members = append(members, [2]string{key, w.raw(v)})
		}
	}
	w.learnable()
	if w.err != nil {
		return ""
	}
	// This is the agent's own order. It would rewrite any other without a commit.
	members = append(members, [2]string{"confirmedAt", w.now}, [2]string{"confirmed", "true"}, [2]string{"tags", "[]"})
	like := text.LayoutIn(w.b, w.proposal)
	if n := len(list.Parts); n > 0 && list.Parts[n-1].Is(w.b, '{') && len(list.Parts[n-1].Parts) > 0 {
		like = text.LayoutIn(w.b, &list.Parts[n-1])
	}
	lines := make([]string, len(members))
	for i, m := range members {
		lines[i] = `"` + m[0] + `"` + like.Colon + m[1]
	}
	learning = "{" + like.Lead + strings.Join(lines, like.Gap) + like.Tail + "}"
	w.edit.Add(list, text.LayoutIn(w.b, w.proposals), learning)
	w.edit.Drop(w.proposals, w.index)
	w.count("accepted")
	return learning
}

// learnable fails when the agent's schema would refuse the learning, and with it the whole
// file.
func (w *seedDecision) learnable() {
	r := seedReader{b: w.b}
	part := seedPart{r: &r, value: w.proposal}
	part.get("id").text()
	part.get("content").filled()
	part.get("source").filled()
	part.get("extractedAt").stamp()
	if w.err == nil && len(r.faults) > 0 {
		w.err = fmt.Errorf("the agent would reject the result: its %s: %s", r.faults[0].part, r.faults[0].reason)
	}
}

// decline sets the proposal's status and the time of the decision.
func (w *seedDecision) decline() (proposal string) {
	status, decided := w.need(w.proposal, "status", '"'), w.only(w.proposal, "decidedAt")
	if w.err != nil {
		return ""
	}
	w.edit.Replace(status, `"rejected"`)
	if decided != nil {
		w.edit.Replace(decided, w.now)
	} else {
		like := text.LayoutIn(w.b, w.proposal)
		w.edit.Add(w.proposal, like, `"decidedAt"`+like.Colon+w.now)
	}
	w.count("rejected")
	return string(w.edit.Written(w.proposal.From, w.proposal.To))
}

// count adds the decision to the agent's counts where the file has them in order.
func (w *seedDecision) count(word string) {
	stats := w.only(w.state, "extractionStats")
	counts := []struct {
		in *text.Value
		by float64
	}{{stats, 1}, {w.only(w.only(stats, "byType"), string(w.kind)), 1}}
	if sure := w.only(w.proposal, "confidence"); sure != nil {
		by, _ := w.amount(sure)
		counts = append(counts, []struct {
			in *text.Value
			by float64
		}{{w.only(stats, "confidenceSum"), by}, {w.only(stats, "confidenceCount"), 1}}...)
	}
	type sum struct {
		of   *text.Value
		text string
	}
	var sums []sum
	for _, c := range counts {
		v := w.only(c.in, word)
		n, ok := w.amount(v)
		if !ok || math.IsInf(n+c.by, 0) {
			return
		}
		sums = append(sums, sum{v, numberText(n + c.by)})
	}
	for _, s := range sums {
		w.edit.Replace(s.of, s.text)
	}
}

// amount reads a number as JavaScript does.
func (w *seedDecision) amount(v *text.Value) (float64, bool) {
	if !v.Is(w.b, '0') {
		return 0, false
	}
	n, err := strconv.ParseFloat(w.raw(v), 64)
	return n, err == nil
}

// numberText writes a finite number as JavaScript does.
func numberText(n float64) string {
	if n == 0 {
		return "0"
	}
	// The library writes finite numbers as JavaScript does.
	text, _ := json.Marshal(n)
	return string(text)
}
