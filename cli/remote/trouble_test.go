package remote

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"coldstart/cli/say"
	"coldstart/testdata/must"
)

// What ssh and the shell there say becomes a sentence and a hint.
func TestWhyAHostIsNotReached(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh to play ssh")
	}
	for _, tt := range []struct {
		says string
		exit int
		want string
	}{
		{"@@@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @@@\nHost key verification failed.", 255, "attic has another host key than before"},
		{"No ED25519 host key is known for attic and you have requested strict checking.\nHost key verification failed.", 255, "attic has a host key that is not known here"},
		{"me@attic: Permission denied (publickey,password).", 255, "attic refused the login"},
		{"Received disconnect from attic: 2: Too many authentication failures", 255, "attic refused the login"},
		{"ssh: Could not resolve hostname attic: Name or service not known", 255, "attic has no address: its name is unknown"},
		{"ssh: connect to host attic port 22: Connection refused", 255, "attic refused the connection"},
		{"ssh: connect to host attic port 22: Connection timed out", 255, "attic did not answer in time"},
		{"ssh: connect to host attic port 22: No route to host", 255, "attic cannot be reached: there is no route to it"},
		{"ssh: connect to host attic port 22: Network is unreachable", 255, "attic cannot be reached: this machine has no network"},
		{"Unable to negotiate with attic port 22: no matching host key type found.", 255, "attic offers no host key that ssh here takes"},
		{"command-line: line 0: Bad configuration option: tunnel", 255, "attic cannot be asked: ssh here refuses its settings"},
		{"bash: line 1: coldstart: command not found", 127, "attic has no program coldstart where its shell looks"},
		{"error: unknown command \"serve-stdio\"\nhint: coldstart help lists the commands", 2, "attic has an older coldstart, which does not answer other machines"},
		{"bash: line 1: coldstart: Permission denied", 126, "the connection to attic ended: bash: line 1: coldstart: Permission denied"},
		{"first\nlast " + strings.Repeat("x", 400), 1, "the connection to attic ended: last " + strings.Repeat("x", longestLine-len("last "))},
		{"Connection to attic closed by remote host.", 255, "the connection to attic ended: Connection to attic closed by remote host"},
		{"", 1, "the connection to attic ended"},
		{"", 0, "attic does not answer as coldstart does"},
	} {
		c := New(Config{Host: Host{Name: "attic", SSH: "me@attic"}, Version: "v1", Command: func(ctx context.Context) *exec.Cmd {
			return exec.CommandContext(ctx, shell, "-c", `printf %s "$1" >&2; exit "$2"`, "ssh", tt.says, strconv.Itoa(tt.exit))
		}})
		_, err := c.Vaults(t.Context())
		u, ok := errors.AsType[Unreachable](err)
		if !ok || u.Error() != tt.want || err.Error() != tt.want || u.Host != "attic" {
			t.Errorf("%q: got %q, want %q", tt.says, err, tt.want)
		}
		if hints := say.Hints(err); len(hints) != 1 || strings.Contains(hints[0], "NAME") {
			t.Errorf("%q: got hints %q", tt.says, hints)
		}
		c.Close()
	}
}

// Without ssh there is a sentence too, and a program that never ends is given up and ended.
func TestAProgramThatIsNotThereOrHangs(t *testing.T) {
	t.Parallel()
	none := New(Config{Host: Host{Name: "attic"}, Command: func(ctx context.Context) *exec.Cmd {
		return exec.CommandContext(ctx, "no-such-program-as-this")
	}})
	if _, err := none.Vaults(t.Context()); err == nil || !strings.Contains(err.Error(), "ssh is not installed here") {
		t.Errorf("got %v", err)
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh to play ssh")
	}
	hangs := New(Config{Host: Host{Name: "attic"}, Limit: 50 * time.Millisecond, Command: func(ctx context.Context) *exec.Cmd {
		return exec.CommandContext(ctx, shell, "-c", "exec sleep 1000")
	}})
	if _, err := hangs.Vaults(t.Context()); err == nil || err.Error() != "attic does not answer" {
		t.Errorf("got %v", err)
	}
}

// The line that ssh gets lends nothing of this machine to the host, and its words are the same whatever
// a vault is called. Only the screen names a folder, quoted for a shell.
func TestTheLineOfSSH(t *testing.T) {
	t.Parallel()
	for program, want := range map[string]string{
		"": "coldstart serve-stdio", "~/bin/coldstart": "~/bin/coldstart serve-stdio",
		"/opt/my tools/coldstart": "'/opt/my tools/coldstart' serve-stdio",
		"$(touch x)":              "'$(touch x)' serve-stdio",
		"~/a'; touch x":           `~/'a'\''; touch x' serve-stdio`,
		"--help":                  "--help serve-stdio",
	} {
		h := Host{Name: "attic", SSH: "me@attic", Dir: "$(touch x)", Program: program}
		args := h.command(t.Context(), usualLimit).Args
		if n := len(args); !slices.Equal(args[n-3:], []string{"--", "me@attic", want}) {
			t.Errorf("got %q", args)
		}
		line := strings.Join(args, " ")
		for _, closed := range []string{"BatchMode=yes", "ForwardAgent=no", "ForwardX11=no", "ClearAllForwardings=yes", "PermitLocalCommand=no",
			"RemoteCommand=none", "ControlMaster=no", "UpdateHostKeys=no", "EscapeChar=none", "Tunnel=no", "ConnectTimeout=10"} {
			if !strings.Contains(line, " -o "+closed+" ") {
				t.Errorf("%s is not in %q", closed, line)
			}
		}
	}
	c := New(Config{Host: Host{Name: "attic", SSH: "me@attic"}})
	screen := c.Screen(Listed{Name: "x", Dir: "/srv/a b'; touch x"})
	if n := len(screen); screen[0] != "ssh" || screen[1] != "-t" || !slices.Equal(screen[n-3:], []string{"--", "me@attic", `coldstart --vault '/srv/a b'\''; touch x'`}) {
		t.Errorf("got %q", screen)
	}
}

// What a hint tells to type has the names that ssh and scp take, quoted for a shell.
func TestTheNamesInHints(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"Host key for [127.0.0.1]:22422 has changed and you have requested strict checking.": "'[127.0.0.1]:22422'",
		"Host key for attic.example has changed and you have":                                "attic.example",
		"x Host key for attic has changed":                                                   "HOST",
		"Host key for -oProxyCommand=x has changed":                                          "HOST",
		"Host key for $(touch${IFS}x) has changed":                                           "HOST",
		"Host key for " + strings.Repeat("x", 300) + " has changed":                          "HOST",
	} {
		c := New(Config{Host: Host{Name: "attic", SSH: "me@attic"}})
		_, hint := c.why(hello{}, errors.New("it ended"), "@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\r\n"+said+"\nHost key verification failed.", nil)
		if !strings.Contains(hint, "ssh-keygen -R "+want+", and ssh me@attic ") {
			t.Errorf("%q: got %q", said, hint)
		}
	}
	for _, tt := range []struct {
		host Host
		want string
	}{
		{Host{SSH: "sam@attic.example"}, "'sam@attic.example:'"},
		{Host{SSH: "attic", Program: "~/bin/coldstart"}, "'attic:bin/coldstart'"},
		{Host{SSH: "attic", Program: "/opt/my tools/coldstart"}, "'attic:/opt/my tools/coldstart'"},
		{Host{SSH: "ssh://sam@attic:2200", Program: "~/coldstart"}, "'scp://sam@attic:2200/coldstart'"},
	} {
		if got := tt.host.copyThere(); !strings.HasSuffix(got, ` scp "$(command -v coldstart)" `+tt.want) {
			t.Errorf("%+v: got %q", tt.host, got)
		}
	}
}

// The page on machines has each of these sentences, and no other.
func TestThePageSaysWhyAHostGivesNoAnswer(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh to play ssh")
	}
	page := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "machines.md")))(t)
	_, table, _ := strings.Cut(string(page), "| cause | fix |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n<!-- end -->")
	said := map[string]bool{}
	for _, row := range strings.Split(table, "\n") {
		for _, sentence := range strings.Split(strings.Split(row, "|")[1], ";") {
			said[strings.TrimSpace(sentence)] = false
		}
	}
	c := New(Config{Host: Host{Name: "attic"}, Version: "v1"})
	var all []string
	for _, row := range troubles() {
		all = append(all, row.why)
	}
	for _, failed := range []error{errOtherVersion, errSilent, errOdd, errDeaf} {
		why, _ := c.why(hello{}, failed, "", nil)
		all = append(all, strings.TrimPrefix(why, "attic "))
	}
	for exit, text := range map[string]string{"2": Serving, "127": ""} {
		ended := exec.Command("sh", "-c", "exit "+exit).Run()
		why, _ := c.why(hello{}, errors.New("it ended"), text, ended)
		all = append(all, strings.TrimPrefix(why, "attic "))
	}
	for _, why := range all {
		found := false
		for sentence := range said {
			if strings.HasPrefix(why, sentence) {
				said[sentence], found = true, true
			}
		}
		if !found {
			t.Errorf("the page does not say: %s", why)
		}
	}
	for sentence, found := range said {
		if !found {
			t.Errorf("nothing says: %s", sentence)
		}
	}
}
