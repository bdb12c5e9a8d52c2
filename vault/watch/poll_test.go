package watch

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/load"
)

// polling runs a test in a vault that the system tells nothing of, on a clock that
// jumps to the next timer.
func polling(t *testing.T, test func(t *testing.T, v *opened, dir string)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		v, dir := open(t, watchedContents())
		v.notifier = newNotifier("plan9")
		if how := nextChange(t, v); how.Polling == "" || how.Every != pollEvery {
			t.Fatalf("watching by %+v", how)
		}
		test(t, v, dir)
	})
}

func TestPollingFindsEveryChange(t *testing.T) {
	t.Parallel()
	for name, change := range watchedChanges() {
		t.Run(name, func(t *testing.T) {
			polling(t, func(t *testing.T, v *opened, dir string) {
				// After some looks at a vault at rest, folders are not listed any more.
				ctx, cancel := context.WithTimeout(t.Context(), 2*pollEvery+settleTime)
				defer cancel()
				if how, err := v.Changed(ctx); err == nil {
					t.Fatalf("a change of nothing: %+v", how)
				}
				if !v.scanner.known["Plans"].settled {
					t.Fatal("a folder at rest is listed again and again")
				}
				began := time.Now()
				change(t, dir)
				nextChange(t, v)
				if took := time.Since(began); took > 5*time.Second {
					t.Errorf("noticed after %v", took)
				}
			})
		})
	}
}

func TestAVaultThatIsMovedAway(t *testing.T) {
	t.Parallel()
	polling(t, func(t *testing.T, v *opened, dir string) {
		d := model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/chalk.md"}, Choice: model.ChoiceApprove}
		fails := func(words string) {
			t.Helper()
			nextChange(t, v)
			_, loadErr := v.load.Screen(t.Context(), loadTime, load.Want{}, false)
			_, readErr := v.load.Read(t.Context(), d.Ref)
			_, decideErr := v.decide.Decide(t.Context(), d)
			for _, err := range []error{loadErr, readErr, decideErr} {
				if err == nil || !strings.Contains(err.Error(), words) {
					t.Errorf("%v, want %q", err, words)
				}
			}
		}
		must.Do(t, os.Rename(dir, dir+"-moved"))
		fails("the vault was moved away or deleted")
		must.Do(t, os.Rename(dir+"-moved", dir))
		nextChange(t, v)
		mustLoad(t, v)
		must.Do(t, os.Rename(dir, dir+"-moved"))
		watchedContents().write(t, dir)
		fails("another folder is there now")
		must.Do(t, os.RemoveAll(dir))
		fails("the vault was moved away or deleted")
		watchedContents().write(t, dir)
		fails("another folder is there now")
		must.Do(t, os.RemoveAll(dir))
		must.Do(t, os.RemoveAll(dir+"-moved"))
		if _, err := v.load.Screen(t.Context(), loadTime, load.Want{}, false); err == nil {
			t.Error("loaded a vault that was deleted")
		}
	})
}

// A file that is written line by line is not judged while it grows, and not kept
// from being judged in the end.
func TestAGrowingFileIsNotJudged(t *testing.T) {
	t.Parallel()
	const name = "flows/chalk/trace.md"
	polling(t, func(t *testing.T, v *opened, dir string) {
		ref := model.Ref{Kind: model.KindTrace, Path: name}
		go func() {
			f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_APPEND, 0)
			for range 60 {
				if err == nil {
					_, err = f.WriteString("not a step\n")
				}
				time.Sleep(100 * time.Millisecond)
			}
			if err != nil || f.Close() != nil {
				t.Error(err)
			}
		}()
		judged := func(s model.Snapshot) (writes, faulty bool) {
			for _, p := range s.Problems {
				writes = writes || p.Path == name && p.Reason == writing
				faulty = faulty || p.Path == name && p.Reason != writing
			}
			return writes, faulty
		}
		grew := 0
		for {
			nextChange(t, v)
			s := mustLoad(t, v)
			writes, faulty := judged(s)
			if faulty {
				break
			}
			if grew++; !writes || !s.Writing[name] || rule.Refuse(s, ref, model.ChoiceRetry).Code != model.BecauseBeingWritten {
				t.Errorf("while it grows: problem %v, writing %v, refused by %q", writes, s.Writing, rule.Refuse(s, ref, model.ChoiceRetry))
			}
		}
		synctest.Wait()
		if grew < 2 {
			t.Errorf("it was judged after %d loads", grew)
		}
		if s := mustLoad(t, v); len(s.Writing) != 0 {
			t.Errorf("in the end %v is being written", s.Writing)
		}
	})
}

// A file that was torn for a moment is not judged by that moment.
func TestATornFileIsJudgedOnceItRests(t *testing.T) {
	t.Parallel()
	const name = "flows/chalk/trace.md"
	polling(t, func(t *testing.T, v *opened, dir string) {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("# Tr"), 0o644))
		nextChange(t, v)
		if s := mustLoad(t, v); !s.Writing[name] {
			t.Fatalf("a file that has just changed is judged: %+v", s.Problems)
		}
		began := time.Now()
		nextChange(t, v)
		if took := time.Since(began); took != settleTime {
			t.Errorf("looked again after %v", took)
		}
		if s := mustLoad(t, v); s.Writing[name] {
			t.Error("a file that rests is not judged")
		}
	})
}

func TestALimitOfTheSystemThatIsLiftedIsNews(t *testing.T) {
	t.Parallel()
	v, _ := watching(t)
	w := v.Watcher
	w.notifier.system = "plan9"
	w.one.Lock()
	if _, err := w.look(t.Context()); err != nil || w.how().Polling == "" {
		t.Fatalf("%+v, %v", w.how(), err)
	}
	w.one.Unlock()
	w.notifier.system = "linux"
	w.notifier.hints <- struct{}{}
	if how := nextChange(t, v); how.Polling != "" {
		t.Errorf("still %s", how.Polling)
	}
}

// A caller who was busy with a load does not wait for the next look all over again.
func TestACallerWhoComesLateLosesNoTime(t *testing.T) {
	t.Parallel()
	polling(t, func(t *testing.T, v *opened, dir string) {
		must.Do(t, os.WriteFile(filepath.Join(dir, "Plans/PLAN-2.md"), []byte("x"), 0o644))
		time.Sleep(pollEvery)
		began := time.Now()
		nextChange(t, v)
		if took := time.Since(began); took > quietTime {
			t.Errorf("noticed after %v more", took)
		}
	})
}
