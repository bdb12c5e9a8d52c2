package load_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/source/events"
)

func TestReadSessionGivesItsLines(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog + stopped("244", "SYNTHETIC_RECOVERY") + "\nnoise\n" + strings.TrimSuffix(noted("244", "2026-02-21T10:00:00"), "\n")})
	lines := strings.SplitAfter(orphanLog, "\n")
	for item, want := range map[string]string{
		"244": lines[0] + lines[1] + stopped("244", "SYNTHETIC_RECOVERY") + "\n" + noted("244", "2026-02-21T10:00:00") + "\n",
		"245": lines[2],
	} {
		ref := model.Ref{Kind: model.KindSession, Path: eventFile, Item: item}
		doc, err := v.Read(t.Context(), ref)
		if err != nil || string(doc.Bytes) != want || doc.Ref != ref {
			t.Errorf("session %s is %q, %v; want %q", item, doc.Bytes, err, want)
		}
		s, _ := mustLoad(t, v).Session(ref)
		if doc.Seen != s.Seen {
			t.Errorf("session %s is known by another hash", item)
		}
	}
}

func TestReadSessionLeavesOutTheMiddle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		lines int
		text  func(i int) string
		want  func(first, last int) bool
	}{
		{"of many lines", 600, func(i int) string { return noted("1", fmt.Sprintf("%05d", i)) }, func(first, last int) bool { return first == events.MaxSessionLines && last == events.MaxSessionLines }},
		{"of many bytes", 600, func(i int) string { return noted("1", fmt.Sprintf("%05d", i)+strings.Repeat("x", 900)) }, func(first, last int) bool { return first < events.MaxSessionLines+1 && last < events.MaxSessionLines+1 }},
		{"of long lines", 9, func(i int) string {
			return strings.Replace(noted("1", fmt.Sprintf("%05d", i)), `"DO"`, `"`+strings.Repeat("x", 100<<10)+`"`, 1)
		}, func(first, last int) bool { return first == 3 && last == 2 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log := []string{began("1")}
			for i := range tt.lines {
				log = append(log, tt.text(i))
			}
			v := decidingVault(t, files{"events.jsonl": strings.Join(log, "\n")})
			doc := must.Get(v.Read(t.Context(), model.Ref{Kind: model.KindSession, Path: "events.jsonl", Item: "1"}))(t)
			head, tail, _ := strings.Cut(string(doc.Bytes), "(")
			gap, tail, _ := strings.Cut(tail, ")\n")
			first, last := strings.Count(head, "\n"), strings.Count(tail, "\n")
			if !tt.want(first, last) || len(doc.Bytes) > 2*events.MaxSessionBytes+100 {
				t.Errorf("%d lines, a gap, %d lines; %d bytes", first, last, len(doc.Bytes))
			}
			if want := fmt.Sprintf("lines of this session that are not shown: %d", tt.lines+1-first-last); gap != want {
				t.Errorf("the gap says %q, want %q", gap, want)
			}
			if !strings.HasPrefix(head, log[0]+"\n") || !strings.HasSuffix(tail, log[tt.lines]+"\n") || !strings.HasPrefix(tail, log[tt.lines+1-last]) {
				t.Error("it does not begin and end where the session does")
			}
		})
	}
}

func TestReadSessionKeepsTheOrder(t *testing.T) {
	t.Parallel()
	long := func(size int) string {
		return strings.Replace(noted("1", "x"), `"DO"`, `"`+strings.Repeat("x", size)+`"`, 1)
	}
	for _, tt := range []struct {
		name   string
		middle string
		gap    string
	}{
		{"of a line that opens the second half", long(events.MaxSessionBytes - 200), ""},
		{"of a line that is too long to show", long(events.MaxSessionBytes), "(lines of this session that are not shown: 1)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			first, last := began("1")+"\n", noted("1", "2026-01-26T11:00:00")+"\n"
			v := decidingVault(t, files{"events.jsonl": first + tt.middle + "\n" + last})
			doc, err := v.Read(t.Context(), model.Ref{Kind: model.KindSession, Path: "events.jsonl", Item: "1"})
			want := first + tt.middle + "\n" + last
			if tt.gap != "" {
				want = first + tt.gap + last
			}
			if err != nil || string(doc.Bytes) != want {
				t.Errorf("%d bytes, want %d; %v", len(doc.Bytes), len(want), err)
			}
		})
	}
}

func TestReadSessionFails(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog, "folder/": ""})
	for _, tt := range []struct {
		path, item, words string
		missing           bool
	}{
		{eventFile, "7", "reading session 7 of " + eventFile, true},
		{"events.jsonl", "244", "reading events.jsonl", true},
		{"folder", "244", "not a regular file: a folder", false},
		{"../vault/" + eventFile, "244", "path escapes", false},
	} {
		_, err := v.Read(t.Context(), model.Ref{Kind: model.KindSession, Path: tt.path, Item: tt.item})
		if err == nil || !strings.Contains(err.Error(), tt.words) || errors.Is(err, model.ErrNotFound) != tt.missing {
			t.Errorf("%s %s: %v", tt.path, tt.item, err)
		}
	}
}

func TestSessionLinesAreThoseOfReading(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog})
	keys := []model.SessionKey{"244", "245", "no such session"}
	texts, err := v.SessionLines(t.Context(), eventFile, keys, events.MaxSessionBytes)
	if err != nil || len(texts) != len(keys) || len(texts[keys[2]]) > 0 {
		t.Fatalf("got %d texts, %q, %v", len(texts), texts[keys[2]], err)
	}
	for _, key := range keys[:2] {
		doc, err := v.Read(t.Context(), model.Ref{Kind: model.KindSession, Path: eventFile, Item: string(key)})
		if err != nil || string(texts[key]) != string(doc.Bytes) || len(doc.Bytes) == 0 {
			t.Errorf("session %s has %q, want %q, %v", key, texts[key], doc.Bytes, err)
		}
	}
	short, err := v.SessionLines(t.Context(), eventFile, keys, 1)
	if err != nil || strings.Contains(string(short["244"]), "Session") {
		t.Errorf("of one byte %q, %v", short["244"], err)
	}
	if _, err := v.SessionLines(t.Context(), "../events.jsonl", keys, 1); err == nil {
		t.Error("a log outside the vault was read")
	}
	if _, err := v.SessionLines(t.Context(), "none.jsonl", keys, 1); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("a log that is not there: %v", err)
	}
}
