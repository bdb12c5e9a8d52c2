package model

import "testing"

// A launch is told in the words of a shell, and each word stays one.
func TestALaunchIsOneLine(t *testing.T) {
	t.Parallel()
	session := Transcript{Tool: "Claude Code", ID: "5be2", Dir: "/srv/a b", Command: "cd '/srv/a b' && claude --resume 5be2"}
	gemini := session
	gemini.Tool = "Gemini CLI"
	opencode := session
	opencode.Tool = "opencode"
	unknown := session
	unknown.Tool = "Nobody"
	idle := session
	idle.Command = ""
	for want, l := range map[string]Launch{
		"cd '/srv/a b' && claude --resume 5be2":                      session.Launch(""),
		`cd '/srv/a b' && claude --resume 5be2 'It'\''s $(done)'`:    session.Launch("It's $(done)"),
		"cd '/srv/a b' && gemini --resume 5be2 -i 'Go on; rm -rf ~'": gemini.Launch("Go on; rm -rf ~"),
		"cd '/srv/a b' && opencode -s 5be2":                          opencode.Launch(""),
		"cd '/srv/a b' && opencode --mini -s 5be2 --prompt 'Go on.'": opencode.Launch("Go on."),
		"": unknown.Launch("x"),
	} {
		if got := l.Line(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := idle.Launch(""); len(got.Words) > 0 {
		t.Errorf("what nothing resumes is launched by %q", got.Words)
	}
	for i, c := range clients() {
		if _, launches := Begin("/v", "Continue."); launches[i].Words[0] != c.resumes[0] {
			t.Errorf("%s begins with %q", c.tool, launches[i].Words)
		}
	}
}

// A session worked on a plan if it edited its file, wherever its folder begins.
func TestWorkedOn(t *testing.T) {
	t.Parallel()
	p := Plan{Path: "Plans/a.md"}
	for file, want := range map[string]bool{"Plans/a.md": true, "/srv/desk/Plans/a.md": true, "My Plans/a.md": false, "a.md": false, "": false} {
		if got := (Transcript{Touched: []string{file}}).WorkedOn(p); got != want {
			t.Errorf("%q: %v", file, got)
		}
	}
}
