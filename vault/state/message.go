package state

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"coldstart/model"
)

const (
	// ReceiptsName is the file with the receipts of reports that sessions got.
	ReceiptsName = "handovers.jsonl"
	// MaxReceipts is how much of it is read, from its end: over 1,000 session starts.
	MaxReceipts = 256 << 10
	// MaxReceiptText is the longest text in a receipt, in bytes.
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

// KeepHandOver adds the receipt of a report, unless there is no state folder or the vault
// is only read. It is not synced: a lost receipt costs no more than a warning.
func (f *Folder) KeepHandOver(h model.HandOver) error {
	if f.vault.Opts.StateDir == "" || f.vault.Opts.ReadOnly {
		return nil
	}
	line, err := json.Marshal(handOver{
		h.At.UTC(), h.Session, short(h.Caller), short(h.Cause), h.Format, h.Size, h.Left,
	})
	if err == nil {
		err = f.addLine(ReceiptsName, line)
	}
	if err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	return nil
}

func short(text string) string { return text[:min(len(text), MaxReceiptText)] }

// HandOvers returns the newest receipts, oldest first. Damaged lines are skipped.
func (f *Folder) HandOvers() ([]model.HandOver, error) {
	var out []model.HandOver
	err := f.eachLine(ReceiptsName, MaxReceipts, func(line []byte) {
		var h handOver
		if json.Unmarshal(line, &h) == nil && !h.At.IsZero() {
			out = append(out, model.HandOver(h))
		}
	})
	if err != nil {
		return nil, fmt.Errorf("reading the receipts: %w", err)
	}
	return out, nil
}

// MessageName is the file with the message to the next session and who got it. It is no
// decision, so the ledger does not have it.
const MessageName = "message.json"

var messageFile = ownFile{MessageName, "the message to the next session", maxOwnFile}

// message is the content of that file. With an empty text there is no message.
type message struct {
	Text      string    `json:"text"`
	At        time.Time `json:"at"`
	Delivered *delivery `json:"delivered,omitempty"`
	// Handed are the sessions that were given it and had no prompt yet.
	Handed []delivery `json:"handed,omitempty"`
}

type delivery struct {
	Session string    `json:"session"`
	At      time.Time `json:"at"`
	Caller  string    `json:"caller,omitempty"`
}

// mostHanded is how many sessions that had no prompt yet are remembered.
const mostHanded = 16

func (m message) asModel() model.Message {
	out := model.Message{Text: m.Text, At: m.At}
	if m.Delivered != nil {
		out.Delivered = model.Delivery(*m.Delivered)
	}
	for _, h := range m.Handed {
		out.Handed = append(out.Handed, model.Delivery(h))
	}
	return out
}

func (f *Folder) readMessage() (model.Message, error) {
	var m message
	err := f.readKept(messageFile, &m)
	return m.asModel(), err
}

// KeepMessage replaces the message to the next session, and gives the one before; an empty
// text removes it. It fails with model.ErrReadOnly without a state folder, with
// model.ErrNotAllowed for a text that is too long, and with model.ErrLocked.
func (f *Folder) KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error) {
	if n := len([]rune(text)); n > model.MaxNote {
		return before, fmt.Errorf("keeping the message: it has %d characters; the limit is %d: %w", n, model.MaxNote, model.ErrNotAllowed)
	}
	err = f.holding(ctx, messageFile, func() error {
		// A message that cannot be read is replaced.
		before, _ = f.readMessage()
		return f.writeKept(messageFile, message{Text: text, At: at.UTC()})
	})
	return before, err
}

// Deliver returns the waiting message to a session that starts, and notes the delivery once
// give has succeeded. The lock makes sure that only one session gets it. A start that is
// killed in between gives it again: better twice than never.
//
// Give is called once in any case, with the zero message when none waits or another session
// is getting it. A message that will be noted has its delivery already; trouble is why it
// cannot be noted. With Options.ReadOnly nothing is noted. A session with a Caller has not read it
// yet: Prompted says when.
func (f *Folder) Deliver(ctx context.Context, to model.Delivery, give func(m model.Message, trouble error) error) error {
	waiting, err := f.waitingMessage()
	if waiting.Text == "" || f.vault.Opts.ReadOnly {
		return give(waiting, err)
	}
	given := false
	err = f.holding(ctx, messageFile, func() error {
		given = true
		waiting, trouble := f.waitingMessage()
		if waiting.Text != "" {
			waiting.Delivered = to
		}
		if err := give(waiting, trouble); err != nil || waiting.Text == "" {
			return err
		}
		to.At = to.At.UTC()
		if to.Caller == "" {
			return f.writeKept(messageFile, message{waiting.Text, waiting.At, new(delivery(to)), nil})
		}
		handed := []delivery{delivery(to)}
		for _, h := range waiting.Handed[max(0, len(waiting.Handed)-mostHanded+1):] {
			if h.Caller != to.Caller {
				handed = append(handed, delivery(h))
			}
		}
		return f.writeKept(messageFile, message{waiting.Text, waiting.At, nil, handed})
	})
	if given {
		return err
	}
	if errors.Is(err, model.ErrLocked) {
		waiting = model.Message{}
	}
	return give(waiting, err)
}

// Prompted notes that a session of an agent's program had a prompt: the message that it was given
// at its start is read. Almost always there is none, and then nothing is locked.
func (f *Folder) Prompted(ctx context.Context, caller string, at time.Time) error {
	given := func(h model.Delivery) bool { return caller != "" && h.Caller == caller }
	waiting, err := f.waitingMessage()
	if err != nil || f.vault.Opts.ReadOnly || !slices.ContainsFunc(waiting.Handed, given) {
		return err
	}
	return f.holding(ctx, messageFile, func() error {
		waiting, err := f.waitingMessage()
		i := slices.IndexFunc(waiting.Handed, given)
		if err != nil || i < 0 {
			return err
		}
		return f.writeKept(messageFile, message{waiting.Text, waiting.At, &delivery{Session: waiting.Handed[i].Session, At: at.UTC()}, nil})
	})
}

// waitingMessage returns the message if it was not delivered yet.
func (f *Folder) waitingMessage() (model.Message, error) {
	m, err := f.readMessage()
	if err != nil || !m.Waits() {
		return model.Message{}, err
	}
	return m, nil
}

// ApplyMessage adds the message to a snapshot, waiting or delivered.
func (f *Folder) ApplyMessage(s *model.Snapshot) {
	m, err := f.readMessage()
	if err != nil {
		s.Problems = append(s.Problems, messageFile.damaged(err, "there is no message"))
		return
	}
	s.Message = m
}
