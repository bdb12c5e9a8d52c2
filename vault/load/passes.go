package load

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/daylog"
	"coldstart/vault/source/plans"
)

// Want says what a look at the vault has to include.
type Want struct {
	// File is read whatever else is left out, "" for none.
	File string
	// Draft is a request that does not lie in the vault yet, nil for none. It is weighed as if it were the
	// only request for its step.
	Draft *model.Request
}

// Picture is what one look found, and by what it was made.
type Picture struct {
	model.Snapshot
	// Records are the operator's decisions, oldest first.
	Records []ledger.Record
	// Wanted is Want.File as it was read for all that the picture says of it, nil if no source read it.
	Wanted *source.Text
	// Partly says that there was no room or no time to read all.
	Partly bool
}

// look is one run of the passes.
type look struct {
	*Loader
	want    Want
	reading *source.Reading
	layout  places.Layout
	// deciding says that a decision rests on the look.
	deciding bool
	picture  Picture
	s        *model.Snapshot
	// guests is what other programs left.
	guests model.Snapshot
}

// pass is one step from the files to a picture.
type pass struct {
	name string
	// needs are the passes above it whose results it reads.
	needs []string
	// shown says that no decision rests on it, and no reply to an agent.
	shown bool
	do    func(k *look, ctx context.Context) error
}

// passes makes a picture, in this order. Each look runs all of them, or all on which a decision rests.
var passes = []pass{
	{name: "requests", do: (*look).readRequests},
	{name: "others", needs: []string{"requests"}, shown: true, do: (*look).readOthers},
	{name: "progress", needs: []string{"requests"}, do: does(func(k *look) { takeProgress(k.s) })},
	{name: "versions", needs: []string{"progress"}, do: does(func(k *look) { FoldVersions(k.s.Plans) })},
	{name: "titles", needs: []string{"versions"}, do: does(func(k *look) { nameApart(k.s.Plans) })},
	{name: "ledger", needs: []string{"requests"}, do: (*look).readLedger},
	{name: "remembered", needs: []string{"ledger"}, do: does(func(k *look) { Remember(k.picture.Records, k.s) })},
	{name: "disputes", needs: []string{"remembered"}, do: does(func(k *look) { Contradict(k.reading.Disk, k.picture.Records, k.s) })},
	{name: "verified", needs: []string{"disputes"}, do: does((*look).verifyAll)},
	{name: "logs cut", needs: []string{"verified"}, do: does(func(k *look) { daylog.DropOlder(k.s) })},
	{name: "first look", needs: []string{"verified"}, shown: true, do: does((*look).seeFirst)},
	{name: "gate", needs: []string{"ledger"}, do: does(func(k *look) { k.gate.Mark(k.picture.Records, k.s) })},
	{name: "carried out", needs: []string{"requests"}, do: does(func(k *look) { closeCarriedOut(k.s) })},
	{name: "links", needs: []string{"versions", "remembered", "verified", "carried out"}, do: does(func(k *look) { Link(k.s) })},
	{name: "sources of intake", needs: []string{"links"}, shown: true, do: does(func(k *look) { MarkDrafts(k.vault.Opts.Places.Folders, k.s) })},
	{name: "texts that ask", needs: []string{"others", "links"}, shown: true, do: does(func(k *look) { matchOthers(k.vault.Opts.Places.Folders, k.s) })},
	{name: "companions", needs: []string{"links"}, do: does(func(k *look) { closeByCompanion(k.reading, k.layout, k.s) })},
	{name: "doubts", needs: []string{"gate", "links", "companions"}, do: does(func(k *look) { weigh(k.reading, k.layout, k.s) })},
	{name: "sides", needs: []string{"disputes"}, do: func(k *look, ctx context.Context) error { k.tellSides(ctx, k.reading, k.s); return nil }},
	{name: "answers", needs: []string{"ledger", "others"}, shown: true, do: does((*look).rememberGuests)},
	{name: "guests", needs: []string{"answers", "doubts"}, shown: true, do: does(func(k *look) { join(k.s, k.guests) })},
	{name: "sessions", needs: []string{"guests"}, shown: true, do: does(func(k *look) { k.linkSessions(k.s) })},
	{name: "hooks of the gate", needs: []string{"sessions"}, shown: true, do: does(func(k *look) {
		k.s.Problems = slices.Concat(k.s.Problems, k.state.Misplaced(), k.ungated(k.s), unnameable(k.s.Requests))
	})},
	{name: "snoozes", needs: []string{"guests"}, shown: true, do: func(k *look, ctx context.Context) error { k.state.ApplySnoozes(ctx, k.Read, k.s); return nil }},
	{name: "manager", needs: []string{"guests"}, shown: true, do: does(func(k *look) { k.manage(k.reading, k.layout, k.s) })},
	{name: "pin", needs: []string{"guests"}, shown: true, do: does(func(k *look) { k.state.ApplyPin(k.s) })},
	{name: "message", shown: true, do: does(func(k *look) { k.state.ApplyMessage(k.s) })},
	{name: "read only", shown: true, do: does(func(k *look) { k.s.ReadOnly = k.ReadOnlyReason(k.layout) })},
	{name: "merge in git", shown: true, do: does(func(k *look) { k.merging(k.s) })},
	{name: "kept", needs: []string{"guests"}, shown: true, do: does(func(k *look) { k.last.keep(k.s) })},
	{name: "spared", needs: []string{"kept"}, shown: true, do: does(func(k *look) { k.spare(k.s) })},
	{name: "sorted", needs: []string{"sides", "hooks of the gate", "snoozes", "manager", "pin", "merge in git", "spared"}, shown: true, do: does(func(k *look) { sortSnapshot(k.s) })},
}

// does makes a pass of what cannot fail.
func does(do func(*look)) func(*look, context.Context) error {
	return func(k *look, _ context.Context) error { do(k); return nil }
}

// Screen looks at the whole vault as it is at a time. What cannot be read is among the picture's Problems;
// the error is for a vault that cannot be read at all. With a cache the files that it knows to be the same
// are not opened.
func (l *Loader) Screen(ctx context.Context, at time.Time, w Want, cached bool) (Picture, error) {
	within, known := l.within(), l.Cache.Emptied
	if cached {
		known = func() *source.Cache { return l.Cache.For(l.vault) }
	}
	k := l.newLook(at, w, l.reading(known(), within))
	if err := k.run(ctx); err != nil {
		return k.picture, err
	}
	l.last.remember(*k.s)
	k.reading.Cache.Share(k.s)
	k.reading.Cache.Finish()
	// One that had all the time that there is does not become better.
	if k.s.Late = k.s.Late && within < MostTime; k.s.Late {
		l.late.Add(1)
	}
	return k.picture, nil
}

// Deciding looks at all on which a decision may rest, as it is at a time, without a cache. It fails where the
// ledger cannot be read, too.
func (l *Loader) Deciding(ctx context.Context, at time.Time, w Want) (Picture, error) {
	k := l.newLook(at, w, l.Reading(w.File))
	k.deciding = true
	err := k.run(ctx)
	return k.picture, err
}

func (l *Loader) newLook(at time.Time, w Want, reading *source.Reading) *look {
	k := &look{Loader: l, want: w, reading: reading}
	k.reading.Wanted, k.s = w.File, &k.picture.Snapshot
	k.s.Name, k.s.At = filepath.Base(l.vault.Dir), at
	return k
}

// run runs the passes.
func (k *look) run(ctx context.Context) (err error) {
	k.reading.Disk.Fast = disk.NewFastReader(k.vault.Disk.Root)
	defer k.reading.Disk.Fast.Close()
	defer k.reading.Disk.Budget.Stop()
	if err := k.vault.Here(); err != nil {
		return err
	}
	if k.layout, err = k.vault.LayoutFrom(k.reading.Disk); err != nil {
		return disk.FileError("reading", k.vault.Dir, err)
	}
	for _, p := range passes {
		if p.shown && k.deciding {
			continue
		}
		if err := p.do(k, ctx); err != nil {
			return err
		}
	}
	k.picture.Wanted = k.reading.WantedText()
	k.picture.Partly = k.reading.Disk.Budget.Level() == disk.LevelGone
	return nil
}

// readRequests reads plans, requests, what was decided, and the logs that say what became of it.
func (k *look) readRequests(ctx context.Context) error {
	k.s.HasPlansFolder = len(k.layout.Dirs[places.FolderPlans]) > 0
	k.s.Events.Current, k.s.AskedRule = -1, k.vault.Opts.WorkRule
	k.s.Search = k.search()
	if !k.layout.Unchosen {
		k.s.Problems = places.UnreadRoot(k.reading.Disk, k.layout)
	}
	for _, src := range decisive {
		if err := k.reading.ReadKind(ctx, src, k.layout, k.s); err != nil {
			return err
		}
	}
	if q := k.want.Draft; q != nil {
		another := func(r model.Request) bool { return r.PlanID == q.PlanID && r.Step == q.Step && r.Seen != q.Seen }
		k.s.Requests = append(slices.DeleteFunc(k.s.Requests, another), *q)
	}
	return nil
}

// readOthers reads all that is only shown.
func (k *look) readOthers(ctx context.Context) error {
	for _, src := range onlyShown {
		if err := k.reading.ReadKind(ctx, src, k.layout, k.s); err != nil {
			return err
		}
	}
	if !k.reading.Disk.Brief {
		k.s.Unlisted = plans.Unlisted(k.reading.Disk, k.layout, len(daylog.Newest(k.reading.Disk, k.layout, source.MaxDocument)))
	}
	k.dropLookalikes(k.layout, k.s)
	if k.guests = k.readGuests(k.reading); len(k.guests.Guests) == 0 {
		k.vault.MarkStrange(k.layout, k.s)
	}
	return nil
}

// readLedger reads the operator's decisions, and says which of them are unfinished.
func (k *look) readLedger(context.Context) error {
	records, underWay, bad, err := k.decisions()
	if err != nil && k.deciding {
		return err
	}
	if err != nil || bad > 0 {
		p := model.Problem{Path: "ledger", Hint: "earlier decisions may be missing here; the vault itself is not affected"}
		if p.Reason = model.Counted(bad, "unreadable line"); err != nil {
			p.Reason = err.Error()
		}
		k.s.Problems = append(k.s.Problems, p)
	}
	for _, r := range records {
		if r.IsUnfinished() && !(underWay && r.IsOpen()) {
			i := r.Interrupted()
			if k.vault.Disk.Exists(r.To) {
				i.Lies = r.To
			}
			k.s.Interrupted, k.s.Problems = append(k.s.Interrupted, i), append(k.s.Problems, i.Problem())
		}
	}
	k.picture.Records = records
	k.s.Said = ledger.NotesOf(k.picture.Records)
	for _, r := range slices.Backward(records[max(0, len(records)-model.MostHistory):]) {
		k.s.History = append(k.s.History, r.Past())
	}
	return nil
}

// verifyAll compares what was approved with what lies there now.
func (k *look) verifyAll() {
	k.s.Verified = slices.Concat(k.verify(k.reading, k.picture.Records), alteredElsewhere(k.reading, k.picture.Records, k.s))
	k.markOthers(k.reading, k.picture.Records, k.s)
	k.s.Unchecked = uncheckedIn(k.layout, *k.s)
	for i := range k.s.Verified {
		v := &k.s.Verified[i]
		if r, ok := k.s.RequestAnywhere(v.Path); ok && r.Against != nil && !r.Against.Acknowledge() {
			v.Standing = model.StandingDisputed
		}
	}
}

// uncheckedIn lists what is among the approved files and gave no request.
func uncheckedIn(l places.Layout, s model.Snapshot) []model.Problem {
	read := make(map[string]bool, len(s.Decided))
	for i := range s.Decided {
		read[s.Decided[i].Path] = true
	}
	return model.Where(s.Problems, func(p *model.Problem) bool {
		there := places.FolderAt(l.Places.Folders, p.Path) == places.FolderApproved || l.Contains(places.FolderApproved, p.Path)
		return there && !read[p.Path] && !p.Unfinished && !p.First
	})
}

// rememberGuests notes on what other programs left what the operator answered.
func (k *look) rememberGuests() {
	k.s.Answered = answersSince(k.reading, k.picture.Records, &k.guests)
	RememberAcks(k.picture.Records, k.guests.Transcripts)
}

// decisions reads the ledger. UnderWay is true when one that is open there is being made just now, and
// was not cut off: whoever makes it writes its last line before giving the right to write back.
func (l *Loader) decisions() (records []ledger.Record, underWay bool, bad int, err error) {
	err = l.ledger.WhileStill(func() error {
		records, bad, err = l.ledger.Read()
		underWay = slices.ContainsFunc(records, ledger.Record.IsOpen) && l.state.IsDeciding()
		return err
	})
	return records, underWay, bad, err
}
