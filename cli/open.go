package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"coldstart/cli/gate"
	"coldstart/cli/refs"
	"coldstart/cli/remote"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles/secrets"
	"coldstart/vault"
)

// confFor fails when the settings are wrong, or are in the vault, where agents write.
func (c *call) confFor(dir string) error {
	if c.homeAlone(dir) {
		return c.confErr
	}
	if c.conf.Found && vault.Holds(dir, c.conf.File) {
		return say.Usage("the settings file "+c.conf.File+" is in the vault "+dir,
			"agents write there, and nothing in a vault configures coldstart; keep it elsewhere and name it with --config")
	}
	if c.confErr != nil {
		return c.confErr
	}
	return c.conf.ProgramsOutside(dir)
}

// homeAlone reports whether a folder is the operator's home folder, or around it, and no more than
// that: agents left nothing in it, so what lies below is the operator's own.
func (c *call) homeAlone(dir string) bool {
	home := homeDir(c.env.Getenv)
	return home != "" && vault.Holds(dir, home) && !c.conf.Places.IsVault(dir) && !vault.Left(dir)
}

// vaultDirs returns the folders that the command line names, or what there is to open at the
// working directory.
func (c *call) vaultDirs() ([]string, error) {
	if len(c.vaults) == 0 && c.env.asked.dir != "" {
		c.vaults = []string{c.env.asked.dir}
	}
	if len(c.vaults) == 0 {
		return c.nearest()
	}
	var dirs []string
	for _, name := range c.vaults {
		if name == "" {
			return nil, say.Usage("--vault needs a folder", "the name is empty")
		}
		found, err := c.around().Meant(c.ctx, inDir(c.env.Dir, name))
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, found...)
	}
	dirs = unique(dirs)
	if len(dirs) == 1 && !c.forHook() && !c.brief {
		c.besideNamed(dirs[0])
	}
	return dirs, nil
}

// besideNamed notes the vaults below one that was named and has little in it. Where they cannot be
// looked for, the vault itself tells why when it is opened.
func (c *call) besideNamed(dir string) {
	found, err := c.around().Nested(c.ctx, dir)
	if err == nil {
		c.beside = found
	}
}

func (c *call) around() vault.Around {
	return vault.Around{
		Places: c.conf.Places, Left: vault.Left, Marks: vault.Marks(), Home: homeDir(c.env.Getenv),
		Worked: func(dir string) bool { return vault.Worked(dir, c.stores()) },
	}
}

// nearest looks at and above the working directory, and below it.
func (c *call) nearest() ([]string, error) {
	found, err := c.around().From(c.ctx, c.env.Dir)
	if err != nil {
		return nil, err
	}
	c.beside, c.upTo, c.nothing = found.Beside, c.atHome(found.UpTo), found.Nothing
	if found.Repository {
		c.repository = found.UpTo
	}
	c.hintElsewhere(found.Dirs)
	return found.Dirs, nil
}

// hintElsewhere says which vault is opened where it is not around the working directory.
func (c *call) hintElsewhere(dirs []string) {
	if len(dirs) != 1 || vault.Holds(dirs[0], c.env.Dir) || c.forHook() || c.brief {
		return
	}
	c.hint("no agents' work in this folder or around it; this is the vault " + c.typed(dirs[0]))
}

// mostBeside is how many folders beside the opened one are named.
const mostBeside = 5

// hintBeside names what is here and was not opened, which may be what was meant.
func (c *call) hintBeside(opened string) {
	if len(c.beside) == 0 || c.forHook() || c.cmd.Name() == "sources" {
		return
	}
	names := vaultNames(append([]string{opened}, c.beside...))[1:]
	if n := len(names); n > mostBeside {
		names = append(names[:mostBeside], fmt.Sprintf("and %d more", n-mostBeside))
	}
	c.hint("also here: " + strings.Join(names, ", ") + "; --vault " + c.typed(c.beside[0]) + " opens one")
}

// typed is a folder as it can be typed here.
func (c *call) typed(dir string) string {
	rel, err := filepath.Rel(c.env.Dir, dir)
	if err != nil || strings.HasPrefix(filepath.ToSlash(rel), "../../..") {
		rel = dir
	}
	return model.ShellQuoted(rel)
}

// atHome writes the home folder in a path as people do.
func (c *call) atHome(path string) string {
	home := homeDir(c.env.Getenv)
	if rest, ok := strings.CutPrefix(path, home); ok && home != "" && (rest == "" || rest[0] == filepath.Separator) {
		return "~" + rest
	}
	return path
}

// homeDir is the operator's home folder, empty where the environment names none.
func homeDir(getenv func(string) string) string {
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Clean(home)
	}
	return ""
}

func unique(dirs []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, d := range dirs {
		if d = filepath.Clean(d); !seen[d] {
			seen[d] = true
			out = append(out, d)
		}
	}
	return out
}

func (c *call) vaultDir() (string, error) {
	dirs, err := c.vaultDirs()
	if err != nil {
		return "", err
	}
	c.hintBeside(dirs[0])
	if len(dirs) > 1 {
		hints := []string{"choose one with --vault; coldstart alone shows all on one screen:"}
		return "", say.Usage("this folder has several vaults", append(hints, say.Each(dirs, c.typedDir)...)...)
	}
	return dirs[0], nil
}

// typedDir is a folder as it can be typed here.
func (c *call) typedDir(dir string) string {
	if in, err := filepath.Rel(c.env.Dir, dir); err == nil && filepath.IsLocal(in) {
		return in
	}
	return dir
}

// vaultNames tells vaults apart by as few of the last parts of their paths as needed.
func vaultNames(dirs []string) []string {
	for parts := 1; ; parts++ {
		names := make([]string, len(dirs))
		seen := map[string]bool{}
		for i, d := range dirs {
			names[i] = lastParts(d, parts)
			seen[names[i]] = true
		}
		if len(seen) == len(dirs) || parts > 32 {
			return names
		}
	}
}

func lastParts(path string, n int) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	if n >= len(parts) {
		return path
	}
	return strings.Join(parts[len(parts)-n:], "/")
}

// open opens the one vault that the command line means.
func (c *call) open() (*vault.Vault, error) {
	dir, err := c.vaultDir()
	if err != nil {
		return nil, err
	}
	return c.openAt(dir)
}

func (c *call) openAt(dir string) (*vault.Vault, error) {
	if err := c.confFor(dir); err != nil {
		return nil, err
	}
	seed, err := c.seedFile()
	if err != nil {
		return nil, err
	}
	v, err := vault.Open(dir, vault.Options{
		StateDir: stateDir(c.env.Getenv, runtime.GOOS), Brief: c.forHook() || c.brief, Operator: c.env.Operator, Account: c.env.account,
		ReadOnly: c.conf.On("read-only") || c.lookOnly != "", ReadOnlyWhy: c.readOnlyWhy(), WorkRule: c.conf.WorkRule(), UpTo: c.upTo, Repository: c.repository != "", Around: c.repository != "" && !vault.Holds(c.repository, dir), Places: c.conf.Places,
		Zone: c.env.Zone, Seed: seed, HomeSeed: homeSeed(c.env.Getenv), Clock: c.env.Now, LoadTime: c.loadTime(),
		Stores: c.stores(), Sessions: c.sessions, Gated: c.gated(), Rules: c.rules(), GateHolds: c.conf.GateExpires(), GateFits: gate.Covers, Cut: secrets.Beginning,
		Sign: c.signing(), GateSigners: c.conf.Path("gate-signers"),
	})
	if errors.Is(err, model.ErrNotFound) {
		err = say.Hinted(err, "coldstart list vaults lists the vaults here; to make one: mkdir "+model.ShellQuoted(dir)+" && coldstart init "+model.ShellQuoted(dir))
	}
	return v, err
}

// gated is what the hooks of agents have to be, nil where no rule asks for a yes or forbids, and for
// a report to an agent, which cannot change it.
func (c *call) gated() *vault.Gated {
	restricts := slices.ContainsFunc(c.conf.Gate, func(r model.GateRule) bool { return r.Then != model.ThenAllow })
	if !restricts || c.forHook() {
		return nil
	}
	in := c.gatedIn()
	in.Closely = c.cmd.Name() == "doctor"
	return in
}

// rules are the rules for the gate, but for a report to an agent, which cannot change them.
func (c *call) rules() *vault.GateRules {
	if c.forHook() || c.confErr != nil || c.conf.File == "" {
		return nil
	}
	return &vault.GateRules{File: c.conf.File, All: c.conf.Gate}
}

// gatedIn is where the rules and the answers of the gate lie, and the agents' own settings.
func (c *call) gatedIn() *vault.Gated {
	return &vault.Gated{Config: c.conf.File, State: stateHome(c.env.Getenv, runtime.GOOS), Home: homeDir(c.env.Getenv), Getenv: c.env.Getenv, Closely: true}
}

// stateHome is the value of XDG_STATE_HOME by which a hook finds the state folder, "" where nothing
// of the kind is there.
func stateHome(getenv func(string) string, system string) string {
	dir := stateDir(getenv, system)
	if dir == "" || system == "windows" {
		return ""
	}
	return filepath.Dir(dir)
}

// stores are where the programs of agents keep their sessions.
func (c *call) stores() []vault.StoreFolder {
	return vault.StoreFolders(c.env.Getenv, homeDir(c.env.Getenv))
}

// loadTime is how long a load reads: the screen shows what is newest soon, and reads again
// for the rest.
func (c *call) loadTime() time.Duration {
	screen := c.cmd == c.root && c.env.StdinIsTerminal && c.env.StdoutIsTerminal && !c.conf.On("linear")
	if screen || c.cmd.Name() == remote.Serving {
		return time.Second
	}
	return vault.MostLoadTime
}

// seedFile is the file of --seed, "" without one.
func (c *call) seedFile() (string, error) {
	switch {
	case !c.has("seed"):
		return "", nil
	case c.seed == "":
		return "", say.Usage("--seed needs a file", "the name is empty")
	}
	return inDir(c.env.Dir, c.seed), nil
}

func homeSeed(getenv func(string) string) string {
	if home := homeDir(getenv); home != "" {
		return filepath.Join(home, ".pai", "seed.json")
	}
	return ""
}

func inDir(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// stateDir is the folder for coldstart's own records, outside any vault (XDG base
// directories; local application data on Windows). It is "" when the environment names
// none; then vaults are read-only.
func stateDir(getenv func(string) string, system string) string {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "coldstart")
	}
	if dir := getenv("LOCALAPPDATA"); system == "windows" && filepath.IsAbs(dir) {
		return filepath.Join(dir, "coldstart")
	}
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "coldstart")
	}
	return ""
}

// work is what a command does with an opened and loaded vault.
type work func(v *vault.Vault, s model.Snapshot) (exit int, err error)

func (c *call) looking(do work) (int, error) { return c.with((*call).loadOnly, do) }

// deciding runs a command that writes. What a killed process left half done is finished
// first, since half an approval would look like another one.
func (c *call) deciding(do work) (int, error) { return c.with((*call).loadFinished, do) }

func (c *call) with(load func(*call, *vault.Vault) (model.Snapshot, error), do work) (int, error) {
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	s, err := load(c, v)
	if err != nil {
		return 0, err
	}
	exit, err := do(v, s)
	if err != nil {
		return exit, c.elsewhere(s, err)
	}
	c.hintNothing(s)
	return exit, nil
}

// hintNothing says what was looked for where nothing was left, and what helps.
func (c *call) hintNothing(s model.Snapshot) {
	if s.Strange && !c.saysNothing() {
		for _, h := range nothingHints(s) {
			c.hint(h)
		}
	}
}

func nothingHints(s model.Snapshot) []string {
	return []string{phrase.NothingHint(s) + "; " + phrase.LookedFor(s.Search), phrase.MakeVault, phrase.SeeDemo}
}

// elsewhere adds to an error about a thing that was not found where it is, or that nothing is
// here.
func (c *call) elsewhere(s model.Snapshot, err error) error {
	if !errors.Is(err, model.ErrNotFound) {
		return err
	}
	if len(c.args) > 0 {
		for _, dir := range c.beside {
			if ref, found := c.findIn(dir, c.args[0]); found {
				return say.Hinted(err, append(say.Hints(err), ref+" is in "+c.typed(dir)+": add --vault "+c.typed(dir))...)
			}
		}
	}
	if s.Strange {
		return say.Hinted(err, append(say.Hints(err), nothingHints(s)...)...)
	}
	return err
}

// findIn looks for a thing in another folder, which may not be readable.
func (c *call) findIn(dir, text string) (name string, found bool) {
	v, err := c.openAt(dir)
	if err != nil {
		return "", false
	}
	defer v.Close()
	s, err := v.Load(c.ctx, c.now())
	if err != nil {
		return "", false
	}
	ref, _, err := refs.FindShown(s, text)
	return refs.Subject(ref), err == nil
}

func (c *call) loadOnly(v *vault.Vault) (model.Snapshot, error) { return v.Load(c.ctx, c.now()) }
