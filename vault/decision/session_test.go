package decision_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
)

func TestAcknowledgingAppendsExactlyOneLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, log, item string
		// added is what comes behind the log.
		added string
		zone  *time.Location
	}{
		{name: "a whole log", log: orphanLog, item: "244", added: ackLine},
		{name: "no line feed at its end", log: strings.TrimSuffix(orphanLog, "\n"), item: "244", added: "\n" + ackLine},
		{name: "a torn tail", log: orphanLog + `{"type": "Sess`, item: "244", added: "\n" + ackLine},
		{name: "a tail torn within a character", log: orphanLog + "{\"a\": \"\xc3", item: "244", added: "\n" + ackLine},
		{name: "carriage returns", log: crlf(orphanLog), item: "244", added: ackLine},
		{name: "a byte order mark and bad lines", log: "\ufeff" + orphanLog + "[]\n\x00\x00\n", item: "244", added: ackLine},
		{
			name: "a session named by a text", log: strings.ReplaceAll(orphanLog, ": 244", `: "caf\u00e9 \"1\"\n"`), item: `"café \"1\"\n"`,
			added: strings.Replace(ackLine, "244", `"caf\u00e9 \"1\"\n"`, 1),
		},
		{name: "a session without a number", log: strings.Replace(orphanLog, `"session": 244, `, "", 1), item: "null", added: strings.Replace(ackLine, "244", "null", 1)},
		{name: "a session as a float keeps its spelling", log: strings.ReplaceAll(orphanLog, ": 244", ": 244.0"), item: "244", added: strings.Replace(ackLine, "244", "244.0", 1)},
		{name: "a session as true", log: strings.ReplaceAll(orphanLog, ": 244", ": true"), item: "1", added: strings.Replace(ackLine, "244", "true", 1)},
		{
			name: "a session beyond every machine's numbers", log: strings.ReplaceAll(orphanLog, ": 244", ": 99999999999999999999"), item: "99999999999999999999",
			added: strings.Replace(ackLine, "244", "99999999999999999999", 1),
		},
		{name: "times in the vault's zone", log: orphanLog, item: "244", zone: time.FixedZone("", 2*3600), added: strings.Replace(ackLine, "T11", "T13", 1)},
		{name: "a session that came back", log: orphanLog + strings.Replace(ackLine, "OPERATOR", "SYNTHETIC", 1) + noted("244", "2026-02-21T10:00:00") + "\n", item: "244", added: ackLine},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{eventFile: tt.log})
			if tt.zone != nil {
				v.Where.Opts.Zone = tt.zone
			}
			d := ack(t, v, eventFile, tt.item)
			preview, err := v.Preview(t.Context(), d)
			if err != nil {
				t.Fatalf("Preview: %v", err)
			}
			sameFiles(t, "after the preview", treeOf(t, v.Dir()), files{eventFile: tt.log})
			receipt := mustDecide(t, v, d)
			if receipt.Already || !reflect.DeepEqual(receipt.Decision, d) || len(receipt.Notices) > 0 {
				t.Errorf("receipt %+v", receipt)
			}
			if got := withoutID(t, receipt); !reflect.DeepEqual(got, preview) {
				t.Errorf("changes differ from the preview\n got %q\nwant %q", got, preview)
			}
			got := treeOf(t, v.Dir())
			checkDay(t, got[dayFile], receipt, "session_acknowledged")
			delete(got, dayFile)
			sameFiles(t, "after the decision", got, files{eventFile: tt.log + tt.added})
			s := mustLoad(t, v)
			if orphans := s.Orphans(); len(orphans) > 0 || len(s.Interrupted) > 0 {
				t.Errorf("detected again: %+v, %+v", orphans, s.Interrupted)
			}
			if answer, ok := s.Events.PeerAnswer(); ok {
				t.Errorf("the reference program still finds %s", answer)
			}
			if again := mustDecide(t, v, d); !again.Already || again.ID != receipt.ID {
				t.Errorf("the second time: %+v", again)
			}
			sameFiles(t, "after the second time", treeOf(t, v.Dir()), got.With(files{dayFile: treeOf(t, v.Dir())[dayFile]}))
		})
	}
}

func TestAcknowledgingIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		// item is acknowledged as it was seen in orphanLog, after more was added.
		item, more string
		change     func(*model.Decision)
		kind       error
		words      string
	}{
		{name: "a session that wrote again", item: "244", more: noted("244", "2026-02-21T09:00:00"), kind: model.ErrConflict, words: "session 244 has written since it was seen"},
		{name: "a session that started again", item: "244", more: began("244"), kind: model.ErrConflict, words: "session 244 has written since it was seen"},
		{name: "a session that ended", item: "244", more: stopped("244", "Spindle"), kind: model.ErrConflict, words: "the session ended"},
		{name: "a session that somebody else declared dead", item: "244", more: stopped("244", "SYNTHETIC_RECOVERY"), kind: model.ErrConflict, words: "the session ended"},
		{name: "the current session", item: "245", kind: model.ErrNotAllowed, words: "it is the current session: it started last"},
		{
			name: "an unknown session", item: "244", kind: model.ErrNotFound, words: "there is no such session",
			change: func(d *model.Decision) { d.Ref.Item = "7" },
		},
		{
			name: "the same number as a text", item: "244", kind: model.ErrNotFound, words: "there is no such session",
			change: func(d *model.Decision) { d.Ref.Item = `"244"` },
		},
		{
			name: "another log", item: "244", kind: model.ErrNotFound, words: "the event log is no longer there",
			change: func(d *model.Decision) { d.Ref.Path = "events.jsonl" },
		},
		{
			name: "nothing seen", item: "244", kind: model.ErrNotAllowed, words: "it is unknown which text was seen",
			change: func(d *model.Decision) { d.Seen = model.Fingerprint{} },
		},
		{
			name: "no choice for a session", item: "244", kind: model.ErrNotAllowed, words: "that cannot be done with a session",
			change: func(d *model.Decision) { d.Choice = model.ChoiceApprove },
		},
		{
			name: "a session that may be live", item: "244", kind: model.ErrNotAllowed, words: "may be running; confirm twice",
			change: func(d *model.Decision) { d.At = time.Date(2026, 2, 20, 9, 39, 59, 0, time.UTC) },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{eventFile: orphanLog})
			d := ack(t, v, eventFile, tt.item)
			if tt.change != nil {
				tt.change(&d)
			}
			if tt.more != "" {
				v.Overwrite(t, eventFile, orphanLog+tt.more+"\n")
			}
			refusedWith(t, v, d, tt.kind, tt.words)
		})
	}
}

func TestALiveSessionIsAcknowledgedOnlyByTwoConfirmations(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog})
	d := ack(t, v, eventFile, "244")
	d.At, d.Sure = time.Date(2026, 2, 20, 9, 31, 0, 0, time.UTC), true
	mustDecide(t, v, d)
	if got := treeOf(t, v.Dir())[eventFile]; got != orphanLog+strings.Replace(ackLine, "2026-02-21T11:00", "2026-02-20T09:31", 1) {
		t.Errorf("the log is %q", got)
	}
}

func TestASessionThatComesBackIsAcknowledgedAnew(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog})
	d := ack(t, v, eventFile, "244")
	mustDecide(t, v, d)
	v.Overwrite(t, eventFile, orphanLog+ackLine+noted("244", "2026-02-21T10:00:00")+"\n")
	s := mustLoad(t, v)
	if o := s.Orphans(); len(o) != 1 || !o[0].Returned() || o[0].Declared.Agent != model.OperatorAgent {
		t.Fatalf("orphans %+v", o)
	}
	if again := mustDecide(t, v, ack(t, v, eventFile, "244")); again.Already {
		t.Error("the second acknowledgement was taken for the first")
	}
	if got := strings.Count(treeOf(t, v.Dir())[eventFile], "OPERATOR_RECOVERY"); got != 2 {
		t.Errorf("%d lines of ours", got)
	}
}

func TestAnAcknowledgementThatCannotBeWrittenIsNone(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("needs an account that permissions hold for")
	}
	v := decidingVault(t, files{eventFile: orphanLog})
	d := ack(t, v, eventFile, "244")
	if err := os.Chmod(filepath.Join(v.Dir(), eventFile), 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Decide(t.Context(), d); err == nil || !strings.Contains(phrase.Error(err), "permission denied") {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.Dir()), files{eventFile: orphanLog})
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}

func TestALogThatGoesAtTheLastMomentIsNoDecision(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog})
	d := ack(t, v, eventFile, "244")
	v.Before(t, "append", eventFile, func() { v.MoveFile(t, eventFile, "old.jsonl") })
	if _, err := v.Decide(t.Context(), d); err == nil || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Decide: %v", err)
	}
	got := treeOf(t, v.Dir())
	delete(got, ".claude/haios/")
	sameFiles(t, "afterwards", got, files{"old.jsonl": orphanLog})
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}

func TestAnEarlierLineOfTheSameWordsIsNotTakenForOurs(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog + ackLine + noted("244", "2026-02-21T10:00:00") + "\n"})
	d := ack(t, v, eventFile, "244")
	// The process ends after the intent: nothing was appended.
	lay(t, v, acknowledging(t, d, treeOf(t, v.Dir())[eventFile]))
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil || len(receipts) != 1 || !receipts[0].Void || len(openLedger(t, v)) > 0 {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
	if _, logged := treeOf(t, v.Dir())[dayFile]; logged {
		t.Error("the day's log has a decision that was not made")
	}
	if o := mustLoad(t, v).Orphans(); len(o) != 1 {
		t.Errorf("orphans %+v", o)
	}
}
