package secrets

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEverySampleIsMasked holds that of each kind of secret all is masked, and nothing around it.
func TestEverySampleIsMasked(t *testing.T) {
	t.Parallel()
	if len(known) < 42 || len(more) < 100 {
		t.Errorf("there are %d and %d samples", len(known), len(more))
	}
	var f Finder
	for _, samples := range []map[string]string{known, more} {
		for _, name := range slices.Sorted(maps.Keys(samples)) {
			text, want := marked(samples[name])
			if got := f.In(text); !slices.Equal(got, want) {
				t.Errorf("%s: %q has %q", name, samples[name], parts(text, got))
			}
			if wide := strings.Join(strings.Split(text, ""), "\x00"); len(f.In(wide)) != len(want) {
				t.Errorf("%s: not found in UTF-16", name)
			}
		}
	}
}

func parts(text string, found []Part) []string {
	var out []string
	for _, p := range found {
		out = append(out, text[p.From:p.To])
	}
	return out
}

// TestOrdinaryTextIsNotMasked holds that at most one line in a hundred of the example vaults and of
// these pages has something masked; none has.
func TestOrdinaryTextIsNotMasked(t *testing.T) {
	t.Parallel()
	var f Finder
	for _, dir := range []string{"../../testdata/demo", "../../vault/source", "../../vault/guest", "../../docs", "../../../shared/dialects"} {
		lines, wrong := 0, 0
		err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			b, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			lines += bytes.Count(b, []byte{'\n'})
			for _, p := range f.In(string(b)) {
				wrong++
				t.Logf("%s: %q", name, b[p.From:p.To])
			}
			return nil
		})
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || lines < 200 || 100*wrong > lines {
			t.Errorf("%s has %d secrets in %d lines: %v", dir, wrong, lines, err)
		}
	}
}

func TestOrdinaryWordsOfFiveLanguagesAreNotMasked(t *testing.T) {
	t.Parallel()
	var f Finder
	for _, text := range []string{
		"Password: ask Sam", "Password for the VPN: ask Sam by 10:30", "Passwort: wie besprochen", "Das Passwort ist abgelaufen",
		"Passwort bis 2026-03-14: ändern", "Le mot de passe est dans le coffre", "Mot de passe : à demander", "La contraseña es la de siempre",
		"Contraseña: pendiente", "La chiave: un piano chiaro", "Punto clave: PLAN-2026-001", "Clave: 2026-Q1", "Parola chiave: marzo-2026",
		"Key: PLAN-2026-001", "Zugangsdaten: bei Sam", "Credentials: see the safe", "Login: sam@orchard.example", "Token: 2026-03-14T10:30:00Z",
		"Authorization: pending", "Authorization for the payment: approved 2026-03-14", "the machine is in room 4", "machine learning password policy",
		"curl -u sam https://api.orchard.example/", "curl -u \"$USER:$TOKEN\" https://api.orchard.example/", "password = <your-password-1>", "password: %DB_PASSWORD%",
		"Approved by sam: clave", "Passphrase: ask Sam", "Pass: 3 of 4", "bypass: level2", "compass: N42", "Login = 3", "5f46e8819fa437386c9acdd376e1b6c2f8a0d9e7",
		"Cookie: theme=dark; lang=en", "the session=3 of 4", "\"auth\": \"required\"", "auth: see docs/authentication.md", "community: the growers of 4 valleys", "key-value-store-of-the-orchard",
		"define('WP_DEBUG', false);", "define('DB_NAME', 'orchard');", "password: ask them when they come", "password: what does that word mean here", "read the community string from the safe",
		"order 4111 1111 1111 1112", "call +49 30 1234 5678 9012 34", "id 1764336000000000", "at 20260314103000123456", "IBAN DE89 3704 0044 0532 0130 00", "0000 0000 0000 0000",
		"The secret of the garden: 12 apples", "src/tokens/token.go: 42 lines", "api: v2", "Aktenzeichen: 12-3456", "Schlüssel: im Safe",
	} {
		if got := f.In(text); len(got) > 0 {
			t.Errorf("%q has %q", text, parts(text, got))
		}
	}
}

// TestLookingForSecretsIsLinear runs for minutes where it is not.
func TestLookingForSecretsIsLinear(t *testing.T) {
	const size = 1 << 16
	units := []string{
		" ", "\t", "sk-", "a sk-", "token", "token: ", "a: ", "= ", "==", `"`, "eyJ.", "/", "://", "pw is ", "* is ", "| ", "-----BEGIN ", "---- END ",
		"-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nx\n\n", "password:\n", "a@", "\x00", "pass phrase: ", "password for ", "login / ",
		"Authorization", "Authorization: ", "curl -u ", "--password ", "Private-Lines: 9\n", "machine password ", "«", "mot de passe\u00A0", "ghp_0123456789a",
		"cookie", "a_sess", "4111 ", "define(", `psk="`, "password: abcd efgh ",
	}
	var dense strings.Builder
	for _, r := range gitleaks {
		dense.WriteString(strings.Fields(r.keywords)[0] + "=")
	}
	var f Finder
	for _, unit := range append(units, dense.String()) {
		for _, start := range []string{"", "x"} {
			text, from := start+strings.Repeat(unit, size/len(unit)), 0
			for _, p := range f.In(text) {
				if p.From < from || p.From >= p.To || p.To > len(text) {
					t.Fatalf("%d times %q has the secret %v behind %d", size/len(unit), unit, p, from)
				}
				from = p.To
			}
		}
	}
}

// TestASecretIsFoundInTextMadeToTakeLong holds that where patterns may see no more, long runs near
// keywords are masked.
func TestASecretIsFoundInTextMadeToTakeLong(t *testing.T) {
	t.Parallel()
	var dense strings.Builder
	for dense.Len() < 1<<20 {
		for _, r := range gitleaks {
			dense.WriteString(strings.Fields(r.keywords)[0] + "=" + made(12, small) + " ")
		}
	}
	key := "ghp" + "_" + made(36, letters)
	text := dense.String() + key
	var f Finder
	found := f.In(text)
	if last := found[len(found)-1]; last.From > len(text)-len(key) || last.To != len(text) {
		t.Errorf("the key at %d is not masked, but %v", len(text)-len(key), last)
	}
}

// TestALongRunIsNoSecretByItself holds that a file in base64 is not masked for its length.
func TestALongRunIsNoSecretByItself(t *testing.T) {
	t.Parallel()
	var f Finder
	text := "data:image/png;base64," + made(200_000, letters)
	if got := f.In(text); len(got) > 0 {
		t.Errorf("%d parts are masked, the first from %v", len(got), got[0])
	}
	key := "ghp" + "_" + made(36, letters)
	if got := f.In(text + "/" + key); len(got) != 1 || got[0].To-got[0].From < len(key) {
		t.Errorf("behind it: %v", got)
	}
}

// TestEachRuleCanBeTried holds what the search expects of a rule: it is found by two letters and
// by a long run.
func TestEachRuleCanBeTried(t *testing.T) {
	t.Parallel()
	if len(gitleaks) < 200 {
		t.Errorf("there are only %d rules of gitleaks", len(gitleaks))
	}
	for _, r := range slices.Concat(gitleaks, shapedRules(), ownRules) {
		if r.id == "" || r.least < leastRun || r.keywords == "" || r.keywords != strings.ToLower(r.keywords) {
			t.Errorf("%+v", r)
		}
		for _, word := range strings.Fields(r.keywords) {
			if len(word) < 2 {
				t.Errorf("%s has the keyword %q", r.id, word)
			}
		}
		if p, err := regexp.Compile(r.pattern); err != nil || r.group > p.NumSubexp() {
			t.Errorf("%s: %v", r.id, err)
		}
	}
}

func FuzzIn(f *testing.F) {
	for _, samples := range []map[string]string{known, more} {
		for _, text := range samples {
			plain, _ := marked(text)
			f.Add(plain)
		}
	}
	var finder Finder
	f.Fuzz(func(t *testing.T, text string) {
		from := 0
		for _, p := range finder.In(text) {
			if p.From < from || p.From >= p.To || p.To > len(text) {
				t.Fatalf("%q has the secret %v behind %d", text, p, from)
			}
			if strings.ContainsAny(text[p.From:p.To], "\r\n") && !strings.Contains(text, "\x00") {
				t.Fatalf("a secret of %q spans lines: %q", text, text[p.From:p.To])
			}
			from = p.To
		}
	})
}

func TestABeginningCutsNoKey(t *testing.T) {
	t.Parallel()
	const key = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5"
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"git push", 80, "git push"}, {"git push", 3, "git"}, {"aé", 2, "a"}, {"", 0, ""},
		{"git push " + key + " x", 20, "git push "}, {"git push " + key + " x", 49, "git push " + key}, {"git push " + key, 8, "git push"},
	} {
		if got := Beginning(c.text, c.most); got != c.want {
			t.Errorf("%q %d: %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

// The sign for what nobody knows is no password, and that of a line's end hides none.
func TestOurOwnSignsAreNoPasswords(t *testing.T) {
	t.Parallel()
	var f Finder
	if got := f.In("git push https://user:…@example.com/r"); len(got) > 0 {
		t.Error(got)
	}
	if got := f.In("export password: ⏎ hunter2secret"); len(got) != 1 {
		t.Error(got)
	}
}
