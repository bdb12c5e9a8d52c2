//go:build unix

package places

import (
	"fmt"
	"os"
	"syscall"
)

// guardOf tells from owner and mode who else may write in a folder. A folder that is
// not there yet has none.
func guardOf(dir string) (Guard, bool) {
	const groupWrites, everybodyWrites = 0o020, 0o002
	info, err := os.Stat(dir)
	if err != nil {
		return Guard{}, false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return Guard{}, true
	}
	g := Guard{Known: true}
	if uid := int(stat.Uid); uid != os.Geteuid() && uid != 0 {
		g.Others = append(g.Others, fmt.Sprintf("account %d, whose folder it is", uid))
	}
	// Many systems give each account a group of its own, with the same number.
	if info.Mode().Perm()&groupWrites != 0 && stat.Gid != stat.Uid {
		g.Others = append(g.Others, fmt.Sprintf("group %d", stat.Gid))
	}
	if info.Mode().Perm()&everybodyWrites != 0 {
		g.Others = append(g.Others, "every account")
	}
	return g, true
}
