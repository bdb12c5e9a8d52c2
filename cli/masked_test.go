package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// planted is a made-up secret of which every part is recognized, and plantedIn are texts with
// it: a prefix, the rule of a service, a place and words.
const planted = "q7Kx2Vn9q7Kx2Vn9q7Kx2Vn9q7Kx2Vn9q7Kx"

var plantedIn = []string{
	"ghp" + "_" + planted, "Passwort: " + planted, "contraseña = " + planted, "https://sam:" + planted + "@h.example/",
	"Authorization: Basic " + planted, "curl -u sam:" + planted + " https://h.example", "AccountKey=" + planted + ";",
	"machine h.example login sam password " + planted, "the API key is " + planted,
}

// plantSecrets puts the secrets into every file of a vault: headings, steps, values of front matter
// and of JSON, text, and names of files.
func plantSecrets(t *testing.T, dir string) {
	t.Helper()
	n := 0
	next := func() string { n++; return plantedIn[n%len(plantedIn)] }
	value := regexp.MustCompile(`(?m)^(#+ |- \[.\] |- \*\*\w[\w/ ]*:\*\* |(?:objective|rationale|blocked_reason|title|source_link|priority|reason): )(.*)$`)
	inJSON := regexp.MustCompile(`"(content|agent|reason|source|detail|result|summary|name|role|message)": ?"`)
	must.Do(t, filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text := string(b)
		switch filepath.Ext(name) {
		case ".md", ".note":
			text = value.ReplaceAllStringFunc(text, func(line string) string {
				return strings.TrimSuffix(line, "'") + " " + strings.ReplaceAll(next(), ": ", "=")
			})
			text += "\n" + strings.Join(plantedIn, "\n") + "\n-----BEGIN PRIVATE KEY-----\n" + planted + "\n-----END PRIVATE KEY-----\n"
		case ".json", ".jsonl":
			text = inJSON.ReplaceAllStringFunc(text, func(key string) string { return key + strings.ReplaceAll(next(), `"`, "") + " " })
		}
		return os.WriteFile(name, []byte(text), 0o600)
	}))
	named := "ghp" + "_" + planted
	for _, name := range []string{"pay_" + named + "_now", "the-" + named, "pay_sk-ant-api03-" + planted + "_works", named} {
		// Nothing but the name can be the title.
		write(t, dir, "Pending_Approval/"+name+" 2.md", "")
		write(t, dir, "Plans/"+name+".md", "- [ ] a\n- [ ] b\n")
	}
	for _, name := range []string{"Pending_Approval/" + named + ".md", "Plans/PLAN-" + named + ".md", "Inbox/" + named + ".md", "Approved/" + named + "1.md", "Plans/" + named + ".bin"} {
		write(t, dir, name, "---\ntask_id: x\nplan_id: \""+plantedIn[1]+"\"\nstatus: Active\n---\n# "+plantedIn[2]+"\n\n## Roadmap\n\n- [ ] ✋ "+plantedIn[3]+"\n")
	}
}

// leaks fails when an output has a part of the secret.
func leaks(t *testing.T, what string, outputs ...string) {
	t.Helper()
	for _, out := range outputs {
		for _, part := range []string{"q7Kx", "Vn9q", "7Kx2"} {
			if i := strings.Index(out, part); i >= 0 {
				t.Errorf("%s shows a part of a secret: …%s…", what, out[max(0, i-60):min(len(out), i+40)])
				break
			}
		}
	}
}

// TestNoCommandShowsASecret has every command say all it says about a vault with secrets in every
// file, in text, in JSON, as lines for the screen and to an agent.
func TestNoCommandShowsASecret(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	plantSecrets(t, dir)
	env := machine(t, dir)
	lines := append(slices.Clone(reports), []string{"history"}, []string{"verify"}, []string{"snooze", "--list"}, []string{"message", "--show"}, []string{"config"},
		[]string{"demo", "--linear"}, []string{"--linear"}, []string{"hook", "status"}, []string{"inspect", "quarterly-report"})
	// What is named after a secret has no id that could be typed.
	ids := slices.DeleteFunc(idsIn(t, env), func(id string) bool { return strings.Contains(id, "masked") })
	if len(ids) < 40 {
		t.Errorf("only %d things are named", len(ids))
	}
	for _, id := range whole.Some(t, 25, ids) {
		lines = append(lines, []string{"show", id}, []string{"approve", id, "--dry-run"})
	}
	masked := 0
	for _, line := range lines {
		for _, line := range [][]string{line, append(slices.Clone(line), "--json")} {
			got := run(env, line...)
			leaks(t, strings.Join(line, " "), got.out, got.err)
			masked += strings.Count(got.out, "masked: ")
		}
	}
	if masked < 200 {
		t.Errorf("only %d secrets were masked", masked)
	}
	if got := run(env, "show", "request:Pending_Approval/PAYMENT_2026-03-13_velmora_tyres.md", "--reveal"); !strings.Contains(got.out, planted) {
		t.Errorf("--reveal shows no secret: %+v", got)
	}
}

// TestNoDecisionTellsASecret holds the same of what decisions, sessions and their reports say.
func TestNoDecisionTellsASecret(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	plantSecrets(t, dir)
	env := machine(t, dir)
	for _, line := range [][]string{
		{"message", "use " + plantedIn[0]}, {"message", "--show"},
		{"start", "--format", "text"}, {"start", "--format", "json"}, {"start", "--format", "claude"},
		{"reject", "PAYMENT_2026-03-13_velmora_tyres.md", "-m", "no, " + plantedIn[1]}, {"changes", "EMAIL_2026-03-14_northreach_bank_details.md", "-m", "not " + plantedIn[0]},
		{"history"}, {"history", "--json"}, {"verify"}, {"undo"}, {"note", "seen " + plantedIn[3]}, {"status"}, {"status", "--json"}, {"end", "--format", "json"},
		{"__complete", "show", ""}, {"__complete", "approve", ""}, {"doctor"}, {"problems", "--json"},
	} {
		got := run(env, line...)
		leaks(t, strings.Join(line, " "), got.out, got.err)
	}
}

// TestNoAgentIsToldASecret asks every tool of the agents' server about everything.
func TestNoAgentIsToldASecret(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	plantSecrets(t, dir)
	env := machine(t, dir)
	var calls []string
	var tools struct{ Result struct{ Tools []listedTool } }
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	if err := json.Unmarshal([]byte(talk(t, env, dir, list)[0]), &tools); err != nil || len(tools.Result.Tools) < 5 {
		t.Fatalf("%d tools: %v", len(tools.Result.Tools), err)
	}
	for _, tool := range tools.Result.Tools {
		calls = append(calls, toolCall(tool.Name, map[string]any{"strategy": "direct", "tags": []string{"a"}}), toolCall(tool.Name, nil))
	}
	for _, id := range whole.Some(t, 25, idsIn(t, env)) {
		calls = append(calls, toolCall("show", map[string]any{"ref": id}))
	}
	calls = append(calls, list)
	var masked int
	for i, line := range talk(t, env, dir, calls...) {
		leaks(t, calls[i], line)
		masked += strings.Count(line, "masked: ")
		if !json.Valid([]byte(line)) {
			t.Errorf("%s: %s", calls[i], line)
		}
	}
	if masked < 80 {
		t.Errorf("only %d secrets were masked", masked)
	}
}

// A name with a key in it is not read in full either.
func TestNobodyApprovesUnderAMaskedName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const name, text = "Pending_Approval/pay_sk-ant-api03-" + planted + "_now.md", "# Pay\n\nPay the berth.\n"
	write(t, dir, name, text)
	write(t, dir, "Plans/PLAN-a.md", "# Plan: A\n\n- [ ] a\n")
	env := machine(t, dir)
	yes := []string{"approve", name, "--expect-hash", model.FingerprintOf([]byte(text)).String()}
	got := run(env, yes...)
	if got.code == exitDone || !strings.Contains(got.err, "seems to contain a key") {
		t.Errorf("masked: %+v", got)
	}
	leaks(t, "the refusal", got.err, got.out)
	if got := run(env, append(yes, "--reveal")...); got.code != exitDone {
		t.Errorf("revealed: %+v", got)
	}
}
