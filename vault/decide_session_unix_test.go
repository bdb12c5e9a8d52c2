//go:build unix

package vault_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
)

// appender is a shell that adds thousands of lines to the log, each in one write.
// Starting a process now and then slows it down.
const appender = `n=0
while [ $n -lt 2000 ]; do
  echo "{\"type\": \"Note\", \"session_id\": 900, \"writer\": $WRITER, \"n\": $n, \"text\": \"$TEXT\"}"
  n=$((n+1))
  if [ $((n % 20)) = 0 ]; then : $(:); fi
done >> "$LOG"`

func TestAcknowledgingWhileOthersWriteLosesAndTearsNothing(t *testing.T) {
	t.Parallel()
	const orphans, writers = 10, 2
	var b strings.Builder
	for i := range orphans {
		b.WriteString(began(fmt.Sprint(100+i)) + "\n")
	}
	b.WriteString(began("900") + "\n")
	first := b.String()
	v := decidingVault(t, files{eventFile: first})
	log := filepath.Join(v.Dir(), filepath.FromSlash(eventFile))
	var running []*exec.Cmd
	for i := range writers {
		cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", appender)
		cmd.Env = append(os.Environ(), "LOG="+log, fmt.Sprintf("WRITER=%d", i), "TEXT="+strings.Repeat("x", 500))
		must.Do(t, cmd.Start())
		running = append(running, cmd)
	}
	for grown := false; !grown; {
		info := must.Get(os.Stat(log))(t)
		grown = info.Size() > int64(len(first))
	}
	for i := range orphans {
		if receipt := mustDecide(t, v, ack(t, v, eventFile, fmt.Sprint(100+i))); len(receipt.Notices) > 0 {
			t.Errorf("receipt %+v", receipt)
		}
	}
	for _, cmd := range running {
		must.Do(t, cmd.Wait())
	}
	text := treeOf(t, v.Dir())[eventFile]
	if !strings.HasPrefix(text, first) {
		t.Error("the old bytes changed")
	}
	checkAppended(t, strings.SplitAfter(strings.TrimPrefix(text, first), "\n"), orphans, writers)
	s := mustLoad(t, v)
	if len(s.Orphans()) > 0 || s.Events.Bad > 0 || s.Events.Torn {
		t.Errorf("%d orphans, %d bad lines", len(s.Orphans()), s.Events.Bad)
	}
}

// checkAppended expects our lines, one for each orphan, and every line of each
// writer in its order. A blank line may stand before one of ours: another line that
// was half written just then looks like a torn one.
func checkAppended(t *testing.T, lines []string, orphans, writers int) {
	t.Helper()
	next, acked, blank := make([]int, writers), 0, 0
	for _, line := range lines {
		writer := -1
		for i, n := range next {
			if line == fmt.Sprintf("{\"type\": \"Note\", \"session_id\": 900, \"writer\": %d, \"n\": %d, \"text\": %q}\n", i, n, strings.Repeat("x", 500)) {
				writer = i
			}
		}
		switch {
		case line == "":
		case line == "\n":
			blank++
		case line == strings.Replace(ackLine, "244", fmt.Sprint(100+acked), 1):
			acked++
		case writer >= 0:
			next[writer]++
		default:
			t.Fatalf("a line nobody wrote: %q", line)
		}
	}
	if acked != orphans || blank > acked || slices.Min(next) != 2000 || slices.Max(next) != 2000 {
		t.Errorf("%d acknowledgements, %d blank lines, the others wrote %v lines", acked, blank, next)
	}
}

func TestATornAcknowledgementIsNone(t *testing.T) {
	t.Parallel()
	for _, cut := range []int{1, 40, len(ackLine) - 2} {
		v := decidingVault(t, files{eventFile: orphanLog})
		d := ack(t, v, eventFile, "244")
		lay(t, v, acknowledging(t, d, orphanLog))
		torn := orphanLog + ackLine[:cut]
		v.Overwrite(t, eventFile, torn)
		receipts, err := v.Recover(t.Context(), eleven)
		if err != nil || len(receipts) != 1 || !receipts[0].Void || len(openLedger(t, v)) > 0 {
			t.Errorf("cut at %d: Recover = %+v, %v", cut, receipts, err)
		}
		sameFiles(t, "after recovery", treeOf(t, v.Dir()), files{eventFile: torn})
		if s := mustLoad(t, v); len(s.Orphans()) != 1 || len(s.Problems) != 1 || s.Problems[0].Line != 4 {
			t.Errorf("cut at %d: %+v", cut, s)
		}
		mustDecide(t, v, d)
		if got := treeOf(t, v.Dir())[eventFile]; got != torn+"\n"+ackLine {
			t.Errorf("cut at %d: the log is %q", cut, got)
		}
	}
}

func TestAWholeLineOfAKilledAcknowledgementCounts(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog})
	d := ack(t, v, eventFile, "244")
	lay(t, v, acknowledging(t, d, orphanLog))
	v.Overwrite(t, eventFile, orphanLog+strings.TrimSuffix(ackLine, "\n"))
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil || len(receipts) != 1 || !reflect.DeepEqual(receipts[0].Decision, d) {
		t.Fatalf("Recover = %+v, %v", receipts, err)
	}
	checkDay(t, treeOf(t, v.Dir())[dayFile], model.Receipt{ID: receipts[0].ID, Decision: d}, "session_acknowledged")
	if o := mustLoad(t, v).Orphans(); len(o) > 0 {
		t.Errorf("orphans %+v", o)
	}
}
