package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

func TestConfigFile(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, tt := range []struct {
		name, system string
		env          variables
		want         string
	}{
		{"by XDG", "linux", variables{"XDG_CONFIG_HOME": root, "HOME": "h"}, filepath.Join(root, "coldstart", "coldstart.yaml")},
		{"a relative XDG folder does not count", "linux", variables{"XDG_CONFIG_HOME": "x", "HOME": root}, filepath.Join(root, ".config", "coldstart", "coldstart.yaml")},
		{"Windows", "windows", variables{"APPDATA": root, "HOME": "h"}, filepath.Join(root, "coldstart", "coldstart.yaml")},
		{"that folder elsewhere", "linux", variables{"APPDATA": root}, ""},
		{"nothing", "linux", variables{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := configFile(tt.env.get, tt.system); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestWhoHasTheLastWord sets one option in every place, and takes the places away one
// after the other.
func TestWhoHasTheLastWord(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "coldstart/coldstart.yaml", "# mine\nwork-rule: phase\n")
	line := filepath.Join(dir, "coldstart", "coldstart.yaml") + ":2"
	for _, tt := range []struct {
		name  string
		flags map[string]string
		env   variables
		want  Chosen
	}{
		{"a flag", map[string]string{"work-rule": "auto"}, variables{"COLDSTART_WORK_RULE": "seed", "XDG_CONFIG_HOME": dir}, Chosen{Value: "auto", Source: byFlag, Place: "--work-rule"}},
		{"a variable", nil, variables{"COLDSTART_WORK_RULE": "seed", "XDG_CONFIG_HOME": dir}, Chosen{Value: "seed", Source: byEnvironment, Place: "COLDSTART_WORK_RULE"}},
		{"the file", nil, variables{"XDG_CONFIG_HOME": dir}, Chosen{Value: "phase", Source: ByFile, Place: line}},
		{"nobody", nil, variables{}, Chosen{Value: "auto", Source: ByDefault}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			conf, err := Read(tt.flags, tt.env.get, "")
			got := conf.Named("work-rule")
			if err != nil || got.Value != tt.want.Value || got.Source != tt.want.Source || got.Place != tt.want.Place {
				t.Errorf("got %+v and error %v, want %+v", got, err, tt.want)
			}
		})
	}
}

func TestTheLocaleAsksForASCII(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		flags map[string]string
		env   variables
		want  bool
	}{
		{"nothing known", nil, variables{}, false},
		{"a locale without Unicode", nil, variables{"LANG": "C"}, true},
		{"unless the variable says otherwise", nil, variables{"LANG": "C", "COLDSTART_ASCII": "0"}, false},
		{"or the flag", map[string]string{"ascii": "false"}, variables{"LANG": "C"}, false},
		{"the variable", nil, variables{"LANG": "en_GB.UTF-8", "COLDSTART_ASCII": "1"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if conf, err := Read(tt.flags, tt.env.get, ""); err != nil || conf.On("ascii") != tt.want {
				t.Errorf("got %+v and error %v, want %v", conf.Named("ascii"), err, tt.want)
			}
		})
	}
}

func TestThePageOfSettingsListsThem(t *testing.T) {
	t.Parallel()
	page := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "config.md")))(t)
	rows := 0
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| `") {
			rows++
		}
	}
	for _, o := range Options() {
		row := "| `" + o.Name + "` | `" + strings.Join(o.Values, "`, `") + "` | "
		if o.Variable() != "" {
			row += "`" + o.Variable() + "` |"
		}
		if !strings.Contains(string(page), row) {
			t.Errorf("there is no row %q", row)
		}
	}
	if rows != len(Options()) {
		t.Errorf("%d rows for %d settings", rows, len(Options()))
	}
}

// The key and the lists are whole paths, which only the file can name.
func TestPathsOfTheSettings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, tt := range []struct{ text, want, wrong string }{
		{"", "", ""},
		{"sign: none\n", "", ""},
		{"sign: ~/.ssh/id\n", "/data/sam/.ssh/id", ""},
		{"sign: /srv/keys/../id\n", "/srv/id", ""},
		{"sign: id\n", "", `:1: sign must be the whole path of a file, not "id"`},
		{"sign: ~lou/id\n", "", `not "~lou/id"`},
		{"sign: [a, b]\n", "", "sign must be one word"},
	} {
		write(t, dir, "coldstart/coldstart.yaml", tt.text)
		conf, err := Read(nil, variables{"XDG_CONFIG_HOME": dir, "HOME": "/data/sam", "COLDSTART_SIGN": "/srv/other"}.get, "/srv")
		switch {
		case tt.wrong != "":
			if err == nil || !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("%q: error %v", tt.text, err)
			}
		case err != nil || conf.Path("sign") != tt.want:
			t.Errorf("%q: got %q and error %v", tt.text, conf.Path("sign"), err)
		}
	}
	write(t, dir, "coldstart/coldstart.yaml", "signers: /srv/signers\n")
	if conf, err := Read(map[string]string{"signers": "mine"}, variables{"XDG_CONFIG_HOME": dir}.get, "/srv/here"); err != nil || conf.Path("signers") != "/srv/here/mine" {
		t.Errorf("by a flag: %q, %v", conf.Path("signers"), err)
	}
}
