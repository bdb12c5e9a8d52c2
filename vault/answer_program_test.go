package vault_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/vaulttest"
)

// specWorkflow asks the program itself, by the protocol by which agents do, and gives what it says
// to each call of one of its tools. The program has to be in the PATH; docs/sources.md has the
// version that this was last run with.
func specWorkflow(t *testing.T, v *vaulttest.Vault, tool string, calls ...string) (said []string) {
	t.Helper()
	at, err := exec.LookPath("spec-workflow-mcp")
	if err != nil {
		t.Skipf("needs spec-workflow-mcp: %v", err)
	}
	c := exec.CommandContext(t.Context(), at, v.Dir())
	c.Env = append(os.Environ(), "HOME="+t.TempDir())
	in := must.Get(c.StdinPipe())(t)
	out := must.Get(c.StdoutPipe())(t)
	must.Do(t, c.Start())
	lines := bufio.NewScanner(out)
	ask := func(id int, method, params string) string {
		fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params)
		for lines.Scan() {
			var answer struct {
				ID     int
				Result struct{ Content []struct{ Text string } }
			}
			if json.Unmarshal(lines.Bytes(), &answer) == nil && answer.ID == id {
				return fmt.Sprint(answer.Result.Content)
			}
		}
		t.Fatalf("it says nothing to %s %s: %v", method, params, lines.Err())
		return ""
	}
	ask(1, "initialize", `{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"coldstart","version":"1"}}`)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for i, call := range calls {
		said = append(said, ask(i+2, "tools/call", `{"name":"`+tool+`","arguments":`+call+`}`))
	}
	_ = in.Close()
	_ = c.Process.Kill()
	_ = c.Wait()
	return said
}

func TestSpecWorkflowTakesTheAnswer(t *testing.T) {
	t.Parallel()
	const status, remove = `{"action":"status","approvalId":"approval_1763625600000_m1n"}`, `{"action":"delete","approvalId":"approval_1763625600000_m1n"}`
	for _, tt := range []struct {
		choice model.Choice
		want   []string
	}{
		{model.ChoiceNone, []string{"status: pending", "canProceed: false", "success: false"}},
		{model.ChoiceApprove, []string{"status: approved", `respondedAt: "2026-02-21T11:00:00.000Z"`, "canProceed: true", "Response: good “enough”", "success: true"}},
		{model.ChoiceReject, []string{"status: rejected", "canProceed: false", "Reason: good “enough”", "success: true"}},
		{model.ChoiceChanges, []string{"status: needs-revision", "canProceed: false", "Feedback: good “enough”", "success: true"}},
	} {
		t.Run(tt.choice.String(), func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, boatyard())
			if tt.choice != model.ChoiceNone {
				mustDecide(t, v, wish(t, v, mooringApproval, tt.choice, "good “enough”"))
			}
			said := specWorkflow(t, v, "approvals", status, remove)
			for i, want := range tt.want {
				// The last is about the removal.
				if where := said[i/(len(tt.want)-1)]; !strings.Contains(where, want) {
					t.Errorf("no %q in %s", want, where)
				}
			}
		})
	}
}

func TestSpecWorkflowCountsTheSameTasks(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, boatyard().With(files{
		".spec-workflow/specs/moorings/tasks.md": "# Tasks\n\n- [x] 1. Dig\n  - [ ] no number\n- [x] 1.1 Count\n* [-] 2\\. Book\n- [ ] 2.1. Send\n- [~] 3 Wait\n  - _Blocked: rain_\n```\n- [ ] 4. In code\n```\n",
	}))
	s := mustLoad(t, v)
	p, _ := s.Plan(".spec-workflow/specs/moorings/tasks.md")
	done, all := p.Progress()
	said := specWorkflow(t, v, "spec-status", `{"specName":"moorings"}`)[0]
	for _, want := range []string{fmt.Sprintf("total: %d", all), fmt.Sprintf("completed: %d", done)} {
		if all != 6 || !strings.Contains(said, want) {
			t.Errorf("%d of %d, and no %q in %s", done, all, want, said)
		}
	}
}
