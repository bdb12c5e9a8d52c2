package vault

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

const signedPay = "Approved/pay.md"

// forger has a vault with one signed approval and whatever is needed to forge another.
type forger struct {
	keyring
	vault *Vault
	// file and record are those of the approval.
	file, record string
}

func (f forger) at(name string) string { return filepath.Join(f.vault.Dir(), filepath.FromSlash(name)) }

func (f forger) write(name, text string) { makeFiles(f.t, f.vault.Dir(), files{name: text}) }

// line is what was signed, armor the signature.
func (f forger) line() string { return f.record[:strings.Index(f.record, "\n")+1] }

func (f forger) armor() string { return f.record[len(f.line()):] }

// signs lays a record, changed and signed with a key, beside the approval.
func (f forger) signs(key string, replace ...string) {
	f.write(signedPay+".signed", f.sign(key, "coldstart-decision", strings.NewReplacer(replace...).Replace(f.line())))
}

func (f forger) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

var forgeries = []struct {
	name string
	// forge returns the list of signers, the usual one where it gives none. path is the forged file.
	forge func(f forger) (signers string)
	path  string
	want  string
}{
	{"another key", func(f forger) string { f.signs("mallory"); return "" }, "", "a key that nobody on the list of signers had then"},
	{"the key of another person", func(f forger) string { f.signs("lou"); return "" }, "", "does not allow ines the key with which it is signed"},
	{"in the name of another person", func(f forger) string { f.signs("sam", `"by":"ines"`, `"by":"lou"`); return "" }, "", "does not allow lou the key"},
	{"in the name of everybody", func(f forger) string { f.signs("sam", `"by":"ines"`, `"by":"*"`); return "" }, "", "names nobody who could have signed it"},
	{"a file that was changed since", func(f forger) string { f.write(signedPay, payRequest+"\nAnd 900 more.\n"); return "" }, "", "its bytes are not those that were decided on"},
	{"a file with other line ends", func(f forger) string { f.write(signedPay, crlf(payRequest)); return "" }, "", "its bytes are not"},
	{"the signature of another file", func(f forger) string {
		f.write("Approved/more.md", payRequest)
		f.write("Approved/more.md.signed", f.record)
		return ""
	}, "Approved/more.md", "its record is that of Approved/pay.md"},
	{"a name that looks the same", func(f forger) string {
		f.write("Approved/p\u0430y.md", payRequest)
		f.write("Approved/p\u0430y.md.signed", f.record)
		return ""
	}, "Approved/p\u0430y.md", "its record is that of Approved/pay.md"},
	{"the same name in another folder", func(f forger) string {
		f.write("Approved/again/pay.md", payRequest)
		f.write("Approved/again/pay.md.signed", f.record)
		return ""
	}, "Approved/again/pay.md", "its record is that of Approved/pay.md"},
	{"a rejection in the folder of approvals", func(f forger) string {
		f.write("Pending_Approval/no.md", payRequest)
		f.decide(f.vault, "Pending_Approval/no.md", model.ChoiceReject, "no")
		f.must(os.Rename(f.at("Rejected/no.md"), f.at("Approved/no.md")))
		f.must(os.Rename(f.at("Rejected/no.md.signed"), f.at("Approved/no.md.signed")))
		return ""
	}, "Approved/no.md", "its record is that of Rejected/no.md"},
	{"a record that names another request", func(f forger) string {
		f.signs("sam", `"request":"Pending_Approval/pay.md"`, `"request":"Pending_Approval/other.md"`)
		return ""
	}, "", "its record is of Pending_Approval/other.md, which is not called so"},
	{"a wish for changes in the name of an approval", func(f forger) string { f.signs("sam", `"choice":"approve"`, `"choice":"changes"`); return "" }, "", "its record is of another decision: changes"},
	{"a signature for files", func(f forger) string {
		f.write(signedPay+".signed", f.sign("sam", "file", f.line()))
		return ""
	}, "", "the signature is not that of its record"},
	{"a signature for commits", func(f forger) string {
		f.write(signedPay+".signed", f.sign("sam", "git", f.line()))
		return ""
	}, "", "the signature is not that of its record"},
	{"a key that is for commits", func(f forger) string {
		f.list("for-git", `ines namespaces="git" `+f.public("sam"))
		return "for-git"
	}, "", "or not for a decision"},
	{"a record that was edited", func(f forger) string {
		f.write(signedPay+".signed", strings.Replace(f.record, `"times":0`, `"times":9`, 1))
		return ""
	}, "", "the signature is not that of its record"},
	{"a field twice", func(f forger) string { f.signs("sam", `"times":0`, `"times":0,"times":0`); return "" }, "", "not in the form in which coldstart writes it"},
	{"a field that is not known", func(f forger) string { f.signs("sam", `"times":0`, `"times":0,"until":"2030"`); return "" }, "", "not in the form"},
	{"blanks in the record", func(f forger) string { f.signs("sam", `,"times"`, `, "times"`); return "" }, "", "not in the form"},
	{"a newer form", func(f forger) string { f.signs("sam", `"form":1`, `"form":2`); return "" }, "", "the form of a newer coldstart"},
	{"bytes behind the signature", func(f forger) string { f.write(signedPay+".signed", f.record+"x\n"); return "" }, "", "not one signature"},
	{"two records", func(f forger) string { f.write(signedPay+".signed", f.record+f.record); return "" }, "", "not one signature"},
	{"two signatures", func(f forger) string { f.write(signedPay+".signed", f.record+f.armor()); return "" }, "", "not one signature"},
	{"no signature", func(f forger) string { f.write(signedPay+".signed", f.line()); return "" }, "", "not one signature"},
	{"no record", func(f forger) string { f.must(os.Remove(f.at(signedPay + ".signed"))); return "" }, "", "it has no signature"},
	{"an empty record", func(f forger) string { f.write(signedPay+".signed", ""); return "" }, "", "its record has no signature"},
	{"a record with other line ends", func(f forger) string { f.write(signedPay+".signed", crlf(f.record)); return "" }, "", "the line ends of its record were converted"},
	{"a byte order mark", func(f forger) string { f.write(signedPay+".signed", "\ufeff"+f.record); return "" }, "", "a byte order mark"},
	{"a record that is too long", func(f forger) string {
		f.write(signedPay+".signed", f.record+strings.Repeat("\n", 65<<10))
		return ""
	}, "", "too large"},
	{"a link in the place of the record", func(f forger) string {
		f.must(os.Rename(f.at(signedPay+".signed"), f.at("elsewhere")))
		f.must(os.Symlink("../elsewhere", f.at(signedPay+".signed")))
		return ""
	}, "", "its record: not a regular file: a link"},
	{"a folder in the place of the record", func(f forger) string {
		f.must(os.Remove(f.at(signedPay + ".signed")))
		f.must(os.Mkdir(f.at(signedPay+".signed"), 0o755))
		return ""
	}, "", "its record: not a regular file"},
	{"a record with two names", func(f forger) string { f.must(os.Link(f.at(signedPay+".signed"), f.at("elsewhere"))); return "" }, "", "its record: it has another name"},
	{"a link in the place of the file", func(f forger) string {
		f.must(os.Rename(f.at(signedPay), f.at("elsewhere")))
		f.must(os.Symlink("../elsewhere", f.at(signedPay)))
		return ""
	}, "", "not a regular file: a link"},
	{"a file with two names", func(f forger) string { f.must(os.Link(f.at(signedPay), f.at("elsewhere"))); return "" }, "", "it has another name (a hard link)"},
	{"a key whose time was over", func(f forger) string {
		f.list("over", `ines valid-before="20260221" `+f.public("sam"))
		return "over"
	}, "", "nobody on the list of signers had then"},
	{"a key whose time had not come", func(f forger) string {
		f.list("later", `ines valid-after="20260222" `+f.public("sam"))
		return "later"
	}, "", "nobody on the list of signers had then"},
	{"a record from the future", func(f forger) string { f.signs("sam", `"at":"2026`, `"at":"2027`); return "" }, "", "from the future"},
	{"a key without the certificate that is wanted", func(f forger) string {
		f.list("authority", "ines cert-authority "+f.public("mallory"))
		return "authority"
	}, "", "a key that nobody on the list of signers had then"},
	{"the key of the authority itself", func(f forger) string {
		f.list("authority", "ines cert-authority "+f.public("sam"))
		return "authority"
	}, "", "it is signed with a key that nobody"},
	{"a record of another vault", func(f forger) string { f.signs("sam", `"vault":"vault"`, `"vault":"bank"`); return "" }, "", `its record is of the vault "bank", not of "vault"`},
	{"a file that nobody decided on", func(f forger) string { f.write("Approved/.late.md", payRequest); return "" }, "Approved/.late.md", "it has no signature"},
	{"a name that begins like ours", func(f forger) string { f.write("Approved/.coldstart-x.md", payRequest); return "" }, "Approved/.coldstart-x.md", "it has no signature"},
	{"a name that we give to unfinished files", func(f forger) string {
		f.write("Approved/.coldstart-20260314T070000Z-2ac3c58b.tmp", payRequest)
		return ""
	}, "Approved/.coldstart-20260314T070000Z-2ac3c58b.tmp", "it has no signature"},
	{"a hidden file without an ending", func(f forger) string { f.write("Approved/.pay", payRequest); return "" }, "Approved/.pay", "it has no signature"},
	{"a record whose ending has other letters", func(f forger) string {
		f.must(os.Rename(f.at(signedPay+".signed"), f.at(signedPay+".SIGNED")))
		return ""
	}, signedPay + ".SIGNED", "it has no signature"},
	{"a copy that a sync program made, with its record", func(f forger) string {
		f.write("Approved/pay (1).md", payRequest)
		f.write("Approved/pay (1).md.signed", f.record)
		return ""
	}, "Approved/pay (1).md", "its record is that of Approved/pay.md"},
	{"a link in the middle of its path", func(f forger) string {
		f.must(os.Mkdir(f.at("elsewhere"), 0o755))
		f.write("elsewhere/pay.md", payRequest)
		f.must(os.Symlink("../elsewhere", f.at("Approved/again")))
		return ""
	}, "Approved/again", "not a regular file: a link"},
	{"a link to a folder", func(f forger) string { f.must(os.Symlink("/", f.at("Approved/root"))); return "" }, "Approved/root", "not a regular file: a link"},
}

func TestForgedSignaturesDoNotCount(t *testing.T) {
	k := newKeyring(t)
	for _, other := range []string{"mallory", "lou"} {
		k.run(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.path(other))
	}
	k.list("signers", "# those who decide", "ines "+k.public("sam"), "lou "+k.public("lou"))
	original := k.signingVault(blockedVault())
	k.decide(original, payFile, model.ChoiceApprove, "")
	tree := treeOf(t, original.Dir())
	if why := k.check(original, SignedWish{}); why[signedPay] != "" {
		t.Fatalf("the approval itself: %s", why[signedPay])
	}
	for _, tt := range forgeries {
		t.Run(tt.name, func(t *testing.T) {
			k := keyring{t, k.dir}
			f := forger{k, k.signingVault(tree), payRequest, tree[signedPay+".signed"]}
			w := SignedWish{}
			if list := tt.forge(f); list != "" {
				w.Signers = f.path(list)
			}
			path := tt.path
			if path == "" {
				path = signedPay
			}
			switch why, listed := k.check(f.vault, w)[path]; {
			case !listed:
				t.Errorf("%s was not looked at", path)
			case why == "":
				t.Error("it counts")
			case !strings.Contains(why, tt.want):
				t.Errorf("it does not count, but since %s", why)
			}
		})
	}
}

// undoFile is the file with the record of the one undo in a folder.
func undoFile(t *testing.T, v *Vault, dir string) string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(v.Dir(), filepath.FromSlash(dir), "undo-*.signed"))
	if err != nil || len(all) != 1 {
		t.Fatalf("the records of undos: %q, %v", all, err)
	}
	return all[0]
}

// What a decision took back does not count as long as anybody can know: by the record of the undo,
// or by the ledger. Without both nobody can.
func TestAnUndoneApprovalThatIsPutBack(t *testing.T) {
	k := newKeyring(t)
	v := k.signingVault(blockedVault())
	k.decide(v, payFile, model.ChoiceApprove, "")
	record := treeOf(t, v.Dir())[signedPay+".signed"]
	k.undo(v)
	makeFiles(t, v.Dir(), files{signedPay: payRequest, signedPay + ".signed": record})
	if why := k.check(v, SignedWish{}); why[signedPay] != "its decision was undone" {
		t.Errorf("with the record of the undo: %q", why)
	}
	if err := os.Remove(undoFile(t, v, "Pending_Approval")); err != nil {
		t.Fatal(err)
	}
	all, err := v.Signed(t.Context(), SignedWish{Signers: k.path("signers")}, eleven)
	if err != nil || len(all) != 1 || all[0].Why != "its decision was undone" {
		t.Errorf("with the ledger: %+v, %v", all, err)
	}
	if why := k.check(v, SignedWish{}); why[signedPay] != "" {
		t.Errorf("without both: %q", why)
	}
}

// No later decision on the request takes the record of an undo away.
func TestAnUndoneApprovalThatIsPutBackAfterAnotherDecision(t *testing.T) {
	k := newKeyring(t)
	for name, then := range map[string]func(v *Vault){
		"a wish for changes": func(v *Vault) { k.decide(v, payFile, model.ChoiceChanges, "less") },
		"a wish that was undone": func(v *Vault) {
			k.decide(v, payFile, model.ChoiceChanges, "less")
			k.undo(v)
		},
		"another yes":        func(v *Vault) { k.decide(v, payFile, model.ChoiceApprove, "") },
		"a no":               func(v *Vault) { k.decide(v, payFile, model.ChoiceReject, "no") },
		"another undone yes": func(v *Vault) { k.decide(v, payFile, model.ChoiceApprove, ""); k.undo(v) },
	} {
		v := k.signingVault(blockedVault())
		k.decide(v, payFile, model.ChoiceApprove, "")
		record := treeOf(t, v.Dir())[signedPay+".signed"]
		k.undo(v)
		then(v)
		if name == "another yes" {
			if why := k.check(v, SignedWish{}); why[signedPay] != "" {
				t.Errorf("%s itself: %q", name, why[signedPay])
			}
		}
		makeFiles(t, v.Dir(), files{signedPay: payRequest, signedPay + ".signed": record})
		if why := k.check(v, SignedWish{}); why[signedPay] != "its decision was undone" {
			t.Errorf("after %s: %q", name, why[signedPay])
		}
		if problems := mustLoad(t, v).Problems; name != "a no" && len(problems) > 0 {
			t.Errorf("after %s: %+v", name, problems)
		}
	}
}

// The record of the undo lies beside the request, in a folder of its own too, and moves along with it.
func TestTheRecordOfAnUndoCountsWhereverItLies(t *testing.T) {
	k := newKeyring(t)
	const waits, approved = "Pending_Approval/club/dues.md", "Approved/dues.md"
	v := k.signingVault(blockedVault().with(files{waits: payRequest, "Done/": ""}))
	at := func(name string) string { return filepath.Join(v.Dir(), filepath.FromSlash(name)) }
	k.decide(v, waits, model.ChoiceApprove, "")
	record := treeOf(t, v.Dir())[approved+".signed"]
	k.undo(v)
	makeFiles(t, v.Dir(), files{approved: payRequest, approved + ".signed": record})
	for _, tt := range []struct {
		name string
		then func() error
	}{
		{"in a folder of its own", func() error { return nil }},
		{"with a second name", func() error { return os.Link(undoFile(t, v, "Pending_Approval/club"), at("elsewhere")) }},
		{"among the approved files", func() error {
			return os.Rename(undoFile(t, v, "Pending_Approval/club"), at("Approved/undo-1.signed"))
		}},
		{"among the rejected files", func() error {
			return errors.Join(os.MkdirAll(at("Rejected/old"), 0o755), os.Rename(at("Approved/undo-1.signed"), at("Rejected/old/undo-1.signed")))
		}},
		{"in the vault's own folder", func() error { return os.Rename(at("Rejected/old/undo-1.signed"), at("undo-1.signed")) }},
		{"moved with its request", func() error { return os.Rename(at("undo-1.signed"), at("Done/dues.md.signed")) }},
	} {
		if err := tt.then(); err != nil {
			t.Fatal(err)
		}
		if why := k.check(v, SignedWish{}); why[approved] != "its decision was undone" {
			t.Errorf("%s: %q", tt.name, why)
		}
	}
	if why := k.check(v, SignedWish{Vaults: []string{"vault", "till"}}); why[approved] != "its decision was undone" {
		t.Errorf("by other names of the vault: %q", why)
	}
}

// Each check is a run of ssh-keygen, so that whoever writes many records of undos would keep it busy.
func TestManyForgedUndosAreNotAllChecked(t *testing.T) {
	k := newKeyring(t)
	k.run(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.path("mallory"))
	v := k.signingVault(blockedVault())
	id := k.decide(v, payFile, model.ChoiceApprove, "").ID
	line, _, _ := strings.Cut(treeOf(t, v.Dir())[signedPay+".signed"], "\n")
	undo := func(of string) string {
		return k.sign("mallory", "coldstart-decision", strings.NewReplacer(`"choice":"approve"`, `"choice":"undo"`, `"undoes":""`, `"undoes":"`+of+`"`).Replace(line)+"\n")
	}
	ours, others := undo(id), undo("20260314T070000Z-00000001")
	for i := range 1000 {
		makeFiles(t, v.Dir(), files{fmt.Sprintf("Pending_Approval/%d.md.signed", i): others})
	}
	makeFiles(t, v.Dir(), files{"Pending_Approval/one.md.signed": ours})
	if why := k.check(v, SignedWish{}); why[signedPay] != "" {
		t.Errorf("with one forged undo, and many of something else: %q", why)
	}
	for i := range 1000 {
		makeFiles(t, v.Dir(), files{fmt.Sprintf("Pending_Approval/%d.md.signed", i): ours})
	}
	began := time.Now()
	if why := k.check(v, SignedWish{}); !strings.Contains(why[signedPay], "it was not checked: more than") {
		t.Errorf("with many: %q", why)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestWhatIsNotCheckedInTimeIsNotSigned(t *testing.T) {
	k := newKeyring(t)
	v := k.signingVault(blockedVault())
	k.decide(v, payFile, model.ChoiceApprove, "")
	if why := k.check(v, SignedWish{Time: time.Nanosecond}); why[signedPay] != "it was not checked within 1ns" {
		t.Errorf("got %q", why)
	}
}

// What two people decided both ways is not good by the signature of one of them.
func TestAnApprovalThatWasRejectedTooDoesNotCount(t *testing.T) {
	k := newKeyring(t)
	v := k.signingVault(blockedVault())
	k.decide(v, payFile, model.ChoiceApprove, "")
	makeFiles(t, v.Dir(), files{"Rejected/pay.md": payRequest})
	want := "it was rejected, too: Rejected/pay.md"
	if why := k.check(v, SignedWish{}); why[signedPay] != want {
		t.Errorf("without a ledger: %q", why)
	}
	all, err := v.Signed(t.Context(), SignedWish{Signers: k.path("signers"), Name: "pay"}, eleven)
	if err != nil || len(all) != 1 || all[0].Why != want {
		t.Errorf("with the ledger: %+v, %v", all, err)
	}
}

// A request that comes back after its rejection is decided anew, which whoever has no ledger sees by
// the two records.
func TestAnApprovalAfterARejectionCounts(t *testing.T) {
	k := newKeyring(t)
	v := k.signingVault(blockedVault())
	early := wish(t, v, payFile, model.ChoiceReject, "less")
	early.At = early.At.Add(-time.Hour)
	mustDecide(t, v, early)
	makeFiles(t, v.Dir(), files{payFile: payRequest})
	k.decide(v, payFile, model.ChoiceApprove, "")
	// The log would say it, too.
	if err := os.RemoveAll(filepath.Join(v.Dir(), "Logs")); err != nil {
		t.Fatal(err)
	}
	if why := k.check(v, SignedWish{}); why[signedPay] != "" {
		t.Errorf("after a signed rejection: %q", why)
	}
	if err := os.Remove(filepath.Join(v.Dir(), "Rejected/pay.md.signed")); err != nil {
		t.Fatal(err)
	}
	if why := k.check(v, SignedWish{}); why[signedPay] == "" {
		t.Error("it counts after a rejection by nobody knows whom")
	}
}

// What somebody rejects after an approval of it does not count, under whatever name that lies.
func TestAnApprovalBeforeARejectionDoesNotCount(t *testing.T) {
	k := newKeyring(t)
	k.run(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.path("mallory"))
	later := func(v *Vault, text string, by time.Duration) {
		makeFiles(t, v.Dir(), files{payFile: text})
		no := wish(t, v, payFile, model.ChoiceReject, "no")
		no.At = no.At.Add(by)
		mustDecide(t, v, no)
	}
	for _, tt := range []struct {
		name string
		text string
		// by is how much later it was rejected, then happens last.
		by   time.Duration
		then func(v *Vault)
		want string
	}{
		{"with the same bytes", payRequest, time.Minute, nil, "it was rejected later: Rejected/pay-again-2.md"},
		{"with other bytes under the same path", payRequest + "More.\n", time.Minute, nil, "it was rejected later: Rejected/pay-again-2.md"},
		{"with a file that is gone", payRequest, time.Minute, func(v *Vault) {
			if err := os.Remove(filepath.Join(v.Dir(), "Rejected/pay-again-2.md")); err != nil {
				t.Fatal(err)
			}
		}, "it was rejected later: Rejected/pay-again-2.md"},
		{"before it", payRequest, -time.Minute, nil, ""},
		{"and that was undone", payRequest, time.Minute, func(v *Vault) {
			record := treeOf(t, v.Dir())["Rejected/pay-again-2.md.signed"]
			k.undo(v)
			makeFiles(t, v.Dir(), files{"Done/old.signed": record})
		}, ""},
		{"by somebody who is not on the list", payRequest, time.Minute, func(v *Vault) {
			const name = "Rejected/pay-again-2.md.signed"
			line, _, _ := strings.Cut(treeOf(t, v.Dir())[name], "\n")
			for i := range 5 {
				makeFiles(t, v.Dir(), files{name: k.sign("mallory", "coldstart-decision", line+"\n"), fmt.Sprintf("Done/%d.signed", i): ""})
			}
		}, ""},
		{"by many of those", payRequest, time.Minute, func(v *Vault) {
			const name = "Rejected/pay-again-2.md.signed"
			line, _, _ := strings.Cut(treeOf(t, v.Dir())[name], "\n")
			for i := range 5 {
				makeFiles(t, v.Dir(), files{name: "", fmt.Sprintf("Done/%d.signed", i): k.sign("mallory", "coldstart-decision", line+"\n")})
			}
		}, "it was not checked: more than 4 records say that it was rejected later"},
	} {
		v := k.signingVault(blockedVault().with(files{"Done/": ""}))
		early := wish(t, v, payFile, model.ChoiceReject, "less")
		early.At = early.At.Add(-time.Hour)
		mustDecide(t, v, early)
		makeFiles(t, v.Dir(), files{payFile: payRequest})
		k.decide(v, payFile, model.ChoiceApprove, "")
		later(v, tt.text, tt.by)
		if tt.then != nil {
			tt.then(v)
		}
		if why := k.check(v, SignedWish{}); why[signedPay] != tt.want {
			t.Errorf("%s: %q", tt.name, why[signedPay])
		}
	}
}

func TestARevokedKeyDoesNotCount(t *testing.T) {
	k := newKeyring(t)
	k.run(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.path("lou"))
	v := k.signingVault(blockedVault())
	k.decide(v, payFile, model.ChoiceApprove, "")
	k.list("plain", "# gone", k.public("sam"))
	k.list("other", k.public("lou"))
	k.list("none", "# nobody yet")
	k.run(nil, "-q", "-k", "-f", k.path("made"), k.path("sam.pub"))
	k.run(nil, "-q", "-k", "-f", k.path("made-other"), k.path("lou.pub"))
	for name, want := range map[string]string{
		"plain": "the key with which it is signed is revoked", "made": "the key with which it is signed is revoked",
		"other": "", "made-other": "", "none": "",
	} {
		if why := k.check(v, SignedWish{Revoked: k.path(name)}); why[signedPay] != want {
			t.Errorf("%s: %q", name, why)
		}
	}
	k.list("words", "the key of sam")
	k.list("signers-instead", "ines "+k.public("lou"))
	made, err := os.ReadFile(k.path("made-other"))
	if err != nil {
		t.Fatal(err)
	}
	makeFiles(t, k.dir, files{"half": string(made[:60])})
	for name, want := range map[string]string{
		"missing": "no such file", "words": "neither made by ssh-keygen -k, nor one public key on each line", "half": "neither made by",
		"signers-instead": "neither made by", ".": "it is not a file",
	} {
		_, err := v.Signed(t.Context(), SignedWish{Signers: k.path("signers"), Revoked: k.path(name)}, eleven)
		if err == nil || !strings.Contains(err.Error(), "reading the revoked keys in "+k.path(name)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhereNoVaultIsNothingIsChecked(t *testing.T) {
	k := newKeyring(t)
	v, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if all, err := v.Signed(t.Context(), SignedWish{Signers: k.path("signers")}, eleven); !errors.Is(err, model.ErrNoVault) {
		t.Errorf("got %+v, %v", all, err)
	}
}

func TestTheListOfSignersIsNoAgents(t *testing.T) {
	k := newKeyring(t)
	v := k.signingVault(blockedVault())
	k.list("empty", "", "  # sam "+k.public("sam"))
	makeFiles(t, v.Dir(), files{"signers": "ines " + k.public("sam") + "\n", "linked": "ines " + k.public("sam") + "\n"})
	if err := os.Link(filepath.Join(v.Dir(), "linked"), k.path("linked")); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{"open": 0o666, "shared/signers": 0o644, "kept/signers": 0o644} {
		makeFiles(t, k.dir, files{name: "ines " + k.public("sam") + "\n"})
		if err := os.Chmod(k.path(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Chmod(k.path("shared"), 0o777), os.Chmod(k.path("kept"), 0o777|os.ModeSticky)); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Signed(t.Context(), SignedWish{Signers: k.path("kept/signers")}, eleven); err != nil {
		t.Error(err)
	}
	for _, tt := range []struct{ list, want string }{
		{filepath.Join(v.Dir(), "signers"), "it is in the vault, where agents write"},
		{k.path("linked"), "it has another name (a hard link)"},
		{k.path("open"), "every account may write it"},
		{k.path("shared/signers"), "every account may write in its folder " + k.path("shared")},
		{k.path("empty"), "it allows nobody"},
		{k.path("missing"), "no such file"},
		{k.dir, "it is not a file"},
	} {
		if _, err := v.Signed(t.Context(), SignedWish{Signers: tt.list}, eleven); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.list, err)
		}
	}
}

func TestACertificateOfTheAuthorityCounts(t *testing.T) {
	k := newKeyring(t)
	k.run(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.path("authority"))
	k.run(nil, "-q", "-s", k.path("authority"), "-I", "ines", "-n", "ines", k.path("sam.pub"))
	v := k.signingVault(blockedVault())
	v.where.Opts.Sign.Key = k.path("sam-cert.pub")
	k.decide(v, payFile, model.ChoiceApprove, "")
	k.list("signers", "ines cert-authority "+k.public("authority"))
	if why := k.check(v, SignedWish{}); why[signedPay] != "" {
		t.Errorf("it does not count: %q", why)
	}
}

// A vault that lies elsewhere under another name is the same vault to whoever says so.
func TestACopyOfAVaultUnderAnotherName(t *testing.T) {
	k := newKeyring(t)
	v := k.signingVault(blockedVault())
	k.decide(v, payFile, model.ChoiceApprove, "")
	clone := filepath.Join(t.TempDir(), "clone")
	makeFiles(t, clone, treeOf(t, v.Dir()))
	c, err := Open(clone, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if why := k.check(c, SignedWish{}); why[signedPay] != `its record is of the vault "vault", not of "clone"` {
		t.Errorf("by its own name: %q", why)
	}
	if why := k.check(c, SignedWish{Vaults: []string{"till", "vault"}}); why[signedPay] != "" {
		t.Errorf("by the other: %q", why)
	}
}

func TestOneFileIsFoundByItsName(t *testing.T) {
	k := newKeyring(t)
	v := k.signingVault(blockedVault())
	k.decide(v, payFile, model.ChoiceApprove, "")
	makeFiles(t, v.Dir(), files{"Approved/other.md": "x", "Approved/a/twice.md": "x", "Approved/b/twice.md": "x", "Approved/note.md.note": "x", "Approved/.gitkeep": ""})
	if all := k.check(v, SignedWish{}); !slices.Equal(slices.Sorted(maps.Keys(all)), []string{"Approved/a/twice.md", "Approved/b/twice.md", "Approved/other.md", signedPay}) {
		t.Errorf("all are %q", all)
	}
	for _, name := range []string{signedPay, "pay.md", "pay", "request:" + signedPay} {
		if why := k.check(v, SignedWish{Name: name}); len(why) != 1 || why[signedPay] != "" {
			t.Errorf("%s: %q", name, why)
		}
	}
	for name, want := range map[string]string{"nothing": "no approved file has the name", "twice": "is the name of 2 requests", payFile: "no approved file"} {
		if _, err := v.Signed(t.Context(), SignedWish{Signers: k.path("signers"), Name: name}, eleven); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
