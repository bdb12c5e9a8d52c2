package hook

import (
	"os"
	"path/filepath"
	"slices"
)

// mostPlugins is how many files of a folder of plugins are looked at.
const mostPlugins = 100

// Beside names the hooks of others that run before a tool, in the files of an agent, and the files
// that cannot be read. A plugin of opencode is one, whatever it does.
func Beside(a Agent, files []string) []string {
	var found []string
	for _, file := range files {
		if a.script {
			found = append(found, pluginsBeside(file)...)
			continue
		}
		s, err := ReadHooks(a, file)
		if err != nil {
			found = append(found, err.Error())
			continue
		}
		for _, h := range s.Beside() {
			found = append(found, file+": "+h.Event+": "+h.Command)
		}
	}
	return found
}

// pluginsBeside names the other plugins in the folder of one.
func pluginsBeside(file string) []string {
	// opencode reads both names of the folder.
	dirs := []string{filepath.Dir(file), filepath.Join(filepath.Dir(filepath.Dir(file)), "plugin")}
	var found []string
	for _, dir := range dirs {
		f, err := os.Open(dir)
		if err != nil {
			continue
		}
		entries, _ := f.ReadDir(mostPlugins)
		f.Close()
		for _, e := range entries {
			ending := filepath.Ext(e.Name())
			if path := filepath.Join(dir, e.Name()); path != file && slices.Contains([]string{".js", ".ts", ".mjs"}, ending) {
				found = append(found, path)
			}
		}
	}
	slices.Sort(found)
	return found
}
