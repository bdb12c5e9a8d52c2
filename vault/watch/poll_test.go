package watch

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
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

func TestHintsWaitForQuiet(t *testing.T) {
	t.Parallel()
	ms := time.Millisecond
	every := func(step, until time.Duration) (at []time.Duration) {
		for d := step; d <= until; d += step {
			at = append(at, d)
		}
		return at
	}
	for _, tt := range []struct {
		name  string
		hints []time.Duration
		want  cue
		after time.Duration
	}{
		{"no hint", nil, cueTime, lookEvery},
		{"one hint", []time.Duration{time.Second}, cueQuiet, time.Second + quietTime},
		{"one save, many events", []time.Duration{10 * ms, 11 * ms, 40 * ms}, cueQuiet, 40*ms + quietTime},
		{"two saves", []time.Duration{100 * ms, 200 * ms}, cueQuiet, 200*ms + quietTime},
		{"a later one", []time.Duration{100 * ms, 300 * ms}, cueQuiet, 100*ms + quietTime},
		{"no rest", every(100*ms, 20*time.Second), cueRestless, 100*ms + restlessTime},
		{"a hint just before the time", []time.Duration{lookEvery - ms}, cueQuiet, lookEvery - ms + quietTime},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hints, began := make(chan struct{}, 1), time.Now()
				for _, at := range tt.hints {
					time.AfterFunc(at, func() {
						select {
						case hints <- struct{}{}:
						default:
						}
					})
				}
				got, err := nextCue(t.Context(), hints, time.After(lookEvery))
				if took := time.Since(began); got != tt.want || took != tt.after || err != nil {
					t.Errorf("cue %d after %v, %v; want %d after %v", got, took, err, tt.want, tt.after)
				}
			})
		})
	}
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	for _, hint := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			hints := make(chan struct{}, 1)
			if hint {
				hints <- struct{}{}
			}
			// Halfway to quiet.
			time.AfterFunc(quietTime/2, cancel)
			if _, err := nextCue(ctx, hints, nil); !errors.Is(err, context.Canceled) {
				t.Errorf("after a hint %v: %v", hint, err)
			}
			if err := pause(ctx, time.Hour); !errors.Is(err, context.Canceled) {
				t.Errorf("a pause: %v", err)
			}
		})
	}
}

func TestSecondLook(t *testing.T) {
	t.Parallel()
	has := func(names ...string) scan {
		s := scan{stamps: map[string]disk.Stamp{}}
		for _, n := range names {
			s.stamps[n] = disk.Stamp{}
		}
		return s
	}
	for _, tt := range []struct {
		name        string
		why         cue
		before, now scan
		want        time.Duration
	}{
		{"something new", cueQuiet, has("a"), has("a", "b"), 0},
		{"something gone", cueQuiet, has("a", "b"), has("a"), vanishTime},
		{"something replaced by another", cueQuiet, has("a"), has("b"), vanishTime},
		{"no rest", cueRestless, has("a"), has("a", "b"), quietTime},
		{"no hint", cueTime, has("a"), has("a", "b"), quietTime},
	} {
		if got := secondLook(tt.why, tt.before, tt.now); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// A look at the files that the system named must leave what a scan finds.
func TestAGlanceSeesWhatAScanSees(t *testing.T) {
	t.Parallel()
	names := []string{
		"Plans/PLAN-1.md", "Plans/PLAN-2.md", "Plans/.PLAN-1.md.swp", "Plans/new/PLAN-3.md", "Pending_Approval/chalk.md",
		"Approved/chalk.md", "flows/chalk/trace.md", "flows/chalk/notes.txt", "src/main.c", "events.jsonl", "seed.json",
	}
	glances := 0
	rapid.Check(t, func(r *rapid.T) {
		v, dir := open(t, watchedContents())
		w := v.Watcher
		seen, err := w.scanner.scan(t.Context())
		must.Do(t, err)
		w.seen = seen
		for range rapid.IntRange(1, 8).Draw(r, "times") {
			told := map[string]bool{}
			for range rapid.IntRange(0, 3).Draw(r, "changes") {
				at := filepath.Join(dir, rapid.SampledFrom(names).Draw(r, "name"))
				switch rapid.IntRange(0, 6).Draw(r, "change") {
				case 0:
					to := filepath.Join(dir, rapid.SampledFrom(names).Draw(r, "to"))
					_ = os.Rename(at, to)
					told[to] = true
				case 1:
					_ = os.Remove(at)
				case 2:
					_ = os.Mkdir(filepath.Dir(at), 0o755)
					told[filepath.Dir(at)] = true
				case 3:
					_ = os.Symlink("PLAN-1.md", at)
				default:
					_ = os.WriteFile(at, []byte(rapid.StringN(0, 9, 99).Draw(r, "text")), 0o644)
				}
				told[at] = true
				if to, err := filepath.EvalSymlinks(at); err == nil {
					told[to] = true
				}
			}
			before := maps.Clone(w.seen.stamps)
			elsewhere := w.scanner.changedElsewhere(w.seen)
			changed, ok := w.glance(told)
			scanned, err := w.scanner.scan(t.Context())
			must.Do(t, err)
			if ok && !elsewhere {
				glances++
				if !scanned.same(w.seen) {
					r.Fatalf("a scan sees %v, a glance at %v %v", scanned.stamps, told, w.seen.stamps)
				}
				if changed == maps.Equal(before, w.seen.stamps) {
					r.Errorf("changed is %t", changed)
				}
			}
			w.seen = scanned
		}
	})
	if glances == 0 {
		t.Error("a glance is never enough")
	}
	v, dir := open(t, watchedContents())
	v.seen = must.Get(v.scanner.scan(t.Context()))(t)
	plan := filepath.Join(dir, "Plans/PLAN-1.md")
	must.Do(t, os.Link(plan, filepath.Join(dir, "Plans/PLAN-2.md")))
	if _, ok := v.glance(map[string]bool{plan: true}); ok {
		t.Error("a file that changes under two names is seen under one")
	}
}
