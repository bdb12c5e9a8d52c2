package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// A yes is for the place to which links led when it was asked for.
func TestAYesDoesNotFollowALink(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tool, input, dir, link string
		before, after          string
	}{
		"the folder":               {"Bash", `{"command":"rm -rf build"}`, "link", "link", "a", "b"},
		"a folder above it":        {"Bash", `{"command":"rm -rf build"}`, "link/sub", "link", "a", "b"},
		"a word of the line":       {"Bash", `{"command":"rm -rf './here'/build"}`, "", "here", "a", "b"},
		"a whole path in it":       {"Bash", `{"command":"rm -rf --one-file-system DIR/here/build"}`, "", "here", "a", "b"},
		"a file":                   {"Write", `{"file_path":"secret/notes.txt","content":"x"}`, "", "secret/notes.txt", "", "a/keys"},
		"a file in a folder":       {"Write", `{"file_path":"secret/notes.txt","content":"x"}`, "", "secret", "a", "b"},
		"a file that was a link":   {"Write", `{"file_path":"secret/notes.txt","content":"x"}`, "", "secret/notes.txt", "a/keys", ""},
		"a link to another":        {"Write", `{"file_path":"secret/notes.txt","content":"x"}`, "", "secret/notes.txt", "a/keys", "b/keys"},
		"a link that leads astray": {"Write", `{"file_path":"secret/notes.txt","content":"x"}`, "", "secret/notes.txt", "a/none", "b/none"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := gated(t, "gate:\n  - {tool: Bash, match: \"rm *\", then: ask}\n  - {tool: Write, match: \"*notes.txt\", then: ask}\n")
			for _, dir := range []string{"a/sub", "b/sub"} {
				write(t, env.Dir, dir+"/x", "")
			}
			point := func(to string) {
				at := filepath.Join(env.Dir, tt.link)
				must.Do(t, os.RemoveAll(at))
				if to == "" {
					write(t, env.Dir, tt.link, "")
					return
				}
				must.Do(t, os.MkdirAll(filepath.Dir(at), 0o755))
				must.Do(t, os.Symlink(filepath.Join(env.Dir, to), at))
			}
			call := `{"session_id":"5e","hook_event_name":"PreToolUse","tool_use_id":"t","cwd":"` + filepath.Join(env.Dir, tt.dir) +
				`","tool_name":"` + tt.tool + `","tool_input":` + strings.ReplaceAll(tt.input, "DIR", env.Dir) + `}`
			point(tt.before)
			id := gateID(t, gateAt(env, call).out)
			request := pendingRequest(t, env)
			text, err := os.ReadFile(filepath.Join(env.Dir, request))
			if err != nil || strings.Contains(string(text), "By links, ") != (tt.before != "") {
				t.Errorf("the request does not say where the link leads: %v\n%s", err, text)
			}
			if got := run(env, "show", request); strings.Contains(got.out, "By links: ") != (tt.before != "") {
				t.Errorf("show does not say where the link leads: %+v", got)
			}
			asOperator(t, env, "approve", request)
			point(tt.after)
			if got := gateAt(env, call); !strings.Contains(got.out, `"deny"`) || gateID(t, got.out) == id {
				t.Errorf("it was let through to another place: %+v", got)
			}
			point(tt.before)
			if got := gateAt(env, call); !strings.Contains(got.out, `"allow"`) {
				t.Errorf("back at the place: %+v", got)
			}
		})
	}
}
