//go:build unix

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"coldstart/cli/remote"
	"coldstart/testdata/must"
)

// sshd is another machine: an account with a home folder of its own behind a real sshd on the
// loopback. There coldstart is the real program, in a folder bin of the home folder.
type sshd struct {
	testing.TB
	// name is what ssh calls it.
	name string
	// home is the account's home folder, dir that of keys and settings of sshd.
	home, dir string
	port      int
}

// patience is how long something may take that only hangs when it is broken.
const patience = 20 * time.Second

var machines atomic.Int32

// theProgram is the real program, built once.
var theProgram = sync.OnceValues(func() (string, error) {
	file := filepath.Join(toolsDir, "real", "coldstart")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", file, "coldstart").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return file, nil
})

// theKey is the operator's own key. Beside it stands ssh as the operator's PATH has it, which
// knows the machines of these tests and no others.
var theKey = sync.OnceValues(func() (string, error) {
	key := filepath.Join(toolsDir, "key")
	real, err := exec.LookPath("ssh")
	if err == nil {
		err = newKey(key)
	}
	script := "#!/bin/sh\nexec " + real + " -F '" + filepath.Join(toolsDir, "config") + "' \"$@\"\n"
	// The exchange of keys that ssh prefers takes it longer than all the rest of a connection.
	config := "KexAlgorithms curve25519-sha256\nInclude " + filepath.Join(toolsDir, "*.host") + "\n"
	return key, errors.Join(err,
		os.WriteFile(filepath.Join(toolsDir, "config"), []byte(config), 0o600),
		os.WriteFile(filepath.Join(toolsDir, "ssh"), []byte(script), 0o700))
})

func newKey(file string) error {
	out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ssh-keygen: %w: %s", err, out)
	}
	return nil
}

// newMachine starts a machine, or skips the test where there is no sshd. Lines are further
// settings of sshd.
func newMachine(t testing.TB, name string, lines ...string) *sshd {
	t.Helper()
	for _, program := range []string{"ssh", "ssh-keygen", "bash", "ps", sshdProgram()} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("needs " + program)
		}
	}
	if os.Getuid() == 0 {
		// sshd wants this folder to be there, as the start of a machine makes it.
		if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
			t.Skip("needs /run/sshd: ", err)
		}
	}
	program, err := theProgram()
	key, keyErr := theKey()
	must.Do(t, errors.Join(err, keyErr))
	dir := t.TempDir()
	m := &sshd{TB: t, name: name + "-" + strconv.Itoa(int(machines.Add(1))), home: filepath.Join(dir, "home"), dir: dir, port: freePort(t)}
	m.installs(program)
	m.newHostKey()
	m.isKnown(m.name)
	public := must.Get(os.ReadFile(key + ".pub"))(t)
	write(t, dir, "keys", string(public))
	m.configures(lines...)
	m.reached(m.name, m.port)
	m.start()
	t.Cleanup(m.stop)
	if out, err := m.ssh("true").CombinedOutput(); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "log"))
		t.Skipf("nobody can log in by sshd here: %v: %s\n%s", err, out, log)
	}
	return m
}

// sshdProgram is the path of sshd, which is not on the PATH of most accounts.
func sshdProgram() string {
	if file, err := exec.LookPath("sshd"); err == nil {
		return file
	}
	return "/usr/sbin/sshd"
}

func freePort(t testing.TB) int {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// coldstart is the program on the PATH there. Beside it lies the real one.
func (m *sshd) coldstart() string { return filepath.Join(m.home, "bin", "coldstart") }

// installs puts coldstart on the PATH there.
func (m *sshd) installs(program string) {
	m.runsInstead("exec '" + m.coldstart() + "-real' \"$@\"")
	must.Do(m, os.Symlink(program, m.coldstart()+"-real"))
}

// runsInstead puts a script in the place of coldstart.
func (m *sshd) runsInstead(script string) {
	write(m, m.home, "bin/coldstart", "#!/bin/sh\n"+script+"\n")
	must.Do(m, os.Chmod(m.coldstart(), 0o755))
}

// rewrite changes a file that is there.
func (m *sshd) rewrite(dir, name, text string) {
	m.Helper()
	must.Do(m, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
}

// newHostKey makes the key by which the machine is known, another one each time.
func (m *sshd) newHostKey() {
	file := filepath.Join(m.dir, "hostkey")
	os.Remove(file)
	must.Do(m, newKey(file))
}

// isKnown writes down the machine's key where the operator's ssh looks for it.
func (m *sshd) isKnown(names ...string) {
	key := must.Get(os.ReadFile(filepath.Join(m.dir, "hostkey.pub")))(m)
	write(m, m.dir, "known", strings.Join(names, ",")+" "+string(key))
}

// configures writes the settings of sshd. Of lines that mean the same the first counts.
func (m *sshd) configures(lines ...string) {
	write(m, m.dir, "sshd_config", strings.Join(append(lines,
		"ListenAddress 127.0.0.1:"+strconv.Itoa(m.port),
		"HostKey "+filepath.Join(m.dir, "hostkey"),
		"AuthorizedKeysFile "+filepath.Join(m.dir, "keys"),
		"PidFile "+filepath.Join(m.dir, "pid"),
		"StrictModes no", "UsePAM no", "PermitRootLogin yes", "MaxStartups 100", "MaxSessions 100",
		"PasswordAuthentication no", "KbdInteractiveAuthentication no",
		"SetEnv HOME="+m.home+" USER=lou PATH="+filepath.Join(m.home, "bin")+":/usr/bin:/bin",
		// The account's own shell runs this in its own home folder, which is another one.
		`ForceCommand cd; eval "$SSH_ORIGINAL_COMMAND"`,
	), "\n")+"\n")
}

// reached makes a name by which the operator's ssh reaches this machine at a port.
func (m *sshd) reached(name string, port int, lines ...string) {
	text := []string{
		"Host " + name, "HostName 127.0.0.1", "Port " + strconv.Itoa(port), "HostKeyAlias " + m.name,
		"IdentityFile " + filepath.Join(toolsDir, "key"), "IdentitiesOnly yes",
		"UserKnownHostsFile " + filepath.Join(m.dir, "known"), "GlobalKnownHostsFile none",
	}
	write(m, toolsDir, name+".host", strings.Join(append(text, lines...), "\n")+"\n")
}

// ssh is a command line there, as the operator types it.
func (m *sshd) ssh(line ...string) *exec.Cmd {
	return exec.CommandContext(m.Context(), filepath.Join(toolsDir, "ssh"), append([]string{"-o", "BatchMode=yes", "--", m.name}, line...)...)
}

func (m *sshd) start() {
	m.Helper()
	out, err := exec.Command(sshdProgram(), "-f", filepath.Join(m.dir, "sshd_config"), "-E", filepath.Join(m.dir, "log")).CombinedOutput()
	if err != nil {
		m.Fatalf("starting sshd: %v: %s", err, out)
	}
	m.until("sshd listens", func() bool { return m.process() > 0 })
}

// process is the number of the sshd that listens, 0 for none.
func (m *sshd) process() int {
	text, _ := os.ReadFile(filepath.Join(m.dir, "pid"))
	n, _ := strconv.Atoi(string(bytes.TrimSpace(text)))
	return n
}

// stop ends the sshd that listens, and the sessions with all that runs in them.
func (m *sshd) stop() {
	all := append(m.sessions(), m.running()...)
	if n := m.process(); n > 0 {
		syscall.Kill(n, syscall.SIGKILL)
		m.until("sshd ends", func() bool {
			c, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(m.port))
			if err == nil {
				c.Close()
			}
			return err != nil
		})
	}
	os.Remove(filepath.Join(m.dir, "pid"))
	sendSignal(all, syscall.SIGKILL)
}

func sendSignal(processes []int, s syscall.Signal) {
	for _, n := range processes {
		syscall.Kill(n, s)
	}
}

// running are the processes of coldstart there.
func (m *sshd) running() []int {
	return processes(m, func(_ int, line string) bool { return strings.Contains(line, m.coldstart()) })
}

// sessions are the processes of sshd that serve a connection.
func (m *sshd) sessions() []int {
	listens := m.process()
	return processes(m, func(parent int, _ string) bool { return listens > 0 && parent == listens })
}

// clients are the processes of the operator's ssh by which a machine is reached under a name.
func clients(t testing.TB, name string) []int {
	return processes(t, func(_ int, line string) bool { return slices.Contains(strings.Fields(line), name) })
}

// processes are those that a test began, by the number of the parent and the command line.
func processes(t testing.TB, are func(parent int, line string) bool) (all []int) {
	t.Helper()
	out := must.Get(exec.Command("ps", "-A", "-ww", "-o", "pid=,ppid=,args=").Output())(t)
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) < 3 {
			continue
		}
		number, err := strconv.Atoi(words[0])
		parent, parentErr := strconv.Atoi(words[1])
		if err == nil && parentErr == nil && are(parent, line) {
			all = append(all, number)
		}
	}
	return all
}

// until waits for something that takes moments unless it is broken.
func (m *sshd) until(what string, is func() bool) {
	m.Helper()
	waits(m, what, is)
}

func waits(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never came about that %s", what)
		}
	}
}

// vault puts a copy of the example vault there, and gives its folder.
func (m *sshd) vault(name string) string {
	m.Helper()
	dir := filepath.Join(m.home, filepath.FromSlash(name))
	must.Do(m, os.CopyFS(dir, os.DirFS(filepath.Join("..", "testdata", "demo"))))
	return dir
}

// operatorHere is who decides over ssh in these tests.
const operatorHere = "sam@porch"

// connect makes a connection by a name that the operator's ssh knows.
func (m *sshd) connect(destination string) *remote.Conn {
	return m.connectTo(remote.Host{Name: "attic", SSH: destination, Dir: "vault"}, operatorHere)
}

// connectTo makes a connection for somebody.
func (m *sshd) connectTo(h remote.Host, operator string) *remote.Conn {
	conn := remote.New(remote.Config{Host: h, Operator: operator, Limit: 3 * time.Second})
	m.Cleanup(func() { conn.Close() })
	return conn
}

// newID is the id of the i-th decision of a test.
func newID(i int) string { return fmt.Sprintf("20260314T070200Z-%08x", i+1) }
