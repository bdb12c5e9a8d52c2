package cli

import (
	"github.com/spf13/cobra"

	"runtime"
	"runtime/debug"
)

func newVersion(c *call) *cobra.Command {
	return &cobra.Command{
		Use: "version", Example: "coldstart version",
		Short: "Print the version of this program",
		Args:  none, RunE: c.running(c.runVersion),
	}
}

func (c *call) runVersion() (int, error) {
	c.out.say("coldstart %s (%s, %s/%s)", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitDone, nil
}

// buildVersion is the version that the go command put into this program.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info)
}

// versionOf gives the module's version, else the revision it was built from, else
// a word for a build without either.
func versionOf(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+changes"
		}
	}
	if revision == "" {
		return "unversioned"
	}
	return revision + changed
}
