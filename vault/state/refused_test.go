package state

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/places"
)

// What was refused takes a bounded room, of which the oldest goes, and a damaged line hides no other.
func TestRefusalsAreBounded(t *testing.T) {
	t.Parallel()
	v := &places.Vault{Dir: t.TempDir(), Opts: places.Options{StateDir: t.TempDir()}}
	f := Of(v)
	if all, err := f.Refusals(); err != nil || len(all) != 0 {
		t.Fatalf("none yet: %d, %v", len(all), err)
	}
	at := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	long := strings.Repeat("x", 400)
	for i := range 1500 {
		r := model.Refusal{At: at.Add(time.Duration(i) * time.Second), Client: "claude", Session: "5e", Tool: "Bash", Line: long, By: model.RefusedByRule, What: "Bash: rm*", RuleLine: 3, Vault: "/srv/kiosk"}
		must.Do(t, f.KeepRefusal(r))
		if i == 1490 {
			file := must.Get(os.OpenFile(filepath.Join(v.StateDir(), RefusedName), os.O_APPEND|os.O_WRONLY, 0o600))(t)
			if _, err := file.WriteString("{\"at\":\n"); err != nil || file.Close() != nil {
				t.Fatal(err)
			}
		}
	}
	all, err := f.Refusals()
	if err != nil || len(all) < 200 || len(all) > mostRefused {
		t.Fatalf("%d are kept, %v", len(all), err)
	}
	last := all[len(all)-1]
	if want := (model.Refusal{At: at.Add(1499 * time.Second), Client: "claude", Session: "5e", Tool: "Bash", Line: long, By: model.RefusedByRule, What: "Bash: rm*", RuleLine: 3, Vault: "/srv/kiosk"}); last != want {
		t.Errorf("the last is %+v", last)
	}
	size := int64(0)
	for _, name := range []string{RefusedName, olderRefused} {
		info := must.Get(os.Stat(filepath.Join(v.StateDir(), name)))(t)
		size += info.Size()
	}
	if size > 2*fullRefused+2048 {
		t.Errorf("they take %d bytes", size)
	}
}
