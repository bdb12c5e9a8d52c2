//go:build unix

package load

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/whole"
)

// told is what we should say of a session. Of texts a part is enough, an empty one is not looked at.
type told struct {
	// Endings are those that are right: of a turn that is over no file says whether the program was
	// closed too.
	Endings      []model.Ending
	Call         string
	Question     string
	Plan         string
	Prompt, Said string
	Title        string
	Prompts      int
	// Killed is true if the client tells that its process is gone.
	Killed bool
}

// kindOfEnd is something that was done with a client.
type kindOfEnd struct {
	client client
	name   string
	do     func(s *sitting)
	// want are its sessions, the last written first.
	want []told
}

func over(t told) []told       { return one(t, model.EndingYourTurn, model.EndingDone) }
func inTool(t told) []told     { return one(t, model.EndingInTool) }
func unanswered(t told) []told { return one(t, model.EndingUnanswered) }
func stopped(t told) []told    { return one(t, model.EndingStopped) }

func one(t told, endings ...model.Ending) []told {
	t.Endings = endings
	if t.Prompt == "" {
		t.Prompt = prompt
	}
	return []told{t}
}

// TestTheClientsThemselves runs the programs of agents, ends their sessions in all ways, and holds
// what we say against what was done.
func TestTheClientsThemselves(t *testing.T) {
	t.Parallel()
	if !whole.All() {
		t.Skip("needs COLDSTART_WHOLE=1, and the programs on the PATH")
	}
	for _, k := range slices.Concat(claudeRuns, claudeScreens, codexKinds, geminiKinds) {
		t.Run(k.client.name+"/"+k.name, func(t *testing.T) {
			t.Parallel()
			s := sit(t, k.client)
			k.do(s)
			s.kill()
			got := s.sessions()
			if len(got) != len(k.want) {
				t.Fatalf("%d sessions, want %d: %+v", len(got), len(k.want), got)
			}
			for i, want := range k.want {
				s.compare(got[i], want)
			}
		})
	}
}

func (s *sitting) compare(got model.Transcript, want told) {
	s.Helper()
	// An hour later nothing may still be written.
	if e, sure := got.State(time.Now().Add(time.Hour)); !slices.Contains(want.Endings, e) {
		s.Errorf("it is %v (%v), want %v", e, sure, want.Endings)
	}
	var questions []string
	for _, q := range got.Questions {
		questions = append(questions, q.Text+" "+strings.Join(q.Labels(), "|"))
	}
	for _, c := range []struct{ what, got, want string }{
		{"the call", got.Call.Type + " " + got.Call.Says, want.Call},
		{"the question", strings.Join(questions, "\n"), want.Question},
		{"the plan", got.Plan, want.Plan},
		{"the prompt", got.Prompt, want.Prompt},
		{"the last word", got.Said, want.Said},
		{"the title", got.Title, want.Title},
		{"the folder", got.Dir, s.repo},
		{"the command", got.Command, got.ID},
	} {
		if !strings.Contains(c.got, c.want) {
			s.Errorf("%s is %q, want %q", c.what, c.got, c.want)
		}
	}
	if want.Question == "" && len(got.Questions) > 0 && want.Endings[0] != model.EndingWaits {
		s.Errorf("it asks %q", questions)
	}
	if branch := map[bool]string{false: "feat/receipts"}[s.client.name == "gemini"]; got.Branch != branch {
		s.Errorf("the branch is %q, want %q", got.Branch, branch)
	}
	if got.ID == "" || !got.Began.Known() || !got.Last.Known() || got.Last.Time.Before(got.Began.Time) {
		s.Errorf("id %q, began %v, last %v", got.ID, got.Began, got.Last)
	}
	if want.Prompts > 0 && got.Prompts != want.Prompts {
		s.Errorf("%d prompts, want %d", got.Prompts, want.Prompts)
	}
	if p := got.Process; want.Killed != (p != nil) || p != nil && p.Alive {
		s.Errorf("process %+v, want one that was killed: %v", p, want.Killed)
	}
}

func words(s string) []says { return []says{{Text: s}} }

// bash are calls of Claude's shell: one that ends at once, and one that waits.
func bash(command string) says {
	return says{Tool: "Bash", Input: object{"command": command, "description": "Print a page"}}
}

var (
	hold  = []says{{Hold: true}}
	fails = []says{{Fails: true}}
	begun = []says{{Text: "I begin with"}, {Hang: true}}
	asks  = []says{{Text: "One thing is open."}, {Tool: "AskUserQuestion", Input: object{"questions": []any{object{
		"question": "Which paper width?", "header": "Paper", "multiSelect": false,
		"options": []any{object{"label": "58 mm", "description": "Small rolls"}, object{"label": "80 mm", "description": "Wide rolls"}},
	}}}}}
)

// killedInBash is a session of Claude Code that was killed while its shell waited.
func killedInBash(s *sitting) {
	s.model.will([]says{{Text: "A test page first."}, bash(s.waiting())})
	s.start("-p", prompt, "--allowedTools", "Bash")
	s.wrote("do sleep")
	s.kill()
}

// toAgent hands work to a sub-agent.
func toAgent() says {
	return says{Tool: "Agent", Input: object{"description": "Look for printers", "prompt": "List the printers", "subagent_type": "general-purpose", "run_in_background": false}}
}

// claudeRuns are sessions without a terminal.
var claudeRuns = []kindOfEnd{
	{claudeCode, "normal end", func(s *sitting) {
		s.model.will([]says{bash("echo printed")}, words("All receipts are printed."))
		s.run("-p", prompt, "--allowedTools", "Bash")
	}, over(told{Said: "All receipts are printed.", Prompts: 1})},
	{claudeCode, "killed in a tool call", killedInBash, inTool(told{Call: "sleep", Said: "A test page first.", Killed: true})},
	{claudeCode, "killed before an answer", func(s *sitting) {
		s.model.will(hold)
		s.start("-p", prompt)
		s.asked(1)
	}, unanswered(told{Killed: true})},
	{claudeCode, "killed in an answer", func(s *sitting) {
		s.model.will(begun)
		s.start("-p", prompt)
		s.asked(1)
	}, unanswered(told{Killed: true})},
	{claudeCode, "killed after a tool call", func(s *sitting) {
		s.model.will([]says{bash("echo printed")}, hold)
		s.start("-p", prompt, "--allowedTools", "Bash")
		s.asked(2)
	}, unanswered(told{Killed: true})},
	{claudeCode, "the model fails", func(s *sitting) {
		s.model.will(fails)
		s.run("-p", prompt)
	}, unanswered(told{})},
	// A kill between two writes tears no line; this one is cut by hand.
	{claudeCode, "torn line", func(s *sitting) {
		killedInBash(s)
		s.tear()
	}, one(told{Killed: true}, model.EndingInWriting)},
	{claudeCode, "two prompts", func(s *sitting) {
		s.model.will(words("The first is printed."), words("The second is printed."))
		s.run("-p", prompt)
		s.run("-p", "and now the invoices", "--resume", s.id())
	}, over(told{Prompt: "and now the invoices", Said: "The second is printed.", Prompts: 2})},
	{claudeCode, "killed and resumed", func(s *sitting) {
		killedInBash(s)
		s.model.will(words("Now it is printed."))
		s.run("-p", "go on please", "--resume", s.id())
	}, over(told{Prompt: "go on please", Said: "Now it is printed.", Prompts: 2})},
	{claudeCode, "killed and forked", func(s *sitting) {
		killedInBash(s)
		s.model.will(words("Now it is printed."))
		s.run("-p", "go on please", "--resume", s.id(), "--fork-session")
	}, append(over(told{Prompt: "go on please", Said: "Now it is printed."}), inTool(told{Call: "sleep"})...)},
	{claudeCode, "sub-agent", func(s *sitting) {
		s.model.will([]says{toAgent()}, words("There are two printers."), words("Two printers were found."))
		s.run("-p", prompt, "--allowedTools", "Agent Task")
	}, over(told{Said: "Two printers were found.", Prompts: 1})},
	{claudeCode, "killed in a sub-agent", func(s *sitting) {
		s.model.will([]says{toAgent()}, []says{bash(s.waiting())})
		s.start("-p", prompt, "--allowedTools", "Agent Task Bash")
		s.asked(2)
		time.Sleep(time.Second)
	}, inTool(told{Call: "Look for printers", Killed: true})},
}

// inClaude opens Claude Code in a terminal and types the first prompt.
func inClaude(s *sitting, args ...string) {
	s.open(args...)
	s.claudeIs("idle")
	time.Sleep(time.Second)
	s.press(prompt, "\r")
}

// claudeIs waits until Claude Code says so of itself.
func (s *sitting) claudeIs(status string) {
	s.Helper()
	s.until("was "+status, func() bool {
		for _, p := range s.processes() {
			if strings.Contains(p, `"status":"`+status+`"`) {
				return true
			}
		}
		return false
	})
}

const (
	enter, escape = "\r", "\x1b"
	planText      = "# Receipts\n\n1. Print them.\n2. Count them.\n"
)

// withPlan lets Claude Code write a plan, and ask whether it may go on.
func withPlan(s *sitting, then ...[]says) {
	s.model.will(append([][]says{
		{{Tool: "Write", Input: object{"file_path": planFile, "content": planText}}},
		{{Text: "This is my plan."}, {Tool: "ExitPlanMode", Input: object{}}},
	}, then...)...)
	inClaude(s, "--permission-mode", "plan")
	s.wrote("ExitPlanMode")
	s.claudeIs("waiting")
	time.Sleep(time.Second)
}

func oneTurn(s *sitting) {
	s.model.will(words("All receipts are printed."))
	inClaude(s)
	s.wrote("All receipts are printed.")
	s.wrote("turn_duration")
	time.Sleep(time.Second)
}

// closed types what ends Claude Code.
func closed(keys ...string) func(s *sitting) {
	return func(s *sitting) {
		oneTurn(s)
		s.press(keys...)
		s.end()
	}
}

// claudeScreens are sessions in a terminal.
var claudeScreens = []kindOfEnd{
	{claudeCode, "killed at idle", oneTurn, over(told{Said: "All receipts are printed.", Killed: true, Prompts: 1})},
	{claudeCode, "closed by /exit", closed("/exit", enter), over(told{Said: "All receipts are printed.", Prompts: 1})},
	{claudeCode, "closed by two Ctrl-C", closed("\x03", "\x03"), over(told{Said: "All receipts are printed."})},
	{claudeCode, "the terminal went away", func(s *sitting) {
		oneTurn(s)
		_ = s.cmd.Process.Signal(syscall.SIGHUP)
		s.end()
	}, over(told{Said: "All receipts are printed."})},
	{claudeCode, "killed at a permission prompt", func(s *sitting) {
		s.model.will([]says{bash("rm -rf paper")})
		inClaude(s)
		s.claudeIs("waiting")
	}, inTool(told{Call: "rm -rf paper", Killed: true})},
	{claudeCode, "killed in a tool call on screen", func(s *sitting) {
		s.model.will([]says{bash(s.waiting())})
		inClaude(s, "--allowedTools", "Bash")
		s.wrote("do sleep")
	}, inTool(told{Call: "sleep", Killed: true})},
	{claudeCode, "killed before an answer on screen", func(s *sitting) {
		s.model.will(hold)
		inClaude(s)
		s.asked(1)
	}, unanswered(told{Killed: true})},
	{claudeCode, "killed at a question", func(s *sitting) {
		s.model.will(asks)
		inClaude(s)
		s.claudeIs("waiting")
	}, inTool(told{Question: "Which paper width? 58 mm|80 mm", Said: "One thing is open.", Killed: true})},
	{claudeCode, "the terminal went away at a question", func(s *sitting) {
		s.model.will(asks)
		inClaude(s)
		s.claudeIs("waiting")
		time.Sleep(time.Second)
		_ = s.cmd.Process.Signal(syscall.SIGHUP)
		s.end()
	}, inTool(told{Question: "Which paper width? 58 mm|80 mm", Killed: true})},
	{claudeCode, "question answered", func(s *sitting) {
		s.model.will(asks, words("Then 58 mm it is."))
		inClaude(s)
		s.claudeIs("waiting")
		time.Sleep(time.Second)
		s.press(enter)
		s.wrote("Then 58 mm")
	}, over(told{Said: "Then 58 mm it is.", Killed: true})},
	{claudeCode, "question dismissed", func(s *sitting) {
		s.model.will(asks)
		inClaude(s)
		s.claudeIs("waiting")
		time.Sleep(time.Second)
		s.press(escape)
		s.wrote("[Request interrupted")
	}, stopped(told{Killed: true})},
	{claudeCode, "killed at a plan", func(s *sitting) { withPlan(s) }, inTool(told{Plan: "2. Count them.", Killed: true})},
	{claudeCode, "plan approved", func(s *sitting) {
		withPlan(s, words("The plan is carried out."))
		s.press(enter)
		s.wrote("The plan is carried out.")
	}, over(told{Said: "The plan is carried out.", Killed: true})},
	{claudeCode, "plan refused", func(s *sitting) {
		withPlan(s)
		s.press(escape)
		s.wrote("[Request interrupted")
	}, stopped(told{Killed: true})},
	{claudeCode, "stopped in a tool call", func(s *sitting) {
		s.model.will([]says{bash(s.waiting())})
		inClaude(s, "--allowedTools", "Bash")
		s.wrote("do sleep")
		time.Sleep(time.Second)
		s.press(escape)
		s.wrote("[Request interrupted")
	}, stopped(told{Killed: true})},
	{claudeCode, "stopped in an answer", func(s *sitting) {
		s.model.will(begun)
		inClaude(s)
		s.asked(1)
		time.Sleep(time.Second)
		s.press(escape)
		s.wrote("[Request interrupted")
	}, stopped(told{Killed: true})},
	{claudeCode, "compacted", func(s *sitting) {
		s.model.will(words("The first is printed."), words("The second is printed."), words("The third is printed."), words("<summary>All was printed.</summary>"))
		inClaude(s)
		s.wrote("The first is printed.")
		time.Sleep(time.Second)
		s.press("and now the invoices", enter)
		s.wrote("The second is printed.")
		time.Sleep(time.Second)
		s.press("and now the orders", enter)
		s.wrote("The third is printed.")
		time.Sleep(time.Second)
		s.press("/compact", enter)
		s.wrote("compact_boundary")
		s.claudeIs("idle")
	}, over(told{Prompt: "and now the orders", Said: "The third is printed.", Prompts: 3, Killed: true})},
	{claudeCode, "renamed", func(s *sitting) {
		oneTurn(s)
		s.press("/rename till-work", enter)
		s.wrote("till-work")
	}, over(told{Title: "till-work", Prompts: 1, Killed: true})},
}

// shell are calls of the shell of Codex and of Gemini.
func execCommand(command string) says {
	return says{Tool: "exec_command", Input: object{"cmd": command, "yield_time_ms": 30000}}
}

func runShell(command string) says {
	return says{Tool: "run_shell_command", Input: object{"command": command, "description": "Print a page"}}
}

// codexRun are the words of a run of Codex without a terminal.
func codexRun(words ...string) []string {
	return append([]string{"exec", "--skip-git-repo-check", "--sandbox", "danger-full-access"}, words...)
}

func killedInExec(s *sitting) {
	s.model.will([]says{{Text: "A test page first."}, execCommand(s.waiting())})
	s.start(codexRun(prompt)...)
	s.wrote("do sleep")
	time.Sleep(time.Second)
	s.kill()
}

// inCodex opens Codex in a terminal and types the first prompt. mode are keys before it.
func inCodex(s *sitting, mode string, args ...string) {
	s.open(append(args, "--no-daemon")...)
	s.showed("kiosk_shop")
	time.Sleep(2 * time.Second)
	if mode != "" {
		s.press(mode)
	}
	s.press(prompt, enter)
}

var codexKinds = []kindOfEnd{
	{codexCLI, "normal end", func(s *sitting) {
		s.model.will([]says{execCommand("echo printed")}, words("All receipts are printed."))
		s.run(codexRun(prompt)...)
	}, over(told{Said: "All receipts are printed.", Prompts: 1})},
	{codexCLI, "killed in a tool call", killedInExec, inTool(told{Call: "sleep", Killed: true})},
	{codexCLI, "killed before an answer", func(s *sitting) {
		s.model.will(hold)
		s.start(codexRun(prompt)...)
		s.asked(1)
	}, unanswered(told{Killed: true})},
	{codexCLI, "killed in an answer", func(s *sitting) {
		s.model.will([]says{execCommand("echo printed")}, begun)
		s.start(codexRun(prompt)...)
		s.asked(2)
	}, unanswered(told{Killed: true})},
	{codexCLI, "the model fails", func(s *sitting) {
		s.model.will(fails)
		s.run(codexRun(prompt)...)
	}, unanswered(told{})},
	{codexCLI, "aborted", func(s *sitting) {
		s.model.will([]says{execCommand(s.waiting())})
		s.start(codexRun(prompt)...)
		s.wrote("do sleep")
		time.Sleep(time.Second)
		_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGINT)
		s.wrote("turn_aborted")
	}, stopped(told{})},
	{codexCLI, "torn line", func(s *sitting) {
		killedInExec(s)
		s.tear()
	}, one(told{Killed: true}, model.EndingInWriting)},
	{codexCLI, "two prompts", func(s *sitting) {
		s.model.will(words("The first is printed."), words("The second is printed."))
		s.run(codexRun(prompt)...)
		s.run("exec", "resume", "--last", "--skip-git-repo-check", "and now the invoices")
	}, over(told{Prompt: "and now the invoices", Said: "The second is printed.", Prompts: 2})},
	{codexCLI, "killed and resumed", func(s *sitting) {
		killedInExec(s)
		s.model.will(words("Now it is printed."))
		s.run("exec", "resume", "--last", "--skip-git-repo-check", "go on please")
	}, over(told{Prompt: "go on please", Said: "Now it is printed.", Prompts: 2})},
	{codexCLI, "plan", func(s *sitting) {
		s.model.will([]says{{Tool: "update_plan", Input: object{"plan": []any{
			object{"step": "Find the printer", "status": "completed"}, object{"step": "Print the receipts", "status": "in_progress"},
		}}}}, words("One step is done."))
		s.run(codexRun(prompt)...)
	}, over(told{Said: "One step is done."})},
	{codexCLI, "killed at idle", func(s *sitting) {
		s.model.will(words("All receipts are printed."))
		inCodex(s, "")
		s.wrote("task_complete")
	}, over(told{Said: "All receipts are printed."})},
	{codexCLI, "stopped in a tool call", func(s *sitting) {
		s.model.will([]says{execCommand(s.waiting())})
		inCodex(s, "", "--sandbox", "danger-full-access", "--ask-for-approval", "never")
		s.wrote("do sleep")
		time.Sleep(time.Second)
		s.press(escape)
		s.wrote("turn_aborted")
	}, stopped(told{})},
	{codexCLI, "killed at a question", func(s *sitting) {
		s.model.will([]says{{Tool: "request_user_input", Input: object{"questions": []any{object{
			"id": "paper", "header": "Paper", "question": "Which paper width?",
			"options": []any{object{"label": "58 mm", "description": "Small rolls"}, object{"label": "80 mm", "description": "Wide rolls"}},
		}}}}})
		// Questions belong to plan mode.
		inCodex(s, "\x1b[Z")
		s.wrote("Which paper width")
	}, inTool(told{Killed: true, Question: "Which paper width? 58 mm|80 mm"})},
}

func killedInRunShell(s *sitting) {
	s.model.will([]says{runShell(s.waiting())})
	s.start("--yolo", "-p", prompt)
	s.asked(1)
	s.wrote(`"type":"gemini"`)
	time.Sleep(time.Second)
	s.kill()
}

var geminiKinds = []kindOfEnd{
	{geminiCLI, "normal end", func(s *sitting) {
		s.model.will(words("All receipts are printed."))
		s.run("-p", prompt)
	}, over(told{Said: "All receipts are printed.", Prompts: 1})},
	{geminiCLI, "normal end after a tool call", func(s *sitting) {
		s.model.will([]says{runShell("echo printed")}, words("All receipts are printed."))
		s.run("--yolo", "-p", prompt)
	}, over(told{Said: "All receipts are printed.", Prompts: 1})},
	{geminiCLI, "killed in a tool call", killedInRunShell, inTool(told{})},
	{geminiCLI, "killed before an answer", func(s *sitting) {
		s.model.will(hold)
		s.start("-p", prompt)
		s.asked(1)
	}, unanswered(told{})},
	{geminiCLI, "killed in an answer", func(s *sitting) {
		s.model.will(begun)
		s.start("-p", prompt)
		s.asked(1)
	}, unanswered(told{})},
	{geminiCLI, "killed after a tool call", func(s *sitting) {
		s.model.will([]says{runShell("echo printed")}, hold)
		s.start("--yolo", "-p", prompt)
		s.asked(2)
	}, unanswered(told{})},
	{geminiCLI, "the model fails", func(s *sitting) {
		s.model.will(fails)
		s.run("-p", prompt)
	}, unanswered(told{})},
	{geminiCLI, "two prompts", func(s *sitting) {
		s.model.will(words("The first is printed."), words("The second is printed."))
		s.run("-p", prompt)
		s.run("--resume", "latest", "-p", "and now the invoices")
	}, over(told{Prompt: "and now the invoices", Said: "The second is printed.", Prompts: 2})},
	{geminiCLI, "torn line", func(s *sitting) {
		s.model.will(words("All receipts are printed."))
		s.run("-p", prompt)
		s.tear()
	}, one(told{}, model.EndingInWriting)},
}
