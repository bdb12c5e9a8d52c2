package load_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/source/events"
	"coldstart/vault/source/memory"
	"coldstart/vault/source/traces"
	"coldstart/vault/text"
	"coldstart/vault/vaulttest"
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

func TestLabelled(t *testing.T) {
	t.Parallel()
	for trace, want := range map[string]string{
		"**Status:** failed":                     "Status=failed",
		"- **Status**:failed":                    "Status=failed",
		"* **Current focus:**":                   "Current focus=",
		"**Status** : failed":                    "Status=failed",
		"** Status : ** a **b:** c":              "Status=a **b:** c",
		"**Important** read this":                "",
		"**failed:":                              "",
		"**:** x":                                "",
		"****: x":                                "",
		"Status: failed":                         "",
		"- - **Status:** failed":                 "",
		"**" + strings.Repeat("x", 61) + ":** y": "",
	} {
		label, value, ok := text.Labelled(trace)
		if got := label + "=" + value; ok != (want != "") || ok && got != want {
			t.Errorf("%q: got %q, %v", trace, got, ok)
		}
	}
}

func TestReadTraceNamesAFileWithoutSteps(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "# Trace: x\n**Status:** completed\n", "```\n## Step 1: a\n```\n", "\x00\xff"} {
		_, problems := traces.Read(tracePath, []byte(text), time.UTC)
		if got := reasons(problems); !slices.Equal(got, []string{`0: a trace without any "## Step N"`}) {
			t.Errorf("%q: problems %q", text, got)
		}
	}
	v := decidingVault(t, files{tracePath: "no steps"})
	if s := mustLoad(t, v); len(s.Traces) > 0 || len(s.Problems) != 1 {
		t.Errorf("got %+v", s)
	}
}

func TestAVeryLongTraceIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	b.WriteString("# Trace: x\n**Status:** in-progress\n")
	for range 10_000 {
		b.WriteString("## Step 7: Poll\n**Status:** completed\n**Summary:** nothing new\n")
	}
	b.WriteString("## Step 8: Tell\n**Status:** failed\n**Challenges:**\n")
	for range 40_000 {
		b.WriteString("- no answer\n")
	}
	v := decidingVault(t, files{tracePath: b.String()})
	s := mustLoad(t, v)
	if len(s.Traces) != 1 || len(s.Problems) > 0 {
		t.Fatalf("%d traces, problems %q", len(s.Traces), reasons(s.Problems))
	}
	last, _ := s.Traces[0].LastStep()
	if last.Line != 30_003 || s.Traces[0].Recovery() != model.RecoveryFailed || len(last.Field("Challenges")) != 40_000*len("no answer; ")-len("; ") {
		t.Errorf("the last step is on line %d, %d bytes of challenges", last.Line, len(last.Field("Challenges")))
	}
	if stray := s.Traces[0].Stray(); len(stray) > 0 {
		t.Errorf("%d stray steps", len(stray))
	}
	doc, err := v.Read(t.Context(), s.Traces[0].Ref())
	if err != nil || len(doc.Bytes) != b.Len() {
		t.Errorf("Read: %d bytes, %v", len(doc.Bytes), err)
	}
}

func TestWhereTheMemoryLies(t *testing.T) {
	t.Parallel()
	named := strings.Replace(examples.Seed, "Ines", "Named", 1)
	home := strings.Replace(examples.Seed, "Ines", "Home", 1)
	base := t.TempDir()
	namedFile, homeFile := seedAt(t, base, "named", named), seedAt(t, base, ".pai", home)
	for _, tt := range []struct {
		name      string
		vault     files
		opts      places.Options
		path      string
		found     bool
		principal string
	}{
		{"nowhere", files{"Plans/": ""}, places.Options{}, "", false, ""},
		{"nowhere, with a home", files{"Plans/": ""}, places.Options{HomeSeed: filepath.Join(base, "none", "seed.json")}, "", false, ""},
		{"a home without the file", files{"Plans/": ""}, places.Options{HomeSeed: filepath.Join(base, "none.json")}, "", false, ""},
		{"in the vault", files{"seed.json": examples.Seed}, places.Options{HomeSeed: homeFile}, "seed.json", true, "Ines"},
		{"at home", files{"Plans/": ""}, places.Options{HomeSeed: homeFile}, "~/.pai/seed.json", true, "Home"},
		{"another home", files{"Plans/": ""}, places.Options{HomeSeed: namedFile}, namedFile, true, "Named"},
		{"named", files{"seed.json": examples.Seed}, places.Options{Seed: namedFile, HomeSeed: homeFile}, namedFile, true, "Named"},
		{"named and missing", files{"seed.json": examples.Seed}, places.Options{Seed: filepath.Join(base, "x.json"), HomeSeed: homeFile}, filepath.Join(base, "x.json"), false, ""},
		{"named in a missing folder", files{"seed.json": examples.Seed}, places.Options{Seed: filepath.Join(base, "x", "y.json"), HomeSeed: homeFile}, filepath.Join(base, "x", "y.json"), false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "vault")
			makeFiles(t, dir, tt.vault)
			v := must.Get(vaulttest.Open(dir, tt.opts))(t)
			defer v.Close()
			s := mustLoad(t, v)
			if s.Memory.Path != tt.path || s.Memory.Found != tt.found || s.Memory.Identity.Principal != tt.principal || len(s.Problems) > 0 {
				t.Errorf("memory %+v, problems %+v", s.Memory, s.Problems)
			}
			if !tt.found {
				return
			}
			whole, err := v.Read(t.Context(), s.Memory.Ref())
			if err != nil || whole.Seen != s.Memory.Seen || len(whole.Bytes) < len(examples.Seed)-2 {
				t.Errorf("Read gives %d bytes, %v", len(whole.Bytes), err)
			}
			p := s.Memory.Proposals[0]
			doc, err := v.Read(t.Context(), p.Ref())
			if err != nil || doc.Seen != p.Seen || !strings.HasPrefix(string(doc.Bytes), "{\n        \"id\": \"pro_1\"") || !strings.HasSuffix(string(doc.Bytes), "0.860\n      }") {
				t.Errorf("Read gives %q, %v", doc.Bytes, err)
			}
			l := s.Memory.Learned[1]
			if doc, err := v.Read(t.Context(), l.Ref()); err != nil || !strings.Contains(string(doc.Bytes), "Rounds late") {
				t.Errorf("Read gives %q, %v", doc.Bytes, err)
			}
		})
	}
}

func TestWhatIsGoneFromTheMemoryIsNotFound(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"seed.json": examples.Seed})
	for _, ref := range []model.Ref{
		{Kind: model.KindProposal, Path: "seed.json", Item: "pro_7"},
		{Kind: model.KindProposal, Path: "seed.json", Item: "pat_1"},
		{Kind: model.KindLearning, Path: "seed.json", Item: "pro_1"},
		{Kind: model.KindMemory, Path: "other.json"},
		{Kind: model.KindMemory},
	} {
		_, err := v.Read(t.Context(), ref)
		if !errors.Is(err, model.ErrNotFound) {
			t.Errorf("%s: %v", ref, err)
		}
	}
	must.Do(t, os.Remove(filepath.Join(v.Dir(), "seed.json")))
	if _, err := v.Read(t.Context(), model.Ref{Kind: model.KindMemory, Path: "seed.json"}); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("without the file: %v", err)
	}
}

func TestASeedThatCannotBeReadIsNamed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		files  files
		reason string
	}{
		{"a folder", files{"seed.json/": ""}, "Failed to read seed file: not a regular file: a folder"},
		{"too large", files{"seed.json": strings.Repeat(" ", memory.MaxSize+1)}, "Failed to read seed file: too large: 16777217 bytes, the limit is 16777216"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, tt.files)
			s := mustLoad(t, v)
			want := model.Memory{Path: "seed.json", Found: true, Unread: tt.reason}
			if !reflect.DeepEqual(s.Memory, want) {
				t.Errorf("memory %+v", s.Memory)
			}
			if len(s.Problems) != 1 || s.Problems[0].Path != "seed.json" || s.Problems[0].Reason != tt.reason {
				t.Errorf("problems %+v", s.Problems)
			}
			if got := s.Memory.Context(); got != "PAI session context error: "+tt.reason {
				t.Errorf("context %q", got)
			}
		})
	}
}

func TestBothWorkRulesOnOneVault(t *testing.T) {
	t.Parallel()
	item := func(head string) string {
		return "---\n" + head + "\nnode_history:\n- node: DO\n  entered: 2026-01-26 10:00:00\n  exited: null\n---\n"
	}
	without := files{
		"docs/work/active/a/WORK.md": item("id: a\nstatus: active"), "docs/work/active/b/WORK.md": item("id: b\nstatus: complete"),
		"docs/work/blocked/c/WORK.md": item("id: c\nstatus: blocked"),
	}
	for _, tt := range []struct {
		name  string
		files files
		want  string
	}{
		{"no phases: everything that is open", without, "a b c"},
		{"phases: what is at work", without.With(files{"docs/work/active/d/WORK.md": item("id: d\nstatus: active\ncycle_phase: CHECK")}), "d"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustLoad(t, decidingVault(t, tt.files))
			var got []string
			for _, w := range s.StuckWork() {
				got = append(got, w.ID)
			}
			if strings.Join(got, " ") != tt.want || len(s.Problems) > 0 {
				t.Errorf("got %q by the rule %v, want %q", got, s.WorkRule(), tt.want)
			}
		})
	}
}

func TestEvidenceIsLookedUpInTheFilesOfTheVault(t *testing.T) {
	t.Parallel()
	written := `"confidence": 0.860, "evidence": ["said by nobody", {"quote": "two  words", "file": "notes/a.md", "line": 2},
		{"text": "other words", "path": "notes/a.md", "against": true}, {"quote": "gone", "file": "notes/none.md"},
		{"quote": "x", "file": "../outside.md"}, {"quote": "said", "session": "session_8", "at": "2026-02-19"}, 7, {"line": 1}]`
	v := decidingVault(t, files{"seed.json": strings.Replace(examples.Seed, `"confidence": 0.860`, written, 1), "notes/a.md": "# A\nTwo, or two\nwords.\n"})
	s := mustLoad(t, v)
	var got []string
	for _, e := range s.Memory.Proposals[0].Evidence {
		got = append(got, fmt.Sprint(e.Quote, " ", e.Where, " ", e.Line, " ", e.At.Raw, " ", e.Against, " ", int(e.Found)))
	}
	want := []string{
		"said by nobody  0  false 0", "two  words notes/a.md 2  false 1", "other words notes/a.md 0  true 2", "gone notes/none.md 0  false 3",
		"x ../outside.md 0  false 0", "said session_8 0 2026-02-19 false 0",
	}
	if !slices.Equal(got, want) || len(s.Problems) > 0 {
		t.Errorf("evidence\n%s\nwant\n%s\nproblems %+v", strings.Join(got, "\n"), strings.Join(want, "\n"), s.Problems)
	}
}
