package model

import (
	"testing"
	"time"
)

func TestThePatternOfAnAction(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"git push origin main":               "git push*",
		"cd web && npm publish --tag x":      "npm publish*",
		"rm -rf build":                       "rm",
		"FOO=1 sudo terraform apply; ls":     "terraform apply*",
		"make":                               "make",
		"cd web":                             "*",
		"":                                   "*",
		"kubectl delete pod x | tee log.txt": "kubectl delete*",
	} {
		if got := (Action{Tool: ShellTool, Line: line}).Pattern(); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := (Action{Tool: "Write", Paths: []string{"/srv/a", "/srv/b"}}).Pattern(); got != "/srv/a" {
		t.Errorf("a file: %q", got)
	}
}

func TestHowARuleIsWritten(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]GateRule{
		`{tool: Bash, match: "git push*", then: ask}`:                 {Tool: "Bash", Match: "git push*", Then: ThenAsk, Line: 3},
		`{tool: "mcp__*pay*", then: deny}`:                            {Tool: "mcp__*pay*", Then: ThenDeny},
		`{match: "say \"a\\b\"", dir: "/srv/a shop: b", then: allow}`: {Match: `say "a\b"`, Dir: "/srv/a shop: b", Then: ThenAllow},
	} {
		if got := r.Written(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Refusals are at most two rows, and what the operator knows is none.
func TestTriesOnHome(t *testing.T) {
	t.Parallel()
	refusal := func(session string, by RefusedBy, line string) Refusal {
		return Refusal{At: time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC), Client: "claude", Session: session, Line: line, By: by}
	}
	a, b, c := refusal("a", RefusedByRule, "rm -rf x"), refusal("a", RefusedByRule, "rm -rf y"), refusal("a", RefusedPersonal, "coldstart approve z")
	d := refusal("d", RefusedByRule, "rm -rf z")
	known := a
	known.Known = true
	for _, tt := range []struct {
		name string
		all  []Refusal
		want []string
	}{
		{"none", nil, nil},
		{"known", []Refusal{known}, nil},
		{"one", []Refusal{known, a}, []string{"refused once: rm -rf x"}},
		{"the same again", []Refusal{a, a, a}, []string{"refused 3 times: rm -rf x"}},
		{"two reasons", []Refusal{a, c, b}, []string{"refused 2 times, at last: rm -rf y", "refused once: coldstart approve z"}},
		{"more than fit", []Refusal{a, c, d}, []string{"refused 3 times, at last: rm -rf z"}},
	} {
		got := Tries(tt.all)
		if len(got) != len(tt.want) {
			t.Errorf("%s: %d rows", tt.name, len(got))
			continue
		}
		s := Snapshot{}
		for i := range got {
			if got[i].What != tt.want[i] {
				t.Errorf("%s: %q, want %q", tt.name, got[i].What, tt.want[i])
			}
			s.Problems = append(s.Problems, got[i].Problem())
		}
		for _, row := range s.NeedsYou() {
			if row.Urgency() != UrgencyWrong || row.Severity != SeverityNormal {
				t.Errorf("%s: %+v", tt.name, row)
			}
		}
	}
}
