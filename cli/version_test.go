package cli

import (
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	t.Parallel()
	built := func(revision, modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: modified}}
	}
	for _, tt := range []struct {
		name string
		info debug.BuildInfo
		want string
	}{
		{"released", debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, "v1.2.3"},
		{"from a checkout", debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: built("0123456789abcdef", "false")}, "0123456789ab"},
		{"from a changed checkout", debug.BuildInfo{Settings: built("0123", "true")}, "0123+changes"},
		{"from neither", debug.BuildInfo{}, "built from source"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := versionOf(&tt.info); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
