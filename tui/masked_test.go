package tui

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault"
)

// planted are made-up secrets, and planting is how they stand in a file: in front
// matter, its last line too, in Markdown and in JSON.
var planted = []string{"hunter2horse", "sk-aB3aB3aB3aB3aB3aB3aB3aB3", "MIIEpAIBAAKCAQEA7bq98mQ1", "b3BlbnNzaC1rZXktdjEAAAAA", "abcdEFGH12345678", "s3cretpw", "4711471", "Bl4ukraut!7", "s0leil-42!x", "dXNlcjpwYXNzd29yZA", "bluekite77", "q7Kx2Vn9q7Kx2Vn9q7Kx2Vn9q7Kx"}

const (
	plantedHead = "api_key: abcdEFGH12345678\npassword: hunter2horse\n"
	plantedBody = "\n- [ ] Use sk-aB3aB3aB3aB3aB3aB3aB3aB3\n* password: `hunter2horse`\n> the pin is 4711471\n| token | abcdEFGH12345678 |\n" +
		"```\n{\"password\": \"hunter2horse\", \"url\": \"postgres://admin:s3cretpw@db.example/x\"}\n```\n\n" +
		"-----BEGIN RSA PRIVATE KEY-----\n  MIIEpAIBAAKCAQEA7bq98mQ1\n\n- [ ] b3BlbnNzaC1rZXktdjEAAAAA\n-----END RSA PRIVATE KEY-----\n"
	plantedMore = "\nPasswort: Bl4ukraut!7\nMot de passe : s0leil-42!x\ncurl -H 'Authorization: Basic dXNlcjpwYXNzd29yZA'\n" +
		"machine h.example login sam password bluekite77\nDefaultEndpoints;AccountKey=q7Kx2Vn9q7Kx2Vn9q7Kx2Vn9q7Kx;x\n"
	plantedTitle = " https://admin:s3cretpw@db.example/ password: hunter2horse"
)

var headings = regexp.MustCompile(`(?m)^(#+ |- \[.\] |objective: |rationale: |blocked_reason: |title: |\*\*\w+:\*\* )(.*)$`)

// plant puts the secrets into every file of a folder.
func plant(t *testing.T, dir string) {
	t.Helper()
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
		case ".md":
			text = headings.ReplaceAllString(text, "${1}${2}"+plantedTitle)
			if head, body, ok := strings.Cut(text, "\n---\n"); ok && strings.HasPrefix(text, "---\n") {
				text = head + "\n" + plantedHead + "---\n" + body
			}
			text += plantedBody + plantedMore
		case ".json", ".jsonl":
			for _, key := range []string{"content", "agent", "reason", "source"} {
				text = strings.ReplaceAll(text, `"`+key+`": "`, `"`+key+`": "password: hunter2horse `)
			}
		}
		return os.WriteFile(name, []byte(text), 0o600)
	}))
}

// tells fails when a frame has the beginning or the end of a secret.
func (d *driver) tells(where string) {
	d.t.Helper()
	view := d.app.View()
	for _, s := range planted {
		for _, piece := range []string{s[:6], s[len(s)-6:]} {
			if strings.Contains(view, piece) {
				d.t.Fatalf("%s shows %q of %s:\n%s", where, piece, s, view)
			}
		}
	}
}

func TestNoFrameOfAnyPageShowsASecret(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "demo")
	must.Do(t, os.CopyFS(dir, os.DirFS(filepath.Join("..", "testdata", "demo"))))
	plant(t, dir)
	v := must.Get(vault.Open(dir, vault.Options{StateDir: t.TempDir(), Operator: "sam"}))(t)
	defer v.Close()
	for _, size := range whole.Some(t, 1, [][2]int{{80, 24}, {150, 60}}) {
		d := themedDriver(t, workshop(), styles.Options{NoColor: true}, size[0], size[1])
		d.app.store, d.app.th = v, d.app.th.Masking()
		d.press("ctrl+r")
		opened := 0
		for _, p := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
			d.press(p, "g")
			for i := range d.app.list().Rows {
				if whole.All() || i%3 == 0 {
					opened += d.walk(p)
				}
				d.press("down")
			}
		}
		if opened < whole.Rounds(20, 60) {
			t.Errorf("only %d things were opened", opened)
		}
		// The same frames do show them when they are asked for.
		d.press("2", "g", "enter", "V")
		d.shows("hunter2horse")
	}
}

// walk opens what is under the cursor in each way and gives how many ways there were.
func (d *driver) walk(page string) int {
	where := "page " + page + ", " + d.cursor()
	d.tells(where)
	opened := 0
	for _, keys := range [][]string{{"enter"}, {"enter", "v"}, {"a"}, {"x", "no", "enter"}, {"c", "no", "enter"}, {"i"}, {"d"}} {
		d.press(keys...)
		if d.app.detail == nil && d.app.dialog() == nil && d.app.check() == nil {
			continue
		}
		opened++
		for last := ""; last != d.app.View(); {
			last = d.app.View()
			d.tells(where + ", " + strings.Join(keys, " "))
			d.press("pgdown")
		}
		for d.app.detail != nil || d.app.dialog() != nil || d.app.check() != nil {
			d.press("esc")
		}
	}
	return opened
}
