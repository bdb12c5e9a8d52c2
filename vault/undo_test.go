package vault

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/vault/places"
)

// undoOf makes the undo of the newest decision that can be undone, or of the one with
// an id.
func undoOf(t *testing.T, v *Vault, id string) model.Decision {
	t.Helper()
	s, err := v.Load(t.Context(), eleven)
	if err != nil {
		t.Fatal(err)
	}
	u := s.Undo
	if id != "" {
		if u, err = v.Undoable(id, s); err != nil {
			t.Fatal(err)
		}
	}
	return model.Decision{
		Ref: u.On, Choice: model.ChoiceUndo, At: eleven, Seen: seenNow(v, u.On),
		Undoes: model.Undone{ID: u.Past.ID, Choice: u.Past.Decision.Choice},
	}
}

func seenNow(v *Vault, ref model.Ref) model.Fingerprint {
	doc, err := v.Read(context.Background(), ref)
	if err != nil {
		return model.FingerprintOf(nil)
	}
	return doc.Seen
}

// unlogged leaves out what is only added to: the day's log, and in plans the lines of
// the operator.
func unlogged(f files) files {
	next := files{}
	for name, text := range f {
		if strings.HasPrefix(strings.ToLower(name), "log") || strings.HasSuffix(name, "/") {
			continue
		}
		if places.FolderOf(strings.Split(name, "/")[0]) == places.FolderPlans {
			var kept []string
			for line := range strings.SplitAfterSeq(text, "\n") {
				if !strings.Contains(line, "] Operator: ") {
					kept = append(kept, line)
				}
			}
			text = strings.TrimRight(strings.Join(kept, ""), "\r\n")
		}
		next[name] = text
	}
	return next
}

func TestAnUndoBringsEverythingBack(t *testing.T) {
	t.Parallel()
	for _, tt := range decideCases {
		t.Run(tt.name, func(t *testing.T) { undoWhole(t, tt.files, tt.path, tt.choice, tt.note) })
	}
}

// undoWhole decides, undoes it, and expects every byte as it was, apart from the logs.
func undoWhole(t *testing.T, f files, path string, choice model.Choice, note string) {
	t.Helper()
	v := decidingVault(t, f)
	start := treeOf(t, v.where.Dir)
	made := mustDecide(t, v, wish(t, v, path, choice, note))
	d := undoOf(t, v, "")
	if d.Undoes.ID != made.ID {
		t.Fatalf("undoes %+v, want %s", d.Undoes, made.ID)
	}
	before := treeOf(t, v.where.Dir)
	promised, err := v.Preview(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	sameFiles(t, "after a preview", treeOf(t, v.where.Dir), before)
	receipt := mustDecide(t, v, d)
	if len(receipt.Notices) > len(made.Notices) || receipt.Already {
		t.Errorf("receipt = %+v", receipt)
	}
	if got := withoutID(t, receipt); !reflect.DeepEqual(got, promised) {
		t.Errorf("changes differ from the preview\n got %q\nwant %q", got, promised)
	}
	sameFiles(t, "after the undo", unlogged(treeOf(t, v.where.Dir)), unlogged(start))
	if open := openLedger(t, v); len(open) > 0 {
		t.Errorf("open: %+v", open)
	}
	var day string
	for name, text := range treeOf(t, v.where.Dir) {
		if strings.HasSuffix(name, "/2026-02-21.json") {
			day = text
		}
	}
	event := choice.Undone()
	logged := path != mooringApproval // no log of a vault has an answer to another program
	if logged && (event == "" || !strings.Contains(day, event) || !strings.Contains(day, made.ID)) || !logged && day != "" {
		t.Errorf("the day's log has no %q: %s", event, day)
	}
	if again, err := v.Decide(t.Context(), d); err != nil || !again.Already {
		t.Errorf("a second undo was no repetition: %+v, %v", again, err)
	}
}
