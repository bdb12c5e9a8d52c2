package store

import "testing"

// The id of a session comes from a file that an agent wrote: nothing but a plain name is put into a
// command to copy.
func TestResumeIn(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"1e420dbf-d3a6": "cd '/srv/a b' && codex resume 1e420dbf-d3a6", "v1.2_x": "cd '/srv/a b' && codex resume v1.2_x",
		"--dangerously-bypass-approvals-and-sandbox": "", "-p": "", "": "", "$(id)": "", "a b": "", "a;b": "", "a\nb": "", "a\n": "", "../x": "", "x\u202ey": "", "x\u200by": "", "é": "",
	} {
		if got := ResumeIn("/srv/a b", id, "codex", "resume"); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
	for _, dir := range []string{"", "/srv/a\nb", "/srv/\u202egpj.exe", "/srv/a\u200bb", "/srv/a\u2028b"} {
		if got := ResumeIn(dir, "a1", "codex", "resume"); got != "" {
			t.Errorf("in %q: %q", dir, got)
		}
	}
}
