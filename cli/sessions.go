package cli

import (
	"runtime"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault"
)

func newSessions(c *call) *cobra.Command {
	var everywhere bool
	cmd := &cobra.Command{
		Use: "sessions [--all] [--json]", Example: "coldstart sessions --all --json",
		Short: "List sessions of agents, with how each ended and the command that resumes it",
		Long: `They are those that Claude Code, Codex and Gemini CLI keep in your home folder, of this
repository; with --all of all repositories on this machine. How one ended follows from
its file and its process. No repository is looked at for --all, and no session's file is
ever changed.`,
		Args: none, RunE: c.running(func() (int, error) {
			if everywhere {
				return c.sessionsEverywhere()
			}
			return c.looking(c.sessionsHere)
		}),
	}
	cmd.Flags().BoolVar(&everywhere, "all", false, "list those of all repositories on this machine")
	return c.withJSON(cmd)
}

func (c *call) sessionsHere(v *vault.Vault, s model.Snapshot) (int, error) {
	// What else could not be read is not about sessions.
	s.Problems = nil
	here := []model.Repository{{Dir: v.Dir(), Sessions: s.Transcripts}}
	return c.answer(func() any { return answer.SessionsJSON(s, here) }, func() { c.out.Sessions(s, nil) })
}

func (c *call) sessionsEverywhere() (int, error) {
	s, err := c.everywhere()
	if err != nil {
		return 0, err
	}
	all := c.repositories(s)
	return c.answer(func() any { return answer.SessionsJSON(s, all) }, func() {
		in := map[model.Ref]string{}
		for _, r := range all {
			for _, t := range r.Sessions {
				in[t.Ref()] = c.atHome(r.Dir)
			}
		}
		c.out.Sessions(s, in)
	})
}

// everywhere reads the sessions of all repositories. It touches none of these.
func (c *call) everywhere() (model.Snapshot, error) {
	if len(c.vaults) > 0 || len(c.args) > 0 {
		return model.Snapshot{}, say.Usage("--all is about all repositories of this machine", "leave out "+say.JoinedWords(append([]string{"--vault"}, c.vaults...)))
	}
	if c.confErr != nil {
		return model.Snapshot{}, c.confErr
	}
	s := model.Snapshot{At: c.now()}
	s.Transcripts, s.TranscriptsLeft, s.Problems = vault.Everywhere(vault.Options{
		StateDir: stateDir(c.env.Getenv, runtime.GOOS), Zone: c.env.Zone, Clock: c.env.Now,
		Stores: vault.StoreFolders(c.env.Getenv, homeDir(c.env.Getenv)),
	})
	for _, p := range s.Problems {
		c.hint(p.Path + ": " + p.Reason)
	}
	return s, nil
}

func (c *call) repositories(s model.Snapshot) []model.Repository {
	return model.Repositories(s.Transcripts, nil, homeDir(c.env.Getenv))
}
