package tui

import (
	"strings"
	"testing"

	"coldstart/styles"
	"coldstart/tui/confirm"
)

const madeUpKey = "sk-aB3aB3aB3aB3aB3aB3aB3aB3"

// masking is a workshop whose claim holds a made-up key.
func masking(t *testing.T) *driver {
	t.Helper()
	s := workshop()
	s.files[claimFile] += "\nkey: " + madeUpKey + "\n"
	d := newDriver(t, s, 120, 60)
	d.app.th = d.app.th.Masking()
	return d
}

func TestKeysAreMaskedUntilTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	d := masking(t)
	d.pick("2", claimFile)
	d.press("enter")
	d.hides(madeUpKey)
	d.shows("⟦masked: 27 bytes⟧")
	d.press("V")
	d.shows(madeUpKey, "V masks them")
	d.press("V")
	d.hides(madeUpKey)
}

func TestNobodyApprovesWhatIsMasked(t *testing.T) {
	t.Parallel()
	d := masking(t)
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	d.press("y")
	d.decides(0)
	d.shows("a possible secret is masked; V reveals it")
	d.press("V")
	// What was masked has to be on screen first.
	d.press("y")
	d.decides(0)
	d.readAll()
	d.press("y")
	d.decides(1)
}

func TestAnEntryWithAKeyIsShownBeforeItIsWritten(t *testing.T) {
	t.Parallel()
	s := laboratory()
	s.changes[0].After = append(s.changes[0].After, "password: "+madeUpKey)
	d := themedDriver(t, s, styles.Options{NoColor: true}, 80, 40)
	d.app.th = d.app.th.Masking()
	d.press("6", "M")
	typed(d, "A note")
	d.press("enter")
	d.readAll()
	d.press("y")
	d.decides(0)
	d.press("V")
	d.readAll()
	d.press("y")
	d.decides(1)
}

func TestTheDifferenceOfAChangedFileMasksAKeyByItsWholeText(t *testing.T) {
	t.Parallel()
	d := masking(t)
	lines := strings.Repeat("b3BlbnNzaC1rZXktdjEAAAAA\n", 9)
	d.store.files[claimFile] += "-----BEGIN PRIVATE KEY-----\n" + lines
	d.pick("2", claimFile)
	d.press("a")
	d.store.files[claimFile] += "MIIEpAIBAAKCAQEA7bq98mQ1\n"
	d.ring(confirm.QuietTime)
	d.shows("The file changed while you", "+⟦masked: 24 bytes⟧")
	d.hides("b3Blbn", "MIIEpA")
}
