package remote

import (
	"coldstart/model"
	"context"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Serving is the command that the far side runs.
const Serving = "serve-stdio"

// options of ssh: nobody is asked for anything, and nothing of this machine is lent to the host. The
// operator's own settings of ssh say how the host is reached.
func options() []string {
	return []string{
		"-o", "ForwardAgent=no", "-o", "ForwardX11=no", "-o", "ForwardX11Trusted=no", "-o", "ClearAllForwardings=yes",
		"-o", "Tunnel=no", "-o", "PermitLocalCommand=no", "-o", "RemoteCommand=none", "-o", "UpdateHostKeys=no",
		// A master of the operator's own may be used; this process never becomes one.
		"-o", "ControlMaster=no",
	}
}

// command is what keeps the connection to a host.
func (h Host) command(ctx context.Context, limit time.Duration) *exec.Cmd {
	seconds := strconv.Itoa(max(1, int(limit/time.Second)))
	words := append([]string{"-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=" + seconds, "-o", "EscapeChar=none",
		"-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=2"}, options()...)
	return exec.CommandContext(ctx, "ssh", append(words, "--", h.SSH, h.program()+" "+Serving)...)
}

// program is the name of the program as the shell there reads it. A ~ in front is left to it.
func (h Host) program() string {
	switch {
	case h.Program == "":
		return "coldstart"
	case strings.HasPrefix(h.Program, "~/"):
		return "~/" + model.ShellQuoted(h.Program[2:])
	}
	return model.ShellQuoted(h.Program)
}

// Screen is the command that opens a vault of the host in this terminal, by the program there. It is nil
// where the host said that its login opens none.
func (c *Conn) Screen(l Listed) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bound {
		return nil
	}
	words := append([]string{"ssh", "-t"}, options()...)
	return append(words, "--", c.c.Host.SSH, c.c.Host.program()+" --vault "+model.ShellQuoted(l.Dir))
}

// mostSaid is how much of what ssh says on standard error is kept, in bytes: the last of it.
const mostSaid = 8 << 10

// lastSaid keeps the last mostSaid bytes that are written to it.
type lastSaid struct {
	mu   sync.Mutex
	kept []byte
}

func (t *lastSaid) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b[max(0, len(b)-mostSaid):]...)
	t.kept = append([]byte(nil), t.kept[max(0, len(t.kept)-mostSaid):]...)
	return len(b), nil
}

func (t *lastSaid) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}

// lastWords is how long a process may take to end by itself.
const lastWords = time.Second

// start runs a program as the other end.
func start(cmd *exec.Cmd, stop context.CancelFunc) (*far, error) {
	said := &lastSaid{}
	cmd.Stderr = said
	cmd.WaitDelay = lastWords
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	end := sync.OnceValue(func() error {
		_ = in.Close()
		late := time.AfterFunc(lastWords, stop)
		defer late.Stop()
		// What is still said would keep it from ending.
		go func() { _, _ = io.Copy(io.Discard, out) }()
		return cmd.Wait()
	})
	return &far{in: in, out: out, end: func() (string, error) {
		err := end()
		stop()
		return said.String(), err
	}}, nil
}
