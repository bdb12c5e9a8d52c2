package signature

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
)

func TestAnInstalledProgramWorks(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	if err := (Tool{Shuns: func(string) bool { return false }}).Works(t.Context()); err != nil {
		t.Error(err)
	}
}

// elsewhere is a decision made here, and the record that an honest machine writes of it.
func elsewhere(t *testing.T) (model.Decision, Record) {
	t.Helper()
	at := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	d := model.Decision{
		ID: "20260314T070200Z-00000001", Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/pay.md"}, Choice: model.ChoiceApprove,
		Seen: model.FingerprintOf([]byte("pay 120 EUR")), Note: "checked\nwith the note", At: at, Scope: model.Scope{Times: 2},
	}
	return d, Record{
		Choice: "approve", Request: d.Ref.Path, File: "Approved/pay.md", SHA256: d.Seen.String(), Plan: "2026-001", Note: model.OneLine(d.Note),
		Times: 2, At: model.FormatUTC(at), By: "sam@porch", Decision: d.ID, Vault: "studio",
	}
}

// A record that another machine wrote is signed only if it says what was decided here.
func TestOnlyWhatWasDecidedHereFits(t *testing.T) {
	t.Parallel()
	d, honest := elsewhere(t)
	must.Do(t, honest.Fits(d, "sam@porch", "studio"))
	for want, lie := range map[string]func(*Record){
		"choice":          func(r *Record) { r.Choice = "reject" },
		"request":         func(r *Record) { r.Request = "Pending_Approval/other.md" },
		"hash":            func(r *Record) { r.SHA256 = model.FingerprintOf([]byte("pay 990 EUR")).String() },
		"note":            func(r *Record) { r.Note = "" },
		"time":            func(r *Record) { r.At = "2027-03-14T07:02:00Z" },
		"name":            func(r *Record) { r.By = "mira@attic" },
		"id":              func(r *Record) { r.Decision = "20260314T070200Z-00000002" },
		"undone decision": func(r *Record) { r.Undoes = r.Decision },
		"vault":           func(r *Record) { r.Vault = "till" },
		"extent":          func(r *Record) { r.Session = true },
		"extent signed: \"{Times:2 Session:false For:1h":               func(r *Record) { r.For = 3600 },
		"extent signed: \"{Times:2 Session:false For:0s Pattern:git *": func(r *Record) { r.Pattern = "git *" },
		"file": func(r *Record) { r.File = "Approved/other.md" },
	} {
		r := honest
		lie(&r)
		if err := r.Fits(d, "sam@porch", "studio"); err == nil || !strings.Contains(err.Error(), "another "+want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestTheNameOfAFileFollowsFromItsRequest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		choice, request, file string
		want                  bool
	}{
		{"approve", "Pending/pay.md", "Approved/pay.md", true},
		{"reject", "Pending/pay.md", "Rejected/pay-again-2.md", true},
		{"approve", "Pending/pay", "Approved/pay-again-12", true},
		{"approve", "Pending/pay.md", "Approved/pay-again-1.md", false},
		{"approve", "Pending/pay.md", "Approved/pay-again-02.md", false},
		{"approve", "Pending/pay.md", "Approved/pay-again-.md", false},
		{"approve", "Pending/pay.md", "Approved/pay.json", false},
		{"approve", "Pending/pay.md", "Approved/payroll.md", false},
		{"approve", "Pending/pay-again-2.md", "Approved/pay.md", false},
		{"changes", "Pending/pay.md", "Pending/pay.md", true},
		{"changes", "Pending/pay.md", "Approved/pay.md", false},
		{"undo", "Approved/pay-again-2.md", "Pending/pay.md", true},
		{"undo", "Approved/pay.md", "Pending/pay.md", true},
		{"undo", "Approved/pay.md", "Pending/other.md", false},
		{"ack", "Approved/pay.md", "Approved/pay.md", false},
	} {
		r := Record{Choice: tt.choice, Request: tt.request, File: tt.file}
		if err := r.FitsFile(); (err == nil) != tt.want {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

func TestOnlyTheFormThatIsWrittenIsSigned(t *testing.T) {
	t.Parallel()
	_, r := elsewhere(t)
	line := must.Get(r.Line())(t)
	must.Get(ReadLine(line))(t)
	for _, other := range []string{
		"", "{}", string(line) + " ", string(line) + string(line), strings.TrimSpace(string(line)),
		strings.Replace(string(line), `"choice"`, `"Choice"`, 1), strings.Replace(string(line), `"form":1`, `"form":2`, 1),
		strings.Replace(string(line), `{`, `{"choice":"reject",`, 1), strings.Repeat("a", MostFile+1),
	} {
		if _, err := ReadLine([]byte(other)); err == nil {
			t.Errorf("%.60q would be signed", other)
		}
	}
}

// Whatever is read can only have been written so: the same record gives the same line, and the line and
// the signature are the whole file.
func FuzzRead(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(sample + sample))
	f.Add(bytes.ReplaceAll([]byte(sample), []byte("\n"), []byte("\r\n")))
	f.Add(bytes.Replace([]byte(sample), []byte(`"form":1`), []byte(`"FORM":1,"form":1`), 1))
	f.Add(bytes.Replace([]byte(sample), []byte(`"note":""`), []byte(`"note":"\u0061<\u2028"`), 1))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Read(b)
		if err != nil {
			return
		}
		line, err := s.Record.Line()
		if err != nil || !bytes.Equal(line, s.Line) || !bytes.Equal(append(line, s.Armor...), b) {
			t.Errorf("%q reads as %+v", b, s)
		}
		if at, err := s.Record.Time(); err != nil || at.IsZero() && s.Record.At != "0001-01-01T00:00:00Z" {
			t.Errorf("its time is %v, %v", at, err)
		}
	})
}
