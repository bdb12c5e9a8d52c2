package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/refs"
	"coldstart/model"
	"coldstart/vault"
)

func newShow(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "show REF [--json]", Example: "coldstart show 2026-014",
		Short: "Show one plan, request, journal entry or other thing whole",
		Long: refHelp + `
It is also a research problem by its slug, an entry of a journal (PROOF-002, or
SLUG/PROOF-002), a proposal or a learning.`,
		Args: needs("the thing to show"), RunE: c.running(c.runShow),
	}
	c.jsonFlag(cmd)
	cmd.ValidArgsFunction = c.argument(thingOffers)
	return cmd
}

func (c *call) runShow() (int, error) {
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, other, err := refs.FindShown(s, c.args[0])
		if err != nil {
			return 0, err
		}
		if other != "" {
			c.hint("this is the request; the same file is also " + other)
		}
		if i := slices.IndexFunc(s.Others, func(o model.Other) bool { return o.Ref() == ref }); i >= 0 {
			return c.answer(func() any { return answer.ShowOtherJSON(s, s.Others[i]) }, func() { c.out.ShowOther(s.Others[i]) })
		}
		doc, err := v.Read(c.ctx, ref)
		if err != nil {
			return 0, err
		}
		if c.json {
			j := answer.ShowJSON(s, doc)
			if j.TextBase64 != nil && c.out.Theme.Masks(doc.Bytes) {
				j.TextBase64 = nil
				c.hint("the text has what looks like a key or a password; --reveal shows it")
			}
			return exitDone, c.writeJSON(j)
		}
		c.out.Show(s, doc)
		return exitDone, nil
	})
}
