//go:build unix

package load_test

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"coldstart/testdata/must"
)

func TestResearchBehindLinksIsNamedAndNotRead(t *testing.T) {
	t.Parallel()
	const linked = "a link; it is not followed, so what lies behind it is not shown"
	for _, tt := range []struct {
		name string
		// link is what is moved away and linked to.
		link    string
		want    []string
		current bool
	}{
		{"the project", researchFolder, []string{"0: " + linked}, false},
		{"the folder of problems", problemsFolder, []string{"0: " + linked}, false},
		{"a problem", ".math/problems/wheels", []string{"0: " + linked}, false},
		{"a journal", journalName, []string{"0: reading " + journalName + ": not a regular file: a link"}, true},
		{"the configuration", configName, []string{"0: reading " + configName + ": not a regular file: a link"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, researching(headed(freshHead, sections)).With(files{configName: `{"current_problem": "wheels"}`}))
			d := entry(t, v, journalName, remarked())
			v.MoveFile(t, tt.link, "elsewhere")
			up := filepath.Join(v.Dir(), tt.link)
			must.Do(t, os.Symlink(filepath.Join(v.Dir(), "elsewhere"), up))
			s := mustLoad(t, v)
			if got := reasonsOf(s.Problems); !slices.Equal(got, tt.want) {
				t.Errorf("problems %q, want %q", got, tt.want)
			}
			if p, ok := s.Research.Active(); ok != tt.current || len(p.Journal.Entries) > 0 {
				t.Errorf("current %+v, %v", p, ok)
			}
			before := treeOf(t, v.Dir())
			if receipt, err := v.Decide(t.Context(), d); err == nil && tt.link != configName {
				t.Errorf("an entry was written: %+v", receipt)
			} else if err != nil {
				sameFiles(t, "afterwards", treeOf(t, v.Dir()), before)
			}
			if tt.link == configName {
				if _, err := v.Decide(t.Context(), switching(t, v, "cogs")); err == nil {
					t.Error("a linked configuration was changed")
				}
			}
		})
	}
}

func TestAPipeInAProblemIsNamedAndNotWaitedFor(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, researching(""))
	must.Do(t, syscall.Mkfifo(filepath.Join(v.Dir(), filepath.FromSlash(wheels+"PROOF.md")), 0o644))
	s := mustLoad(t, v)
	if got := reasonsOf(s.Problems); !slices.Equal(got, []string{"0: reading " + wheels + "PROOF.md: not a regular file: a pipe"}) {
		t.Errorf("problems %q", got)
	}
	if p, ok := s.Research.Active(); !ok || p.Proof.Found {
		t.Errorf("problem %+v", p)
	}
}
