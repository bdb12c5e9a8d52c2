package styles

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// sample is a made-up key of a shape.
func sample(s keyShape) string { return s.prefix + strings.Repeat("aB3", s.least/3+1) }

func TestEachKeyShapeIsMasked(t *testing.T) {
	th := New(Options{NoColor: true}).Masking()
	for _, shape := range keyShapes {
		key := sample(shape)
		for _, text := range []string{key, "use " + key + ", please", "key=" + key, "(" + key + ")", "https://x.example/?k=" + key} {
			if got := th.Show(text).String(); strings.Contains(got, key) || !strings.Contains(got, "⟦masked: ") {
				t.Errorf("%s: shown as %s", shape.prefix, got)
			}
		}
		if short := shape.prefix + "a1"; th.Show(short).String() != short {
			t.Errorf("%s is masked", short)
		}
		if inner := "ta" + key; shape.prefix == "sk-" && th.Show(inner).String() != inner {
			t.Errorf("%s is masked within a word", inner)
		}
	}
}

func TestValuesOfSecretNamesAreMasked(t *testing.T) {
	th := New(Options{NoColor: true}).Masking()
	for text, want := range map[string]string{
		"password: hunter2hunter2":             "password: ⟦masked: 14 bytes⟧",
		`"api_key": "a1b2c3d4e5"`:              `"api_key": "⟦masked: 10 bytes⟧"`,
		"GITHUB_TOKEN=abc12345x":               "GITHUB_TOKEN=⟦masked: 9 bytes⟧",
		"**Client-Secret:** `q1w2e3r4t5`":      "**Client-Secret:** `⟦masked: 10 bytes⟧`",
		"Authorization: Bearer a1b2c3d4e5f6":   "Authorization: Bearer ⟦masked: 12 bytes⟧",
		"password: unknown":                    "password: unknown",
		"token: pending_approval":              "token: pending_approval",
		"the secret: nobody knows 12345678":    "the secret: nobody knows 12345678",
		"password:":                            "password:",
		"password: token: abc12345x":           "password: token: ⟦masked: 9 bytes⟧",
		"passwords were changed on 2026-03-14": "passwords were changed on 2026-03-14",
		"sha256: 5df46e8819fa437386c9acdd376e": "sha256: 5df46e8819fa437386c9acdd376e",
		"task-management-and-planning-for-q2a": "task-management-and-planning-for-q2a",
		"risk-assessment-of-the-new-building1": "risk-assessment-of-the-new-building1",
		"":                                     "",
	} {
		if got := th.Show(text).String(); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
		if got := th.Revealing().Show(text).String(); got != text {
			t.Errorf("%q is revealed as %q", text, got)
		}
	}
}

const keyFile = "Notes\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\nAAAABG5vbmUAAAAEbm9uZQ==\n-----END OPENSSH PRIVATE KEY-----\nplain again"

func TestThePrivateKeyOfAFileIsMasked(t *testing.T) {
	th := New(Options{NoColor: true}).Masking()
	var lines []string
	for _, l := range th.Source([]byte(keyFile)) {
		lines = append(lines, l.String())
	}
	want := []string{
		"Notes", "-----BEGIN OPENSSH PRIVATE KEY-----", "⟦masked: 24 bytes⟧", "⟦masked: 24 bytes⟧",
		"-----END OPENSSH PRIVATE KEY-----", "plain again⟦no newline at end⟧",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
	}
	if !th.Masks([]byte(keyFile)) || th.Masks([]byte("Notes\n")) || th.Revealing().Masks([]byte(keyFile)) {
		t.Error("Masks does not tell whether something is left out")
	}
}

func TestMaskedJSONStaysJSON(t *testing.T) {
	key := sample(keyShapes[0])
	text, err := json.Marshal(map[string]string{"note": "use " + key + "\nnow", "password": `a1b2c3d4"e5`, "id": "plan:x"})
	if err != nil {
		t.Fatal(err)
	}
	got := MaskedJSON(text)
	var back map[string]string
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	if strings.Contains(string(got), key) || strings.Contains(string(got), "a1b2c3d4") || back["id"] != "plan:x" {
		t.Errorf("got %s", got)
	}
}

func TestSecretsInJSONAreThoseOfItsTexts(t *testing.T) {
	key := sample(keyShapes[0])
	for text, want := range map[string]string{
		"password: \"a1b2c3d4e5\"":                            "password: \"[masked: 10 bytes]\"",
		`{"password": "a1b2c3d4e5"}`:                          `{"password": "[masked: 10 bytes]"}`,
		"first\n" + key + "\nlast":                            "first\n[masked: 24 bytes]\nlast",
		"tab\t" + key:                                         "tab\t[masked: 24 bytes]",
		"password: pässw0rd-für-alles":                        "password: [masked: 20 bytes]",
		"password: a1b2c3d4\\e5":                              "password: [masked: 11 bytes]",
		"password: see\nstep 2 of 3":                          "password: see\nstep 2 of 3",
		"-----BEGIN PRIVATE KEY-----\r\nMIIEabc\r\n\r\nplain": "-----BEGIN PRIVATE KEY-----\r\n[masked: 7 bytes]\r\n\r\nplain",
		"<b>&\u2028</b>":                                      "<b>&\u2028</b>",
	} {
		quoted, err := json.Marshal(map[string]any{"at": []string{"x", text}, "n": 1})
		if err != nil {
			t.Fatal(err)
		}
		var back struct{ At []string }
		if err := json.Unmarshal(MaskedJSON(quoted), &back); err != nil || len(back.At) != 2 || back.At[1] != want {
			t.Errorf("%q becomes %q, %v; want %q", text, back.At, err, want)
		}
	}
}

func TestTheValueOfASecretKeyIsMasked(t *testing.T) {
	for text, want := range map[string]string{
		`{"token" : "a1b2c3d4"}`:                       `{"token" : "[masked: 8 bytes]"}`,
		`{"token": "pending"}`:                         `{"token": "pending"}`,
		`{"token": ["a1b2c3d4"], "x": "a1b2c3d4"}`:     `{"token": ["a1b2c3d4"], "x": "a1b2c3d4"}`,
		`["token", "a1b2c3d4"]`:                        `["token", "a1b2c3d4"]`,
		`{"id": "plan:token", "sha256": "a1b2c3d4e5"}`: `{"id": "plan:token", "sha256": "a1b2c3d4e5"}`,
	} {
		if got := string(MaskedJSON([]byte(text))); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

func TestAPrivateKeyWithHeadersIsMasked(t *testing.T) {
	private := privateKey{}
	for i, l := range []struct {
		text  string
		hides bool
	}{
		{"-----BEGIN RSA PRIVATE KEY-----", false}, {"Proc-Type: 4,ENCRYPTED", true}, {"DEK-Info: AES-128-CBC,00", true},
		{"", false}, {"MIIEabc", true}, {"", false}, {"plain: text", false}, {"", false}, {"plain", false},
	} {
		if got := private.hides(l.text); got != l.hides {
			t.Errorf("line %d, %q, is hidden: %t", i+1, l.text, got)
		}
	}
}

// TestLookingForSecretsIsLinear runs for minutes where it is not.
func TestLookingForSecretsIsLinear(t *testing.T) {
	const size = 1 << 18
	for _, unit := range []string{" ", "\t", "sk-", "a sk-", "token", "token: ", "a: ", "= ", `"`, "eyJ.", "/"} {
		for _, start := range []string{"", "x", strings.Repeat("a", size/2)} {
			secrets(start + strings.Repeat(unit, size/len(unit)))
		}
	}
}

func FuzzMask(f *testing.F) {
	f.Add(keyFile, false)
	f.Add("password: a1b2c3d4", true)
	f.Add("⟦masked: 3 bytes⟧ sk-aaaaaaaaaaaaaaaaaaaaaaaa1", false)
	f.Fuzz(func(t *testing.T, text string, ascii bool) {
		plain := New(Options{NoColor: true, ASCII: ascii})
		masking := plain.Masking()
		shown := masking.Show(text)
		if got := measure(shown.s, ascii); got != shown.Width() {
			t.Fatalf("%q has the width %d, not %d", shown.s, got, shown.Width())
		}
		if len(secrets(text)) == 0 && shown.s != plain.Show(text).s {
			t.Fatalf("%q is shown otherwise without a secret", text)
		}
		for _, s := range secrets(text) {
			if s.from < 0 || s.from >= s.to || s.to > len(text) {
				t.Fatalf("%q has the secret %v", text, s)
			}
		}
		for _, l := range masking.Source([]byte(text)) {
			if got := measure(l.s, ascii); got != l.Width() {
				t.Fatalf("%q has the width %d, not %d", l.s, got, l.Width())
			}
		}
		if quoted, err := json.Marshal(text); err == nil && !json.Valid(MaskedJSON(quoted)) {
			t.Fatalf("%s is no JSON any more: %s", quoted, MaskedJSON(quoted))
		}
	})
}

// TestMaskingIsLinear holds that no text takes longer than its length asks for: a
// screen draws it with each key. Quadratic work on so much takes minutes.
func TestMaskingIsLinear(t *testing.T) {
	th := New(Options{}).Masking()
	for _, piece := range []string{" ", "\"", "* ", ": ", "a:", "==", "-_", "xsk-", ".sk-", "token: ", "password=", "bearer ", "x-----BEGIN PRIVATE KEY-----"} {
		text := "x" + strings.Repeat(piece, 1<<19/len(piece))
		start := time.Now()
		th.Show(text)
		th.Masks([]byte(text))
		MaskedJSON([]byte(text))
		if took := time.Since(start); took > 15*time.Second {
			t.Errorf("half a megabyte of %q takes %v", piece, took)
		}
	}
}
