package vault

import (
	"context"
	"errors"
	"fmt"
	"time"

	"coldstart/model"
)

// messageName is what the operator says to the next session, and who got it. It is no
// decision about a file, so the ledger, which drives undo and recovery, does not have it.
const messageName = "message.json"

func keptMessage() ownFile {
	return ownFile{messageName, "the message to the next session", maxOwnFile}
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

func (v *Vault) readMessage() (model.Message, error) {
	var m message
	err := v.readKept(keptMessage(), &m)
	return m.asModel(), err
}

// KeepMessage keeps what the operator says to the next session, in place of what was
// said before, and gives that back; an empty text takes it away. It writes in the state
// folder only. It fails with model.ErrReadOnly where there is none and with
// model.ErrLocked.
func (v *Vault) KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error) {
	if n := len([]rune(text)); n > model.MaxNote {
		return before, fmt.Errorf("keeping the message: it has %d characters and may have %d: %w", n, model.MaxNote, model.ErrNotAllowed)
	}
	err = v.holding(ctx, keptMessage(), func() error {
		// What cannot be read is what the operator replaces.
		before, _ = v.readMessage()
		return v.writeKept(keptMessage(), message{Text: text, At: at.UTC()})
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
func (v *Vault) Deliver(ctx context.Context, to model.Delivery, give func(m model.Message, trouble error) error) error {
	waiting, err := v.waitingMessage()
	if waiting.Text == "" || v.opts.ReadOnly {
		return give(waiting, err)
	}
	given := false
	err = v.holding(ctx, keptMessage(), func() error {
		given = true
		waiting, trouble := v.waitingMessage()
		if waiting.Text != "" {
			waiting.Delivered = to
		}
		if err := give(waiting, trouble); err != nil || waiting.Text == "" {
			return err
		}
		return v.writeKept(keptMessage(), message{waiting.Text, waiting.At, &delivery{to.Session, to.At.UTC()}})
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
func (v *Vault) waitingMessage() (model.Message, error) {
	m, err := v.readMessage()
	if err != nil || !m.Waits() {
		return model.Message{}, err
	}
	return m, nil
}

// applyMessage adds the message, be it waiting or handed over.
func (v *Vault) applyMessage(s *model.Snapshot) {
	m, err := v.readMessage()
	if err != nil {
		s.Problems = append(s.Problems, keptMessage().damaged(err, "no message waits"))
		return
	}
	s.Message = m
}
