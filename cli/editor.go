package cli

import (
	"errors"
	"fmt"
	"strings"

	"coldstart/cli/editor"
	"coldstart/tui"
)

// editor makes the operator's own editor ready for a file: the one of VISUAL, else of
// EDITOR. Both come from the operator's environment; a vault names none.
func (c *call) editor(file string, line int) (tui.Process, error) {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		text := c.env.Getenv(name)
		if strings.TrimSpace(text) == "" {
			continue
		}
		words, err := editor.Words(text)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		p, err := editor.New(words, file, line)
		if err != nil {
			return nil, fmt.Errorf("%w; %s names it", err, name)
		}
		return p, nil
	}
	return nil, errors.New("neither VISUAL nor EDITOR names one; put a name there, as in export EDITOR=nano")
}
