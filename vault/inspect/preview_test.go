package inspect_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/vaulttest"
)

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
