package verify_test

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
	"coldstart/testdata/must"
	"coldstart/vault"
	"coldstart/vault/vaulttest"
)

const signedPay = "Approved/pay.md"

// forger has a vault with one signed approval and whatever is needed to forge another.
type forger struct {
	vaulttest.Keyring
	vault *vaulttest.Vault
	// file and record are those of the approval.
	file, record string
}

func (f forger) at(name string) string { return filepath.Join(f.vault.Dir(), filepath.FromSlash(name)) }

func (f forger) write(name, text string) {
	vaulttest.MakeFiles(f.T, f.vault.Dir(), vaulttest.Files{name: text})
}

// line is what was signed, armor the signature.
func (f forger) line() string { return f.record[:strings.Index(f.record, "\n")+1] }

func (f forger) armor() string { return f.record[len(f.line()):] }

// signs lays a record, changed and signed with a key, beside the approval.
func (f forger) signs(key string, replace ...string) {
	f.write(signedPay+".signed", f.Sign(key, "coldstart-decision", strings.NewReplacer(replace...).Replace(f.line())))
}

func (f forger) must(err error) {
	f.T.Helper()
	if err != nil {
		f.T.Fatal(err)
	}
}

var forgeries = []struct {
	name string
	// forge returns the list of signers, the usual one where it gives none. path is the forged file.
	forge func(f forger) (signers string)
	path  string
	want  string
}{
	{"another key", func(f forger) string { f.signs("mallory"); return "" }, "", "belonged to no one on the list of signers then"},
	{"the key of another person", func(f forger) string { f.signs("lou"); return "" }, "", "does not allow ines this signing key"},
	{"in the name of another person", func(f forger) string { f.signs("sam", `"by":"ines"`, `"by":"lou"`); return "" }, "", "does not allow lou this signing key"},
	{"in the name of everybody", func(f forger) string { f.signs("sam", `"by":"ines"`, `"by":"*"`); return "" }, "", "has no name that could have signed it"},
	{"a file that was changed since", func(f forger) string { f.write(signedPay, vaulttest.PayRequest+"\nAnd 900 more.\n"); return "" }, "", "its bytes are not those that were decided on"},
	{"a file with other line ends", func(f forger) string { f.write(signedPay, vaulttest.CRLF(vaulttest.PayRequest)); return "" }, "", "its bytes are not"},
	{"the signature of another file", func(f forger) string {
		f.write("Approved/more.md", vaulttest.PayRequest)
		f.write("Approved/more.md.signed", f.record)
		return ""
	}, "Approved/more.md", "its record is that of Approved/pay.md"},
	{"a name that looks the same", func(f forger) string {
		f.write("Approved/p\u0430y.md", vaulttest.PayRequest)
		f.write("Approved/p\u0430y.md.signed", f.record)
		return ""
	}, "Approved/p\u0430y.md", "its record is that of Approved/pay.md"},
	{"the same name in another folder", func(f forger) string {
		f.write("Approved/again/pay.md", vaulttest.PayRequest)
		f.write("Approved/again/pay.md.signed", f.record)
		return ""
	}, "Approved/again/pay.md", "its record is that of Approved/pay.md"},
	{"a rejection in the folder of approvals", func(f forger) string {
		f.write("Pending_Approval/no.md", vaulttest.PayRequest)
		f.Decide(f.vault, "Pending_Approval/no.md", model.ChoiceReject, "no")
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
		f.write(signedPay+".signed", f.Sign("sam", "file", f.line()))
		return ""
	}, "", "the signature does not fit its record"},
	{"a signature for commits", func(f forger) string {
		f.write(signedPay+".signed", f.Sign("sam", "git", f.line()))
		return ""
	}, "", "the signature does not fit its record"},
	{"a key that is for commits", func(f forger) string {
		f.List("for-git", `ines namespaces="git" `+f.Public("sam"))
		return "for-git"
	}, "", "or not at that time"},
	{"a record that was edited", func(f forger) string {
		f.write(signedPay+".signed", strings.Replace(f.record, `"times":0`, `"times":9`, 1))
		return ""
	}, "", "the signature does not fit its record"},
	{"a field twice", func(f forger) string { f.signs("sam", `"times":0`, `"times":0,"times":0`); return "" }, "", "not in coldstart's format"},
	{"a field that is not known", func(f forger) string { f.signs("sam", `"times":0`, `"times":0,"until":"2030"`); return "" }, "", "not in coldstart's format"},
	{"blanks in the record", func(f forger) string { f.signs("sam", `,"times"`, `, "times"`); return "" }, "", "not in coldstart's format"},
	{"a newer form", func(f forger) string { f.signs("sam", `"form":1`, `"form":2`); return "" }, "", "the form of a newer coldstart"},
	{"bytes behind the signature", func(f forger) string { f.write(signedPay+".signed", f.record+"x\n"); return "" }, "", "not one signature"},
	{"two records", func(f forger) string { f.write(signedPay+".signed", f.record+f.record); return "" }, "", "not one signature"},
	{"two signatures", func(f forger) string { f.write(signedPay+".signed", f.record+f.armor()); return "" }, "", "not one signature"},
	{"no signature", func(f forger) string { f.write(signedPay+".signed", f.line()); return "" }, "", "not one signature"},
	{"no record", func(f forger) string { f.must(os.Remove(f.at(signedPay + ".signed"))); return "" }, "", "it has no signature"},
	{"an empty record", func(f forger) string { f.write(signedPay+".signed", ""); return "" }, "", "its record has no signature"},
	{"a record with other line ends", func(f forger) string { f.write(signedPay+".signed", vaulttest.CRLF(f.record)); return "" }, "", "the line ends of its record were converted"},
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
		f.List("over", `ines valid-before="20260221" `+f.Public("sam"))
		return "over"
	}, "", "no one on the list of signers then"},
	{"a key whose time had not come", func(f forger) string {
		f.List("later", `ines valid-after="20260222" `+f.Public("sam"))
		return "later"
	}, "", "no one on the list of signers then"},
	{"a record from the future", func(f forger) string { f.signs("sam", `"at":"2026`, `"at":"2027`); return "" }, "", "from the future"},
	{"a key without the certificate that is wanted", func(f forger) string {
		f.List("authority", "ines cert-authority "+f.Public("mallory"))
		return "authority"
	}, "", "belonged to no one on the list of signers then"},
	{"the key of the authority itself", func(f forger) string {
		f.List("authority", "ines cert-authority "+f.Public("sam"))
		return "authority"
	}, "", "its signing key belonged to no one"},
	{"a record of another vault", func(f forger) string { f.signs("sam", `"vault":"vault"`, `"vault":"bank"`); return "" }, "", `its record is of the vault "bank", not of "vault"`},
	{"a file that nobody decided on", func(f forger) string { f.write("Approved/.late.md", vaulttest.PayRequest); return "" }, "Approved/.late.md", "it has no signature"},
	{"a name that begins like ours", func(f forger) string { f.write("Approved/.coldstart-x.md", vaulttest.PayRequest); return "" }, "Approved/.coldstart-x.md", "it has no signature"},
	{"a name that we give to unfinished files", func(f forger) string {
		f.write("Approved/.coldstart-20260314T070000Z-2ac3c58b.tmp", vaulttest.PayRequest)
		return ""
	}, "Approved/.coldstart-20260314T070000Z-2ac3c58b.tmp", "it has no signature"},
	{"a hidden file without an ending", func(f forger) string { f.write("Approved/.pay", vaulttest.PayRequest); return "" }, "Approved/.pay", "it has no signature"},
	{"a record whose ending has other letters", func(f forger) string {
		f.must(os.Rename(f.at(signedPay+".signed"), f.at(signedPay+".SIGNED")))
		return ""
	}, signedPay + ".SIGNED", "it has no signature"},
	{"a copy that a sync program made, with its record", func(f forger) string {
		f.write("Approved/pay (1).md", vaulttest.PayRequest)
		f.write("Approved/pay (1).md.signed", f.record)
		return ""
	}, "Approved/pay (1).md", "its record is that of Approved/pay.md"},
	{"a link in the middle of its path", func(f forger) string {
		f.must(os.Mkdir(f.at("elsewhere"), 0o755))
		f.write("elsewhere/pay.md", vaulttest.PayRequest)
		f.must(os.Symlink("../elsewhere", f.at("Approved/again")))
		return ""
	}, "Approved/again", "not a regular file: a link"},
	{"a link to a folder", func(f forger) string { f.must(os.Symlink("/", f.at("Approved/root"))); return "" }, "Approved/root", "not a regular file: a link"},
}

func TestForgedSignaturesDoNotCount(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	for _, other := range []string{"mallory", "lou"} {
		k.Keygen(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.Path(other))
	}
	k.List("signers", "# those who decide", "ines "+k.Public("sam"), "lou "+k.Public("lou"))
	original := k.SigningVault(vaulttest.BlockedVault())
	k.Decide(original, vaulttest.PayFile, model.ChoiceApprove, "")
	tree := vaulttest.TreeOf(t, original.Dir())
	if why := k.Check(original, vault.SignedWish{}); why[signedPay] != "" {
		t.Fatalf("the approval itself: %s", why[signedPay])
	}
	for _, tt := range forgeries {
		t.Run(tt.name, func(t *testing.T) {
			k := vaulttest.Keyring{T: t, Dir: k.Dir}
			f := forger{k, k.SigningVault(tree), vaulttest.PayRequest, tree[signedPay+".signed"]}
			w := vault.SignedWish{}
			if list := tt.forge(f); list != "" {
				w.Signers = f.Path(list)
			}
			path := tt.path
			if path == "" {
				path = signedPay
			}
			switch why, listed := k.Check(f.vault, w)[path]; {
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
func undoFile(t *testing.T, v *vaulttest.Vault, dir string) string {
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
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.BlockedVault())
	k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
	record := vaulttest.TreeOf(t, v.Dir())[signedPay+".signed"]
	k.Undo(v)
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{signedPay: vaulttest.PayRequest, signedPay + ".signed": record})
	if why := k.Check(v, vault.SignedWish{}); why[signedPay] != "its decision was undone" {
		t.Errorf("with the record of the undo: %q", why)
	}
	must.Do(t, os.Remove(undoFile(t, v, "Pending_Approval")))
	all, err := v.Signed(t.Context(), vault.SignedWish{Signers: k.Path("signers")}, vaulttest.Eleven)
	if err != nil || len(all) != 1 || all[0].Why != "its decision was undone" {
		t.Errorf("with the ledger: %+v, %v", all, err)
	}
	if why := k.Check(v, vault.SignedWish{}); why[signedPay] != "" {
		t.Errorf("without both: %q", why)
	}
}

// No later decision on the request takes the record of an undo away.
func TestAnUndoneApprovalThatIsPutBackAfterAnotherDecision(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	for name, then := range map[string]func(v *vaulttest.Vault){
		"a wish for changes": func(v *vaulttest.Vault) { k.Decide(v, vaulttest.PayFile, model.ChoiceChanges, "less") },
		"a wish that was undone": func(v *vaulttest.Vault) {
			k.Decide(v, vaulttest.PayFile, model.ChoiceChanges, "less")
			k.Undo(v)
		},
		"another yes":        func(v *vaulttest.Vault) { k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "") },
		"a no":               func(v *vaulttest.Vault) { k.Decide(v, vaulttest.PayFile, model.ChoiceReject, "no") },
		"another undone yes": func(v *vaulttest.Vault) { k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, ""); k.Undo(v) },
	} {
		v := k.SigningVault(vaulttest.BlockedVault())
		k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
		record := vaulttest.TreeOf(t, v.Dir())[signedPay+".signed"]
		k.Undo(v)
		then(v)
		if name == "another yes" {
			if why := k.Check(v, vault.SignedWish{}); why[signedPay] != "" {
				t.Errorf("%s itself: %q", name, why[signedPay])
			}
		}
		vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{signedPay: vaulttest.PayRequest, signedPay + ".signed": record})
		if why := k.Check(v, vault.SignedWish{}); why[signedPay] != "its decision was undone" {
			t.Errorf("after %s: %q", name, why[signedPay])
		}
		if problems := vaulttest.MustLoad(t, v).Problems; name != "a no" && len(problems) > 0 {
			t.Errorf("after %s: %+v", name, problems)
		}
	}
}

// The record of the undo lies beside the request, in a folder of its own too, and moves along with it.
func TestTheRecordOfAnUndoCountsWhereverItLies(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	const waits, approved = "Pending_Approval/club/dues.md", "Approved/dues.md"
	v := k.SigningVault(vaulttest.BlockedVault().With(vaulttest.Files{waits: vaulttest.PayRequest, "Done/": ""}))
	at := func(name string) string { return filepath.Join(v.Dir(), filepath.FromSlash(name)) }
	k.Decide(v, waits, model.ChoiceApprove, "")
	record := vaulttest.TreeOf(t, v.Dir())[approved+".signed"]
	k.Undo(v)
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{approved: vaulttest.PayRequest, approved + ".signed": record})
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
		must.Do(t, tt.then())
		if why := k.Check(v, vault.SignedWish{}); why[approved] != "its decision was undone" {
			t.Errorf("%s: %q", tt.name, why)
		}
	}
	if why := k.Check(v, vault.SignedWish{Vaults: []string{"vault", "till"}}); why[approved] != "its decision was undone" {
		t.Errorf("by other names of the vault: %q", why)
	}
}

// Each check is a run of ssh-keygen, so that whoever writes many records of undos would keep it busy.
func TestManyForgedUndosAreNotAllChecked(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	k.Keygen(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.Path("mallory"))
	v := k.SigningVault(vaulttest.BlockedVault())
	id := k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "").ID
	line, _, _ := strings.Cut(vaulttest.TreeOf(t, v.Dir())[signedPay+".signed"], "\n")
	undo := func(of string) string {
		return k.Sign("mallory", "coldstart-decision", strings.NewReplacer(`"choice":"approve"`, `"choice":"undo"`, `"undoes":""`, `"undoes":"`+of+`"`).Replace(line)+"\n")
	}
	ours, others := undo(id), undo("20260314T070000Z-00000001")
	for i := range 1000 {
		vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{fmt.Sprintf("Pending_Approval/%d.md.signed", i): others})
	}
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{"Pending_Approval/one.md.signed": ours})
	if why := k.Check(v, vault.SignedWish{}); why[signedPay] != "" {
		t.Errorf("with one forged undo, and many of something else: %q", why)
	}
	for i := range 1000 {
		vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{fmt.Sprintf("Pending_Approval/%d.md.signed", i): ours})
	}
	began := time.Now()
	if why := k.Check(v, vault.SignedWish{}); !strings.Contains(why[signedPay], "it was not checked: more than") {
		t.Errorf("with many: %q", why)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestWhatIsNotCheckedInTimeIsNotSigned(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.BlockedVault())
	k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
	if why := k.Check(v, vault.SignedWish{Time: time.Nanosecond}); why[signedPay] != "it was not checked within 1ns" {
		t.Errorf("got %q", why)
	}
}

// What two people decided both ways is not good by the signature of one of them.
func TestAnApprovalThatWasRejectedTooDoesNotCount(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.BlockedVault())
	k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{"Rejected/pay.md": vaulttest.PayRequest})
	want := "it was also rejected: Rejected/pay.md"
	if why := k.Check(v, vault.SignedWish{}); why[signedPay] != want {
		t.Errorf("without a ledger: %q", why)
	}
	all, err := v.Signed(t.Context(), vault.SignedWish{Signers: k.Path("signers"), Name: "pay"}, vaulttest.Eleven)
	if err != nil || len(all) != 1 || all[0].Why != want {
		t.Errorf("with the ledger: %+v, %v", all, err)
	}
}

// A request that comes back after its rejection is decided anew, which whoever has no ledger sees by
// the two records.
func TestAnApprovalAfterARejectionCounts(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.BlockedVault())
	early := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceReject, "less")
	early.At = early.At.Add(-time.Hour)
	vaulttest.MustDecide(t, v, early)
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{vaulttest.PayFile: vaulttest.PayRequest})
	k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
	// The log would say it, too.
	must.Do(t, os.RemoveAll(filepath.Join(v.Dir(), "Logs")))
	if why := k.Check(v, vault.SignedWish{}); why[signedPay] != "" {
		t.Errorf("after a signed rejection: %q", why)
	}
	must.Do(t, os.Remove(filepath.Join(v.Dir(), "Rejected/pay.md.signed")))
	if why := k.Check(v, vault.SignedWish{}); why[signedPay] == "" {
		t.Error("it counts after a rejection by nobody knows whom")
	}
}

// What somebody rejects after an approval of it does not count, under whatever name that lies.
func TestAnApprovalBeforeARejectionDoesNotCount(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	k.Keygen(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.Path("mallory"))
	later := func(v *vaulttest.Vault, text string, by time.Duration) {
		vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{vaulttest.PayFile: text})
		no := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceReject, "no")
		no.At = no.At.Add(by)
		vaulttest.MustDecide(t, v, no)
	}
	for _, tt := range []struct {
		name string
		text string
		// by is how much later it was rejected, then happens last.
		by   time.Duration
		then func(v *vaulttest.Vault)
		want string
	}{
		{"with the same bytes", vaulttest.PayRequest, time.Minute, nil, "it was rejected later: Rejected/pay-again-2.md"},
		{"with other bytes under the same path", vaulttest.PayRequest + "More.\n", time.Minute, nil, "it was rejected later: Rejected/pay-again-2.md"},
		{"with a file that is gone", vaulttest.PayRequest, time.Minute, func(v *vaulttest.Vault) {
			must.Do(t, os.Remove(filepath.Join(v.Dir(), "Rejected/pay-again-2.md")))
		}, "it was rejected later: Rejected/pay-again-2.md"},
		{"before it", vaulttest.PayRequest, -time.Minute, nil, ""},
		{"and that was undone", vaulttest.PayRequest, time.Minute, func(v *vaulttest.Vault) {
			record := vaulttest.TreeOf(t, v.Dir())["Rejected/pay-again-2.md.signed"]
			k.Undo(v)
			vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{"Done/old.signed": record})
		}, ""},
		{"by somebody who is not on the list", vaulttest.PayRequest, time.Minute, func(v *vaulttest.Vault) {
			const name = "Rejected/pay-again-2.md.signed"
			line, _, _ := strings.Cut(vaulttest.TreeOf(t, v.Dir())[name], "\n")
			for i := range 5 {
				vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{name: k.Sign("mallory", "coldstart-decision", line+"\n"), fmt.Sprintf("Done/%d.signed", i): ""})
			}
		}, ""},
		{"by many of those", vaulttest.PayRequest, time.Minute, func(v *vaulttest.Vault) {
			const name = "Rejected/pay-again-2.md.signed"
			line, _, _ := strings.Cut(vaulttest.TreeOf(t, v.Dir())[name], "\n")
			for i := range 5 {
				vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{name: "", fmt.Sprintf("Done/%d.signed", i): k.Sign("mallory", "coldstart-decision", line+"\n")})
			}
		}, "it was not checked: more than 4 records say that it was rejected later"},
	} {
		v := k.SigningVault(vaulttest.BlockedVault().With(vaulttest.Files{"Done/": ""}))
		early := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceReject, "less")
		early.At = early.At.Add(-time.Hour)
		vaulttest.MustDecide(t, v, early)
		vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{vaulttest.PayFile: vaulttest.PayRequest})
		k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
		later(v, tt.text, tt.by)
		if tt.then != nil {
			tt.then(v)
		}
		if why := k.Check(v, vault.SignedWish{}); why[signedPay] != tt.want {
			t.Errorf("%s: %q", tt.name, why[signedPay])
		}
	}
}

func TestARevokedKeyDoesNotCount(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	k.Keygen(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.Path("lou"))
	v := k.SigningVault(vaulttest.BlockedVault())
	k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
	k.List("plain", "# gone", k.Public("sam"))
	k.List("other", k.Public("lou"))
	k.List("none", "# nobody yet")
	k.Keygen(nil, "-q", "-k", "-f", k.Path("made"), k.Path("sam.pub"))
	k.Keygen(nil, "-q", "-k", "-f", k.Path("made-other"), k.Path("lou.pub"))
	for name, want := range map[string]string{
		"plain": "its signing key is revoked", "made": "its signing key is revoked",
		"other": "", "made-other": "", "none": "",
	} {
		if why := k.Check(v, vault.SignedWish{Revoked: k.Path(name)}); why[signedPay] != want {
			t.Errorf("%s: %q", name, why)
		}
	}
	k.List("words", "the key of sam")
	k.List("signers-instead", "ines "+k.Public("lou"))
	made := must.Get(os.ReadFile(k.Path("made-other")))(t)
	vaulttest.MakeFiles(t, k.Dir, vaulttest.Files{"half": string(made[:60])})
	for name, want := range map[string]string{
		"missing": "no such file", "words": "neither made by ssh-keygen -k, nor one public key on each line", "half": "neither made by",
		"signers-instead": "neither made by", ".": "it is not a file",
	} {
		_, err := v.Signed(t.Context(), vault.SignedWish{Signers: k.Path("signers"), Revoked: k.Path(name)}, vaulttest.Eleven)
		if err == nil || !strings.Contains(err.Error(), "reading the revoked keys in "+k.Path(name)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhereNoVaultIsNothingIsChecked(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	v := must.Get(vaulttest.Open(t.TempDir(), vault.Options{}))(t)
	defer v.Close()
	if all, err := v.Signed(t.Context(), vault.SignedWish{Signers: k.Path("signers")}, vaulttest.Eleven); !errors.Is(err, model.ErrNoVault) {
		t.Errorf("got %+v, %v", all, err)
	}
}

func TestTheListOfSignersIsNoAgents(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.BlockedVault())
	k.List("empty", "", "  # sam "+k.Public("sam"))
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{"signers": "ines " + k.Public("sam") + "\n", "linked": "ines " + k.Public("sam") + "\n"})
	must.Do(t, os.Link(filepath.Join(v.Dir(), "linked"), k.Path("linked")))
	for name, mode := range map[string]os.FileMode{"open": 0o666, "shared/signers": 0o644, "kept/signers": 0o644} {
		vaulttest.MakeFiles(t, k.Dir, vaulttest.Files{name: "ines " + k.Public("sam") + "\n"})
		must.Do(t, os.Chmod(k.Path(name), mode))
	}
	must.Do(t, errors.Join(os.Chmod(k.Path("shared"), 0o777), os.Chmod(k.Path("kept"), 0o777|os.ModeSticky)))
	if _, err := v.Signed(t.Context(), vault.SignedWish{Signers: k.Path("kept/signers")}, vaulttest.Eleven); err != nil {
		t.Error(err)
	}
	for _, tt := range []struct{ list, want string }{
		{filepath.Join(v.Dir(), "signers"), "it is in the vault, where agents write"},
		{k.Path("linked"), "it has another name (a hard link)"},
		{k.Path("open"), "every account may write it"},
		{k.Path("shared/signers"), "every account may write in its folder " + k.Path("shared")},
		{k.Path("empty"), "it allows no one"},
		{k.Path("missing"), "no such file"},
		{k.Dir, "it is not a file"},
	} {
		if _, err := v.Signed(t.Context(), vault.SignedWish{Signers: tt.list}, vaulttest.Eleven); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.list, err)
		}
	}
}

func TestACertificateOfTheAuthorityCounts(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	k.Keygen(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.Path("authority"))
	k.Keygen(nil, "-q", "-s", k.Path("authority"), "-I", "ines", "-n", "ines", k.Path("sam.pub"))
	v := k.SigningVault(vaulttest.BlockedVault())
	v.Where.Opts.Sign.Key = k.Path("sam-cert.pub")
	k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
	k.List("signers", "ines cert-authority "+k.Public("authority"))
	if why := k.Check(v, vault.SignedWish{}); why[signedPay] != "" {
		t.Errorf("it does not count: %q", why)
	}
}

// A vault that lies elsewhere under another name is the same vault to whoever says so.
func TestACopyOfAVaultUnderAnotherName(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.BlockedVault())
	k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
	clone := filepath.Join(t.TempDir(), "clone")
	vaulttest.MakeFiles(t, clone, vaulttest.TreeOf(t, v.Dir()))
	c := must.Get(vaulttest.Open(clone, vault.Options{}))(t)
	defer c.Close()
	if why := k.Check(c, vault.SignedWish{}); why[signedPay] != `its record is of the vault "vault", not of "clone"` {
		t.Errorf("by its own name: %q", why)
	}
	if why := k.Check(c, vault.SignedWish{Vaults: []string{"till", "vault"}}); why[signedPay] != "" {
		t.Errorf("by the other: %q", why)
	}
}

func TestOneFileIsFoundByItsName(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.BlockedVault())
	k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{"Approved/other.md": "x", "Approved/a/twice.md": "x", "Approved/b/twice.md": "x", "Approved/note.md.note": "x", "Approved/.gitkeep": ""})
	if all := k.Check(v, vault.SignedWish{}); !slices.Equal(slices.Sorted(maps.Keys(all)), []string{"Approved/a/twice.md", "Approved/b/twice.md", "Approved/other.md", signedPay}) {
		t.Errorf("all are %q", all)
	}
	for _, name := range []string{signedPay, "pay.md", "pay", "request:" + signedPay} {
		if why := k.Check(v, vault.SignedWish{Name: name}); len(why) != 1 || why[signedPay] != "" {
			t.Errorf("%s: %q", name, why)
		}
	}
	for name, want := range map[string]string{"nothing": "no approved file has the name", "twice": "is the name of 2 requests", vaulttest.PayFile: "no approved file"} {
		if _, err := v.Signed(t.Context(), vault.SignedWish{Signers: k.Path("signers"), Name: name}, vaulttest.Eleven); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
