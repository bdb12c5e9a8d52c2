package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault"
)

// isHash reports what --expect-hash takes: enough digits that nobody can make a second
// file with the same ones by the way.
func isHash(text string) bool {
	return len(text) >= 8 && len(text) <= 64 && strings.Trim(text, "0123456789abcdefABCDEF") == ""
}

// decideWith makes the command for one choice.
func decideWith(choice model.Choice) func(*call) (int, error) {
	return func(c *call) (int, error) { return c.decide(choice) }
}

func (c *call) decide(choice model.Choice) (int, error) {
	note, err := c.checkedNote(choice)
	if err != nil {
		return 0, err
	}
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, err := findRequest(s, c.args[0], choice)
		if errors.Is(err, model.ErrNotFound) {
			return c.decidedBefore(v, s, choice, err)
		}
		if err != nil {
			return 0, err
		}
		return c.decideOn(v, s, model.Decision{Ref: ref, Choice: choice, Note: note})
	})
}

// decideOn makes a decision on the text that is there now.
func (c *call) decideOn(v *vault.Vault, s model.Snapshot, d model.Decision) (int, error) {
	if reason := s.RefuseStep(d.Ref, d.Choice, d.Step); reason != "" {
		return 0, refused(s, d.Ref, d.Choice, reason)
	}
	return c.decideNow(v, s, d)
}

// decideNow makes a decision that nothing speaks against.
func (c *call) decideNow(v *vault.Vault, s model.Snapshot, d model.Decision) (int, error) {
	d.At, d.Typed = s.At, c.set.target
	for try := 1; ; try++ {
		doc, err := v.Read(c.ctx, d.Ref)
		if err != nil {
			return 0, err
		}
		if err := cmp.Or(c.expected(doc), c.unseen(d, doc)); err != nil {
			return 0, err
		}
		d.Seen = doc.Seen
		exit, err := c.carryOut(v, s, d)
		// Nobody looked at a journal to add to it, so another entry in between is none of
		// the writer's business.
		again := d.Choice == model.ChoiceEntry && errors.Is(err, model.ErrConflict) && !c.set.has("expect-hash")
		if !again || try == mostTries {
			return exit, err
		}
	}
}

// mostTries is how often an entry is tried to be added to a journal that others
// write to at the same time.
const mostTries = 50

// loadFinished loads the vault and finishes what was left half done.
func (c *call) loadFinished(v *vault.Vault) (model.Snapshot, error) {
	now := c.now()
	s, err := v.Load(c.ctx, now)
	if err != nil || len(s.Interrupted) == 0 || s.ReadOnly != "" || c.set.dryRun {
		return s, err
	}
	if notice := c.finish(v, now); notice != "" {
		c.hint(notice)
	}
	return v.Load(c.ctx, now)
}

// checkedNote checks the flags that need no vault and gives the note.
func (c *call) checkedNote(choice model.Choice) (string, error) {
	note := model.OneLine(c.set.note)
	if note == "" && choice.NeedsNote() {
		return "", usage(c.command.title()+" needs -m with a reason for the agent", c.command.usageHint())
	}
	if err := c.tooLong("the text of -m", note); err != nil {
		return "", err
	}
	if c.set.has("expect-hash") && !isHash(c.set.expectHash) {
		return "", usage("--expect-hash needs 8 to 64 hex digits of a SHA-256", "coldstart show REF prints the hash")
	}
	return note, nil
}

// tooLong refuses a note that has more characters than the field of the screen takes.
func (c *call) tooLong(what, note string) error {
	n := utf8.RuneCountInString(note)
	if n <= model.MaxNote {
		return nil
	}
	return usage(fmt.Sprintf("%s has %d characters and may have %d", what, n, model.MaxNote), "nothing was written; say it in fewer words")
}

func refused(s model.Snapshot, ref model.Ref, choice model.Choice, reason string) error {
	kind := model.ErrNotAllowed
	if s.ReadOnly != "" {
		kind = model.ErrReadOnly
	}
	return fmt.Errorf("cannot %s %s: %w: %s", choice.Verb(), subject(ref), kind, reason)
}

// expected holds the file against --expect-hash.
func (c *call) expected(doc model.Document) error {
	if !c.set.has("expect-hash") || doc.Seen.Matches(c.set.expectHash) {
		return nil
	}
	return advised(doc.Ref, fmt.Errorf("%s: %w: its hash is %s, not %s", doc.Ref.Path, model.ErrConflict,
		doc.Seen.Short(), strings.ToLower(c.set.expectHash[:8])))
}

// unseen refuses to approve a text of which a part is masked: nobody has seen it.
func (c *call) unseen(d model.Decision, doc model.Document) error {
	if d.Choice != model.ChoiceApprove || !c.out.theme.Masks(doc.Bytes) {
		return nil
	}
	return hinted(fmt.Errorf("cannot approve %s: %w: what looks like a key or a password in it is masked", subject(d.Ref), model.ErrNotAllowed),
		"look at it with coldstart show --reveal "+typed(d.Ref), "then approve with --reveal")
}

// advised says what to do about a decision that was not made.
func advised(ref model.Ref, err error) error {
	switch {
	case errors.Is(err, model.ErrConflict):
		return hinted(err, "nothing was decided; look again with coldstart show "+typed(ref))
	case errors.Is(err, model.ErrLocked):
		return hinted(err, "nothing was decided; try again in a moment")
	}
	return err
}

func (c *call) carryOut(v *vault.Vault, s model.Snapshot, d model.Decision) (int, error) {
	hints := untyped(s, d)
	failed := func(err error) error {
		if errors.Is(err, model.ErrNotAllowed) && len(hints) > 0 {
			return hinted(err, hints...)
		}
		return advised(d.Ref, err)
	}
	if c.set.dryRun {
		changes, err := v.Rehearse(c.ctx, d)
		if err != nil {
			return 0, failed(err)
		}
		if c.set.json {
			return exitDone, c.writeJSON(decisionJSON(s, model.Receipt{Decision: d, Changes: changes}, true))
		}
		c.previewText(changes)
		return exitDone, nil
	}
	receipt, err := v.Decide(c.ctx, d)
	if err != nil {
		return 0, failed(err)
	}
	for _, notice := range receipt.Notices {
		c.hint(notice)
	}
	if c.set.json {
		return exitDone, c.writeJSON(decisionJSON(s, receipt, false))
	}
	c.receiptText(receipt)
	return exitDone, nil
}

// untyped says what an expired or doubtful request still needs to be approved.
func untyped(s model.Snapshot, d model.Decision) []string {
	r, ok := s.Request(d.Ref.Path)
	if must := r.MustType(s.At); ok && d.Ref.Kind == model.KindRequest && d.Choice == model.ChoiceApprove && must != "" && must != model.OneLine(d.Typed) {
		return []string{r.WhyType(s.At) + "; to approve it all the same, give --target '" + must + "'"}
	}
	return nil
}

// decidedBefore answers for a request that is not pending any more: the same
// decision is done already, another one is a conflict. With neither, notThere
// stands.
func (c *call) decidedBefore(v *vault.Vault, s model.Snapshot, choice model.Choice, notThere error) (int, error) {
	for _, name := range fileNames(c.args[0]) {
		file, before, err := v.Decided(name)
		switch {
		case err != nil:
			return 0, err
		case before == model.ChoiceNone:
			continue
		case before != choice:
			return 0, &failure{fmt.Sprintf("%s is %s already, as %s", name, strings.ToLower(before.Past()), file), model.ErrConflict,
				[]string{"nothing was decided; coldstart history lists your decisions"}}
		}
		return c.alreadySo(v, s, model.Decision{
			Ref: model.Ref{Kind: model.KindRequest, Path: file}, Choice: choice, At: s.At,
		})
	}
	return 0, notThere
}

// alreadySo reports a decision that had been made before, after holding the
// decided file against --expect-hash.
func (c *call) alreadySo(v *vault.Vault, s model.Snapshot, d model.Decision) (int, error) {
	doc, err := v.Read(c.ctx, d.Ref)
	switch {
	case errors.Is(err, model.ErrNotFound) && !c.set.has("expect-hash"):
	case err != nil:
		return 0, err
	default:
		if err := c.expected(doc); err != nil {
			return 0, err
		}
		d.Seen = doc.Seen
	}
	if c.set.json {
		return exitDone, c.writeJSON(decisionJSON(s, model.Receipt{Decision: d, Already: true}, false))
	}
	c.alreadyText(d)
	return exitDone, nil
}

// fileNames are the names that the file of a request may have had.
func fileNames(text string) []string {
	text = strings.TrimPrefix(text, model.KindRequest.String()+":")
	base := path.Base(text)
	if path.Ext(base) == "" {
		return []string{base + ".md"}
	}
	return []string{base, base + ".md"}
}
