package setup

import (
	_ "embed" // the head of the skill
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/hook"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

// skillHead stands above the guide in the skill of a plugin.
//
//go:embed skill.md
var skillHead string

// PluginWish is what somebody asks of a plugin for Claude Code.
type PluginWish struct {
	// Dir is the folder of the plugin; the one around it must exist.
	Dir string
	// Hooks are its hooks, with the vault's folder; Places are where the settings put folders.
	Hooks  hook.Wanted
	Places places.Places
}

// writtenName is the list of the plugin's files with their hashes: what has another one now is
// somebody else's.
const writtenName = ".coldstart-files.json"

// PlanPlugin lists what writing a plugin would change, by paths in the folder around it. It fails
// with model.ErrNotFound, and with a *Refusal where something else lies in the way.
func PlanPlugin(w PluginWish) (Setup, error) {
	dir, err := filepath.Abs(w.Dir)
	if err != nil {
		return Setup{}, disk.FileError("opening", w.Dir, err)
	}
	s, err := open(Wish{Dir: filepath.Dir(dir)})
	if err != nil {
		return Setup{}, err
	}
	defer s.close()
	files, err := pluginFiles(w)
	if err != nil {
		return Setup{}, err
	}
	base := filepath.Base(dir)
	before, err := s.written(base)
	if err != nil {
		return Setup{}, err
	}
	for _, f := range files {
		f.name = path.Join(base, f.name)
		s.pluginFolders(path.Dir(f.name))
		if err := s.pluginFile(f, before); err != nil {
			return Setup{}, err
		}
	}
	return s.Setup, nil
}

// pluginFiles are the files of a plugin, the list of them last.
func pluginFiles(w PluginWish) ([]file, error) {
	guide, err := Guide(w.Hooks.Vault, w.Places)
	if err != nil {
		return nil, err
	}
	hooks, err := hook.PluginHooks(w.Hooks)
	if err != nil {
		return nil, err
	}
	manifest := map[string]any{
		"name": "coldstart", "description": "Plans, requests for approval and hand-over in one vault, decided by a person in coldstart",
	}
	server := map[string]any{"mcpServers": map[string]any{"coldstart": map[string]any{
		"command": "coldstart", "args": []string{"mcp", "--vault", w.Hooks.Vault},
	}}}
	files := []file{
		{".claude-plugin/plugin.json", indented(manifest)}, {"hooks/hooks.json", hooks}, {".mcp.json", indented(server)},
		{"skills/coldstart/SKILL.md", []byte(skillHead + guide)},
	}
	hashes := map[string]string{}
	for _, f := range files {
		hashes[f.name] = model.FingerprintOf(f.text).String()
	}
	return append(files, file{writtenName, indented(hashes)}), nil
}

// indented writes a value that can always be written.
func indented(value any) []byte {
	b, _ := json.MarshalIndent(value, "", "  ")
	return append(b, '\n')
}

// written returns the hashes of the files of a plugin that coldstart wrote, by their paths.
func (s *site) written(base string) (map[string]string, error) {
	b, _, err := s.disk.ReadWhole(path.Join(base, writtenName), maxInstructions)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	hashes := map[string]string{}
	if err == nil {
		err = json.Unmarshal(b, &hashes)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path.Join(base, writtenName), err)
	}
	// The list itself follows from what it lists.
	all := map[string]string{path.Join(base, writtenName): model.FingerprintOf(indented(hashes)).String()}
	for name, hash := range hashes {
		all[path.Join(base, name)] = hash
	}
	return all, nil
}

// pluginFolders makes a folder and those around it.
func (s *site) pluginFolders(dir string) {
	if dir == "." || s.disk.Exists(dir) || slices.ContainsFunc(s.steps, func(one step) bool { return one.Path == dir+"/" }) {
		return
	}
	s.pluginFolders(path.Dir(dir))
	s.steps = append(s.steps, step{Change: model.Change{Kind: model.ChangeCreate, Path: dir + "/"}})
}

// pluginFile makes a file, or replaces one that coldstart wrote.
func (s *site) pluginFile(f file, before map[string]string) error {
	was, _, err := s.disk.ReadWhole(f.name, maxInstructions)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.create(f.name, "", f.text)
		return nil
	case err != nil:
		return disk.FileError("reading", f.name, err)
	case string(was) == string(f.text):
		return nil
	case before[f.name] != model.FingerprintOf(was).String():
		return &Refusal{
			Reason: f.name + " is not as coldstart wrote it", Hint: "name another folder, or move the file away",
		}
	}
	s.steps = append(s.steps, step{
		Change: model.Change{Kind: model.ChangeEdit, Path: f.name, Before: text.Lines(was), After: text.Lines(f.text)}, was: was, next: f.text,
	})
	return nil
}
