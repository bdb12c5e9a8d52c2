package vault

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/state"
)

// phase is how far a decision came.
type phase string

// A decision is written down before it starts, when its file is published, ahead of
// each edit that an undo takes back, and when everything is done. Void closes an
// intent that never took effect.
const (
	phaseIntent    phase = "intent"
	phasePublished phase = "published"
	phaseEdit      phase = "edit"
	phaseDone      phase = "done"
	phaseVoid      phase = "void"
)

// record is one line of the ledger, the operator's own append-only list of
// decisions. It lies outside the vault, where agents have no business. An intent
// has everything that is needed to carry the decision out once its bytes are
// published; the other phases have their id and time only.
type record struct {
	ID       string    `json:"id"`
	Phase    phase     `json:"phase"`
	At       time.Time `json:"at"`
	Operator string    `json:"operator,omitempty"`
	Choice   string    `json:"choice,omitempty"`
	Kind     string    `json:"kind,omitempty"`
	// Path is what was decided on, To where its bytes are published, empty when
	// nothing is published.
	Path string `json:"path,omitempty"`
	To   string `json:"to,omitempty"`
	// Item is the session in an event log, the proposal in a memory, or the new entry
	// of a journal. Added is text that a decision puts into its file, where it did not
	// stand before; it is looked for behind From bytes.
	Item  string `json:"item,omitempty"`
	Added string `json:"added,omitempty"`
	From  int64  `json:"from,omitempty"`
	// Seen is the hash of what the operator saw; Sent of what was published.
	Seen string `json:"seen,omitempty"`
	Sent string `json:"sent,omitempty"`
	// Plan is the plan's file, empty when none or several have the id PlanID.
	Plan   string `json:"plan,omitempty"`
	PlanID string `json:"plan_id,omitempty"`
	// Step is the step that is meant; LastStep says that it was not named, but was
	// the trace's last one.
	Step     int    `json:"step,omitempty"`
	LastStep bool   `json:"last_step,omitempty"`
	Note     string `json:"note,omitempty"`
	// About is the line of a log that an acknowledgement is about.
	About string `json:"about,omitempty"`
	// Undoes is the decision that an undo takes back, Undid its choice, and Withdrawn
	// the published file that goes for it.
	Undoes    string `json:"undoes,omitempty"`
	Undid     string `json:"undid,omitempty"`
	Withdrawn string `json:"withdrawn,omitempty"`
	// Commit says that a git commit was made, of an undo: with what it undoes.
	Commit bool `json:"commit,omitempty"`
	// Back is what it takes to undo the decision's edits.
	Back []restore `json:"back,omitempty"`
	// Despite are the doubts that the operator was told of before the yes.
	Despite []string `json:"despite,omitempty"`
}

// reached gives the line that says how far the decision r came.
func (r record) reached(p phase, at time.Time) record {
	return record{ID: r.ID, Phase: p, At: at.UTC()}
}

// decision gives back what the operator decided.
func (r record) decision() model.Decision {
	d := model.Decision{
		Ref:    model.Ref{Kind: model.ParseKind(r.Kind), Path: r.Path, Item: r.Item},
		Choice: model.ParseChoice(r.Choice), Note: r.Note, At: r.At,
	}
	if r.Undoes != "" {
		d.Undoes = model.Undone{ID: r.Undoes, Choice: model.ParseChoice(r.Undid)}
	}
	if d.Ref.Kind == model.KindTrace && !r.LastStep {
		d.Step = r.Step
	}
	// A hash that cannot be read matches no file, which is the safe reading.
	d.Seen, _ = model.ParseFingerprint(r.Seen)
	return d
}

// appendLedger adds one record and brings it to the disk before it returns.
func (v *Vault) appendLedger(r record) error {
	v.where.Disk.Step("ledger", string(r.Phase))
	if err := v.addToLedger(r); err != nil {
		return fmt.Errorf("writing the ledger: %w", err)
	}
	return nil
}

func (v *Vault) addToLedger(r record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(v.where.StateDir(), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(v.where.StateDir(), state.LedgerName), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if disk.Torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	if _, err := f.Write(line); err != nil {
		// Half a line would be reported as damage for good. The ledger is ours alone,
		// and we hold the lock.
		return errors.Join(err, f.Truncate(info.Size()))
	}
	if err := disk.SyncFile(f); err != nil {
		return err
	}
	if info.Size() > 0 {
		return nil
	}
	return v.state.SyncStateDirs()
}

// readLedger gives all records, oldest first. Lines that cannot be read are
// counted in bad and skipped: a torn line must not hide the decisions around it.
func (v *Vault) readLedger() (records []record, bad int, err error) {
	if v.where.Opts.StateDir == "" {
		return nil, 0, nil
	}
	f, err := os.Open(filepath.Join(v.where.StateDir(), state.LedgerName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("reading the ledger: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("reading the ledger: %w", err)
	case info.Size() > maxLedger:
		return nil, 0, fmt.Errorf("reading the ledger: %w: %d bytes, the limit is %d", disk.ErrTooLarge, info.Size(), maxLedger)
	case v.where.Opts.Brief:
		if _, err := disk.End(f, info, briefLedger); err != nil {
			return nil, 0, fmt.Errorf("reading the ledger: %w", err)
		}
	}
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			var r record
			if json.Unmarshal(line, &r) != nil || r.ID == "" {
				bad++
			} else {
				records = append(records, r)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return records, bad, nil
		case err != nil:
			return nil, 0, fmt.Errorf("reading the ledger: %w", err)
		}
	}
}
