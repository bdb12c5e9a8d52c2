package specflow

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

const (
	name   = ".spec-workflow/approvals/till/approval_1_a.json"
	design = ".spec-workflow/specs/till/design.md"
)

// reads returns a reader of some files.
func reads(files map[string]string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		b, ok := files[name]
		if !ok {
			return nil, model.ErrNotFound
		}
		return []byte(b), nil
	}
}

func decided(choice model.Choice, note string) model.Decision {
	return model.Decision{Choice: choice, Note: note, At: time.Date(2026, 11, 22, 10, 0, 0, 120_000_000, time.FixedZone("", 3600))}
}

func TestAnAnswerKeepsTheFilesStyle(t *testing.T) {
	t.Parallel()
	const at = "2026-11-22T09:00:00.120Z"
	for _, tt := range []struct {
		name, was string
		choice    model.Choice
		note      string
		want      string
	}{
		{"as the tool writes it", "{\n  \"id\": \"a\",\n  \"status\": \"pending\"\n}", model.ChoiceApprove, "", "{\n  \"id\": \"a\",\n  \"status\": \"approved\",\n  \"respondedAt\": \"" + at + "\"\n}"},
		{"with a note", "{\n  \"status\": \"pending\",\n  \"id\": \"a\"\n}\n", model.ChoiceReject, `no: "a\b" <é>`, "{\n  \"status\": \"rejected\",\n  \"id\": \"a\",\n  \"respondedAt\": \"" + at + "\",\n  \"response\": \"no: \\\"a\\\\b\\\" <é>\"\n}\n"},
		{"tabs and CRLF", "{\r\n\t\"status\" : \"pending\",\r\n\t\"id\" : 1\r\n}\r\n", model.ChoiceChanges, "x", "{\r\n\t\"status\" : \"needs-revision\",\r\n\t\"id\" : 1,\r\n\t\"respondedAt\" : \"" + at + "\",\r\n\t\"response\" : \"x\"\r\n}\r\n"},
		{"one line", `{"id":"a","status":"pending"}`, model.ChoiceApprove, "x", `{"id":"a","status":"approved","respondedAt":"` + at + `","response":"x"}`},
		{"one line with blanks", `{"id": "a", "status": "pending"}`, model.ChoiceApprove, "", `{"id": "a", "status": "approved", "respondedAt": "` + at + `"}`},
		{"only a status", `{"status":"pending"}`, model.ChoiceApprove, "x", `{"status":"approved","respondedAt":"` + at + `","response":"x"}`},
		{"a byte order mark", "\ufeff{\"status\":\"pending\"}", model.ChoiceReject, "x", "\ufeff{\"status\":\"rejected\",\"respondedAt\":\"" + at + "\",\"response\":\"x\"}"},
		{"answered before", `{"response": null, "respondedAt": "2026", "status": "pending", "x": 1.0}`, model.ChoiceApprove, "", `{"response": "", "respondedAt": "` + at + `", "status": "approved", "x": 1.0}`},
		{"the last of two counts", `{"status": "x", "a": {"status": "pending"}, "status": "pending"}`, model.ChoiceReject, "n", `{"status": "x", "a": {"status": "pending"}, "status": "rejected", "respondedAt": "` + at + `", "response": "n"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			edit := must.Get(answer([]byte(tt.was), decided(tt.choice, tt.note)))(t)
			next, err := edit.Result()
			if string(next) != tt.want || err != nil {
				t.Errorf("got %q, %v\nwant %q", next, err, tt.want)
			}
		})
	}
}

func TestOnlyWhatIsPendingIsAnswered(t *testing.T) {
	t.Parallel()
	for _, was := range []string{`{"status":"approved"}`, `{"status":"Pending"}`, `{"status":7}`, `{}`, `[]`, `"pending"`, ``, `{"status":"pending"`, `{"status":"pending","status":"approved"}`} {
		if _, err := answer([]byte(was), decided(model.ChoiceReject, "x")); err == nil {
			t.Errorf("%s was answered", was)
		}
	}
	for _, c := range []model.Choice{model.ChoiceAck, model.ChoiceUndo, model.ChoiceAccept, model.ChoiceNone} {
		if _, err := answer([]byte(`{"status":"pending"}`), decided(c, "x")); !errors.Is(err, text.ErrEdit) {
			t.Errorf("%s was an answer: %v", c, err)
		}
	}
}

func TestWhichFilesAreApprovals(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]bool{
		name: true, ".spec-workflow/approvals/a b/x.json": true,
		".spec-workflow/approvals/x.json": false, ".spec-workflow/approvals/till/.snapshots/design.md/metadata.json": false,
		".spec-workflow/approvals/till/x.md": false, "Pending_Approval/till/x.json": false, "sub/.spec-workflow/approvals/till/x.json": false,
		"": false, ".": false, "../.spec-workflow/approvals/till/x.json": false,
	} {
		if got := isApproval(file); got != want {
			t.Errorf("%s: %v", file, got)
		}
	}
}

// The hash covers the file and its document, and nothing else.
func TestTheHashOfAnApprovalIsThatOfBothTexts(t *testing.T) {
	t.Parallel()
	own := `{"status":"pending","filePath":"` + design + `"}`
	hash := func(files map[string]string) model.Fingerprint {
		q := must.Get(ask(name, reads(files)))(t)
		return q.Request.Seen
	}
	was := hash(map[string]string{name: own, design: "# Till\n"})
	for what, files := range map[string]map[string]string{
		"the document":       {name: own, design: "# Till\n\n"},
		"the file":           {name: own + "\n", design: "# Till\n"},
		"a missing document": {name: own},
	} {
		if hash(files) == was {
			t.Errorf("%s does not count", what)
		}
	}
	if hash(map[string]string{name: own, design: "# Till\n", "x": "y"}) != was {
		t.Error("another file counts")
	}
}

// FuzzAnswer answers any text: where that works every byte stays but for the three values, and
// taking it back gives the same bytes.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		"{\n  \"id\": \"a\",\n  \"status\": \"pending\"\n}", "\ufeff{\"status\":\"pending\"}\r\n", `{"response":null,"status":"pending","respondedAt":[1,{"a":2}]}`,
		`{"status":"pending","status":"pending"}`, `{"a":[],"b":{},"st\u0061tus":"pending","revisionHistory":[{"content":"x\ny"}]}`, `{"status":"pending",}`, "{ }",
	} {
		f.Add([]byte(seed), "a note", 0)
	}
	choices := []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges}
	f.Fuzz(func(t *testing.T, b []byte, note string, which int) {
		q, err := ask(name, reads(map[string]string{name: string(b), design: "# Till\n"}))
		if err == nil && !bytes.Equal(q.Own, b) {
			t.Fatalf("read as %q", q.Own)
		}
		edit, err := answer(b, decided(choices[uint(which)%3], note))
		if err != nil {
			return
		}
		next, err := edit.Result()
		if err != nil {
			return
		}
		back, at := []byte(nil), 0
		for _, g := range text.RegionsOf(b, edit.Parts) {
			back, at = append(append(back, next[at:g.From]...), g.Was...), g.To
		}
		if back = append(back, next[at:]...); !bytes.Equal(back, b) {
			t.Fatalf("%q became %q, and back %q", b, next, back)
		}
		was, now := values(t, b), values(t, next)
		if utf8.ValidString(note) && note != "" && now["response"] != model.OneLine(note) && model.OneLine(note) != "" {
			t.Errorf("the note is %q, want %q", now["response"], model.OneLine(note))
		}
		if now["status"] != words[choices[uint(which)%3]] {
			t.Errorf("the status is %v", now["status"])
		}
		for _, key := range []string{"status", "response", "respondedAt"} {
			delete(was, key)
			delete(now, key)
		}
		if !reflect.DeepEqual(was, now) {
			t.Errorf("%v became %v", was, now)
		}
	})
}

func values(t *testing.T, b []byte) map[string]any {
	t.Helper()
	all := map[string]any{}
	d := json.NewDecoder(strings.NewReader(strings.TrimPrefix(string(b), string(text.BOM))))
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		t.Fatalf("%q: %v", b, err)
	}
	return all
}

// Programs that open the path as it is written must get the document that was shown.
func TestOddPathsOfADocumentAreRefused(t *testing.T) {
	t.Parallel()
	for _, path := range []string{design + "/", design + "/.", design + "\\n", "\\n" + design, "a\\u0000b", "a\\tb"} {
		q, err := ask(name, reads(map[string]string{name: `{"status":"pending","filePath":"` + path + `"}`, design: "# Till\n"}))
		if err != nil || q.Request.About != "" || len(q.Request.Doubts) == 0 || q.Request.Doubts[0].Weight != model.WeightBlock {
			t.Errorf("%s: %+v, %v", path, q.Request, err)
		} else if what := q.Request.Doubts[0].What; strings.Contains(path, `\n`) && !strings.Contains(what, `\n`) {
			t.Errorf("%s: %s", path, what)
		}
	}
}
