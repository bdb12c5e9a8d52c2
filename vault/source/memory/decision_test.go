package memory

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// eleven is when the decisions of these tests are made.
var eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

// decidedAt is the time of these tests' decisions as the agent writes it.
const decidedAt = "2026-02-21T11:00:00.000Z"

// outline writes a value anew by its parts, with a mark in the place of those that
// skip names by their way from the outside.
func outline(b []byte, v text.Value, way string, skip map[string]bool) string {
	if skip[way] {
		return "*"
	}
	kind := v.Kind(b)
	if kind != '{' && kind != '[' {
		return string(b[v.From:v.To])
	}
	var parts []string
	for i, part := range v.Parts {
		inner := fmt.Sprintf("%s/%d", way, i)
		if kind == '{' {
			inner = way + "/" + part.Key(b)
		}
		parts = append(parts, string(b[part.KeyFrom:part.KeyTo])+":"+outline(b, part, inner, skip))
	}
	return string(kind) + strings.Join(parts, ",")
}

// listAt returns the elements of a list as they are written.
func listAt(b []byte, root text.Value, way ...string) []string {
	v := &root
	for _, key := range way {
		if v = v.Member(b, key); v == nil {
			return nil
		}
	}
	var out []string
	for _, part := range v.Parts {
		out = append(out, string(b[part.From:part.To]))
	}
	return out
}

// FuzzDecideOnAProposal expects that an edit changes what was decided on and no
// other byte of any value, whatever the file looks like.
func FuzzDecideOnAProposal(f *testing.F) {
	const p = `{"id":"a","type":"pattern","content":"c","source":"s","extractedAt":"2026-02-19T10:00:00Z","status":"pending","confidence":1e-7}`
	const stats = `"extractionStats":{"accepted":1,"rejected":2,"byType":{"pattern":{"accepted":3,"rejected":4}},"confidenceSum":{"accepted":0.1,"rejected":-0},"confidenceCount":{"accepted":5,"rejected":6}}`
	// Short texts: the longer one is, the longer it takes to make a find smaller.
	for _, text := range []string{
		`{"learned":{"patterns":[]},"state":{"proposals":[` + p + `]}}`,
		`{"learned":{"patterns":[{"id":"x"}]},"state":{"proposals":[1,` + p + `,null],` + stats + `}}`,
		"\ufeff{\r\n\t\"learned\": { \"patterns\": [ {} ] },\r\n\t\"state\": {\"proposals\": [\r\n\t" + p + ",\r\n\t" + strings.Replace(p, `"a"`, `"b"`, 1) + "\r\n]}}\r\n",
		`{"state":{"proposals":[` + strings.Replace(p, `"status"`, `"decidedAt":1,"status"`, 1) + `]},"learned":{"patterns":["x"]},"State":1}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s := ReadSeed(places.SeedName, b)
		if s.Broken != nil {
			return
		}
		for _, p := range s.Memory.Pending() {
			for _, choice := range []model.Choice{model.ChoiceAccept, model.ChoiceDecline} {
				d := model.Decision{Ref: p.Ref(), Choice: choice, Seen: p.Seen, At: eleven}
				if rule.Refuse((model.Snapshot{Memory: s.Memory}), d.Ref, choice).Given() {
					continue
				}
				e, left, err := s.Change(b, p, d)
				if err != nil {
					continue
				}
				next, err := e.Result()
				if err != nil {
					t.Fatalf("%s %s of %q: %v", choice, p.Ref(), b, err)
				}
				checkEdit(t, b, next, s, p, choice)
				if !strings.Contains(string(next), left) {
					t.Fatalf("%q does not hold %q", next, left)
				}
			}
		}
	})
}

func checkEdit(t *testing.T, b, next []byte, s Seed, p model.Proposal, choice model.Choice) {
	t.Helper()
	after := ReadSeed(places.SeedName, next)
	if after.Broken != nil || len(after.Memory.Faults) > len(s.Memory.Faults) {
		t.Fatalf("%q became worse: %q has %v", b, next, after.Memory.Faults)
	}
	list := p.Type.List()
	changed := map[string]bool{"/state/proposals": true, "/state/extractionStats": true, "/learned/" + list: choice == model.ChoiceAccept}
	if was, now := outline(b, s.root, "", changed), outline(next, after.root, "", changed); was != now {
		t.Fatalf("%q\nbecame\n%q", was, now)
	}
	counts := map[string]bool{}
	for _, of := range []string{"", "/byType/" + string(p.Type), "/confidenceSum", "/confidenceCount"} {
		counts["/state/extractionStats"+of+"/"+map[model.Choice]string{model.ChoiceAccept: "accepted", model.ChoiceDecline: "rejected"}[choice]] = true
	}
	for _, key := range []string{"/learned", "/state/proposals"} {
		counts[key] = true
	}
	if was, now := outline(b, s.root, "", counts), outline(next, after.root, "", counts); was != now {
		t.Fatalf("besides the counts %q\nbecame\n%q", was, now)
	}
	wasProposals, nowProposals := listAt(b, s.root, "state", "proposals"), listAt(next, after.root, "state", "proposals")
	own := s.Objects[p.Ref()]
	i := slices.Index(wasProposals, string(b[own.From:own.To]))
	if choice == model.ChoiceDecline {
		now, _ := after.Memory.Proposal(p.Ref())
		p.Status, p.Decided, p.Seen = "rejected", at(decidedAt), now.Seen
		if now != p {
			t.Fatalf("the proposal is %+v, want %+v", now, p)
		}
		wasProposals, nowProposals = slices.Delete(wasProposals, i, i+1), slices.Delete(nowProposals, i, i+1)
	} else {
		wasProposals = slices.Delete(wasProposals, i, i+1)
		was, now := listAt(b, s.root, "learned", list), listAt(next, after.root, "learned", list)
		if len(now) != len(was)+1 || !slices.Equal(was, now[:len(was)]) {
			t.Fatalf("the list was %q and is %q", was, now)
		}
		of := after.Memory.Of(p.Type)
		l := of[len(of)-1]
		want := model.Learning{Path: places.SeedName, ID: p.ID, Copy: l.Copy, Type: p.Type, Content: p.Content, Source: p.Source, Extracted: p.Extracted, ConfirmedAt: at(decidedAt), Confirmed: true}
		if fmt.Sprint(l) != fmt.Sprint(want) {
			t.Fatalf("the learning is %+v, want %+v", l, want)
		}
	}
	if !slices.Equal(wasProposals, nowProposals) {
		t.Fatalf("the other proposals were %q and are %q", wasProposals, nowProposals)
	}
}
