package cli

import (
	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault"
)

func newSources(c *call) *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use: "sources [--json]", Example: "coldstart list sources",
		Short: "List what was looked for here, what was found, and what was not understood",
		Long: `A source is a part of the vault or another tool's files, which are only read.
Each row has its path, format version, and the number of plans and requests.`,
		Args: none, RunE: c.running(c.runSources),
	})
}

func (c *call) runSources() (int, error) {
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		folders, err := v.Folders()
		if err != nil {
			return 0, err
		}
		all := answer.SourcesJSON(s, folders, say.Each(c.beside, c.typed))
		return c.answer(func() any { return all }, func() { c.out.Sources(s, all) })
	})
}
