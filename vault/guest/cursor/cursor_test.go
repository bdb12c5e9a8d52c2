package cursor

import "testing"

func TestTheStatusOfAPlan(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		"# Shed\n\n**Status: DNF (superseded by the barn)**\n": true, "Status: shipped, both walls stand\n": true, "> **Status:** Done\n": true,
		"# Shed\nStatus: in progress\n": false, "# Shed\nStatus: not done\n": false, "# Shed\n## Wall\nStatus: done\n": false, "# Shed\n": false,
	} {
		if got := ended.MatchString((plan{}).statusOf(body)); got != want {
			t.Errorf("%q is over: %v", body, got)
		}
	}
	for _, p := range []plan{{Status: "shipped"}, {Titled: "Superseded — see the barn"}} {
		if !ended.MatchString(p.statusOf("Status: open\n")) {
			t.Errorf("%+v is not over", p)
		}
	}
}
