package vault

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"coldstart/model"
)

const (
	// receiptsName is the file of receipts in the operator's state folder.
	receiptsName = "handovers.jsonl"
	// maxReceipts is how much of it is read, from its end: over 1,000 session starts.
	maxReceipts = 256 << 10
	// maxReceiptText is how long one text of a receipt may be in bytes.
	maxReceiptText = 500
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
func (v *Vault) KeepHandOver(h model.HandOver) error {
	if v.opts.StateDir == "" || v.opts.ReadOnly {
		return nil
	}
	line, err := json.Marshal(handOver{
		h.At.UTC(), h.Session, short(h.Caller), short(h.Cause), h.Format, h.Size, h.Left,
	})
	if err == nil {
		err = os.MkdirAll(v.stateDir(), 0o700)
	}
	if err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(v.stateDir(), receiptsName), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	_, err = f.Write(append(line, '\n'))
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	return nil
}

func short(text string) string { return text[:min(len(text), maxReceiptText)] }

// HandOvers gives the newest receipts, oldest first. Lines that are damaged are
// passed over.
func (v *Vault) HandOvers() ([]model.HandOver, error) {
	if v.opts.StateDir == "" {
		return nil, nil
	}
	f, err := os.Open(filepath.Join(v.stateDir(), receiptsName))
	if isNowhere(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the receipts: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		_, err = end(f, info, maxReceipts)
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
