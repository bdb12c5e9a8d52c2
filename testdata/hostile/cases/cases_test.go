package cases

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

func TestEveryCaseIsWellMade(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range All() {
		if seen[c.Name] {
			t.Errorf("%s: a second case of this name", c.Name)
		}
		seen[c.Name] = true
		if !regexp.MustCompile(`^[a-z][0-9]{2}[a-z]?-[a-z0-9-]+$`).MatchString(c.Name) || c.What == "" || len(c.Files) == 0 {
			t.Errorf("%q: no name, nothing said, or no files", c.Name)
		}
		if !slices.Contains([]Class{Show, Ack, Block, Note, Keep}, c.Class) {
			t.Errorf("%s: the class %q", c.Name, c.Class)
		}
		if c.Big {
			continue
		}
		if c.Class == Show && len(Canaries(string(c.Files[0].Bytes()))) == 0 {
			t.Errorf("%s: no canary", c.Name)
		}
		for _, f := range c.Files {
			if strings.Contains(string(f.Bytes()), "<1>") {
				t.Errorf("%s: %q has a canary that was not put in", c.Name, f.Path)
			}
		}
	}
}

// TestPayloadsLieBetweenCanaries holds that a lost payload, or what follows it, would
// be missed.
func TestPayloadsLieBetweenCanaries(t *testing.T) {
	t.Parallel()
	for _, p := range slices.Concat(controls, characters, imitations, hiddenText) {
		first, last := strings.Index(p.text, "<1>"), strings.LastIndex(p.text, "<3>")
		if in := strings.Index(p.text, "<2>"); first < 0 || in < first || last < in && !strings.HasPrefix(p.name, "w03") {
			t.Errorf("%s: its canaries are not before, inside and behind", p.name)
		}
	}
}

// TestVaultsAreTheSameEachTime makes all vaults twice.
func TestVaultsAreTheSameEachTime(t *testing.T) {
	t.Parallel()
	var made [2]map[string]string
	for i := range made {
		dir := filepath.Join(t.TempDir(), "all")
		if _, _, err := MakeAll(dir, Options{}); err != nil {
			t.Fatal(err)
		}
		made[i] = tree(t, dir)
	}
	for name, text := range made[0] {
		if made[1][name] != text {
			t.Errorf("%q differs", name)
		}
	}
	if len(made[0]) < 100 || len(made[0]) != len(made[1]) {
		t.Errorf("%d files, then %d", len(made[0]), len(made[1]))
	}
	if _, err := Make(t.TempDir()); err == nil {
		t.Error("a folder that is there already was written to")
	}
}

func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must.Do(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, dir)] = string(b)
		return err
	}))
	return all
}

// TestTheReferenceIsCovered compares with the table of hostile inputs that these
// cases go by. It lies beside the checkout and may be absent.
func TestTheReferenceIsCovered(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../shared/reference/threats-and-faults.md")
	if err != nil {
		t.Skipf("needs the reference beside the checkout: %v", err)
	}
	_, table, _ := strings.Cut(string(text), "### 7.1")
	table, _, _ = strings.Cut(table, "### 7.2")
	rows := regexp.MustCompile(`(?m)^\| ([a-z][0-9]{2}[a-z]?-[a-z0-9*-]+) \|.*\| (\w+)(?:/show)? \|[^|]*\|$`).FindAllStringSubmatch(table, -1)
	if len(rows) < 120 {
		t.Fatalf("only %d rows found", len(rows))
	}
	all := All()
	for _, row := range rows {
		prefix, many := strings.CutSuffix(row[1], "*")
		ok := slices.ContainsFunc(all, func(c Case) bool {
			return (c.Name == prefix || many && strings.HasPrefix(c.Name, prefix)) && string(c.Class) == row[2]
		})
		if !ok {
			t.Errorf("%s of class %s is missing", row[1], row[2])
		}
	}
}

func TestScanFindsWhatMustNotGetOut(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"\x1b", "\x00", "\t", "\r", "\x7f", "\u0085", "\u009b", "\x9b", "\u202e", "\u2066", "\u200b", "\u00a0", "\u3164", "\u2800", "\ue000", "\U000e0041", "\ufffe", "\u0378", "\ufffd", "\ufe00"} {
		if Scan("x"+bad+"y") == nil {
			t.Errorf("%q passes", bad)
		}
	}
	if err := Scan("Plain ✋ text,\n⟦ESC⟧ é e\u0301 高 │ ❤\ufe0f"); err != nil {
		t.Error(err)
	}
}
