package styles

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/whole"
)

// madeUpKey is no key of anybody.
const madeUpKey = "sk-" + "aB3aB3aB3aB3aB3aB3aB3"

func TestValuesOfSecretNamesAreMasked(t *testing.T) {
	t.Parallel()
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
		"password: hunter2":                    "password: ⟦masked: 7 bytes⟧",
		"Passphrase = `Tr!bble`":               "Passphrase = `⟦masked: 7 bytes⟧`",
		"My pw is `Passw0rd!123`":              "My pw is `⟦masked: 12 bytes⟧`",
		"the password is hunter2horse, ok":     "the password is ⟦masked: 12 bytes⟧, ok",
		"DB_PWD=a1b2c3":                        "DB_PWD=⟦masked: 6 bytes⟧",
		"PIN: 4711":                            "PIN: ⟦masked: 4 bytes⟧",
		"The card's pin is 471147.":            "The card's pin is ⟦masked: 7 bytes⟧",
		"| password | hunter2horse |":          "| password | ⟦masked: 12 bytes⟧ |",
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
	t.Parallel()
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
	t.Parallel()
	key := madeUpKey
	text, err := json.Marshal(map[string]string{"note": "use " + key + "\nnow", "password": `a1b2c3d4"e5`, "id": "plan:x"})
	if err != nil {
		t.Fatal(err)
	}
	got := New(Options{}).MaskedJSON(text)
	var back map[string]string
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	if strings.Contains(string(got), key) || strings.Contains(string(got), "a1b2c3d4") || back["id"] != "plan:x" {
		t.Errorf("got %s", got)
	}
}

func TestSecretsInJSONAreThoseOfItsTexts(t *testing.T) {
	t.Parallel()
	key := madeUpKey
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
		if err := json.Unmarshal(New(Options{}).MaskedJSON(quoted), &back); err != nil || len(back.At) != 2 || back.At[1] != want {
			t.Errorf("%q becomes %q, %v; want %q", text, back.At, err, want)
		}
	}
}

func TestTheValueOfASecretKeyIsMasked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"token" : "a1b2c3d4"}`:                   `{"token" : "[masked: 8 bytes]"}`,
		`{"token": "pending"}`:                     `{"token": "pending"}`,
		`{"token": ["a1b2c3d4"], "x": "a1b2c3d4"}`: `{"token": ["a1b2c3d4"], "x": "a1b2c3d4"}`,
		`["token", "a1b2c3d4"]`:                    `["token", "a1b2c3d4"]`,
		`["-----BEGIN PRIVATE KEY-----", "MIIE", "-----END PRIVATE KEY-----"]`: `["-----BEGIN PRIVATE KEY-----", "[masked: 4 bytes]", "-----END PRIVATE KEY-----"]`,
		`{"a": "-----BEGIN PRIVATE KEY-----", "b": "MIIE"}`:                    `{"a": "-----BEGIN PRIVATE KEY-----", "b": "MIIE"}`,
		`{"password": "hunter2", "pin": "4711", "url": "x://u:p@h"}`:           `{"password": "[masked: 7 bytes]", "pin": "[masked: 4 bytes]", "url": "x://u:[masked: 1 bytes]@h"}`,
		`{"id": "plan:token", "sha256": "a1b2c3d4e5"}`:                         `{"id": "plan:token", "sha256": "a1b2c3d4e5"}`,
	} {
		if got := string(New(Options{}).MaskedJSON([]byte(text))); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

func TestOrdinarySentencesAreNotMasked(t *testing.T) {
	t.Parallel()
	th := New(Options{NoColor: true}).Masking()
	for _, text := range []string{
		"The password is stored in the safe of floor 3", "Password: reset it before 2026-03-20", "The token is valid until 2026-12-31",
		"password: ${DB_PASSWORD}", "password: $DB_PASSWORD", "password: $(pass show db)", "password: ********", "password: {{password}}",
		"Pin: the note to the wall", "PIN: 2026-03-14", "pin: 12", "spin: 471147", "opinion is 2026", "GPIO pin: 7", "PWD=/srv/vault1",
		"The secret is out since 2026", "token: pending", "Passwords are changed every 90 days", "pw", "Is the passphrase: known?",
		"The password is 8 letters or more", "| Token | Status |", "see https://www.example/a:b@c", "mailto:pat@orchard.example",
		"https://orchard.example:8080/x@y", "at 10:30 pat@orchard.example", "ssh://git@host.example/x", "postgres://u:$PASS@db.example",
		"-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY----- MIIB", "secretary: pat2026ab", "Password:",
	} {
		if got := th.Show(text).String(); got != text {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
}

func TestPasswordsOfAddressesAreMasked(t *testing.T) {
	t.Parallel()
	th := New(Options{NoColor: true}).Masking()
	for text, want := range map[string]string{
		"postgres://admin:s3cretpw@db.example/x":       "postgres://admin:⟦masked: 8 bytes⟧@db.example/x",
		"target: https://u:pw12345678@h.example/":      "target: https://u:⟦masked: 10 bytes⟧@h.example/",
		"redis://:hush@h.example, amqp://a:b@c@h.ex":   "redis://:⟦masked: 4 bytes⟧@h.example, amqp://a:⟦masked: 3 bytes⟧@h.ex",
		"(see `mongodb+srv://pat:orchard@h.example`).": "(see `mongodb+srv://pat:⟦masked: 7 bytes⟧@h.example`).",
	} {
		if got := th.Show(text).String(); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

func TestSecretsOverSeveralLinesAreMasked(t *testing.T) {
	t.Parallel()
	th := New(Options{NoColor: true}).Masking()
	for name, c := range map[string]struct{ text, want string }{
		"headers":          {"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEabc\n\nplain: text\n", "-----BEGIN RSA PRIVATE KEY-----|⟦masked: 22 bytes⟧||⟦masked: 7 bytes⟧||plain: text"},
		"headers, CRLF":    {"-----BEGIN RSA PRIVATE KEY-----\r\nA: b\r\n\r\nMIIEabc\r\n\r\nplain\r\n", "-----BEGIN RSA PRIVATE KEY-----|⟦masked: 4 bytes⟧||⟦masked: 7 bytes⟧||plain"},
		"blank line in it": {"-----BEGIN PRIVATE KEY-----\nMIIE\n\nabc1\n-----END PRIVATE KEY-----\nplain\n", "-----BEGIN PRIVATE KEY-----|⟦masked: 4 bytes⟧||⟦masked: 4 bytes⟧|-----END PRIVATE KEY-----|plain"},
		"one line":         {"k = -----BEGIN PRIVATE KEY-----MIIE-----END PRIVATE KEY-----;\n", "k = -----BEGIN PRIVATE KEY-----⟦masked: 4 bytes⟧-----END PRIVATE KEY-----;"},
		"JSON":             {`{"private_key": "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n"}` + "\n", `{"private_key": "-----BEGIN PRIVATE KEY-----⟦masked: 8 bytes⟧-----END PRIVATE KEY-----\n"}`},
		"PGP":              {"-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOYBF\n-----END PGP PRIVATE KEY BLOCK-----\n", "-----BEGIN PGP PRIVATE KEY BLOCK-----|⟦masked: 6 bytes⟧|-----END PGP PRIVATE KEY BLOCK-----"},
		"next line":        {"password:\n\n  hunter2horse\nhunter2horse\n", "password:||  ⟦masked: 12 bytes⟧|hunter2horse"},
		"block":            {"password: >-\n  hunter2horse\n", "password: >-|  ⟦masked: 12 bytes⟧"},
		"sentence below":   {"password:\n  see page2of3 there\n", "password:|  see page2of3 there"},
	} {
		var whole, parts []string
		for _, l := range th.Source([]byte(c.text)) {
			whole = append(whole, strings.TrimSuffix(l.String(), "⟦CRLF line endings⟧"))
		}
		for _, r := range th.Rows(c.text) {
			parts = append(parts, r.Whole().String())
		}
		if got := strings.Join(whole, "|"); got != c.want || strings.Join(parts, "|") != c.want {
			t.Errorf("%s: source\n%s\nrows\n%s\nwant\n%s", name, got, strings.Join(parts, "|"), c.want)
		}
	}
}

func TestNoPartOfARowShowsAPartOfASecret(t *testing.T) {
	t.Parallel()
	r := New(Options{NoColor: true}).Masking().Rows("password: hunter2horse!\n")[0]
	for i := range len(r.Raw()) + 1 {
		shown := r.Part(0, i).String() + r.Part(i, len(r.Raw())).String()
		if strings.Contains(shown, "hu") || strings.Contains(shown, "horse") || !strings.HasPrefix(shown, "password: ⟦masked: 13 bytes⟧") {
			t.Errorf("cut at %d: %s", i, shown)
		}
	}
}

func TestNullsHideNoSecret(t *testing.T) {
	t.Parallel()
	th := New(Options{NoColor: true}).Masking()
	wide := func(s string) string { return strings.Join(strings.Split(s, ""), "\x00") + "\x00" }
	text := "\xFF\xFE" + wide("password: hunter2horse\nplain\n")
	for _, l := range th.Source([]byte(text)) {
		if strings.Contains(l.String(), "h⟦NUL⟧u") {
			t.Errorf("shown: %s", l)
		}
	}
	if !th.Masks([]byte(text)) {
		t.Error("nobody knows of the secret")
	}
}

func TestALabelMasksWhatStandsOverSeveralLines(t *testing.T) {
	t.Parallel()
	th := New(Options{NoColor: true}).Masking()
	for text, want := range map[string]string{
		" a  key:\n-----BEGIN PRIVATE KEY-----\nMIIE\nabc1\n-----END PRIVATE KEY-----\n b ": "a key: -----BEGIN PRIVATE KEY----- ⟦masked: 4 bytes⟧ ⟦masked: 4 bytes⟧ -----END PRIVATE KEY----- b",
		"password:\n\thunter2horse":                         "password: ⟦masked: 12 bytes⟧",
		"use password: hunter2horse":                        "use password: ⟦masked: 12 bytes⟧",
		"pass\uFE0Fword: hunter2horse and token: abc12345x": "password: ⟦masked: 12 bytes⟧ and token: ⟦masked: 9 bytes⟧",
	} {
		got := th.Label(text)
		if got.String() != want || got.Width() != measure(want, false) {
			t.Errorf("%q: %q, %d cells", text, got.String(), got.Width())
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
		if len(masking.secrets.In(text)) == 0 && shown.s != plain.Show(text).s {
			t.Fatalf("%q is shown otherwise without a secret", text)
		}
		for _, s := range masking.secrets.In(text) {
			if s.From < 0 || s.From >= s.To || s.To > len(text) {
				t.Fatalf("%q has the secret %v", text, s)
			}
		}
		for _, l := range masking.Source([]byte(text)) {
			if got := measure(l.s, ascii); got != l.Width() {
				t.Fatalf("%q has the width %d, not %d", l.s, got, l.Width())
			}
		}
		if quoted, err := json.Marshal(text); err == nil && !json.Valid(New(Options{}).MaskedJSON(quoted)) {
			t.Fatalf("%s is no JSON any more: %s", quoted, New(Options{}).MaskedJSON(quoted))
		}
	})
}

// TestMaskingIsLinear holds that no text takes longer than its length asks for: a
// screen draws it with each key. Quadratic work on so much takes minutes.
func TestMaskingIsLinear(t *testing.T) {
	th := New(Options{}).Masking()
	size := whole.Rounds(1<<17, 1<<19)
	for _, piece := range []string{" ", "\"", "* ", ": ", "a:", "==", "-_", "xsk-", ".sk-", "token: ", "password=", "bearer ", "x-----BEGIN PRIVATE KEY-----"} {
		text := "x" + strings.Repeat(piece, size/len(piece))
		start := time.Now()
		th.Show(text)
		th.Masks([]byte(text))
		New(Options{}).MaskedJSON([]byte(text))
		if took := time.Since(start); took > time.Duration(size)*100*time.Microsecond {
			t.Errorf("%d bytes of %q take %v", size, piece, took)
		}
	}
}
