//go:build unix

package vault_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/places"
)

// atOnce runs errands in one child process each, released at one moment.
func atOnce(t *testing.T, errands []errand) []outcome {
	t.Helper()
	hold, release, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	wait, ready, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer wait.Close()
	var commands []*exec.Cmd
	var texts []*bytes.Buffer
	for _, e := range errands {
		e.Race = true
		cmd, text := e.command(t, testProgram(t))
		cmd.Stdin, cmd.ExtraFiles = hold, []*os.File{ready}
		must.Do(t, cmd.Start())
		commands, texts = append(commands, cmd), append(texts, text)
	}
	ready.Close()
	// Reading ends early when a child dies before it is ready.
	_, readyErr := io.ReadFull(wait, make([]byte, len(errands)))
	release.Close()
	var all []outcome
	for i, cmd := range commands {
		out, killed := reportOf(t, cmd.Wait(), texts[i])
		if killed || readyErr != nil {
			t.Fatalf("child %d: killed %v, ready %v, %+v", i, killed, readyErr, out)
		}
		all = append(all, out)
	}
	return all
}

func TestOfTwoOperatorsAtOnceOneSucceeds(t *testing.T) {
	t.Parallel()
	rounds := whole.Rounds(4, 20)
	if faultsWanted() {
		rounds = 170
	}
	for _, tt := range []struct {
		name          string
		states        [2]string
		path          string
		first, second model.Choice
	}{
		{"both approve, each with a state folder", [2]string{"one", "two"}, payFile, model.ChoiceApprove, model.ChoiceApprove},
		{"both approve, one state folder", [2]string{"state", "state"}, payFile, model.ChoiceApprove, model.ChoiceApprove},
		{"approve and reject, each with a state folder", [2]string{"one", "two"}, payFile, model.ChoiceApprove, model.ChoiceReject},
		{"approve and reject, one state folder", [2]string{"state", "state"}, payFile, model.ChoiceApprove, model.ChoiceReject},
		{"accept and decline, each with a state folder", [2]string{"one", "two"}, places.SeedName + "#pro_1", model.ChoiceAccept, model.ChoiceDecline},
		{"both decline, one state folder", [2]string{"state", "state"}, places.SeedName + "#pro_1", model.ChoiceDecline, model.ChoiceDecline},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			notes := map[model.Choice]string{model.ChoiceReject: "no"}
			start := blockedVault().With(files{places.SeedName: examples.Seed})
			for round := range rounds {
				v := decidingVault(t, start)
				var errands []errand
				for i, choice := range []model.Choice{tt.first, tt.second} {
					d := wish(t, v, tt.path, choice, notes[choice])
					errands = append(errands, errand{Base: filepath.Dir(v.Dir()), State: tt.states[i], Operator: "ines", Decision: &d})
				}
				won := -1
				for i, out := range atOnce(t, errands) {
					switch {
					case out.Err == "" && !out.Already && won < 0:
						won = i
					case out.Kind == model.ErrConflict.Error():
					case out.Kind == model.ErrNotFound.Error() && tt.first == model.ChoiceAccept:
						// An accepted proposal is none any more.
					case out.Already && tt.first == tt.second && tt.states[0] == tt.states[1]:
						// The other one was done before this one asked.
					default:
						t.Errorf("round %d: %+v", round, out)
					}
				}
				if won < 0 {
					t.Fatalf("round %d: nobody succeeded", round)
				}
				d := errands[won].Decision
				end, tree := wholeOutcome(t, start, tt.path, d.Choice, d.Note), treeOf(t, v.Dir())
				nothingLost(t, start, end, tree)
				sameFiles(t, "afterwards", named(tree), end)
				if t.Failed() {
					return
				}
			}
			counted(t, rounds, 0)
		})
	}
}
