package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// repository is the git repository around the folder dir.
type repository struct {
	program, dir string
	env          []string
	// prefix is the path from the top to dir with a slash at its end, top the folder at the top, gitDir the
	// folder where git keeps its state.
	prefix, top, gitDir string
}

// programFor finds git on the PATH. One by a relative entry of it, or that agents may have put
// there, is not run, and no other one in its place: who set the PATH meant that one.
func programFor(f File) (string, error) {
	program, err := exec.LookPath("git")
	switch {
	case errors.Is(err, exec.ErrDot):
		return "", fmt.Errorf("the git on your PATH is %s, through an entry that is not a full path", program)
	case err != nil:
		return "", errNoGit
	case f.Shuns != nil && f.Shuns(program):
		return "", fmt.Errorf("the git on your PATH is %s, in the vault, where agents write", program)
	}
	return program, nil
}

// find looks for the program and the repository around the file.
func find(ctx context.Context, f File) (*repository, error) {
	program, err := programFor(f)
	if err != nil {
		return nil, err
	}
	dir, below := standing(f.Dir)
	r := &repository{program: program, dir: dir, env: environment()}
	out, err := r.run(ctx, nil, "rev-parse", "--is-inside-work-tree", "--show-prefix", "--absolute-git-dir")
	if err != nil {
		for _, none := range []string{"not a git repository", "bare repository", "must be run in a work tree"} {
			if strings.Contains(err.Error(), none) {
				return nil, errNoRepository
			}
		}
		return nil, err
	}
	lines := strings.Split(out, "\n")
	if lines[0] != "true" || len(lines) != 3 {
		return nil, errNoRepository
	}
	r.prefix, r.top, r.gitDir = lines[1]+below, dir+"/"+strings.Repeat("../", strings.Count(lines[1], "/")), lines[2]
	return r, r.disarm(ctx)
}

// standing is a folder, or the nearest one above it that there is, and the way down from there with a
// slash at its end: a decision may yet have to make the folder.
func standing(dir string) (there, below string) {
	for there = dir; filepath.Dir(there) != there; there = filepath.Dir(there) {
		if info, err := os.Stat(there); err == nil && info.IsDir() {
			break
		}
		below = filepath.Base(there) + "/" + below
	}
	return there, below
}

// settings overrule those of the repository.
var settings = []string{
	"--no-pager",
	"-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.splitIndex=false",
	"-c", "commit.gpgSign=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
	"-c", "safe.bareRepository=explicit", "-c", "user.useConfigOnly=true", "-c", "i18n.commitEncoding=UTF-8",
}

// kept are git's variables that say where the user's own settings are.
var kept = []string{"GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=", "GIT_CONFIG_NOSYSTEM=", "GIT_CEILING_DIRECTORIES=", "GIT_DISCOVERY_ACROSS_FILESYSTEM="}

// environment is ours without what would lead git elsewhere, and with what keeps it from
// prompting and from the network.
func environment() []string {
	var env []string
	for _, v := range os.Environ() {
		others := !strings.HasPrefix(strings.ToUpper(v), "GIT_") && !strings.HasPrefix(v, "EMAIL=")
		if others || slices.ContainsFunc(kept, func(name string) bool { return strings.HasPrefix(v, name) }) {
			env = append(env, v)
		}
	}
	return append(env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
		"GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1")
}

// programs are the settings that name programs: the configured hooks of newer versions of
// git, which core.hooksPath does not turn off, and filters, which git runs on other files
// too when it writes an index.
const programs = `^(hook\..*\.(command|event)|filter\..*\.(clean|smudge|process|required))$`

// disarm turns each of these programs off. Their names can have any character, so the
// settings go through the environment, which git before 2.31 ignores.
func (r *repository) disarm(ctx context.Context) error {
	out, err := r.run(ctx, nil, "config", "-z", "--name-only", "--get-regexp", programs)
	if exitCode(err) == 1 {
		return nil
	}
	if err != nil {
		return err
	}
	const proof = "coldstart.disarmed"
	count := 0
	set := func(key, value string) {
		r.env = append(r.env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", count, key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", count, value))
		count++
	}
	for key := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		dot := strings.LastIndexByte(key, '.')
		switch {
		case strings.HasPrefix(key, "hook."):
			set(key[:dot]+".enabled", "false")
		case key[dot:] == ".required":
			set(key, "false")
		default:
			set(key, "")
		}
	}
	set(proof, "true")
	r.env = append(r.env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", count))
	if _, err := r.run(ctx, nil, "config", "--get", proof); err != nil {
		return errors.New("this git is too old to turn off the filters of the repository")
	}
	return nil
}

// failure is a git command that failed.
type failure struct {
	command, stderr string
	code            int
}

func (f *failure) Error() string { return "git " + f.command + ": " + f.stderr }

// exitCode is the exit code of git, zero when it did not exit by itself.
func exitCode(err error) int {
	if f, ok := errors.AsType[*failure](err); ok {
		return f.code
	}
	return 0
}

// mostError is how many bytes of an error of git are read.
const mostError = 64 << 10

// bounds keeps at most so many bytes of what is written to it. It takes the rest, so that the
// program that writes goes on.
type bounds struct {
	bytes.Buffer
	most int
	full bool
}

// Write keeps what fits.
func (b *bounds) Write(p []byte) (int, error) {
	if room := b.most - b.Len(); len(p) > room {
		b.full = true
		b.Buffer.Write(p[:room])
		return len(p), nil
	}
	return b.Buffer.Write(p)
}

// run returns the output of a git command without its last line feed.
func (r *repository) run(ctx context.Context, input []byte, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, r.program, append(settings[:len(settings):len(settings)], args...)...)
	cmd.Dir, cmd.Env = r.dir, r.env
	if input != nil {
		cmd.Stdin = bytes.NewReader(input)
	}
	// On SIGTERM git removes its lock files; killed, it leaves them.
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = time.Second
	out, stderr := bounds{most: mostAnswer}, bounds{most: mostError}
	cmd.Stdout, cmd.Stderr = &out, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if out.full {
		return "", fmt.Errorf("git %s answers more than %d MiB", args[0], mostAnswer>>20)
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return "", &failure{args[0], line, exit.ExitCode()}
	}
	if err != nil {
		return "", fmt.Errorf("running git: %w", err)
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}
