package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/cli/gate"
)

// bank is an MCP server on standard input and output. Its tools add their name to the file that
// its first argument names.
func bank() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var asked struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Name            string `json:"name"`
				ProtocolVersion string `json:"protocolVersion"`
			} `json:"params"`
		}
		if json.Unmarshal(lines.Bytes(), &asked) != nil || asked.ID == nil {
			continue
		}
		answer := object{}
		switch asked.Method {
		case "initialize":
			answer = object{
				"protocolVersion": asked.Params.ProtocolVersion, "capabilities": object{"tools": object{}},
				"serverInfo": object{"name": "bank", "version": "1"},
			}
		case "tools/list":
			takes := object{"type": "object", "properties": object{"amount": object{"type": "integer"}}}
			answer = object{"tools": []object{
				{"name": "pay", "description": "Pays a bill.", "inputSchema": takes},
				{"name": "balance", "description": "Tells what is left.", "inputSchema": takes},
			}}
		case "tools/call":
			said := "done"
			if err := ran(os.Args[1], asked.Params.Name); err != nil {
				said = err.Error()
			}
			answer = object{"content": []object{{"type": "text", "text": said}}}
		}
		text, err := json.Marshal(object{"jsonrpc": "2.0", "id": asked.ID, "result": answer})
		if err != nil {
			return
		}
		fmt.Printf("%s\n", text)
	}
}

// ran adds the name of a tool to the file of those that ran.
func ran(file, tool string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintln(f, tool)
	return err
}

// tells adds a field to a JSON file of a client's settings.
func tells(t *testing.T, file, key string, value object) {
	t.Helper()
	settings := object{}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &settings)
	}
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	settings[key] = value
	if text, err = json.Marshal(settings); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Dir(file), filepath.Base(file), string(text))
}

// ofServer lets the agent call a tool of a server, by the client's own name for it, and returns what the model was told.
func (d *desk) ofServer(tool string, input object, server ...string) string {
	d.Helper()
	name, _, _ := strings.Cut(strings.TrimPrefix(tool, "mcp__"), "__")
	d.client.ready(d.T, d.path("home"), d.path("repo"), "http://127.0.0.1:9")
	more := d.client.server(d.T, d.path("home"), d.path("repo"), name, server)
	c, ok := gate.ClientNamed(d.client.name)
	if !ok {
		d.Fatalf("the gate does not know %s", d.client.name)
	}
	return d.calls(append(d.client.args[:len(d.client.args):len(d.client.args)], more...), c.Calls(tool), input)
}

// TestToolsOfServersInTheClients: a rule for a tool of a server holds, refuses and lets through in
// each client, and leaves other tools of that server alone.
func TestToolsOfServersInTheClients(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{"mcp__bank__pay", "mcp__*pay*"} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			inEachClient(t, func(d *desk) {
				rules := func(then string) {
					write(d.T, d.dir, "home/.config/coldstart/coldstart.yaml", fmt.Sprintf("gate:\n  - {tool: %q, then: %s}\n", rule, then))
				}
				asks := func(tool, ran string) {
					d.Helper()
					heard := d.ofServer("mcp__bank__"+tool, object{"amount": 5}, "bank", d.path("ran.txt"))
					text, err := os.ReadFile(d.path("ran.txt"))
					if string(text) != ran || err != nil && !os.IsNotExist(err) {
						d.Fatalf("ran %q, not %q: %v; the model was told %s", text, ran, err, heard)
					}
				}

				rules("ask")
				asks("balance", "balance\n")
				asks("pay", "balance\n")
				d.approve()
				asks("pay", "balance\npay\n")
				asks("pay", "balance\npay\n")
				if waiting := d.waiting(); len(waiting) != 1 {
					d.Errorf("%q wait", waiting)
				}
				rules("deny")
				d.approve()
				asks("pay", "balance\npay\n")
				asks("balance", "balance\npay\nbalance\n")
			})
		})
	}
}

// TestOwnServerInTheClients: each client takes the list of tools of coldstart mcp, gets an answer of one that looks,
// and finds none that decides.
func TestOwnServerInTheClients(t *testing.T) {
	t.Parallel()
	inEachClient(t, func(d *desk) {
		write(d.T, d.path("repo"), "vault/Pending_Approval/heron-note.md", "Post the note.\n")
		server := []string{d.program, "mcp", "--vault", d.path("repo/vault")}
		if heard := d.ofServer("mcp__coldstart__needs_you", object{}, server...); !strings.Contains(heard, "heron-note") {
			d.Errorf("the model was not told what waits: %s", heard)
		}
		d.ofServer("mcp__coldstart__approve", object{"ref": "heron-note"}, server...)
		if waiting := d.waiting(); len(waiting) != 1 {
			d.Errorf("%q wait", waiting)
		}
	})
}
