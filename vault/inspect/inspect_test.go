package inspect_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/inspect"
	"coldstart/vault/vaulttest"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

var traceRef = model.Ref{Kind: model.KindTrace, Path: vaulttest.TracePath}

// cutOff is a trace whose second step began at eleven and names artifacts.
func cutOff(artifacts string) string {
	return vaulttest.TraceOf("in-progress", "completed") + "\n## Step 2: Write\n**Status:** in-progress\n**Started:** 2026-02-21T11:00:00Z\n**Artifacts:** " + artifacts + "\n"
}

func TestInspectLooksForArtifacts(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Files{
		vaulttest.TracePath:    cutOff("`draft.md`, `Reports/march.md`, `folder`, `lost.md`, `../../../outside.md`, `/etc/hostname`, `link.md`, `linked/x.md`, `sub/../draft.md`, `linked`"),
		"runs/report/draft.md": "draft", "Reports/march.md": "march!", "runs/report/folder/a": "", "../outside.md": "secret", "runs/report/real/x.md": "x",
	})
	v.Touch(t, "runs/report/draft.md", vaulttest.Eleven)
	for link, target := range map[string]string{"link.md": "draft.md", "linked": "real"} {
		if err := os.Symlink(target, filepath.Join(v.Dir(), "runs/report", link)); err != nil {
			t.Skipf("this system makes no links: %v", err)
		}
	}
	in := must.Get(v.Inspect(t.Context(), traceRef, 0))(t)
	const link, outside = "a link, which is not followed", "outside the vault"
	want := []struct {
		path, refused string
		exists        bool
	}{
		{"runs/report/draft.md", "", true}, {"Reports/march.md", "", true}, {"runs/report/folder", "", true}, {"lost.md", "", false},
		{"../../../outside.md", outside, false}, {"/etc/hostname", outside, false}, {"link.md", link, false}, {"linked/x.md", link, false},
		{"linked", link, false},
	}
	for i, w := range want {
		got := in.Left[i]
		if got.Path != w.path || got.Exists != w.exists || got.Refused != w.refused {
			t.Errorf("artifact %d is %+v, want %+v", i+1, got, w)
		}
	}
	if a := in.Left[0]; a.Size != 5 || !a.Modified.Equal(vaulttest.Eleven) {
		t.Errorf("the draft is %+v", a)
	}
	if len(in.Named()) != len(want) || in.Step.Number != 2 {
		t.Errorf("%d artifacts of step %d", len(in.Named()), in.Step.Number)
	}
}

func TestInspectListsWhatWasWrittenSinceTheStepBegan(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Files{
		vaulttest.TracePath: cutOff("None"), "runs/report/old.md": "", "runs/report/just.md": "", "runs/report/deep/er/new.md": "12345",
		"runs/other/new.md": "", "runs/report/.cache/new.md": "", "runs/report/node_modules/new.js": "",
	})
	for name, at := range map[string]time.Time{
		"runs/report/old.md": vaulttest.Eleven.Add(-time.Second), "runs/report/just.md": vaulttest.Eleven, "runs/report/deep/er/new.md": vaulttest.Eleven.Add(time.Hour), vaulttest.TracePath: vaulttest.Eleven.Add(time.Hour),
	} {
		v.Touch(t, name, at)
	}
	if err := os.Symlink("old.md", filepath.Join(v.Dir(), "runs/report/link.md")); err != nil {
		t.Skipf("this system makes no links: %v", err)
	}
	before := vaulttest.TreeOf(t, filepath.Dir(v.Dir()))
	in, err := v.Inspect(t.Context(), traceRef, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range in.Changed() {
		got = append(got, a.Path)
	}
	if want := []string{"runs/report/deep/er/new.md", "runs/report/just.md"}; !slices.Equal(got, want) || in.More != 0 {
		t.Errorf("changed %q, and %d more; want %q", got, in.More, want)
	}
	if a := in.Changed()[0]; a.Size != 5 || !a.Exists || !a.Modified.Equal(vaulttest.Eleven.Add(time.Hour)) {
		t.Errorf("the newest is %+v", a)
	}
	vaulttest.SameFiles(t, "afterwards", vaulttest.TreeOf(t, filepath.Dir(v.Dir())), before)
	if in, err = v.Inspect(t.Context(), traceRef, 1); err != nil || in.Step.Number != 1 || len(in.Left) > 0 {
		t.Errorf("a step that does not say when it began: %+v, %v", in, err)
	}
}

func manyNames(n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint("a", i))
	}
	return names
}

func TestInspectListsEachFileOnceWithWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	first := strings.Replace(vaulttest.TraceOf("in-progress", "completed"), "## Step 1", "## Step 1", 1) + "**Artifacts:** `table.csv`, `old.md`\n"
	v := vaulttest.DecidingVault(t, vaulttest.Files{
		vaulttest.TracePath:     first + "\n## Step 2: Write\n**Status:** in-progress\n**Started:** 2026-02-21T11:00:00Z\n**Artifacts:** `table.csv`, `draft.md`, `old.md`, `lost.md`\n",
		"runs/report/table.csv": "a\nb\nc\n", "runs/report/draft.md": "one", "runs/report/old.md": "x\n", "runs/report/extra.bin": "\x00\x01", "runs/report/note.md": "a\nb",
	})
	for name, at := range map[string]time.Time{"table.csv": vaulttest.Eleven, "draft.md": vaulttest.Eleven, "old.md": vaulttest.Eleven.Add(-time.Hour), "extra.bin": vaulttest.Eleven.Add(time.Hour), "note.md": vaulttest.Eleven.Add(time.Minute)} {
		v.Touch(t, "runs/report/"+name, at)
	}
	in := must.Get(v.Inspect(t.Context(), traceRef, 0))(t)
	var got []string
	for _, a := range in.Left {
		got = append(got, a.Path+": "+a.News())
	}
	want := []string{
		"runs/report/table.csv: changed, 3 lines", "runs/report/draft.md: new, 1 line", "runs/report/old.md: older than the step, 1 line", "lost.md: missing",
		"runs/report/extra.bin: new", "runs/report/note.md: new, 2 lines",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestInspectIsBounded(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Files{vaulttest.TracePath: cutOff(strings.Join(manyNames(inspect.MaxInspected+7), ",")), "runs/report/first": ""})
	for i := range inspect.MaxInspected + 4 {
		// Links to one file are quicker to make than files.
		if err := v.Where.Disk.Root.Link("runs/report/first", fmt.Sprint("runs/report/", i)); err != nil {
			t.Skipf("needs hard links: %v", err)
		}
	}
	in := must.Get(v.Inspect(t.Context(), traceRef, 0))(t)
	if len(in.Named()) != inspect.MaxInspected || len(in.Changed()) != inspect.MaxInspected || in.More != 7+5 {
		t.Errorf("%d artifacts, %d changed, %d more", len(in.Named()), len(in.Changed()), in.More)
	}
}

func TestInspectFails(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Files{vaulttest.TracePath: cutOff("None"), "runs/notes/trace.md": "no steps", "events.jsonl": vaulttest.OrphanLog})
	for _, tt := range []struct {
		ref   model.Ref
		step  int
		words string
	}{
		{traceRef, 9, "inspecting runs/report/trace.md: there is no such step"},
		{model.Ref{Kind: model.KindTrace, Path: "runs/notes/trace.md"}, 0, "there is no such step"},
		{model.Ref{Kind: model.KindTrace, Path: "runs/gone/trace.md"}, 0, "reading runs/gone/trace.md"},
		{model.Ref{Kind: model.KindSession, Path: "events.jsonl", Item: "244"}, 0, "it is not a trace"},
	} {
		_, err := v.Inspect(t.Context(), tt.ref, tt.step)
		if !errors.Is(err, model.ErrNotFound) || !strings.Contains(err.Error(), tt.words) {
			t.Errorf("%s step %d: %v, want %q", tt.ref, tt.step, err, tt.words)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.Inspect(ctx, traceRef, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled look: %v", err)
	}
}

// A run of another program is no trace.md, and its step is looked up all the same.
func TestInspectTakesARunOfAnotherProgram(t *testing.T) {
	t.Parallel()
	const run = ".specify/workflows/runs/a1/"
	v := vaulttest.DecidingVault(t, vaulttest.Files{
		run + "state.json": `{"run_id": "a1", "workflow_id": "build", "status": "failed", "current_step_id": "plan", "updated_at": "2026-02-21T11:00:00Z", "error": "no paper"}`,
		run + "log.jsonl":  "{}\n",
	})
	v.Touch(t, run+"log.jsonl", vaulttest.Eleven)
	ref := model.Ref{Kind: model.KindTrace, Path: run + "state.json"}
	in, err := v.Inspect(t.Context(), ref, 0)
	if err != nil || in.Step.Name != "plan" || in.Step.Field("Challenges") != "no paper" || len(in.Left) != 1 || in.Left[0].Path != run+"log.jsonl" {
		t.Errorf("%+v, %v", in, err)
	}
	if _, err := v.Inspect(t.Context(), ref, 2); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("a step that is not there: %v", err)
	}
}

// pictureOf is a picture of that many pixels as a file.
func pictureOf(t *testing.T, w, h int) string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, png.Encode(&out, image.NewGray(image.Rect(0, 0, w, h))))
	return out.String()
}

func TestPreviewShowsTextsAndTheSizeOfPictures(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789abcde\n", model.MostPreview/16+1)
	v := vaulttest.DecidingVault(t, vaulttest.Files{
		vaulttest.TracePath: cutOff("`draft.md`, `plot.png`, `data.bin`, `long.txt`, `wide.txt`, `link.md`, `folder`"), "runs/report/draft.md": "one\r\ntwo", "runs/report/plot.png": pictureOf(t, 640, 48),
		"runs/report/data.bin": "GIF89\x00\xff", "runs/report/long.txt": long, "runs/report/wide.txt": "\xff\xfeh\x00i\x00", "runs/report/folder/x": "", "secret.md": "s",
	})
	if err := os.Symlink("draft.md", filepath.Join(v.Dir(), "runs/report/link.md")); err != nil {
		t.Skipf("this system makes no links: %v", err)
	}
	for _, tt := range []struct {
		name, text, format string
		width, height      int
		cut                bool
	}{
		{name: "draft.md", text: "one\r\ntwo"},
		{name: "plot.png", format: "png", width: 640, height: 48},
		{name: "data.bin"},
		{name: "long.txt", text: long[:model.MostPreview], cut: true},
		{name: "wide.txt", text: "\xff\xfeh\x00i\x00"},
	} {
		p, err := v.PreviewLeft(t.Context(), traceRef, 0, "runs/report/"+tt.name)
		if err != nil || string(p.Text) != tt.text || p.Format != tt.format || p.Width != tt.width || p.Height != tt.height || p.Cut != tt.cut || p.Before != nil {
			t.Errorf("%s: %d bytes of text, cut %v, %s %d×%d, before %q, %v", tt.name, len(p.Text), p.Cut, p.Format, p.Width, p.Height, p.Before, err)
		}
	}
	for _, name := range []string{"secret.md", "runs/report/link.md", "runs/report/trace.md", "../outside", "/etc/hostname", "runs/report/gone.md"} {
		if p, err := v.PreviewLeft(t.Context(), traceRef, 0, name); !errors.Is(err, model.ErrNotAllowed) || p.Text != nil {
			t.Errorf("%s, which the step did not leave: %q, %v", name, p.Text, err)
		}
	}
}

func TestPreviewHasWhatGitHadWhenTheStepBegan(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("needs git")
	}
	v := vaulttest.DecidingVault(t, vaulttest.Files{vaulttest.TracePath: cutOff("`draft.md`, `[x].md`, `fresh.md`"), "runs/report/draft.md": "first\n", "runs/report/[x].md": "odd\n"})
	run := func(at string, args ...string) {
		cmd := exec.CommandContext(t.Context(), git, append([]string{"-C", v.Dir(), "-c", "user.name=A", "-c", "user.email=a@quay.example"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+at, "GIT_COMMITTER_DATE="+at, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	write := func(name, text string) {
		must.Do(t, os.WriteFile(filepath.Join(v.Dir(), "runs/report", name), []byte(text), 0o600))
		v.Touch(t, "runs/report/"+name, vaulttest.Eleven.Add(time.Hour))
	}
	run("2026-02-21T08:00:00Z", "init", "-q")
	run("2026-02-21T08:00:00Z", "add", ".")
	run("2026-02-21T08:00:00Z", "commit", "-q", "-m", "one")
	write("draft.md", "in the step\n")
	run("2026-02-21T11:30:00Z", "commit", "-q", "-a", "-m", "two")
	write("draft.md", "now\n")
	write("[x].md", "odd now\n")
	write("fresh.md", "new\n")
	before := vaulttest.TreeOf(t, filepath.Dir(v.Dir()))
	for name, want := range map[string]string{"draft.md": "first\n", "[x].md": "odd\n", "fresh.md": ""} {
		p, err := v.PreviewLeft(t.Context(), traceRef, 0, "runs/report/"+name)
		if err != nil || string(p.Before) != want {
			t.Errorf("%s: before %q, %v; want %q", name, p.Before, err, want)
		}
	}
	vaulttest.SameFiles(t, "afterwards", vaulttest.TreeOf(t, filepath.Dir(v.Dir())), before)
}

func TestExcerptReadsLinesOfAFile(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Files{"Plans/x.md": "one\r\ntwo\rthree\r\r\nfour\n\nsix", "Plans/y.md": strings.Repeat("x", 20<<10) + "\n"})
	for _, tt := range []struct {
		path         string
		first, count int
		want         string
		of           int
	}{
		{"Plans/x.md", 1, 9, "one|two|three|four||six", 6},
		{"Plans/x.md", -3, 2, "one|two", 6},
		{"Plans/x.md", 3, 2, "three|four", 6},
		{"Plans/x.md", 9, 2, "", 6},
		{"Plans/y.md", 1, 2, strings.Repeat("x", 16<<10), 1},
	} {
		e, err := v.Excerpt(t.Context(), model.Ref{Kind: model.KindProblem, Path: tt.path}, tt.first, tt.count)
		if got := string(bytes.Join(e.Lines, []byte("|"))); err != nil || got != tt.want || e.Of != tt.of {
			t.Errorf("%s from %d: %d bytes, of %d, %v", tt.path, tt.first, len(got), e.Of, err)
		}
	}
	for _, path := range []string{"Plans/gone.md", "../x", "Plans", "ledger"} {
		if _, err := v.Excerpt(t.Context(), model.Ref{Kind: model.KindProblem, Path: path}, 1, 2); err == nil {
			t.Errorf("%s was read", path)
		}
	}
}
