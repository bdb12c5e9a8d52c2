package decision

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/signature"
	"coldstart/vault/text"
)

// signed is a signature that was made ahead of a decision.
type signed struct{ line, armor []byte }

// signAhead signs the record of a decision before anybody is kept waiting for it: a key may want a
// touch. It returns the decision with the id in that record. Where the decision will be refused it
// signs nothing.
func (dc *Decider) signAhead(ctx context.Context, l places.Layout, d model.Decision) (model.Decision, signed, error) {
	if dc.vault.Opts.Sign.Key == "" {
		return d, signed{}, nil
	}
	d.ID = cmp.Or(d.ID, disk.NewID(d.At))
	p, err := dc.Engine(l).prepare(ctx, d, d.ID)
	if err != nil || p.toSign == nil || p.unforeseen(d) != nil || p.untyped(d) != nil {
		// Decide says so, or has nothing to sign.
		return d, signed{}, nil
	}
	armor, err := dc.armor(ctx, p.toSign)
	if err != nil {
		// The reason comes first: the screen has one line for it.
		return d, signed{}, &Refusal{fmt.Errorf("it could not be signed: %w", err), model.ErrNotAllowed}
	}
	return d, signed{p.toSign, armor}, nil
}

// armor is the signature of a record.
func (dc *Decider) armor(ctx context.Context, line []byte) ([]byte, error) {
	sign := dc.vault.Opts.Sign
	if sign.By == nil {
		return dc.tool().Sign(ctx, sign.Key, sign.Terminal, line)
	}
	armor, err := sign.By(ctx, line)
	if err == nil {
		_, err = signature.Read(slices.Concat(line, armor))
	}
	return armor, err
}

// tool is ssh-keygen for this vault.
func (dc *Decider) tool() signature.Tool {
	return signature.Tool{Shuns: func(path string) bool { return disk.Holds(dc.vault.Dir, path) }}
}

// signs adds the record to a decision that gets one. What was signed ahead has to be the record of
// the very decision that is made.
func (e *Engine) signs(d model.Decision, p *prepared) error {
	r := &p.Record
	key := e.vault.Opts.Sign.Key
	if key == "" || signedBeside(*r) == "" {
		if len(r.Reversals(ledger.RuleSigned)) > 0 {
			r.Ops = append(r.Ops, ledger.Operation{Rule: ledger.RuleSigned, What: ledger.RuleFiles[ledger.RuleSigned]})
		}
		return nil
	}
	line, err := recordOf(*r, filepath.Base(e.vault.Dir)).Line()
	if err != nil {
		return refused(d, model.ErrNotAllowed, "it cannot be signed: %w", err)
	}
	if e.signature.armor != nil && !bytes.Equal(e.signature.line, line) {
		return refused(d, model.ErrConflict, "it changed while it was being signed; decide again")
	}
	// In a preview it has no signature.
	p.toSign, r.Signed = line, string(line)+string(e.signature.armor)
	r.Ops = append(r.Ops, ledger.Operation{Rule: ledger.RuleSigned, What: ledger.RuleFiles[ledger.RuleSigned]})
	_, _, err = e.signed(*r)
	if err != nil {
		return refused(d, kindOf(err), "its signature has no place: %w", err)
	}
	return nil
}

// unsigned refuses a decision that should be signed and is not: what stood in its way when it was to
// be signed is gone.
func (e *Engine) unsigned(d model.Decision, p prepared) error {
	if p.toSign != nil && e.signature.armor == nil {
		return refused(d, model.ErrConflict, "it changed before it could be signed; decide again")
	}
	return nil
}

// recordOf is what is signed of a decision.
func recordOf(r ledger.Record, vault string) signature.Record {
	return signature.Record{
		Choice: r.Choice, Request: r.Path, File: signedBeside(r), SHA256: cmp.Or(r.Sent, r.Seen), Plan: r.PlanID, Note: r.Note,
		Times: r.Times, Session: r.ForSession, For: r.ForSeconds, Pattern: r.Pattern, At: model.FormatUTC(r.At), By: r.Operator, Decision: r.ID, Undoes: r.Undoes, Vault: vault,
	}
}

// signedBeside is the file beside which the record of a decision lies, "" for a decision that gets
// none: it is not about a request, or nothing is left of one.
func signedBeside(r ledger.Record) string {
	changes := model.ChoiceChanges.String()
	switch {
	case r.Tool != "" || !r.Is(model.KindRequest) && !r.Is(model.KindPlan):
		return ""
	case r.To != "":
		return r.To
	case r.Is(model.KindRequest) && (r.Choice == changes || r.Undid == changes):
		return r.Path
	}
	return ""
}

// recordName is the file of the signed record, "" for a decision that gets none. That of an undo has a
// name of its own, so that no later decision on the request takes it away.
func recordName(r ledger.Record) string {
	beside := signedBeside(r)
	switch {
	case beside == "":
		return ""
	case r.Undoes != "":
		return path.Join(path.Dir(beside), "undo-"+r.ID+places.SignedEnding)
	}
	return beside + places.SignedEnding
}

// signed puts the signed record beside the request, and takes away what an earlier decision left
// there or what an undo takes back.
func (e *Engine) signed(r ledger.Record) (ops []ledger.Operation, notices []string, err error) {
	target := ""
	if r.Signed != "" {
		target = recordName(r)
	}
	ops, notices, err = e.besideBack(r, ledger.RuleSigned, target)
	if err != nil || target == "" {
		return ops, notices, err
	}
	had, err := e.remarks(target)
	if err != nil {
		return nil, nil, err
	}
	next := []byte(r.Signed)
	shown := model.Change{Kind: model.ChangeCreate, Path: target, After: []string{"signed with " + e.vault.Opts.Sign.Key}}
	switch {
	case bytes.Equal(had, next) && had != nil:
	case had == nil:
		o := ledger.NewFile(target, next, e.remarkMode(r.To, r.Path))
		o.Back, o.Shown = true, &shown
		ops = append(ops, o)
	default:
		ops = append(ops, ledger.Edit(target, had, next, []text.Region{{Was: had, To: len(next)}}, shown))
	}
	if r.To == "" || r.InFile() || r.Undoes != "" {
		return ops, notices, nil
	}
	earlier, private, err := e.taken(r.Path+places.SignedEnding, r.ID)
	if err == nil && earlier != nil && r.Is(model.KindRequest) {
		ops = append(ops, ledger.Operation{
			Do: ledger.OpRemove, Path: r.Path + places.SignedEnding, To: private, Was: model.FingerprintOf(earlier).String(), Kept: earlier, Back: true,
		})
	}
	return ops, notices, err
}
