package settings

import (
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

func TestTheRulesOfTheGateAreRead(t *testing.T) {
	t.Parallel()
	conf, _, err := configured(t, `gate-expires: 90m
gate:
  - tool: Bash
    match: "git push*"
    dir: /srv/shop/
    then: ask
  - {match: "rm *", then: deny}
  - {tool: "mcp__mail__*", then: allow}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := []model.GateRule{
		{Tool: "Bash", Match: "git push*", Dir: "/srv/shop", Then: model.ThenAsk, Line: 3},
		{Match: "rm *", Then: model.ThenDeny, Line: 7},
		{Tool: "mcp__mail__*", Then: model.ThenAllow, Line: 8},
	}
	if !slices.Equal(conf.Gate, want) {
		t.Errorf("rules %+v", conf.Gate)
	}
	if d := conf.GateExpires(); d != 90*time.Minute {
		t.Errorf("an answer holds for %v", d)
	}
	conf, _, err = configured(t, "")
	if d := conf.GateExpires(); err != nil || d != 24*time.Hour {
		t.Errorf("by default an answer holds for %v, %v", d, err)
	}
}

func TestAWrongRuleOfTheGateIsAnErrorWithItsLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"gate: ask":                                    ":1: gate must be a list of rules",
		"gate:\n  - {tool: Bash}":                      ":2: a rule needs then: ask, deny or allow",
		"gate:\n  - {then: ask}":                       ":2: a rule needs a tool or a match",
		"gate:\n  - {tool: Bash, then: maybe}":         `then is ask, deny or allow, not "maybe"`,
		"gate:\n  - {tool: ' ', then: ask}":            "tool must be a text",
		"gate:\n  - {match: \"a\\nb\", then: ask}":     "match must be one line",
		"gate:\n  - {tool: Bash, dir: x, then: ask}":   `dir must be the whole path of a folder, not "x"`,
		"gate:\n  - {tool: Bash, where: x, then: ask}": `a rule has no "where"`,
		"gate-expires: soon":                           `gate-expires is a length of time, not "soon"`,
		"gate-expires: 0s":                             "gate-expires is a length of time",
	} {
		if _, _, err := configured(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n\t%v, want %s", text, err, want)
		}
	}
}

func TestAFolderOfARuleMayBeginAtTheHome(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "coldstart/coldstart.yaml", "gate:\n  - {tool: Bash, dir: ~/shop, then: ask}\n")
	conf, err := Read(nil, variables{"XDG_CONFIG_HOME": dir, "HOME": "/srv/op"}.get, "")
	if err != nil || len(conf.Gate) != 1 || conf.Gate[0].Dir != "/srv/op/shop" {
		t.Errorf("%+v, %v", conf.Gate, err)
	}
}
