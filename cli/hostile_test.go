package cli

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// payloads steer a terminal, hide text or pose as something else where they are
// printed as they are.
var payloads = []string{
	"\x1b[2J\x1b]52;c;Q0FOQVJZ\x07", "\x1b]8;;http://evil.example\x1b\\", "\u009b31m", "\x9b31m", "\x00", "\x7f", "\b\b\b",
	"\r", "\v\f", "\u2028\u2029\u0085", "\u202e\u2066", "\u200b\u2060\ufeff", "\U000e0041", "\u115f\u3164",
	"e\u0301\u0301\u0301\u0301\u0301\u0301", "\U0010ffff\ue000", "⟦ESC⟧ <<ESC>>", "\ud7ff\xed\xa0\x80", "\"'`$(touch x)",
}

// hostileVault has every payload in names, values and text; names that the file
// system does not take are left out.
func hostileVault(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i, p := range payloads {
		// A dash keeps the name from being one that is passed over.
		name := "-" + strings.NewReplacer("/", "-", "\x00", "-").Replace(p) + "CANARY.md"
		quoted := strings.NewReplacer("\\", "\\\\", "\"", "\\\"").Replace(p)
		escaped := `"\e[31m\x9b\u202E CANARY"`
		write(t, dir, "Plans/PLAN"+name, "---\ntask_id: "+escaped+"\nstatus: "+[]string{"Active", "Blocked", "x\x1bCANARY", "Done"}[i%4]+
			"\nblocked_reason: "+escaped+"\npriority: "+escaped+"\n---\n# Objective\n\nCANARY"+p+"\n\n## Roadmap\n\n- [ ] CANARY"+p+
			"\n- [ ] ✋ CANARY"+p+"\n\n## Reasoning Logs\n\n- [2026-03-14T07:00:00Z] Ag"+p+": CANARY"+p+" — "+p+"\n")
		write(t, dir, "Pending_Approval/"+name, "---\ntitle: \"CANARY"+quoted+"\"\naction: "+escaped+"\nplan_id: "+escaped+
			"\nstep_id: 1\nto: "+escaped+"\ncreated: \""+quoted+"\"\n---\nCANARY"+p+"CANARY\n")
		write(t, dir, "Pending_Approval/broken"+name, "---\n"+p+": CANARY\na: b\na: c\n")
		write(t, dir, "Inbox/in"+name, "CANARY"+p+"CANARY\n")
	}
	hostileResearch(t, dir)
	hostileMemory(t, dir)
	return dir
}

// hostileResearch has every payload in a journal and in the files around it.
func hostileResearch(t *testing.T, dir string) {
	t.Helper()
	const folder = ".math/problems/wheel/"
	write(t, dir, ".math/config.json", `{"current_problem": "wheel", "problems": [{"slug": "wheel", "title": "CANARY\u001b[31m\u202e"}]}`)
	text, index := "", ""
	for i, p := range payloads {
		text += fmt.Sprintf("### PROOF-%03d: CANARY%s\n- **Timestamp:** 2026-03-14T07:00:00Z\n- **Agent:** CANARY%[2]s\n"+
			"- **Strategy type:** construction\n- **Tags:** [a, b, CANARY%[2]s]\n- **What was tried:** CANARY%[2]s\n"+
			"- **Outcome:** FAILED\n- **Reasoning:** CANARY%[2]s\n- **Insight/Takeaway:** CANARY%[2]s\n\n", i+1, p)
		index += fmt.Sprintf("  - id: \"PROOF-%03d\"\n    strategy: \"\\e[31mCANARY\"\n    status: \"failed\"\n    tags: [a, b]\n", i+1)
	}
	write(t, dir, folder+"JOURNAL.md", "---\ntotal_entries: 1\nstrategies_tried:\n"+index+"---\n\n## Proof Attempts\n\n"+text)
	for i, name := range []string{"PROBLEM", "STATE", "PROOF", "LITERATURE", "COMPUTATION"} {
		write(t, dir, folder+name+".md", "---\ncurrent_state: \"\\e[31mCANARY\"\nstrategy: \"\\e[31mCANARY\"\n---\n\n# CANARY"+
			payloads[i]+"\n\nCANARY"+strings.Join(payloads, "\n\n## CANARY")+"\n")
	}
}

// hostileMemory has every payload in a memory that an agent would take.
func hostileMemory(t *testing.T, dir string) {
	t.Helper()
	type fields = map[string]any
	var learned, proposed []fields
	for i, p := range payloads {
		p = strings.ToValidUTF8(p, "")
		learned = append(learned, fields{
			"id": fmt.Sprint("l", i, p), "content": "CANARY\n" + p, "source": "CANARY" + p, "extractedAt": "2025-01-01T10:00:00Z", "confirmed": true, "tags": []string{p + "x"},
		})
		proposed = append(proposed, fields{
			"id": fmt.Sprint("CANARY", i, p), "type": "insight", "content": "CANARY" + p, "source": "CANARY\n" + p, "extractedAt": "2026-03-01T10:00:00Z", "status": "pending",
		})
	}
	all := strings.ToValidUTF8(strings.Join(payloads, "\n"), "")
	b := must.Get(json.Marshal(fields{
		"version": "1.0.0",
		"identity": fields{
			"schemaVersion": "1.0.0", "principalName": "CANARY" + all, "aiName": "CANARY" + all, "catchphrase": "CANARY" + all, "voiceId": "default",
			"preferences": fields{"responseStyle": "adaptive", "timezone": "CANARY" + all, "locale": "CANARY" + all},
		},
		"learned": fields{"patterns": learned, "insights": []fields{}, "selfKnowledge": []fields{}},
		"state":   fields{"proposals": proposed, "activeProjects": []string{"CANARY" + all}, "checkpointRef": "CANARY" + all},
	}))(t)
	write(t, dir, "seed.json", string(b))
}

// hostileLines are command lines for a hostile vault, some with payloads of their
// own.
func hostileLines(t *testing.T, env Env) [][]string {
	t.Helper()
	lines := [][]string{
		{"status"}, {"status", "--short"}, {"sources"}, {"approvals"}, {"plans"}, {"problems"}, {"doctor"}, {},
		{"journal"}, {"journal", "--dead"}, {"memory"}, {"memory", "--context"}, {"deadends", "--strategy", "construction"}, {"tried", "wheel", "canary"},
		{"show", "wheel"}, {"show", "JOURNAL.md"}, {"show", "seed.json"}, {"switch", "wheel"},
		{"approve", "\"\x1b[31m\u009b\u202e CANARY"}, {"show", "CANARY"},
	}
	var all struct {
		Requests []struct {
			ID string `json:"id"`
		} `json:"requests"`
	}
	if err := json.Unmarshal([]byte(run(env, "approvals", "--json").out), &all); err != nil || len(all.Requests) < len(payloads) {
		t.Fatalf("%d requests, error %v", len(all.Requests), err)
	}
	for _, r := range all.Requests {
		lines = append(lines, []string{"show", r.ID}, []string{"approve", r.ID, "--dry-run"})
	}
	for _, p := range payloads {
		name := "CANARY" + p
		lines = append(lines, []string{name}, []string{"help", name}, []string{"show", name}, []string{"--" + name},
			[]string{"status", "--now", name}, []string{"status", "--vault", name}, []string{"/" + name}, []string{"status", name},
			[]string{"reject", "Inbox/in-" + p + "CANARY.md", "-m", name}, []string{"changes", "-" + p + "CANARY", "-m", name, "--dry-run"},
			[]string{"journal", "--problem", name}, []string{"deadends", "--strategy", name}, []string{"accept", name}, []string{"note", name, "--dry-run"},
			[]string{"entry", "--category", name}, []string{"memory", "--seed", name, "--context"})
	}
	return lines
}

func TestNothingHostileGetsOut(t *testing.T) {
	t.Parallel()
	env := machine(t, hostileVault(t))
	colours := regexp.MustCompile(`\x1b\[[0-9;]*m`)
	for _, line := range whole.Some(t, 60, hostileLines(t, env)) {
		piped := run(env, line...)
		scan(t, line, piped.out+piped.err, isShown)
		ascii := run(env, append([]string{"--ascii"}, line...)...)
		scan(t, line, ascii.out+ascii.err, isASCII)

		onTerminal := env
		onTerminal.StdinIsTerminal, onTerminal.StdoutIsTerminal = true, true
		if len(line) > 0 {
			seen := run(onTerminal, line...)
			scan(t, line, colours.ReplaceAllString(seen.out, ""), isShown)
			scan(t, line, seen.err, isShown)
		}
		coded := run(env, append([]string{"--json"}, line...)...)
		scan(t, line, coded.out, isASCII)
		if coded.out != "" && !json.Valid([]byte(coded.out)) {
			t.Errorf("%q: no JSON: %q", line, coded.out)
		}
	}
}

// TestHostileTextStaysVisible holds that special characters are shown, not
// dropped with the text around them.
func TestHostileTextStaysVisible(t *testing.T) {
	t.Parallel()
	env := machine(t, hostileVault(t))
	for _, args := range [][]string{{"status"}, {"approvals"}, {"plans"}, {"problems"}, {"doctor"}, {"journal"}, {"memory"}, {"memory", "--context"}} {
		if got := run(env, args...); strings.Count(got.out, "CANARY") < len(payloads)/2 || !strings.Contains(got.out, "⟦ESC⟧") {
			t.Errorf("%s: %q", args, got.out)
		}
	}
}

func scan(t *testing.T, line []string, text string, allowed func(rune) bool) {
	t.Helper()
	for at, r := range text {
		if r == utf8.RuneError || r != '\n' && !allowed(r) {
			t.Errorf("%q: %U at %d of %q", line, r, at, text)
			return
		}
	}
}

func isASCII(r rune) bool { return r >= ' ' && r <= '~' }

// isShown allows what has a shape of its own; combining marks are counted by
// package styles.
func isShown(r rune) bool {
	return r == ' ' || unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S, unicode.Mn) &&
		!unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
