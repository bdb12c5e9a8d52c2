package gate

import (
	"encoding/json"
	"testing"

	"coldstart/model"
)

// lineIn is a call of a shell by a client, with the whole input that it gets.
func lineIn(dir, line, input string, links ...model.Link) model.Action {
	if input == "" {
		input = `{"command":"` + line + `"}`
	}
	return model.Action{Client: "claude", Tool: "Bash", Own: "Bash", Dir: dir, Line: line, Input: input, Links: links}
}

// inputOf is what the tool gets for a line.
func inputOf(t *testing.T, line string) string {
	t.Helper()
	b, err := json.Marshal(map[string]string{"command": line})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A pattern covers what a rule that allows would: plain lines, each command of them, in the folder or
// below.
func TestCovers(t *testing.T) {
	t.Parallel()
	asked := lineIn("/srv/shop", "git push origin feature/cart", "")
	for line, want := range map[string]bool{
		"git push origin feature/cart":                           true,
		"git push origin feature/search":                         true,
		"git push origin feature/a && git push origin feature/b": true,
		"git push origin 'feature/a'":                            true,
		"git push origin feature/a --tags":                       false, // a * ends with its word
		"git push origin main":                                   false,
		"git push origin feature/a && git push origin main":      false,
		"git push origin feature/a; make":                        false,
		"git push origin feature/a | sh":                         false,
		"git push origin feature/$x":                             false,
		"git push origin feature/$(make)":                        false,
		"git push origin feature/`make`":                         false,
		"git push origin feature/*":                              false,
		"git push origin feature/a > log":                        false,
		"git push origin feature/a &":                            false,
		"GIT_SSH_COMMAND=x git push origin feature/a":            false,
		"sudo git push origin feature/a":                         false,
		"/tmp/git push origin feature/a":                         false,
		"cd sub && git push origin feature/a":                    false,
		"git push origin feature/../../etc":                      false,
		"git -c core.sshCommand=x push origin feature/a":         false,
		"bash -c 'git push origin feature/a'":                    false,
		"git push origin feature/a # \\\nmake":                   false,
		"git push origin feature/a\nmake":                        false,
		"git push origin feature/a\ngit push origin feature/b":   true,
		"":                               false,
		"git push origin feature/a '":    false,
		"eval git push origin feature/a": false,
		"alias git=make; git push origin feature/a":                    false,
		"if true; then git push origin feature/a; fi":                  false,
		"git push origin feature/a <<< x":                              false,
		"git push origin feature/a /etc/passwd":                        false,
		"GIT push origin feature/a":                                    false,
		"git  push   origin feature/a":                                 true,
		"git push origin feature/a && coldstart approve gate-2826c07e": false,
	} {
		if got := Covers("git push origin feature/*", asked, lineIn("/srv/shop", line, `{"command":"x"}`)); got {
			t.Errorf("%q is covered with another input", line)
		}
		if got := Covers("git push origin feature/*", asked, lineIn("/srv/shop", line, inputOf(t, line))); got != want {
			t.Errorf("%q: covered %v, want %v", line, got, want)
		}
	}
	link := model.Link{Name: "/srv/shop", To: "/mnt/shop"}
	linked := asked
	linked.Links = []model.Link{link}
	script := func(text string) model.Action {
		a := lineIn("/srv/shop", "git push origin feature/b", "")
		a.Runs = []model.RunFile{{Name: "hook.sh", Seen: model.FingerprintOf([]byte(text))}}
		return a
	}
	unread := script("")
	unread.Runs[0] = model.RunFile{Name: "hook.sh", Unread: "it is missing"}
	background := `{"command":"git push origin feature/b","run_in_background":true}`
	for name, tt := range map[string]struct {
		asked, a model.Action
		want     bool
	}{
		"the same folder":          {asked, lineIn("/srv/shop", "git push origin feature/b", ""), true},
		"a folder below":           {asked, lineIn("/srv/shop/api", "git push origin feature/b", ""), true},
		"a folder beside":          {asked, lineIn("/srv/shop2", "git push origin feature/b", ""), false},
		"the folder above":         {asked, lineIn("/srv", "git push origin feature/b", ""), false},
		"a link":                   {asked, lineIn("/srv/shop", "git push origin feature/b", "", link), false},
		"the link of the request":  {linked, lineIn("/srv/shop", "git push origin feature/b", "", link), true},
		"where it leads now":       {linked, lineIn("/srv/shop", "git push origin feature/b", "", model.Link{Name: "/srv/shop", To: "/mnt/other"}), false},
		"a file to run":            {asked, script("echo"), false},
		"the file of the request":  {script("echo"), script("echo"), true},
		"that file, changed":       {script("echo"), script("make"), false},
		"a file nobody could read": {unread, unread, false},
		"another option":           {asked, lineIn("/srv/shop", "git push origin feature/b", background), false},
		"another tool":             {asked, model.Action{Tool: "Write", Dir: "/srv/shop", Paths: []string{"/srv/shop/git"}}, false},
		"without a folder":         {lineIn("", "git push origin feature/a", ""), lineIn("/x", "git push origin feature/b", ""), false},
	} {
		if got := Covers("git push origin feature/*", tt.asked, tt.a); got != tt.want {
			t.Errorf("%s: covered %v, want %v", name, got, tt.want)
		}
	}
}

// A * ends with its word, unless it is the last one alone.
func TestAPatternEndsWithItsWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, line string
		want          bool
	}{
		{"git push*", "git push", true},
		{"git push*", "git push origin main", false},
		{"git push *", "git push origin main", true},
		{"git push *", "git push", false},
		{"git push *", "git pull origin", false},
		{"git push *", "git push --force origin a:b", true},
		{"git push origin feature/*", "git push origin feature/a:main", false},
		{"git push origin feature/?", "git push origin feature/:", false},
		{"git push origin feature/*:*", "git push origin feature/a:feature/a", true},
		{"git push * main", "git push origin main", true},
		{"git push * main", "git push --force main", false},
		{"git push * main", "git push -d main", false},
		{"git push --repo=* main", "git push --repo=x main", true},
		{"git push && make", "git push", false},
		{"X=1", "git push", false},
		{"", "git push", false},
		{"'", "git push", false},
	} {
		a := lineIn("/srv/shop", tt.line, inputOf(t, tt.line))
		if got := Covers(tt.pattern, a, a); got != tt.want {
			t.Errorf("%q of %q: covered %v, want %v", tt.pattern, tt.line, got, tt.want)
		}
	}
}
