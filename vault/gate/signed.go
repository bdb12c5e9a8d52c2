package gate

import (
	"context"
	"path/filepath"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/signature"
)

// isSigned reports whether the yes to an ask is signed by somebody whom the settings allow, if they
// demand that. The ledger has what was signed: a file beside the request counts for nothing.
func (b *book) isSigned(e *entry) bool {
	list := b.gate.vault.Opts.GateSigners
	if list == "" {
		return true
	}
	if e.unsigned = b.unsigned(e, list); e.unsigned != "" {
		e.unsigned = "its approval does not count: " + e.unsigned
	}
	return e.unsigned == ""
}

// unsigned says what is wrong with the signature of a yes, "" for a good one.
func (b *book) unsigned(e *entry, list string) string {
	if e.by.Signed == "" {
		return "it has no signature"
	}
	signed, err := signature.Read([]byte(e.by.Signed))
	if err != nil {
		return err.Error()
	}
	r := signed.Record
	switch {
	case r.Choice != model.ChoiceApprove.String(), r.Request != e.Request, r.SHA256 != e.Seen.String(), r.Decision != e.by.ID, r.At != model.FormatUTC(e.by.At),
		r.Scope() != e.by.Scope(), r.Vault != filepath.Base(b.gate.vault.Dir):
		return "its record belongs to another decision"
	}
	tool := signature.Tool{Shuns: func(path string) bool { return disk.Holds(b.gate.vault.Dir, path) }}
	by, err := tool.Open(context.Background(), signature.Lists{Signers: list})
	if err != nil {
		return err.Error()
	}
	defer by.Close()
	// The check has a limit of its own.
	if _, err := by.Check(context.Background(), signed); err != nil {
		return err.Error()
	}
	return ""
}
