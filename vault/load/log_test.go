package load_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/source/daylog"
	"coldstart/vault/vaulttest"
)

func TestWhatBecameOfAnApprovedRequest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		log  string
		// want is the result and the reason, empty when nothing is said.
		want   string
		failed bool
	}{
		{"an array", `[{"timestamp": "2026-03-01T08:00:00Z", "action": "email_send", "target": "offer.md", "result": "success", "details": "sent"}]`, "success: sent", false},
		{"in a folder", `{"timestamp": "2026-03-01T08:00:00Z", "action": "send", "file": "Approved/offer.md", "status": "failed", "error": "no route"}`, "failed: no route", true},
		{"in a folder of Windows", `{"timestamp": "2026-03-01T08:00:00Z", "file": "C:\\vault\\Approved\\offer.md", "success": false}`, "failed: ", true},
		{"moved on", `{"time": "2026-03-01T08:00:00Z", "file": "/vaults/sam/vault/Done/offer.md", "status": "ok"}`, "ok: ", false},
		{"in the details", `{"time": "2026-03-01T08:00:00Z", "to": "a@b.example", "status": "sent", "details": "for 'offer.md' (see Plans/offer_plan.md)"}`, "sent: for 'offer.md' (see Plans/offer_plan.md)", false},
		{"the target goes first", `{"time": "2026-03-01T08:00:00Z", "file": "other.md", "status": "failed", "details": "unlike other2.md"}`, "", false},
		{"a text", "- 2026-03-01T08:00:00Z | SEND | Approved/offer.md | error\n", "error: ", true},
		{"no time at all", `{"file": "offer.md", "status": "ok"}` + "\n" + `{"file": "offer.md", "status": "failed"}`, "failed: ", true},

		{"the newest wins", `{"time": "2026-03-01T09:00:00Z", "file": "offer.md", "status": "success"}` + "\n" + `{"time": "2026-03-01T08:00:00Z", "file": "offer.md", "status": "failed"}`, "success: ", false},
		{"of equal times the last", `{"time": "2026-03-01T08:00:00Z", "file": "offer.md", "status": "success"}` + "\n" + `{"time": "2026-03-01T08:00:00Z", "file": "offer.md", "status": "failed"}`, "failed: ", true},

		{"another file", `{"time": "2026-03-01T08:00:00Z", "file": "offer2.md", "status": "failed"}`, "", false},
		{"the task of the same name", `{"time": "2026-03-01T08:00:00Z", "file": "Needs_Action/offer.md", "status": "failed"}`, "", false},
		{"the plan of the same name", `{"time": "2026-03-01T08:00:00Z", "file": "Plans/offer.md", "status": "failed"}`, "", false},
		{"an entry without a result", `{"time": "2026-03-01T08:00:00Z", "file": "offer.md"}`, "", false},
		{"a result to come", `{"time": "2026-03-01T08:00:00Z", "file": "offer.md", "status": "Pending"}`, "", false},
		{"the making of the request", `{"time": "2026-03-01T08:00:00Z", "action": "create_approval_request", "file": "offer.md", "status": "success"}`, "", false},
		{"our own entry", `{"timestamp": "2026-03-01T08:00:00Z", "event": "approval_approved", "actor": "operator", "result": "success", "detail": "", "file": "Approved/offer.md"}`, "", false},
		{"what was done with an approval", `{"time": "2026-03-01T08:00:00Z", "action": "execute_approval", "file": "offer.md", "status": "failed"}`, "failed: ", true},
		{"a move to the pending ones", `{"time": "2026-03-01T08:00:00Z", "action": "move", "source_file": "offer.md", "details": "to Pending_Approval", "result": "success"}`, "", false},
		{"a move", `{"time": "2026-03-01T08:00:00Z", "action": "file_moved", "file": "offer.md", "result": "success"}`, "", false},
		{"a file among the pending ones", `{"time": "2026-03-01T08:00:00Z", "action": "email_send", "file": "Pending_Approval/offer.md", "result": "success"}`, "", false},
		{"a request that is queued", `{"time": "2026-03-01T08:00:00Z", "event": "taskQueued", "file": "offer.md", "result": "success"}`, "", false},
		{"a message to a person", `{"time": "2026-03-01T08:00:00Z", "action": "notify_operator", "file": "offer.md", "result": "sent"}`, "", false},
		{"the very action that was asked for", `{"time": "2026-03-01T08:00:00Z", "action": "create_event", "file": "meet.md", "result": "success"}`, "success: ", false},
		{"before the request was made", `{"time": "2026-03-01T08:00:00Z", "action": "send", "file": "late.md", "result": "success"}`, "", false},
		{"a rejected request", `{"time": "2026-03-01T08:00:00Z", "file": "no.md", "status": "failed"}`, "", false},
		{"a line of a logging library", "2026-03-01 08:00:00 - ERROR - executing Approved/offer.md failed: no route\n", "failed: executing Approved/offer.md failed: no route", true},
		{"a failure that is no error", "2026-03-01 08:00:00 - INFO - could not send offer.md: timeout\n", "failed: could not send offer.md: timeout", true},
		{"a beginning", "2026-03-01 08:00:00 - INFO - executing Approved/offer.md\n", "", false},
		{"an end in words", "2026-03-01 08:00:00 - ERROR - offer.md failed\n2026-03-01 08:05:00 - INFO - executed offer.md\n", "executed offer.md: ", false},
		{"a sentence in JSON", `{"timestamp": "2026-03-01T08:00:00Z", "level": "INFO", "message": "post published: POST-17"}`, "post published: POST-17: ", false},
		{"a failure in a sentence", `{"timestamp": "2026-03-01T08:00:00Z", "message": "failed to send: mail_to_otter"}`, "failed: failed to send: mail_to_otter", true},
		{"the id of a request", `{"ts": "2026-03-01T08:00:00Z", "message": "posted WOOL-4 on Mastodon"}`, "posted WOOL-4 on Mastodon: ", false},
		{"a file without its ending", `{"time": "2026-03-01T08:00:00Z", "event": "executed", "item": "POST-17", "success": true}`, "success: ", false},
		{"an intention", `{"time": "2026-03-01T08:00:00Z", "message": "POST-17 will be published"}`, "", false},
		{"a trial", `{"time": "2026-03-01T08:00:00Z", "message": "[dry run] published POST-17"}`, "", false},
		{"a mention", `{"time": "2026-03-01T08:00:00Z", "message": "loaded POST-17"}`, "", false},
		{"a word that is also a name", `{"time": "2026-03-01T08:00:00Z", "message": "offer sent"}`, "", false},
		{"an error over a plan", "2026-03-01 08:00:00 - ERROR - Plans/offer.md cannot be read\n", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _ := openContents(t, contents{
				"Approved/offer.md": "# Offer\n", "Rejected/no.md": "# No\n", "Logs/actions/day.json": tt.log,
				"Approved/POST-17.md": "# Post\n", "Approved/mail_to_otter.md": "# Mail\n", "Approved/wool.md": "---\nid: WOOL-4\n---\n# Wool\n",
				"Approved/meet.md": "---\naction: create_event\n---\n# Meet\n", "Approved/late.md": "---\ncreated: 2026-03-01T09:00:00Z\n---\n# Late\n",
			})
			s := mustLoad(t, v)
			got, failed := "", false
			for _, r := range s.Decided {
				if r.Carried != nil {
					got, failed = got+r.Carried.Result+": "+r.Carried.Why, r.Carried.Failed
				}
			}
			if got != tt.want || failed != tt.failed || len(s.Problems) > 0 {
				t.Errorf("got %q, failed %t, %q; want %q, %t", got, failed, rows(s), tt.want, tt.failed)
			}
			if needs := len(rule.NeedsYou(s)); (needs == 1) != tt.failed || needs > 1 {
				t.Errorf("%d things need somebody: %+v", needs, rule.NeedsYou(s))
			}
		})
	}
}

func TestTheEntryOfOurOwnDecisionNeverCounts(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	carried := func() *model.Carried {
		t.Helper()
		s, err := v.Load(t.Context(), eleven.Add(time.Hour))
		if err != nil || len(s.Decided) != 1 {
			t.Fatalf("got %+v, %v", s.Decided, err)
		}
		return s.Decided[0].Carried
	}
	if c := carried(); c != nil {
		t.Errorf("our entry counts: %+v", c)
	}
	// What was logged before the approval is not what became of it.
	entry := `{"time": "%s", "action": "prepare", "file": "pay.md", "result": "success"}` + "\n"
	v.Overwrite(t, "Logs/agent.json", fmt.Sprintf(entry, "2026-02-21T10:59:59Z"))
	if c := carried(); c != nil {
		t.Errorf("an older entry counts: %+v", c)
	}
	v.Overwrite(t, "Logs/agent.json", fmt.Sprintf(entry, "2026-02-21T11:00:00Z"))
	if c := carried(); c == nil {
		t.Error("the entry of the same second does not count")
	}
	// It is no more true when the file was changed behind the approval.
	v.Overwrite(t, "Logs/agent.json", fmt.Sprintf(entry, "2026-02-21T10:59:59Z"))
	v.Overwrite(t, "Approved/pay.md", "changed")
	if c := carried(); c != nil {
		t.Errorf("an older entry counts for an altered file: %+v", c)
	}
	// A time without a zone may be meant hours later.
	v.Overwrite(t, "Logs/agent.json", fmt.Sprintf(entry, "2026-02-21T06:00:00"))
	if c := carried(); c == nil {
		t.Error("an entry without a zone does not count")
	}
}

func TestALogIsOlderThanTheMoveOfAFile(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ result, want string }{{"success", ""}, {"failed", "failed"}} {
		v, dir := openContents(t, contents{"Pending_Approval/pay.md": "# Pay\n", "Logs/a.json": `{"time": "2026-03-01T08:00:00Z", "action": "send", "file": "pay.md", "result": "` + tt.result + `"}`})
		pending, approved := filepath.Join(dir, "Pending_Approval", "pay.md"), filepath.Join(dir, "Approved", "pay.md")
		written := time.Now().Add(-time.Hour)
		for _, err := range []error{os.Mkdir(filepath.Dir(approved), 0o755), os.Chtimes(pending, written, written), os.Rename(pending, approved)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if info, err := os.Stat(approved); err != nil || disk.ChangeTime(info).IsZero() {
			t.Skipf("this system does not tell when a file was moved: %v", err)
		}
		for now, want := range map[time.Time]string{time.Now().Add(time.Minute): tt.want, time.Now().Add(-time.Hour): tt.result} {
			s := must.Get(v.Load(t.Context(), now))(t)
			got := ""
			if c := s.Decided[0].Carried; c != nil {
				got = c.Result
			}
			if got != want {
				t.Errorf("%s, at %s: got %q, want %q", tt.result, now, got, want)
			}
		}
	}
}

// manyLogs makes log files, the first the newest.
func manyLogs(t testing.TB, dir string, n int, text func(i int) string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Join(dir, "Logs"), 0o755))
	for i := range n {
		name := filepath.Join(dir, "Logs", fmt.Sprintf("%05d.json", i))
		must.Do(t, os.WriteFile(name, []byte(text(i)), 0o644))
		at := loadTime.Add(-time.Duration(i) * time.Minute)
		must.Do(t, os.Chtimes(name, at, at))
	}
}

func TestOnlyTheNewestLogsAreRead(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{"Approved/first.md": "a", "Approved/last.md": "a", "Approved/beyond.md": "a"})
	manyLogs(t, dir, daylog.NewestLogs+1, func(i int) string {
		named := map[int]string{0: "first.md", daylog.NewestLogs - 1: "last.md", daylog.NewestLogs: "beyond.md"}[i]
		if named == "" {
			named = "other.md"
		}
		return `{"file": "` + named + `", "status": "ok"}`
	})
	s := mustLoad(t, v)
	for _, r := range s.Decided {
		if (r.Carried != nil) != (r.Name != "beyond.md") {
			t.Errorf("%s: %+v", r.Name, r.Carried)
		}
	}
}

func TestOfLogsWithoutTimesTheNewestFileWins(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{"Approved/a.md": "a"})
	manyLogs(t, dir, 3, func(i int) string { return fmt.Sprintf(`{"file": "a.md", "status": "try %d"}`, i) })
	if s := mustLoad(t, v); s.Decided[0].Carried.Result != "try 0" {
		t.Errorf("got %+v", s.Decided[0].Carried)
	}
}

func TestALogThatIsNoneHurtsNobody(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{
		"Approved/a.md": "a", "Logs/x.json": strings.Repeat("[", 100_000), "Logs/y.log": "\x00\xff\n[", "Logs/z.md": "# Prose\n", "Logs/e.json": "",
	})
	tooLargeToOpen(t, dir, "Logs/large.json")
	tooLargeToOpen(t, dir, "Logs/photo.jpg")
	s := mustLoad(t, v)
	if len(s.Problems) != 2 || s.Problems[0].Path != "Logs/e.json" || s.Problems[1].Path != "Logs/x.json" || s.Decided[0].Carried != nil {
		t.Errorf("got %q", rows(s))
	}
}

func TestBrokenLinesOfALogHideNoOther(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Approved/offer.md": "# Offer\n", "Logs/day.json": "{\"time\": \n" + `{"time": "2026-03-01T08:00:00Z", "file": "offer.md", "status": "ok"}` + "\n{",
		"Logs/other.jsonl": "{",
	})
	s := mustLoad(t, v)
	if c := s.Decided[0].Carried; c == nil || c.Result != "ok" {
		t.Errorf("got %+v", c)
	}
	if len(s.Problems) != 2 || s.Problems[0].Reason != "2 lines of the log cannot be read: 1, 3" {
		t.Errorf("got %+v", s.Problems)
	}
}

// offer returns the approved request of a vault, an hour after the tests' decisions.
func offer(t *testing.T, v *vaulttest.Vault) model.Request {
	t.Helper()
	s, err := v.Load(t.Context(), eleven.Add(time.Hour))
	if err != nil || len(s.Decided) != 2 {
		t.Fatalf("got %q, %v", rows(s), err)
	}
	r, _ := s.RequestAnywhere("Approved/offer.md")
	if r.Failed() != (len(rule.NeedsYou(s)) == 2) {
		t.Errorf("failed %v, but %d things need somebody", r.Failed(), len(rule.NeedsYou(s)))
	}
	return r
}

func TestAFailureIsAcknowledgedUntilTheNextOne(t *testing.T) {
	t.Parallel()
	const (
		log   = "Logs/agent.jsonl"
		first = `{"time": "2026-02-21T10:00:00Z", "file": "offer.md", "status": "failed", "error": "no route"}` + "\n"
		other = `{"time": "2026-02-21T10:00:00Z", "file": "other.md", "status": "failed", "error": "no route"}` + "\n"
		next  = `{"time": "2026-02-21T10:05:00Z", "file": "offer.md", "status": "failed", "error": "no route"}` + "\n"
	)
	v := decidingVault(t, files{"Approved/offer.md": "# Offer\n", "Approved/other.md": "# Offer\n", log: first + other})
	ack := wish(t, v, "Approved/offer.md", model.ChoiceAck, "")
	if _, err := v.Decide(t.Context(), wish(t, v, "Approved/offer.md", model.ChoiceApprove, "")); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("approving it again: %v", err)
	}
	before := treeOf(t, v.Dir())
	receipt := mustDecide(t, v, ack)
	if after := treeOf(t, v.Dir()); len(after) != len(before)+1 || len(receipt.Notices) > 0 {
		t.Errorf("%+v changed %v to %v", receipt, before, after)
	}
	if r := offer(t, v); r.Failed() || !r.Carried.Known || r.Carried.Result != "failed" {
		t.Errorf("acknowledged, it is %+v", r.Carried)
	}
	if _, err := v.Decide(t.Context(), ack); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("acknowledging it twice: %v", err)
	}
	v.Overwrite(t, log, first+other+next)
	if r := offer(t, v); !r.Failed() {
		t.Errorf("after the next failure it is %+v", r.Carried)
	}
}
