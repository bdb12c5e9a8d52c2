package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/disk"
	"coldstart/vault/gate"
	"coldstart/vault/inspect"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/process"
	"coldstart/vault/settings"
	"coldstart/vault/setup"
	"coldstart/vault/signature"
	"coldstart/vault/source/events"
	"coldstart/vault/verify"
)

// MostLoadTime is the longest that one load reads where the time is bounded.
const MostLoadTime = load.MostTime

// Places are where the operator keeps what is read.
type Places = places.Places

// PlaceNames are the names of the places that the settings can give.
func PlaceNames() []string { return places.PlaceNames() }

// Around looks for what there is to open at a folder.
type Around = places.Around

// Marks are the names of files and folders by which other programs are known, at the top of a folder.
func Marks() []string { return load.Marks() }

// Left reports whether other programs left something in a folder.
func Left(dir string) bool { return load.Left(dir) }

// Worked reports whether agents' programs keep sessions of the work in a folder.
func Worked(dir string, folders []StoreFolder) bool { return load.Worked(dir, folders) }

// StoreFolder is where the program of an agent keeps its sessions.
type StoreFolder = places.StoreFolder

// StoreFolders returns where the programs of agents keep their sessions, by the environment and the
// home folder, which may be empty.
func StoreFolders(getenv func(string) string, home string) []StoreFolder {
	return load.StoreFolders(getenv, home)
}

// Everywhere reads the sessions of agents in all repositories, the newest first, and counts those
// that were not read. It touches no folder in which they worked.
func Everywhere(o Options) (sessions []model.Transcript, left int, problems []model.Problem) {
	return load.New(&places.Vault{Opts: o}, nil, nil, nil).Sessions()
}

// Look tells what a folder is: in which repository, or gone. It touches the folder.
func Look(dir string) rule.Sight { return places.Look(dir) }

// IsFolder reports whether path is a folder.
func IsFolder(path string) bool { return places.IsFolder(path) }

// ConfigEntry is one entry of the operator's settings file.
type ConfigEntry = settings.ConfigEntry

// ReadConfig reads the operator's settings file.
func ReadConfig(path string) ([]ConfigEntry, error) { return settings.ReadConfig(path) }

// RulesFile is the operator's settings file with a change of its rules for the gate.
type RulesFile = settings.RulesFile

// ReadRules reads the operator's settings file, to change its rules.
func ReadRules(path string) (*RulesFile, error) { return settings.ReadRules(path) }

// Holds reports whether path lies in the folder dir.
func Holds(dir, path string) bool { return disk.Holds(dir, path) }

// LeadsTo returns the absolute path of a file with all links followed, also where it is missing.
func LeadsTo(path string) string { return disk.LeadsTo(path) }

// mostRun is how many bytes of a file that an action runs are read.
const mostRun = 16 << 20

// ReadRun reads a file that an action runs; found is false where there is none.
func ReadRun(name, path string) (f model.RunFile, found bool) {
	f.Name = name
	b, err := disk.ReadRegular(path, mostRun)
	switch {
	case disk.IsMissing(err):
		f.Unread = "it is missing"
		return f, false
	case errors.Is(err, disk.ErrTooLarge):
		f.Unread = fmt.Sprintf("it has more than %d MB, so an approval does not depend on it", mostRun>>20)
	case err != nil:
		f.Unread = "it cannot be read"
	default:
		f.Seen, f.Text = model.FingerprintOf(b), string(b)
	}
	return f, true
}

// ProgramsAbove returns the arguments of the programs that run this one, the nearest first; on
// Linux only.
func ProgramsAbove() [][]string { return process.Above() }

// NearestAbove names the nearest of those programs of which is holds, "" for none.
func NearestAbove(is func(args []string) bool) string { return process.Nearest(is) }

// Gated is what the hooks of agents have to be while the operator has rules for the gate.
type Gated = places.Gated

// GateRules are the operator's rules for the gate, and the file in which they stand. Gate.KeepRules keeps those that
// the operator has just written, so that nothing counts as gone.
type GateRules = places.Rules

// NewID names a decision before it is made, for model.Decision.ID.
func NewID(at time.Time) string { return disk.NewID(at) }

// Spelling is the name of a folder with a meaning.
type Spelling = places.Spelling

// Folders lists the folders of plans, requests and the like, in name order.
func (v *Vault) Folders() ([]string, error) { return v.where.Folders() }

// Spellings lists the folders that have a meaning by their names, in name order.
func (v *Vault) Spellings() ([]Spelling, error) { return v.where.Spellings() }

// InstalledGate is an installed gate with which nothing is wrong.
type InstalledGate = load.InstalledGate

// InstalledGates returns the installed gates with which nothing is wrong, in the folders that matter here.
func (v *Vault) InstalledGates(s model.Snapshot) []InstalledGate { return v.load.InstalledGates(s) }

// Reports returns the files in which hooks for the report are installed, for an agent that is started
// here; home and getenv are as in HookAgent.Files.
func (v *Vault) Reports(home string, getenv func(string) string) []string {
	return v.load.Reports(home, getenv)
}

// Snooze lets a row of the queue rest until its time comes or its bytes change. It
// fails with model.ErrConflict when the bytes are not those that the operator saw.
func (v *Vault) Snooze(ctx context.Context, z model.Snooze) error {
	return v.state.Snooze(ctx, v.load.Read, z)
}

// Wake ends a snooze. It fails with model.ErrNotFound when ref does not rest.
func (v *Vault) Wake(ctx context.Context, ref model.Ref, now time.Time) error {
	return v.state.Wake(ctx, ref, now)
}

// Pin makes a plan the active one, or lets the rule choose again.
func (v *Vault) Pin(ctx context.Context, p model.Pin) error { return v.state.Pin(ctx, p) }

// LastLook returns what the operator saw when they left the screen last.
func (v *Vault) LastLook(ctx context.Context) (model.Look, error) { return v.state.LastLook(ctx) }

// KeepLook writes down what the operator saw.
func (v *Vault) KeepLook(ctx context.Context, l model.Look) error {
	return errors.Join(v.state.KeepLook(ctx, v.load.Read, l), v.Gate().SawRules(l.At))
}

// KeepFirstLook writes down what lay approved at the first load, if nobody did yet.
func (v *Vault) KeepFirstLook(ctx context.Context) error { return v.state.KeepFirstLook(ctx) }

// LookedText returns a text that the operator saw when they left the screen last. It
// fails with model.ErrNotFound when it was not kept.
func (v *Vault) LookedText(ctx context.Context, seen model.Fingerprint) ([]byte, error) {
	return v.state.LookedText(ctx, seen)
}

// KeepMessage keeps a message for the next session; an empty one takes it away.
func (v *Vault) KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error) {
	return v.state.KeepMessage(ctx, text, at)
}

// Deliver returns the waiting message to a session, once.
func (v *Vault) Deliver(ctx context.Context, to model.Delivery, give func(m model.Message, trouble error) error) error {
	return v.state.Deliver(ctx, to, give)
}

// KeepHandOver adds the receipt of a report that was written out.
func (v *Vault) KeepHandOver(h model.HandOver) error { return v.state.KeepHandOver(h) }

// HandOvers returns the receipts of the reports that sessions got, newest last.
func (v *Vault) HandOvers() ([]model.HandOver, error) { return v.state.HandOvers() }

// SessionLines returns the lines of several sessions of one event log, each with at most
// some bytes from either end.
func (v *Vault) SessionLines(ctx context.Context, path string, keys []model.SessionKey, most int) (map[model.SessionKey][]byte, error) {
	return events.SessionLines(ctx, v.where, path, keys, most)
}

// Changed waits until the vault looks otherwise than at the end of the call before, or
// until it is noticed in another way, and says in which. The first call returns at once.
// It fails only when ctx ends or the vault is closed.
func (v *Vault) Changed(ctx context.Context) (model.Watching, error) { return v.watch.Changed(ctx) }

// Load reads the whole vault as it is at now. It never writes. What cannot be read is in
// the snapshot's Problems; the error is only for a vault that cannot be read at all.
func (v *Vault) Load(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return v.decide.WithUndo(v.load.Screen(ctx, now, load.Want{}, false))
}

// LoadWith is Load that reads one file whatever it leaves out.
func (v *Vault) LoadWith(ctx context.Context, now time.Time, wanted string) (model.Snapshot, error) {
	return v.decide.WithUndo(v.load.Screen(ctx, now, load.Want{File: wanted}, false))
}

// LoadChanged is Load for somebody who calls it again and again: files that are the same
// as at the load before, by all that the system says of them, are not opened.
func (v *Vault) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return v.decide.WithUndo(v.load.Screen(ctx, now, load.Want{}, true))
}

// Read returns the exact bytes of the file that ref names. It fails with
// model.ErrNotFound when the file is gone, which is a model.Moved if somebody decided on it.
func (v *Vault) Read(ctx context.Context, ref model.Ref) (model.Document, error) {
	return v.load.Read(ctx, ref)
}

// File returns the absolute path of the file that ref is about, for the operator's own
// editor. It fails with model.ErrReadOnly where nothing may be changed, with
// model.ErrNotFound, and with model.ErrNotAllowed for what lies elsewhere.
func (v *Vault) File(ctx context.Context, ref model.Ref) (string, error) {
	return v.load.File(ctx, ref)
}

// Commits returns those of the repository around the vault.
func (v *Vault) Commits(ctx context.Context) (model.History, error) { return v.inspect.Commits(ctx) }

// Inspect looks at what a step of a trace left behind; step zero means the last one.
func (v *Vault) Inspect(ctx context.Context, ref model.Ref, step int) (model.Inspection, error) {
	return v.inspect.Inspect(ctx, ref, step)
}

// LeftInGit says what git knows of the work in a folder since a time: that of a session, or the
// vault where it is empty. Nothing that the repository would run is run.
func (v *Vault) LeftInGit(ctx context.Context, dir string, since time.Time) (model.LeftInGit, error) {
	return v.inspect.LeftInGit(ctx, dir, since)
}

// PreviewLeft returns what can be shown of a file that a step of a trace left; step zero means the
// last one. It fails with model.ErrNotAllowed for any other file.
func (v *Vault) PreviewLeft(ctx context.Context, ref model.Ref, step int, name string) (model.Preview, error) {
	return v.inspect.Preview(ctx, ref, step, name)
}

// Excerpt returns lines of the file that a problem is about, from first on, at most count.
func (v *Vault) Excerpt(ctx context.Context, ref model.Ref, first, count int) (model.Excerpt, error) {
	return v.inspect.Excerpt(ctx, ref, first, count)
}

// Leftover is a private file of coldstart that nothing under way explains.
type Leftover = inspect.Leftover

// Leftovers finds private files that were left behind, in the folders of what s shows.
func (v *Vault) Leftovers(s model.Snapshot) ([]Leftover, error) { return v.inspect.Leftovers(s) }

// Sign is what decisions are signed with.
type Sign = places.Sign

// SignedRecord is the record of a decision that is signed.
type SignedRecord = signature.Record

// IsNobody reports whether an error says that the account which decides has no name to sign with.
func IsNobody(err error) bool { return errors.Is(err, signature.ErrNobody) }

// SignRecord signs the record of a decision that another machine carries out, if it fits what was
// decided here. The key stays here.
func SignRecord(ctx context.Context, s Sign, line []byte, fits func(SignedRecord) error) (armor []byte, err error) {
	r, err := signature.ReadLine(line)
	if err == nil {
		err = fits(r)
	}
	if err != nil {
		return nil, err
	}
	return signature.Tool{Shuns: func(string) bool { return false }}.Sign(ctx, s.Key, s.Terminal, line)
}

// SignedWish is what Signed checks, and by what.
type SignedWish = verify.SignedWish

// Signed checks the signatures of approved files. It needs no ledger. It fails with
// model.ErrNotFound, with Several, and where nothing can be checked at all.
func (v *Vault) Signed(ctx context.Context, w SignedWish, now time.Time) ([]model.Signed, error) {
	return verify.Signed(ctx, v.where, v.ledger, v.load, w, now)
}

// SigningNote is something to know about how decisions are signed here.
type SigningNote = verify.SigningNote

// Signing looks at what the settings say of signatures; signers is the list for checking them, "" for
// none. It signs nothing.
func (v *Vault) Signing(ctx context.Context, signers string) []SigningNote {
	return verify.Signing(ctx, v.where, signers)
}

// Decided tells how the request with this file name was decided last, and where its
// file lies.
func (v *Vault) Decided(name string) (file string, choice model.Choice, err error) {
	return v.load.Decided(name)
}

// Several says that a name is that of more than one request.
type Several = load.Several

// Reply says what became of a request, by its id, its path when it waited or where it lies
// now, its file name, or the id of an action that the gate held up. It fails with
// model.ErrNotFound, and with Several.
func (v *Vault) Reply(ctx context.Context, name string, now time.Time) (model.Reply, error) {
	return v.load.Reply(ctx, name, now)
}

// Wait is Reply that waits until there is an answer, or ctx ends.
func (v *Vault) Wait(ctx context.Context, name string, now func() time.Time) (model.Reply, error) {
	return v.load.Wait(ctx, name, now)
}

// Answered finds a request of another program that was answered in its file, by its path or name.
func (v *Vault) Answered(name string) (model.Request, bool) { return v.load.Answered(name) }

// Surroundings is what the vault lies on and in.
type Surroundings = places.Surroundings

// Surroundings tells what the vault lies on and in.
func (v *Vault) Surroundings() (Surroundings, error) { return v.where.Surroundings() }

// Gate is the gate for the actions of agents.
type Gate = gate.Gate

// Gate returns the gate of the vault.
func (v *Vault) Gate() *Gate { return gate.New(v.where, v.ledger) }

// OpenGate opens the gate of the vault at dir alone, for a program that an agent waits for. No
// source is read. Its Close gives the vault's handles back.
func OpenGate(dir string, o Options) (*Gate, error) {
	where, err := places.Open(dir, o)
	if err != nil {
		return nil, err
	}
	return gate.New(where, ledger.Open(where)), nil
}

// Preview returns the changes that Decide would make, and fails as Decide would, but for
// a target that has to be typed. It writes nothing.
func (v *Vault) Preview(ctx context.Context, d model.Decision) ([]model.Change, error) {
	return v.decide.Preview(ctx, d)
}

// Rehearse is Preview of a decision that is ready to be made: it also fails like Decide
// where something has to be typed and was not.
func (v *Vault) Rehearse(ctx context.Context, d model.Decision) ([]model.Change, error) {
	return v.decide.Rehearse(ctx, d)
}

// Decide carries a decision out. It fails with model.ErrConflict when the file has other
// bytes than the operator saw or somebody else decided first, with model.ErrNotFound,
// model.ErrNotAllowed, model.ErrLocked and model.ErrReadOnly.
func (v *Vault) Decide(ctx context.Context, d model.Decision) (model.Receipt, error) {
	r, err := v.decide.Decide(ctx, d)
	if err == nil && d.Ref.Item == gate.RulesAlarm {
		// What it cannot keep now, it keeps when the gate is asked.
		_ = v.Gate().SawRules(d.At)
	}
	return r, err
}

// Settle says what became of the decision with an id that was given beforehand, once an open one is
// finished or dropped. Without any the id is closed, so that a late order is refused. It fails with
// model.ErrNotAllowed for no id, with model.ErrLocked, model.ErrReadOnly, and with a model.Unsettled
// where that cannot be known yet.
func (v *Vault) Settle(ctx context.Context, id string, now time.Time) (model.Settled, error) {
	return v.decide.Settle(ctx, id, now)
}

// Recover finishes or drops the decisions that were cut off.
func (v *Vault) Recover(ctx context.Context, now time.Time) ([]model.Receipt, error) {
	return v.decide.Recover(ctx, now)
}

// History lists the decisions of this vault's ledger, newest first.
func (v *Vault) History() ([]model.Past, error) { return v.decide.History() }

// OtherLedgers looks for the approved files that this vault's record does not have in those
// of other paths, which a vault that was moved or renamed leaves behind.
func (v *Vault) OtherLedgers(s model.Snapshot) ([]model.OtherLedger, error) {
	var files []model.Fingerprint
	for _, r := range rule.Unrecorded(s) {
		files = append(files, r.Seen)
	}
	return ledger.Elsewhere(v.where, files)
}

// StateDir is the folder with this vault's ledger.
func (v *Vault) StateDir() string { return v.where.StateDir() }

// Undoable tells whether the decision with an id can be undone as the vault is now,
// which s shows. It fails with model.ErrNotFound when the ledger does not have it.
func (v *Vault) Undoable(id string, s model.Snapshot) (model.Undoable, error) {
	return v.decide.Undoable(id, s)
}

// Made lists the decisions that were made after a time and still hold.
func (v *Vault) Made(after time.Time) ([]model.Made, error) { return v.ledger.Made(after) }

// StartSession records that a session started; an empty number means that of the caller's open
// session, or the next one.
func (v *Vault) StartSession(ctx context.Context, number, agent, caller string, at time.Time) (model.SessionMark, error) {
	return v.session.StartSession(ctx, number, agent, caller, at)
}

// SessionOf returns the number under which a session of an agent's program was recorded, "" if it
// was not.
func (v *Vault) SessionOf(caller string) (string, error) { return v.state.SessionOf(caller) }

// KeepCaller notes another name of whoever has a session.
func (v *Vault) KeepCaller(caller, session string, at time.Time) error {
	return v.state.KeepCaller(caller, session, at)
}

// Prompted notes that a session of an agent's program had a prompt, so that it has read its message.
func (v *Vault) Prompted(ctx context.Context, caller string, at time.Time) error {
	return v.state.Prompted(ctx, caller, at)
}

// EndSession records that a session ended, and what it says to the next one.
func (v *Vault) EndSession(ctx context.Context, number, agent string, h model.Handoff, at time.Time) (model.SessionMark, error) {
	return v.session.EndSession(ctx, number, agent, h, at)
}

// WriteEntry adds an entry of an agent to a journal, and gives its id.
func (v *Vault) WriteEntry(ctx context.Context, ref model.Ref, d model.Draft, at time.Time) (id string, err error) {
	return v.session.WriteEntry(ctx, ref, d, at)
}

// LogReasoning adds a line of an agent to a plan's reasoning log, and gives it.
func (v *Vault) LogReasoning(ctx context.Context, path, what, why string, at time.Time) (line string, err error) {
	return v.session.LogReasoning(ctx, path, what, why, at)
}

// DraftRequest writes a request of an agent into the folder of those that wait.
func (v *Vault) DraftRequest(ctx context.Context, d model.RequestDraft, at time.Time) (out model.Drafted, err error) {
	return v.session.DraftRequest(ctx, d, at)
}

// TempCopy is a copy of a vault in a folder of its own.
type TempCopy = setup.TempCopy

// Demo is a copy of the example vault with the sessions of its agents.
type Demo struct {
	TempCopy
	// Stores are where the programs of its agents keep their sessions.
	Stores []StoreFolder
}

// demoWorked is the folder in which the sessions of the example worked.
const demoWorked = "/data/sam/saltmarsh-wheelworks"

// NewDemo copies the example into a new folder: from has its vault in demo, and the home folder of
// its agents in demo-home.
func NewDemo(from fs.FS, name string, at time.Time) (d Demo, err error) {
	files, err := fs.Sub(from, "demo")
	if err != nil {
		return d, fmt.Errorf("finding the example: %w", err)
	}
	home, err := fs.Sub(from, "demo-home")
	if err != nil {
		return d, fmt.Errorf("finding the example: %w", err)
	}
	if d.TempCopy, err = setup.NewTempCopy(files, name, at); err != nil {
		return d, err
	}
	if err := d.AddHome(home, demoWorked, at); err != nil {
		return Demo{}, errors.Join(err, d.Remove())
	}
	d.Stores = load.StoreFolders(func(string) string { return "" }, d.Home)
	return d, nil
}
