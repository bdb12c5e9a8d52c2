package settings

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"coldstart/cli/say"
)

func TestTheHostsOfTheSettingsAreRead(t *testing.T) {
	t.Parallel()
	conf, file, err := configured(t, `# mine
hosts:
  - {name: attic, ssh: mira@attic.example, dir: vault}
  - name: cellar
    ssh: ssh://lou@cellar.example:2222
    dir: --all
    program: ~/bin/coldstart
  - {name: porch-2, ssh: porch, dir: ~/desk/my vault}
  - {name: shed, ssh: shed, dir: ~/}
  - {name: barn, ssh: barn}
`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []OwnHost{
		{Name: "attic", SSH: "mira@attic.example", Dir: "vault", Program: "coldstart"},
		{Name: "cellar", SSH: "ssh://lou@cellar.example:2222", Dir: AllOfHost, Program: "~/bin/coldstart"},
		{Name: "porch-2", SSH: "porch", Dir: "desk/my vault", Program: "coldstart"},
		{Name: "shed", SSH: "shed", Program: "coldstart"},
		{Name: "barn", SSH: "barn", Program: "coldstart"},
	} {
		got := conf.Hosts[i]
		if got.Name != want.Name || got.SSH != want.SSH || got.Dir != want.Dir || got.Program != want.Program || got.All() != (i == 1) {
			t.Errorf("host %d: %+v, want %+v", i, got, want)
		}
	}
	if at := conf.At(conf.Hosts[1].Entry); at != file+":4" {
		t.Errorf("cellar is at %s", at)
	}
	if h, err := conf.Host("cellar"); err != nil || h.SSH != "ssh://lou@cellar.example:2222" {
		t.Errorf("cellar is %+v, %v", h, err)
	}
	if _, err := conf.Host("celar"); !errors.Is(err, say.ErrUsage) || err.Error() != `unknown host "celar"` || say.Hints(err)[0] != "did you mean cellar?" {
		t.Errorf("celar is %v, %q", err, say.Hints(err))
	}
	if _, err := (Settings{}).Host("attic"); err == nil || err.Error() != "your settings have no hosts" {
		t.Errorf("without hosts: %v", err)
	}
}

func TestAWrongHostIsAnErrorWithItsLine(t *testing.T) {
	t.Parallel()
	many := "hosts:\n"
	for i := range MostHosts + 1 {
		many += "  - {name: h" + strconv.Itoa(i) + ", ssh: h}\n"
	}
	for text, want := range map[string]string{
		"hosts: attic":                                          ":1: hosts must be a list",
		"hosts:\n  - attic":                                     ":2: a host must have names and values",
		"hosts:\n  - {ssh: a}":                                  ":2: a host needs a name",
		"hosts:\n  - {name: a}":                                 ":2: a host needs ssh: where to connect to",
		"hosts:\n  - {name: Attic, ssh: a}":                     `:2: the name of a host begins with a small letter or a digit and has these and dashes, 40 at most, not "Attic"`,
		"hosts:\n  - {name: -a, ssh: a}":                        ":2: the name of a host begins with a small letter",
		"hosts:\n  - {name: a b, ssh: a}":                       ":2: the name of a host begins with a small letter",
		"hosts:\n  - {name: a, ssh: a}\n  - {name: a, ssh: b}":  `:3: "a" is already the name on line 2`,
		"hosts:\n  - {name: a, ssh: -oProxyCommand=x}":          `:2: ssh is "-oProxyCommand=x", and a destination does not begin with a dash`,
		"hosts:\n  - {name: a, ssh: a b}":                       ":2: ssh must be one word",
		"hosts:\n  - {name: a, ssh: \"a\\tb\"}":                 ":2: ssh must be one word",
		"hosts:\n  - {name: a, ssh: \"a\\u202eb\"}":             ":2: ssh must be one word",
		"hosts:\n  - {name: a, ssh: \"a\\e[2J\"}":               ":2: ssh must be one word",
		"hosts:\n  - {name: a, ssh: [a, b]}":                    ":2: ssh must be one word",
		"hosts:\n  - {name: a, ssh: a, dir: \"x\\ny\"}":         ":2: dir must be a folder on the host",
		"hosts:\n  - {name: a, ssh: a, dir: [x, y]}":            ":2: dir must be a folder on the host",
		"hosts:\n  - {name: a, ssh: a, dir: --everything}":      `:2: dir is "--everything", and only --all begins with a dash`,
		"hosts:\n  - {name: a, ssh: a, program: coldstart; rm}": ":2: program is the path of coldstart on the host",
		"hosts:\n  - {name: a, ssh: a, program: $(x)}":          ":2: program is the path of coldstart on the host",
		"hosts:\n  - {name: a, ssh: a, program: -x}":            ":2: program is the path of coldstart on the host",
		"hosts:\n  - {name: a, ssh: a, program: a b}":           ":2: program is the path of coldstart on the host",
		"hosts:\n  - {name: a, ssh: a, program: \"~x/a\"}":      ":2: program is the path of coldstart on the host",
		"hosts:\n  - {name: a, ssh: a, folder: vault}":          `:2: a host has no "folder"`,
		many: ":1: hosts has more than 50 machines",
	} {
		_, file, err := configured(t, text)
		if err == nil || !strings.HasPrefix(err.Error(), file+want) {
			t.Errorf("%s\n\t%v, want %s", text, err, want)
		}
	}
}

func TestTheAccountOfAHostIsThatOfItsDestination(t *testing.T) {
	t.Parallel()
	for ssh, want := range map[string]string{"attic": "", "me@attic": "me@attic", "ssh://attic:22": "", "ssh://me@attic:22": "me@attic:22"} {
		if got := (OwnHost{SSH: ssh}).Account(); got != want {
			t.Errorf("%s: %q, want %q", ssh, got, want)
		}
	}
}
