package cli

import (
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/remote"
	"coldstart/cli/say"
	"coldstart/cli/settings"
	"coldstart/vault"
)

const vaultsName = "vaults"

func newVaults(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "vaults [--hosts] [--json]", Example: "coldstart list vaults --json",
		Short: "List vaults, most urgent first; --hosts adds those of other machines",
		Long: `Each row has the machine, how much needs you and blocks work, the oldest item,
the next deadline, interrupted sessions and the plan to resume.
--hosts adds the vaults of every host in the settings; if one does not respond,
the exit code is 1.`,
		Args: none, RunE: c.running(c.runVaults),
	}
	c.hostsFlag(cmd)
	return c.withJSON(cmd)
}

func (c *call) runVaults() (int, error) {
	hosts, err := c.hosts()
	if err != nil {
		return 0, err
	}
	var all []answer.Found
	if !c.has("host") {
		if all, err = c.lookHere(true); err != nil {
			return 0, err
		}
	}
	all = append(all, c.lookThere(hosts)...)
	if c.json {
		return c.complete(all), c.writeJSON(answer.VaultsJSON(all, answer.Time(c.now())))
	}
	c.out.Vaults(all)
	return c.complete(all), nil
}

// openHere is openAll without a folder that has nothing in it, where hosts stand beside it.
func (c *call) openHere() (vaults []*vault.Vault, closeAll func(), err error) {
	vaults, closeAll, err = c.openAll()
	if c.nothing && c.everyHost {
		return nil, closeAll, err
	}
	return vaults, closeAll, err
}

// lookHere loads the vaults of this machine, with those beside them where it is asked for.
func (c *call) lookHere(beside bool) ([]answer.Found, error) {
	vaults, closeAll, err := c.openHere()
	defer closeAll()
	if err != nil {
		return nil, err
	}
	if beside {
		others := c.openBeside()
		defer closeVaults(others)
		vaults = append(vaults, others...)
	}
	names := vaultNames(say.Each(vaults, (*vault.Vault).Dir))
	var all []answer.Found
	for i, v := range vaults {
		f := answer.Found{Name: names[i], Dir: v.Dir()}
		f.Snapshot, f.Err = v.Load(c.ctx, c.now())
		all = append(all, f)
	}
	return all, nil
}

// mostLoads is how many vaults of one host are loaded at once.
const mostLoads = 8

// lookThere asks all hosts at the same time, and each for its vaults. The answer is in the order of the
// settings.
func (c *call) lookThere(hosts []settings.OwnHost) []answer.Found {
	found, same := make([][]answer.Found, len(hosts)), make([][]string, len(hosts))
	var asked sync.WaitGroup
	for i, h := range hosts {
		asked.Go(func() { found[i], same[i] = c.lookAt(h, hosts[:i]) })
	}
	asked.Wait()
	c.same = slices.Concat(same...)
	return slices.Concat(found...)
}

// lookAt loads the vaults of one host, and says which of them an earlier entry has.
func (c *call) lookAt(h settings.OwnHost, earlier []settings.OwnHost) (all []answer.Found, same []string) {
	conn := c.connect(h)
	defer conn.Close()
	list, elsewhere, err := c.listThere(c.ctx, conn, h, earlier)
	if err == nil && len(list) == 0 {
		err = noVault(h)
	}
	if err != nil {
		return []answer.Found{{Host: h.Name, Err: err}}, nil
	}
	list = slices.DeleteFunc(list, func(l remote.Listed) bool {
		if elsewhere[l.Dir] != "" {
			same = append(same, h.Name+" leads to the same vault as "+elsewhere[l.Dir]+", which is counted once: "+l.Dir)
		}
		return elsewhere[l.Dir] != ""
	})
	all = say.Each(list, func(l remote.Listed) answer.Found { return answer.Found{Host: h.Name, Name: l.Name, Dir: l.Dir} })
	var loading sync.WaitGroup
	room := make(chan struct{}, mostLoads)
	for i, l := range list {
		room <- struct{}{}
		loading.Go(func() {
			defer func() { <-room }()
			all[i].Snapshot, all[i].Err = conn.Store(l).Load(c.ctx, c.now())
		})
	}
	loading.Wait()
	return all, same
}

// complete returns the exit code of a report, and the hints of what it could not read.
func (c *call) complete(all []answer.Found) int {
	exit := exitDone
	for _, said := range c.same {
		c.hint(said)
	}
	for _, f := range all {
		for _, notice := range f.Snapshot.Notices {
			c.hint(notice)
		}
		if f.Err == nil {
			continue
		}
		exit = exitFailed
		for _, hint := range say.Hints(f.Err) {
			if f.Host != "" {
				hint = f.Host + ": " + hint
			}
			c.hint(hint)
		}
	}
	return exit
}

// ofAll reports on what is here at once, and then on hosts: each vault by one, or all of them as JSON.
func (c *call) ofAll(hosts []settings.OwnHost, one func(answer.Found), json func([]answer.Found) any) (int, error) {
	here, err := c.lookHere(false)
	if err != nil {
		return 0, err
	}
	if c.json {
		all := append(here, c.lookThere(hosts)...)
		return c.complete(all), c.writeJSON(json(all))
	}
	said := false
	write := func(list []answer.Found) {
		for _, f := range list {
			if said {
				c.out.Line()
			}
			said = true
			if f.Err != nil {
				c.out.Unread(f)
				continue
			}
			f.Heading(c.out)
			one(f)
		}
	}
	write(here)
	if err := c.out.Flush(); err != nil {
		return 0, err
	}
	there := c.lookThere(hosts)
	write(there)
	return c.complete(append(here, there...)), nil
}

func (c *call) statusOfAll(hosts []settings.OwnHost) (int, error) {
	return c.ofAll(hosts, func(f answer.Found) {
		c.out.MessageNews(f.Snapshot)
		c.out.Status(f.Snapshot)
	}, func(all []answer.Found) any { return answer.StatusesJSON(all, answer.Time(c.now())) })
}

func (c *call) approvalsOfAll() (int, error) {
	hosts, err := c.hosts()
	if err != nil {
		return 0, err
	}
	return c.ofAll(hosts, func(f answer.Found) { c.out.Approvals(f.Snapshot) },
		func(all []answer.Found) any { return answer.ApprovalListsJSON(all, answer.Time(c.now())) })
}

// shortOfAll is status --short of this machine and of hosts.
func (c *call) shortOfAll(hosts []settings.OwnHost) (int, error) {
	all, err := c.lookHere(false)
	if err != nil {
		return 0, err
	}
	needed, blocked, unread := c.out.ShortOfAll(append(all, c.lookThere(hosts)...))
	switch {
	case blocked > 0:
		return exitBlocked, nil
	case needed > 0:
		return exitNeedsYou, nil
	case unread > 0:
		return exitFailed, nil
	}
	return exitDone, nil
}
