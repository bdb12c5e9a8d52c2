package remote

import (
	"context"
	"errors"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"

	"coldstart/model"
)

// errOtherVersion says that the other side sends what is not understood here.
var errOtherVersion = errors.New("another version of coldstart is there")

// Unreachable says that a host gives no answer, and why. Nothing can be decided there.
type Unreachable struct {
	Host string
	// Why is half a sentence: "attic refused the login".
	Why string
	// Since is when it answered last, or when it was asked first.
	Since time.Time
}

// Error is what is wrong.
func (u Unreachable) Error() string { return u.Why }

// Is makes it a model.ErrNotReached.
func (u Unreachable) Is(target error) bool { return target == model.ErrNotReached }

// trouble is a row of the table of what ssh says.
type trouble struct {
	// says is in the text, in lower case.
	says string
	// why goes behind the name of the host; hint is what helps. NAME in it is the destination, KNOWN
	// the name under which ssh keeps its key.
	why, hint string
}

// troubles is read from the top: the first that fits counts.
func troubles() []trouble {
	return []trouble{
		{"remote host identification has changed", "has another host key than before", "the connection may be intercepted; ask the machine's administrator, then: ssh-keygen -R KNOWN, and ssh NAME once by hand"},
		{"host key verification failed", "has an unknown host key", "log in once by hand and compare the fingerprint: ssh NAME"},
		{"no matching host key", "offers no host key that ssh here takes", "try by hand: ssh NAME"},
		{"permission denied", "refused the login", "no password can be asked for here: ssh NAME has to work without one, by a key or an agent"},
		{"too many authentication failures", "refused the login", "too many keys were offered: name one with IdentityFile and IdentitiesOnly in ~/.ssh/config"},
		{"could not resolve hostname", "has no address: its name is unknown", "look at ssh: in its entry under hosts, and at ~/.ssh/config"},
		{"connection refused", "refused the connection", "is its ssh server running, on that port?"},
		{"no route to host", "cannot be reached: there is no route to it", "is it switched on, and this machine in its network?"},
		{"network is unreachable", "cannot be reached: this machine has no network", askAgain},
		{"timed out", "did not answer in time", "is it switched on, and this machine in its network?"},
		{"bad configuration option", "cannot be asked: ssh here refuses its settings", "try by hand: ssh NAME"},
	}
}

// askAgain is the hint where only time helps.
const askAgain = "try again later; the screen does so by itself"

const (
	// usageExit is the exit code of a coldstart that does not know a command.
	usageExit = 2
	// noProgram is the exit code of a shell that finds no such program.
	noProgram = 127
	// sshFailed is the exit code of ssh for failures of its own.
	sshFailed = 255
)

// why says what is wrong in plain words, by what the connection ended with.
func (c *Conn) why(their hello, failed error, said string, ended error) (why, hint string) {
	host := c.c.Host
	text := strings.ToLower(said)
	exit := 0
	if e, ok := errors.AsType[*exec.ExitError](ended); ok {
		exit = e.ExitCode()
	}
	switch {
	case errors.Is(failed, errOtherVersion):
		return host.Name + " has another version of coldstart: " + clean(their.Program) + "; here it is " + clean(c.c.Version), host.copyThere()
	case exit == usageExit && strings.Contains(text, Serving):
		return host.Name + " has an older coldstart, which does not answer other machines", host.copyThere()
	case errors.Is(failed, exec.ErrNotFound):
		return "ssh is not installed here, so " + host.Name + " cannot be asked", "install OpenSSH's client"
	case errors.Is(failed, errSilent):
		return host.Name + " does not answer as coldstart does", "what does it print? try: ssh -T " + host.SSH + " " + host.program() + " " + Serving
	case exit == noProgram:
		return host.Name + " has no program coldstart where its shell looks",
			"a login without a terminal often has a shorter PATH; set the full path there as program: in its entry under hosts"
	case nonsense(failed):
		return host.Name + " sends what coldstart never sends", "the connection was closed; what is there is not trusted"
	case errors.Is(failed, context.DeadlineExceeded), errors.Is(failed, errDeaf):
		return host.Name + " does not answer", askAgain
	}
	if exit == sshFailed || ended == nil {
		for _, t := range troubles() {
			if strings.Contains(text, t.says) {
				return host.Name + " " + t.why, strings.NewReplacer("NAME", host.SSH, "KNOWN", knownAs(said)).Replace(t.hint)
			}
		}
	}
	if last := lastLine(said); last != "" {
		return "the connection to " + host.Name + " ended: " + strings.TrimSuffix(last, "."), askAgain
	}
	return "the connection to " + host.Name + " ended", askAgain
}

// changedKey is the line in which ssh says whose key is another than before.
var changedKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^Host key for ([\w.:\[][\w.:%\[\]-]{0,254}) has changed`)
})

// knownAs is the name under which ssh keeps the key of a host, as ssh says it: with its port, if that is another.
func knownAs(said string) string {
	if found := changedKey().FindStringSubmatch(said); found != nil {
		return model.ShellQuoted(found[1])
	}
	return "HOST"
}

// copyThere says how this very program comes to the host.
func (h Host) copyThere() string {
	to := h.SSH + ":" + strings.TrimPrefix(h.Program, "~/")
	if url, ok := strings.CutPrefix(h.SSH, "ssh://"); ok {
		to = "scp://" + strings.TrimSuffix(url, "/") + "/" + strings.TrimPrefix(h.Program, "~/")
	}
	return `both need the same; where that machine has the system of this one: scp "$(command -v coldstart)" ` + model.ShellQuoted(to)
}

// longestLine is how many bytes of a line of a host are quoted.
const longestLine = 200

// clean is a word of the other side on one line. It is made safe to show where it is shown.
func clean(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), longestLine)], "\uFFFD")
}

func lastLine(said string) string {
	said = strings.TrimSpace(said)
	return clean(strings.TrimSpace(said[strings.LastIndexByte(said, '\n')+1:]))
}
