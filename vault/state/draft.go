package state

import (
	"bufio"
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
	// DraftsName is the file with the requests that agents drafted here, so that the id of
	// one that was taken away is still known.
	DraftsName = "drafts.jsonl"
	// maxDrafts is how much of it is read, from its end, in bytes: over 20,000 requests.
	maxDrafts = 4 << 20
)

// Draft is one line of that file.
type Draft struct {
	At   time.Time `json:"at"`
	Path string    `json:"path"`
	// Seen is the hash of its bytes, Title what it asks for.
	Seen  string `json:"seen"`
	Title string `json:"title,omitempty"`
}

// KeepDraft remembers a request that was drafted, unless there is no state folder. It is not
// synced: what is lost is the answer "withdrawn" for a file that is gone.
func (f *Folder) KeepDraft(path, title string, seen model.Fingerprint, at time.Time) error {
	if f.vault.Opts.StateDir == "" {
		return nil
	}
	line, err := json.Marshal(Draft{at.UTC(), path, seen.String(), cutTitle(title)})
	if err == nil {
		err = f.addLine(DraftsName, line)
	}
	if err != nil {
		return fmt.Errorf("remembering the request: %w", err)
	}
	return nil
}

// addLine adds a line to a file in the state folder.
func (f *Folder) addLine(name string, line []byte) error {
	if err := os.MkdirAll(f.vault.StateDir(), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(f.vault.StateDir(), name), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	return errors.Join(err, file.Close())
}

// Drafts returns the requests that were drafted here, oldest first. Damaged lines are skipped.
func (f *Folder) Drafts() ([]Draft, error) {
	var out []Draft
	err := f.eachLine(DraftsName, maxDrafts, func(line []byte) {
		var d Draft
		if json.Unmarshal(line, &d) == nil && d.Path != "" {
			out = append(out, d)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("reading the requests that were drafted: %w", err)
	}
	return out, nil
}

// eachLine reads the lines of a file in the state folder, of at most some bytes from its end.
// A file that is not there has none.
func (f *Folder) eachLine(name string, most int64, take func(line []byte)) error {
	if f.vault.Opts.StateDir == "" {
		return nil
	}
	file, err := os.Open(filepath.Join(f.vault.StateDir(), name))
	if disk.IsMissing(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil {
		_, err = disk.SeekTail(file, info, most)
	}
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		take(lines.Bytes())
	}
	return lines.Err()
}
