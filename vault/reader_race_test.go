//go:build unix

package vault_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
)

// watchman reads the files of decisions all the time, as an agent might.
type watchman struct {
	dir  string
	stop chan struct{}
	done chan struct{}
	// plans are the texts of the plan that were seen, odd what must never be.
	plans map[string]bool
	odd   []string
	looks int
}

func startWatchman(dir string, requests int) *watchman {
	w := &watchman{dir: dir, stop: make(chan struct{}), done: make(chan struct{}), plans: map[string]bool{}}
	go func() {
		defer close(w.done)
		for n := 0; ; n = (n + 1) % requests {
			select {
			case <-w.stop:
				return
			default:
				w.look(filepath.Base(requestNumber(n)))
			}
		}
	}()
	return w
}

// look reads the plan and one request. A request may be both pending and decided for a
// moment, and is never nowhere.
func (w *watchman) look(name string) {
	w.looks++
	if b, err := os.ReadFile(filepath.Join(w.dir, planFile)); err != nil {
		w.odd = append(w.odd, err.Error())
	} else {
		w.plans[string(b)] = true
	}
	pending := w.there("Pending_Approval", name)
	approved, rejected := w.there("Approved", name), w.there("Rejected", name)
	if !pending && !approved && !rejected {
		w.odd = append(w.odd, name+" is nowhere")
	}
	if approved && rejected {
		w.odd = append(w.odd, name+" is approved and rejected")
	}
}

func (w *watchman) there(folder, name string) bool {
	b, err := os.ReadFile(filepath.Join(w.dir, folder, name))
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil || string(b) != payRequest {
		w.odd = append(w.odd, fmt.Sprintf("%s/%s: %v, %q", folder, name, err, b))
	}
	return true
}

func TestAReaderSeesWholeFilesOnly(t *testing.T) {
	t.Parallel()
	requests := 24
	if faultsWanted() {
		requests = 600
	}
	start := files{planFile: examples.BlockedPlan}
	for i := range requests {
		start[requestNumber(i)] = payRequest
	}
	v := decidingVault(t, start)
	known := map[string]bool{examples.BlockedPlan: true}
	w := startWatchman(v.Dir(), requests)
	for i := range requests {
		choice, note := model.ChoiceApprove, ""
		if i%2 > 0 {
			choice, note = model.ChoiceReject, "no"
		}
		mustDecide(t, v, wish(t, v, requestNumber(i), choice, note))
		b := must.Get(os.ReadFile(filepath.Join(v.Dir(), planFile)))(t)
		known[string(b)] = true
	}
	close(w.stop)
	<-w.done
	for _, odd := range w.odd {
		t.Error(odd)
	}
	for text := range w.plans {
		if !known[text] {
			t.Errorf("a plan was seen that no decision wrote: %q", text)
		}
	}
	t.Logf("%d looks, %d texts of the plan", w.looks, len(w.plans))
	counted(t, requests, 0)
}

func requestNumber(n int) string { return fmt.Sprintf("Pending_Approval/pay-%d.md", n) }
