package cli

import (
	"context"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/tui"
	"coldstart/vault"
)

func newSessions(c *call) *cobra.Command {
	var everywhere bool
	cmd := &cobra.Command{
		Use: "sessions [--all] [--json]", Example: "coldstart list sessions --json",
		Short: "List sessions of agents, with how each ended and the command that resumes it",
		Long: `Sessions of Claude Code, Codex, Gemini CLI and opencode in this
repository. How one ended is

  sure             a process, the event log or an end mark shows it.
  from its file    its last lines show it, such as a call without a result.
  a guess          its program writes no end marks, or the file changed in
                   the last ten minutes.`,
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
	s.Problems = slices.DeleteFunc(slices.Clone(s.Problems), func(p model.Problem) bool { return !c.inStore(p.Path) })
	c.hintProblems(s)
	here := []rule.Repository{{Dir: v.Dir(), Sessions: s.Transcripts}}
	if len(s.Transcripts) == 0 {
		c.noSessions("coldstart list orphans lists sessions of the event log that never ended, coldstart list sessions --all the sessions of all repositories")
	}
	return c.answer(func() any { return answer.SessionsJSON(s, here) }, func() { c.out.Sessions(s, nil) })
}

// noSessions says where sessions were looked for, and what else there is.
func (c *call) noSessions(instead string) {
	var looked []string
	for _, f := range c.stores() {
		looked = append(looked, c.atHome(f.Dir))
	}
	c.hint("no session of Claude Code, Codex, Gemini CLI or opencode was found; looked in " + strings.Join(looked, ", "))
	c.hint(instead)
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

// aboutEverything fails where a line names one vault, or the settings are wrong.
func (c *call) aboutEverything() error {
	switch {
	case len(c.vaults) > 0 || len(c.args) > 0:
		return say.Usage("--all is about all repositories of this machine", "leave out the vault")
	case c.everyHost || c.has("host"):
		return say.Usage("--all is about all repositories of this machine", "leave out the host")
	}
	return c.confErr
}

// everywhere reads the sessions of all repositories. It touches none of these.
func (c *call) everywhere() (model.Snapshot, error) {
	if err := c.aboutEverything(); err != nil {
		return model.Snapshot{}, err
	}
	s := model.Snapshot{At: c.now()}
	s.Transcripts, s.TranscriptsLeft, s.Problems = vault.Everywhere(c.storeOptions())
	c.hintProblems(s)
	return s, nil
}

// hintProblems names the sessions and stores that could not be read.
func (c *call) hintProblems(s model.Snapshot) {
	for _, p := range s.Problems {
		c.hint(p.Path + ": " + p.Reason)
	}
}

// inStore reports whether a path is one that a program keeps its sessions at.
func (c *call) inStore(name string) bool {
	return slices.ContainsFunc(c.stores(), func(f vault.StoreFolder) bool { return name == f.Shown || strings.HasPrefix(name, f.Shown+"/") })
}

func (c *call) storeOptions() vault.Options {
	return vault.Options{
		StateDir: stateDir(c.env.Getenv, runtime.GOOS), Zone: c.env.Zone, Clock: c.env.Now,
		Stores: c.stores(),
	}
}

// machine is what the list of all repositories needs of this machine.
func (c *call) machine() tui.Machine {
	return tui.Machine{
		Home: homeDir(c.env.Getenv),
		Sessions: func() model.Snapshot {
			s := model.Snapshot{At: c.now()}
			s.Transcripts, s.TranscriptsLeft, s.Problems = vault.Everywhere(c.storeOptions())
			return s
		},
		Look: vault.Look,
		Read: func(ctx context.Context, dir string, sessions []model.Transcript) (model.Snapshot, error) {
			v, err := c.standingIn(ctx, dir, sessions).nearestVault()
			if err != nil {
				return model.Snapshot{}, err
			}
			defer v.Close()
			return v.Load(ctx, c.now())
		},
		Open: func(dir string) (tui.Vault, error) {
			own := c.standingIn(c.ctx, dir, nil)
			v, err := own.nearestVault()
			if err != nil {
				return tui.Vault{}, err
			}
			return own.shown(v, filepath.Base(v.Dir()), own.now), nil
		},
	}
}

// standingIn is the same call in another folder. With sessions it reads little, and takes these for
// those of that repository.
func (c *call) standingIn(ctx context.Context, dir string, sessions []model.Transcript) *call {
	own := *c
	own.ctx, own.env.Dir, own.vaults, own.args, own.beside, own.upTo, own.repository = ctx, dir, nil, nil, nil, "", ""
	own.err = answer.New(io.Discard, c.err.Theme, false)
	own.brief, own.sessions = sessions != nil, sessions
	return &own
}

// nearestVault opens what is nearest to the working directory.
func (c *call) nearestVault() (*vault.Vault, error) {
	dirs, err := c.nearest()
	if err != nil {
		return nil, err
	}
	return c.openAt(dirs[0])
}

func (c *call) repositories(s model.Snapshot) []rule.Repository {
	return rule.Repositories(s.Transcripts, nil, homeDir(c.env.Getenv))
}
