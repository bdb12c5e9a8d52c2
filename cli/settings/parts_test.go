package settings

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/tui"
	"coldstart/vault"
)

// configured is what holds with a settings file of this text.
func configured(t *testing.T, text string) (Settings, string, error) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "coldstart/coldstart.yaml", text)
	conf, err := Read(nil, variables{"XDG_CONFIG_HOME": dir, "HOME": "/home/op"}.get, "")
	return conf, filepath.Join(dir, "coldstart", "coldstart.yaml"), err
}

// The examples of the page can be taken as they are, and it names every kind, placeholder
// and action.
func TestTheExamplesOfThePageOfSettingsHold(t *testing.T) {
	t.Parallel()
	b := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "config.md")))(t)
	page := string(b)
	all := ""
	for _, m := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(page, -1) {
		if _, _, err := configured(t, m[1]); err != nil {
			t.Errorf("%v:\n%s", err, m[1])
		}
		all += m[1]
	}
	conf, _, err := configured(t, all)
	if err != nil {
		t.Fatal(err)
	}
	views := conf.OwnViews()
	if len(views) != 3 || views[0].OlderThan != 72*time.Hour || !views[0].NeedsYou || views[1].Find != "refund" || views[1].Risk != "high" ||
		views[2].Plan != "2026-014" || !slices.Equal(views[2].Kinds, []model.Kind{model.KindPlan, model.KindRequest}) || views[2].Page != "plans" {
		t.Errorf("views %+v", views)
	}
	actions := conf.OwnActions()
	if len(actions) != 2 || !slices.Equal(actions[0].Run, []string{"git", "log", "--patch", "--", "{path}"}) || actions[0].Key != "K" ||
		actions[0].Confirm || !actions[0].Safe || !actions[0].Terminal || !actions[1].Confirm || actions[1].Safe || actions[1].Terminal {
		t.Errorf("actions %+v", actions)
	}
	if len(conf.Folders) != 6 || !slices.Equal(conf.Folders[1].Names, []string{"Waiting", "Pending_Approval"}) {
		t.Errorf("folders %+v", conf.Folders)
	}
	if keys := conf.Rebindings(); len(keys) != 3 || keys[2].Action != "mark" || !slices.Equal(keys[2].Keys, []string{" ", "b"}) {
		t.Errorf("keys %+v", keys)
	}
	for _, name := range slices.Concat(tui.Placeholders(), partNames(), vault.PlaceNames()) {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page does not name %s", name)
		}
	}
}

// Settings may still call the page Sessions by its earlier name.
func TestTheOldNameOfAPageHolds(t *testing.T) {
	t.Parallel()
	conf, _, err := configured(t, "views:\n- name: a\n  page: orphans\n  find: x\n")
	if views := conf.OwnViews(); err != nil || len(views) != 1 || views[0].Page != "sessions" {
		t.Errorf("views %+v, %v", views, err)
	}
}

func TestWrongPartsOfTheSettings(t *testing.T) {
	t.Parallel()
	const action = "actions:\n- name: a\n  run: "
	for _, tt := range []struct{ name, text, want string }{
		{"one word", "views: a\n", ":1: views must be a list, each with a name, a page and a filter"},
		{"an option with a list", "theme: [light]\n", ":1: theme must be one word"},
		{"folders in one word", "folders: Roadmaps\n", ":1: folders must map kinds to folders"},
		{"a folder for nothing known", "folders:\n  plan: Roadmaps\n", `:2: folders has no "plan"`},
		{"no folder", "folders:\n  plans: []\n", ":2: plans must be a word, or a list"},
		{"a folder out of the vault", "folders:\n  plans:\n  - Roadmaps\n  - ../Plans\n", `:4: plans is "../Plans": a place must be a path in the vault`},
		{"a folder from the root", "folders:\n  logs: /var/log\n", `:2: logs is "/var/log": a place must be a path in the vault`},
		{"a folder for two things", "folders:\n  plans: A\n  done: A\n", `:3: done is "A": A is already the place of plans`},
		{"a folder in another", "folders:\n  plans: A/b\n  done: A\n", `:3: done is "A": A and A/b, the place of plans, are inside each other`},
		{"two journals", "folders:\n  journal: [a, b]\n", `:2: journal is "b": a is already the place of the journal, and there is one`},
		{"no map", "views:\n- a\n", ":2: a view must have names and values, as in name: value"},
		{"an unknown name", "views:\n- name: a\n  pge: home\n", `:3: a view has no "pge"`},
		{"no name", "views:\n- page: home\n  find: a\n", ":2: a view needs a name"},
		{"no page", "views:\n- name: a\n  find: a\n", ":2: a view needs a page"},
		{"a page that is none", "views:\n- name: a\n  page: hom\n", `:3: page is home, approvals, plans, sessions, traces, journal, memory or problems, not "hom"`},
		{"nothing hidden", "views:\n- name: a\n  page: home\n  needs-you: false\n", `:2: the view "a" hides nothing`},
		{"a name again", "views:\n- {name: a, page: home, find: b}\n- {name: a, page: home, find: c}\n", `:3: "a" is already the name on line 2`},
		{"a long name", "views:\n- name: " + strings.Repeat("a", 41) + "\n", ":2: a name needs visible letters, 40 at most"},
		{"a name that does not show", "views:\n- name: \"a\\u202eb\"\n", ":2: a name needs visible letters, 40 at most"},
		{"no length of time", "views:\n- name: a\n  older-than: 3 days\n", `:3: older-than is a length of time, not "3 days"`},
		{"a time that is over", "views:\n- name: a\n  older-than: -3h\n", `:3: older-than is a length of time, not "-3h"`},
		{"a kind that is none", "views:\n- name: a\n  kind: [plan,\n    plans]\n", `:4: kind is plan, request, `},
		{"a risk where there is none", "views:\n- name: a\n  page: traces\n  risk: high\n", ":4: nothing on the page traces has a risk"},
		{"a plan where there is none", "views:\n- name: a\n  plan: P\n  page: orphans\n", ":3: nothing on the page orphans has a plan"},
		{"no truth", "views:\n- name: a\n  needs-you: 1\n", `:3: needs-you is true or false, not "1"`},
		{"actions that are no list", "actions: {a: b}\n", ":1: actions must be a list, each with a name and a program to run"},
		{"an action without a name", "actions:\n- run: [a]\n", ":2: an action needs a name"},
		{"an action without a program", "actions:\n- name: a\n", ":2: an action needs run: [program, argument]"},
		{"a line for a shell", action + "wc -w {path}\n", ":3: run must be a list: the program, then its arguments"},
		{"nothing to run", action + "[]\n", ":3: run must be a word, or a list as in [one, two]"},
		{"a list in a list", action + "[a, [b]]\n", ":3: run must be a list of words"},
		{"a placeholder that is none", action + "[a,\n  '{file}']\n", ":4: there is no placeholder {file}"},
		{"a program that an agent names", action + "['{path}']\n", ":3: the program itself has a placeholder"},
		{"a program in the vault", action + "[./a]\n", `:3: the program "./a" is a relative path`},
		{"a script that an agent writes", action + "[bash, -lc, 'wc {path}']\n", ":3: a placeholder is in what bash runs as a script"},
		{"the same by its path", action + "[/bin/sh, -e, -c, 'wc {path}']\n", ":3: a placeholder is in what sh runs as a script"},
		{"the same on Windows", action + "[cmd.exe, /c, type, '{path}']\n", ":3: a placeholder is in what cmd.exe runs as a script"},
		{"no key", "actions:\n- name: a\n  key: control-x\n", `:3: "control-x" is not a key`},
		{"a key that is taken", "actions:\n- name: a\n  run: [b]\n  key: q\n", ":4: the key q is taken by quit"},
		{"a key that says yes", "actions:\n- name: a\n  run: [b]\n  key: y\n", ":4: the key y approves in dialogs, copies elsewhere"},
		{"keys that are a word", "keys: a\n", ":1: keys must list actions with their keys"},
		{"an action that is none", "keys:\n  aprove: z\n", `:2: there is no action "aprove" whose keys can be changed`},
		{"the yes", "keys:\n  yes: z\n", `:2: there is no action "yes" whose keys can be changed`},
		{"a key for two", "keys:\n  undo: Z\n  mark: m\n  reject:\n  - Q\n  - m\n", ":3: the key m is taken by reject"},
		{"no keys", "keys:\n  undo: []\n", ":2: undo must be a word, or a list as in [one, two]"},
		{"a name of the settings", "view: []\n", `:1: there is no setting "view"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, file, err := configured(t, tt.text)
			if err == nil || !strings.HasPrefix(err.Error(), file+tt.want) {
				t.Errorf("got error %v, want %q", err, tt.want)
			}
		})
	}
}

// What looks like a placeholder to nobody, and what no shell runs as a script, can be
// written.
func TestWhatAnActionMayRun(t *testing.T) {
	t.Parallel()
	for _, run := range []string{
		"[git, diff, '@{u}', --, '{path}']", "[sh, -c, 'wc -w \"$1\"', sh, '{path}']", "[sh, -c, 'echo ${x}']", "[jq, '{a: .b}']",
		"[/usr/bin/less, '+/{kind}', '{vault}/{path}']",
	} {
		conf, _, err := configured(t, "actions:\n- name: a\n  run: "+run+"\n")
		if err != nil || len(conf.Actions) != 1 || !conf.Actions[0].Confirm {
			t.Errorf("%s: %+v, error %v", run, conf.Actions, err)
		}
	}
}
