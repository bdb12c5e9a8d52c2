package rule

import (
	"testing"
	"time"

	"coldstart/model"
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
		if got := (model.Action{Tool: model.ShellTool, Line: line}).Pattern(); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := (model.Action{Tool: "Write", Paths: []string{"/srv/a", "/srv/b"}}).Pattern(); got != "/srv/a" {
		t.Errorf("a file: %q", got)
	}
}

func TestHowARuleIsWritten(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]model.GateRule{
		`{tool: Bash, match: "git push*", then: ask}`:                 {Tool: "Bash", Match: "git push*", Then: model.ThenAsk, Line: 3},
		`{tool: "mcp__*pay*", then: deny}`:                            {Tool: "mcp__*pay*", Then: model.ThenDeny},
		`{match: "say \"a\\b\"", dir: "/srv/a shop: b", then: allow}`: {Match: `say "a\b"`, Dir: "/srv/a shop: b", Then: model.ThenAllow},
	} {
		if got := r.Written(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Refusals are at most two rows, and what the operator knows is none.
func TestTriesOnHome(t *testing.T) {
	t.Parallel()
	refusal := func(session string, by model.RefusedBy, line string) model.Refusal {
		return model.Refusal{At: time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC), Client: "claude", Session: session, Line: line, By: by}
	}
	a, b, c := refusal("a", model.RefusedByRule, "rm -rf x"), refusal("a", model.RefusedByRule, "rm -rf y"), refusal("a", model.RefusedPersonal, "coldstart approve z")
	d := refusal("d", model.RefusedByRule, "rm -rf z")
	known := a
	known.Known = true
	for _, tt := range []struct {
		name string
		all  []model.Refusal
		want []string
	}{
		{"none", nil, nil},
		{"known", []model.Refusal{known}, nil},
		{"one", []model.Refusal{known, a}, []string{"refused once: rm -rf x"}},
		{"the same again", []model.Refusal{a, a, a}, []string{"refused 3 times: rm -rf x"}},
		{"two reasons", []model.Refusal{a, c, b}, []string{"refused 2 times, at last: rm -rf y", "refused once: coldstart approve z"}},
		{"more than fit", []model.Refusal{a, c, d}, []string{"refused 3 times, at last: rm -rf z"}},
	} {
		got := model.Tries(tt.all)
		if len(got) != len(tt.want) {
			t.Errorf("%s: %d rows", tt.name, len(got))
			continue
		}
		s := model.Snapshot{}
		for i := range got {
			if got[i].What != tt.want[i] {
				t.Errorf("%s: %q, want %q", tt.name, got[i].What, tt.want[i])
			}
			s.Problems = append(s.Problems, got[i].Problem())
		}
		for _, row := range NeedsYou(s) {
			if Urgency(row) != model.UrgencyWrong || row.Severity != model.SeverityNormal {
				t.Errorf("%s: %+v", tt.name, row)
			}
		}
	}
}
