package state

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
)

const (
	// ReceiptsName is the file of receipts in the operator's state folder.
	ReceiptsName = "handovers.jsonl"
	// MaxReceipts is how much of it is read, from its end: over 1,000 session starts.
	MaxReceipts = 256 << 10
	// MaxReceiptText is how long one text of a receipt may be in bytes.
	MaxReceiptText = 500
)

// handOver is one line of that file.
type handOver struct {
	At      time.Time `json:"at"`
	Session string    `json:"session"`
	Caller  string    `json:"caller,omitempty"`
	Cause   string    `json:"cause,omitempty"`
	Format  string    `json:"format"`
	Size    int       `json:"size"`
	Left    int       `json:"left"`
}

// KeepHandOver adds the receipt of a report that was written out. Without a state
// folder, and in a vault that is only read, it does nothing. A receipt that is lost
// costs a warning, so it is not forced to the disk.
func (v *Folder) KeepHandOver(h model.HandOver) error {
	if v.vault.Opts.StateDir == "" || v.vault.Opts.ReadOnly {
		return nil
	}
	line, err := json.Marshal(handOver{
		h.At.UTC(), h.Session, short(h.Caller), short(h.Cause), h.Format, h.Size, h.Left,
	})
	if err == nil {
		err = os.MkdirAll(v.vault.StateDir(), 0o700)
	}
	if err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(v.vault.StateDir(), ReceiptsName), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	_, err = f.Write(append(line, '\n'))
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	return nil
}

func short(text string) string { return text[:min(len(text), MaxReceiptText)] }

// HandOvers gives the newest receipts, oldest first. Lines that are damaged are
// passed over.
func (v *Folder) HandOvers() ([]model.HandOver, error) {
	if v.vault.Opts.StateDir == "" {
		return nil, nil
	}
	f, err := os.Open(filepath.Join(v.vault.StateDir(), ReceiptsName))
	if disk.IsMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the receipts: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		_, err = disk.SeekTail(f, info, MaxReceipts)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the receipts: %w", err)
	}
	var out []model.HandOver
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var h handOver
		if json.Unmarshal(lines.Bytes(), &h) == nil && !h.At.IsZero() {
			out = append(out, model.HandOver(h))
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the receipts: %w", err)
	}
	return out, nil
}

// MessageName is what the operator says to the next session, and who got it. It is no
// decision about a file, so the ledger, which drives undo and recovery, does not have it.
const MessageName = "message.json"

func keptMessage() ownFile {
	return ownFile{MessageName, "the message to the next session", maxOwnFile}
}

// message is the content of that file; with an empty text there is none.
type message struct {
	Text      string    `json:"text"`
	At        time.Time `json:"at"`
	Delivered *delivery `json:"delivered,omitempty"`
}

type delivery struct {
	Session string    `json:"session"`
	At      time.Time `json:"at"`
}

func (m message) asModel() model.Message {
	out := model.Message{Text: m.Text, At: m.At}
	if m.Delivered != nil {
		out.Delivered = model.Delivery(*m.Delivered)
	}
	return out
}

func (f *Folder) readMessage() (model.Message, error) {
	var m message
	err := f.readKept(keptMessage(), &m)
	return m.asModel(), err
}

// KeepMessage keeps what the operator says to the next session, in place of what was
// said before, and gives that back; an empty text takes it away. It writes in the state
// folder only. It fails with model.ErrReadOnly where there is none and with
// model.ErrLocked.
func (f *Folder) KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error) {
	if n := len([]rune(text)); n > model.MaxNote {
		return before, fmt.Errorf("keeping the message: it has %d characters and may have %d: %w", n, model.MaxNote, model.ErrNotAllowed)
	}
	err = f.holding(ctx, keptMessage(), func() error {
		// What cannot be read is what the operator replaces.
		before, _ = f.readMessage()
		return f.writeKept(keptMessage(), message{Text: text, At: at.UTC()})
	})
	return before, err
}

// Deliver hands the message that waits to a session start, and notes that it was when
// give has succeeded. Nobody else can give it meanwhile, so that one session gets it. A
// start that is killed in between gives it again: better twice than never.
//
// Give is called once in any case, with the zero message when none waits or somebody
// else is giving it; a message that will be noted says so already. Trouble is why it cannot be noted. With Options.ReadOnly nothing is
// noted, as nothing is of the session.
func (f *Folder) Deliver(ctx context.Context, to model.Delivery, give func(m model.Message, trouble error) error) error {
	waiting, err := f.waitingMessage()
	if waiting.Text == "" || f.vault.Opts.ReadOnly {
		return give(waiting, err)
	}
	given := false
	err = f.holding(ctx, keptMessage(), func() error {
		given = true
		waiting, trouble := f.waitingMessage()
		if waiting.Text != "" {
			waiting.Delivered = to
		}
		if err := give(waiting, trouble); err != nil || waiting.Text == "" {
			return err
		}
		return f.writeKept(keptMessage(), message{waiting.Text, waiting.At, &delivery{to.Session, to.At.UTC()}})
	})
	if given {
		return err
	}
	if errors.Is(err, model.ErrLocked) {
		waiting = model.Message{}
	}
	return give(waiting, err)
}

// waitingMessage gives the message when it waits.
func (f *Folder) waitingMessage() (model.Message, error) {
	m, err := f.readMessage()
	if err != nil || !m.Waits() {
		return model.Message{}, err
	}
	return m, nil
}

// ApplyMessage adds the message, be it waiting or handed over.
func (f *Folder) ApplyMessage(s *model.Snapshot) {
	m, err := f.readMessage()
	if err != nil {
		s.Problems = append(s.Problems, keptMessage().damaged(err, "no message waits"))
		return
	}
	s.Message = m
}
