package load_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/source"
	"coldstart/vault/source/events"
	"coldstart/vault/source/plans"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

// sparse makes a file of some size with a text at its beginning and one at its end.
func sparse(t *testing.T, dir, name string, size int64, begins, ends string) {
	t.Helper()
	f := must.Get(os.OpenFile(filepath.Join(dir, filepath.FromSlash(name)), os.O_CREATE|os.O_WRONLY, 0o644))(t)
	if err := f.Truncate(size); err != nil {
		t.Skipf("needs a file system with holes: %v", err)
	}
	_, first := f.WriteAt([]byte(begins), 0)
	_, last := f.WriteAt([]byte(ends), size-int64(len(ends)))
	must.Do(t, errors.Join(first, last, f.Close()))
}

// reads returns what one source finds, and how many bytes of how many files it read.
func reads(t *testing.T, v *vaulttest.Vault, kind source.Source) (s model.Snapshot, bytes, files int64) {
	t.Helper()
	layout := must.Get(v.Where.Layout())(t)
	r := load.New(v.Where, state.Of(v.Where), ledger.Open(v.Where), nil).Reading("")
	must.Do(t, r.ReadKind(t.Context(), kind, layout, &s))
	bytes, files = r.Disk.Budget.Spent()
	return s, bytes, files
}

const sessionLine = `{"type": "SessionStarted", "session": %d, "agent": "Spindle", "timestamp": "2026-02-21T09:00:00"}` + "\n"

func TestHolesOfRequestsAreNotRead(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{"Pending_Approval/pay.md": examples.Request})
	const many = 60
	for i := range many {
		begins, ends := "", ""
		if i%2 == 0 {
			begins, ends = examples.Request, "\nAnd that is all.\n"
		}
		sparse(t, dir, fmt.Sprintf("Pending_Approval/%03d.md", i), source.MaxDocument, begins, ends)
	}
	s, bytes, files := reads(t, v, plans.Requests)
	if _, known := disk.FileSystemOf(dir); bytes > 1<<20 && known {
		t.Errorf("%d bytes were read", bytes)
	}
	if files != many+1 || len(s.Requests) != 1 || len(s.Problems) != many || !strings.Contains(s.Problems[0].Reason, "no text: more than 4096 NUL bytes in a row") {
		t.Errorf("%d files, %d requests, %d problems", files, len(s.Requests), len(s.Problems))
	}
	// Neither is it decided on.
	d := wish(t, v, "Pending_Approval/pay.md", model.ChoiceReject, "No.")
	d.Ref.Path = "Pending_Approval/000.md"
	if _, err := v.Preview(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("error %v", err)
	}
	if _, err := v.Read(t.Context(), d.Ref); !errors.Is(err, disk.ErrNoText) {
		t.Errorf("error %v", err)
	}
}

func TestHolesOfAnEventLogAreNotRead(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		begins, ends string
		want         []string
	}{
		"nothing else": {}, "at the start": {fmt.Sprintf(sessionLine, 7), "", []string{"7"}},
		"at the end": {"", "\n" + fmt.Sprintf(sessionLine, 8), []string{"8"}},
		"both":       {fmt.Sprintf(sessionLine, 7), fmt.Sprintf(sessionLine, 8), []string{"7", "8"}},
	} {
		v, dir := openContents(t, contents{"events.jsonl": ""})
		sparse(t, dir, "events.jsonl", 1<<40, tt.begins, tt.ends)
		s, bytes, _ := reads(t, v, events.Source)
		if _, known := disk.FileSystemOf(dir); !known || bytes > source.BriefEvents {
			t.Skip("needs a file system with holes")
		}
		var got []string
		for _, o := range s.Events.Sessions {
			got = append(got, o.Label)
		}
		if !slices.Equal(got, tt.want) || bytes > 64<<10 || s.Events.Bad > 0 || len(s.Problems) != 1 || s.Problems[0].Line > 0 ||
			!strings.Contains(s.Problems[0].Reason, "bytes of it are holes: never written") || !s.Events.PeerUnknown {
			t.Errorf("%s: sessions %q, %d bytes read, %+v", name, got, bytes, s.Problems)
		}
		if len(got) > 0 {
			if doc, err := v.Read(t.Context(), s.Events.Sessions[0].Ref()); err != nil || !strings.Contains(string(doc.Bytes), "Spindle") {
				t.Errorf("%s: %q, error %v", name, doc.Bytes, err)
			}
		}
	}
}

func TestALargeEventLogGivesItsNewestPart(t *testing.T) {
	t.Parallel()
	old := fmt.Sprintf(sessionLine, 7) + strings.Repeat(`{"type": "Noted", "pad": "`+strings.Repeat("x", 1<<20)+`"}`+"\n", source.BriefEvents>>20) + "{\n"
	v, _ := openContents(t, contents{"events.jsonl": old + fmt.Sprintf(sessionLine, 8)})
	v.Where.Opts.LoadBytes = 1
	s := mustLoad(t, v)
	if !s.Events.Cut || len(s.Events.Sessions) != 1 || s.Events.Read > source.BriefEvents || s.Events.Read < source.BriefEvents-2<<20 {
		t.Errorf("cut %v, %d sessions, %d of %d bytes", s.Events.Cut, len(s.Events.Sessions), s.Events.Read, s.Events.Size)
	}
	for _, want := range []string{"only its newest 167", "on line 16 of the part read"} {
		if !slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return strings.Contains(p.Reason, want) && p.Line == 0 }) {
			t.Errorf("nobody says %q: %+v", want, s.Problems)
		}
	}
	v.Where.Opts.LoadBytes = 0
	if s := mustLoad(t, v); s.Events.Cut || len(s.Events.Sessions) != 2 {
		t.Errorf("cut %v, %d sessions", s.Events.Cut, len(s.Events.Sessions))
	}
}

// manyRequests is a vault with more than a load without bytes reads, the newest of them of
// a name, and a plan.
func manyRequests(t *testing.T, newest string) *vaulttest.Vault {
	t.Helper()
	f := files{"Plans/PLAN-2026-001.md": examples.Plan, "Approved/": "", "Rejected/": "", "Logs/": ""}
	for i := range source.BriefFiles + 50 {
		f[fmt.Sprintf("Pending_Approval/%04d.md", i)] = fmt.Sprintf("---\naction: email\ntarget: %d@harbour.example\n---\nSend it.\n", i)
	}
	v := decidingVault(t, f)
	v.Where.Opts.LoadBytes = 1
	must.Do(t, os.Chtimes(filepath.Join(v.Dir(), "Pending_Approval", newest), time.Time{}, loadTime.AddDate(30, 0, 0)))
	return v
}

func TestALoadReadsTheNewestWithinItsBytes(t *testing.T) {
	t.Parallel()
	v := manyRequests(t, "0007.md")
	all, bytes, files := reads(t, v, plans.Requests)
	// Each of the goroutines may have begun with a file before the bytes were gone.
	const begun = 8
	if files < source.BriefFiles || files > source.BriefFiles+begun || bytes > 1<<20 || len(all.Requests) != source.BriefFiles+50 {
		t.Errorf("%d bytes of %d files, %d requests", bytes, files, len(all.Requests))
	}
	s := mustLoad(t, v)
	unread := 0
	for _, r := range s.Requests {
		if !r.Unread {
			continue
		}
		unread++
		if !strings.HasPrefix(r.Summary, "not read, ") || !rule.Refuse(s, r.Ref(), model.ChoiceApprove).Given() || len(r.Doubts) != 1 {
			t.Fatalf("got %+v", r)
		}
	}
	if r, _ := s.Request("Pending_Approval/0007.md"); r.Unread || unread < 50-begun || unread > 50 {
		t.Errorf("%d are not read, the newest %v", unread, r.Unread)
	}
	want := fmt.Sprintf("%d of %d requests were not read: one read of a vault has a limit", unread, len(s.Requests))
	if !slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return p.Path == "Pending_Approval" && p.Reason == want }) || len(s.LeftOut) != 1 || s.LeftOut[0].String() != want || s.Late {
		t.Errorf("got %+v and %+v", s.LeftOut, s.Problems)
	}
}

func TestOneRequestOfTooManyIsDecided(t *testing.T) {
	t.Parallel()
	v := manyRequests(t, "0007.md")
	s := mustLoad(t, v)
	i := slices.IndexFunc(s.Requests, func(r model.Request) bool { return r.Unread })
	name := s.Requests[i].Path
	with := must.Get(v.LoadWith(t.Context(), loadTime, name))(t)
	if r, _ := with.Request(name); r.Unread || rule.Refuse(with, r.Ref(), model.ChoiceApprove).Given() {
		t.Fatalf("got %+v", r)
	}
	mustDecide(t, v, wish(t, v, name, model.ChoiceApprove, ""))
	if !v.Where.Disk.Exists("Approved/" + filepath.Base(name)) {
		t.Error("it was not approved")
	}
}

func TestNothingIsApprovedForAPlanThatWasNotRead(t *testing.T) {
	t.Parallel()
	f := files{"Pending_Approval/pay.md": strings.Replace(examples.Request, "2026-001", "2026-0100", 1), "Approved/": "", "Rejected/": "", "Logs/": ""}
	for i := range source.BriefFiles + 50 {
		f[fmt.Sprintf("Plans/PLAN-%04d.md", i)] = strings.Replace(examples.Plan, "PLAN-2026-001", fmt.Sprintf("2026-%04d", i), 1)
	}
	v := decidingVault(t, f)
	v.Where.Opts.LoadBytes = 1
	must.Do(t, os.Chtimes(filepath.Join(v.Dir(), "Plans", "PLAN-0100.md"), time.Time{}, loadTime.AddDate(-30, 0, 0)))
	d := wish(t, v, "Pending_Approval/pay.md", model.ChoiceApprove, "")
	d.Typed = "desk@harbour.example"
	_, err := v.Preview(t.Context(), d)
	if !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(err.Error(), "its plan 2026-0100 was not found: ") || !strings.Contains(err.Error(), " plans were not read") {
		t.Errorf("error %v", err)
	}
	// Neither are they read for what the agents' plan manager makes of them.
	s, left := mustLoad(t, v), 0
	for _, p := range s.Managed {
		if p.Unknown {
			left++
		}
	}
	if left == 0 || left != s.LeftOut[0].Files {
		t.Errorf("%d are unknown, %+v", left, s.LeftOut)
	}
	v.Where.Opts.LoadBytes = 0
	if _, err := v.Preview(t.Context(), d); err != nil {
		t.Errorf("error %v", err)
	}
}
