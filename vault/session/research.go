package session

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/source"
	"coldstart/vault/source/journal"
	"coldstart/vault/text"
)

// DashboardFile is the dashboard of a research problem.
const DashboardFile = "DASHBOARD.md"

// research does what the seed "Resume" demands of a session's start: it counts the session
// of the current problem, writes the problem's dashboard, and dates its last activity.
func (w *sessionWork) research() {
	p, ok := w.snapshot.Research.Active()
	if !ok {
		return
	}
	number := p.State.Sessions + 1
	state := path.Join(p.Path, journal.StateFile)
	if w.r.vault.Disk.Exists(state) {
		w.amend("the session's number", func() ([]ledger.Operation, error) { return w.stateEdit(state, &number) })
	} else {
		w.mark.Notices = append(w.mark.Notices, fmt.Sprintf("%s is missing, so the sessions of %s cannot be counted", state, p.Slug))
	}
	w.amend("the research dashboard", func() ([]ledger.Operation, error) { return w.dashboardEdit(p, number) })
	w.amend("the problem's last activity", func() ([]ledger.Operation, error) { return w.activeEdit(p.Slug) })
}

// stateEdit counts the session, and gives its number.
func (w *sessionWork) stateEdit(name string, number *int) ([]ledger.Operation, error) {
	b, _, err := w.r.vault.Disk.Read(name, source.MaxDocument)
	if err != nil {
		return nil, err
	}
	n, splices, err := journal.CountSession(b, w.at)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	*number = n
	return []ledger.Operation{ledger.SpliceEdit(name, b, splices)}, nil
}

// dashboardEdit writes the whole dashboard.
func (w *sessionWork) dashboardEdit(p model.ResearchProblem, number int) ([]ledger.Operation, error) {
	name := path.Join(p.Path, DashboardFile)
	next := []byte(research.DashboardFile(p, number, w.at))
	b, _, err := w.r.vault.Disk.Read(name, source.MaxDocument)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []ledger.Operation{ledger.NewFile(name, next, disk.DefaultMode)}, nil
	case err != nil:
		return nil, err
	case !isGenerated(b):
		return nil, fmt.Errorf("%s was written by hand: it has no %q in a front matter; move it away to get a dashboard", name, generatedKey)
	}
	return []ledger.Operation{ledger.Edit(name, b, next, nil, model.Change{Kind: model.ChangeEdit, Before: text.Lines(b), After: text.Lines(next)})}, nil
}

// generatedKey is in the front matter of every dashboard that a program wrote.
const generatedKey = "generated"

// isGenerated reports whether a dashboard may be replaced: a program wrote it, or it is empty.
func isGenerated(b []byte) bool {
	// A text without readable front matter was not generated.
	fm, _ := text.ReadFront(b)
	return len(bytes.TrimSpace(b)) == 0 || fm.Find(generatedKey) != nil
}

// activeEdit says in the configuration that the problem is worked on now.
func (w *sessionWork) activeEdit(slug string) ([]ledger.Operation, error) {
	configName := w.layout.Places.ResearchConfig()
	b, _, err := w.r.vault.Disk.Read(configName, source.MaxDocument)
	if err != nil {
		return nil, err
	}
	config, err := journal.ReadConfig(b, w.r.vault.Opts.Zone)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", configName, err)
	}
	change, err := config.Activate(slug, w.at)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", configName, err)
	}
	return []ledger.Operation{ledger.SpliceEdit(configName, b, []text.Splice{change})}, nil
}
