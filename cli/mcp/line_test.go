package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestTooLongMessagesAreAnsweredWithTheirID holds that a client learns which of its messages
// was too long, wherever the id stands, and that the next one is read.
func TestTooLongMessagesAreAnsweredWithTheirID(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxMessage)
	for _, tt := range []struct{ name, send, id string }{
		{"first", `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"` + long + `"}}`, `7`},
		{"last", `{"jsonrpc":"2.0","method":"ping","params":{"id":1,"a":["` + long + `",{"id":2}]},"id":"q-1"}`, `"q-1"`},
		{"last, with blanks", `{ "method" : "ping", "params" : "` + long + `" , "id" : 8 }`, `8`},
		{"behind quotation marks", `{"params":"\"id\":1,\\\"` + long + `\\","id":9}`, `9`},
		{"name in other letters", `{"ID":1,"a":"` + long + `","\u0069d":10}`, `10`},
		{"far behind", `{"a":"` + strings.Repeat(long, 3) + `","id":11}`, `11`},
		{"twice", `{"id":1,"a":"` + long + `","id":12}`, `12`},
		{"none", `{"jsonrpc":"2.0","method":"ping","params":{"a":"` + long + `"}}`, `null`},
		{"no valid one", `{"id":1.5,"a":"` + long + `"}`, `null`},
		{"longer than an id is", `{"id":"` + long + `"}`, `null`},
		{"inside another value", `{"a":{"id":1,"b":"` + long + `"}}`, `null`},
		{"batch", `[{"id":1,"a":"` + long + `"}]`, `null`},
		{"no JSON", long + "'", `null`},
		{"an answer", `{"id":13,"result":{"a":"` + long + `"}}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := connect(t, &Server{Tools: &fakeTools{}})
			c.send(tt.send)
			if want := `{"jsonrpc":"2.0","id":` + tt.id + `,"error":{"code":-32700,"message":"the message is longer than 524288 bytes"}}`; tt.id != "" {
				if got := c.receive(); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			}
			c.ping()
		})
	}
}

// FuzzSkim holds that a message has the id that parsing finds, in pieces of any size.
func FuzzSkim(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"id":"\"","jsonrpc":"2.0","method":"a","params":{"id":[{"id":3}]},"id":-4 }`,
		`{"\u0069d":2,"jsonrpc":"2.0","method":"x"}`, `{"a":"\\","id":1e3}`, `{"id":null}`, `[{"id":1}]`, `{"result":[1,2],"id":3}`,
	} {
		f.Add([]byte(seed), 3)
	}
	f.Fuzz(func(t *testing.T, line []byte, size int) {
		size = max(1, size%100)
		var s skim
		for rest := line; len(rest) > 0; {
			n := min(size, len(rest))
			s.read(rest[:n])
			rest = rest[n:]
		}
		if len(s.token) > maxID+1 || len(s.id) >= maxID || s.id != nil && !isID(s.id) {
			t.Errorf("kept %q, id %q", s.token, s.id)
		}
		var fields map[string]json.RawMessage
		if json.Unmarshal(line, &fields) != nil || fields == nil {
			return
		}
		want := fields["id"]
		if want != nil && !isID(want) {
			want = nil
		}
		if !bytes.Equal(s.id, want) {
			t.Errorf("%s: got %q, want %q", line, s.id, want)
		}
	})
}

// FuzzLines holds that lines come as they were sent, without their ends, and none is kept that
// is longer than a message may be.
func FuzzLines(f *testing.F) {
	f.Add([]byte("{}\r\n\n[1]"), uint8(0))
	f.Add([]byte(`{"id":1,"a":"`), uint8(7))
	f.Fuzz(func(t *testing.T, in []byte, size uint8) {
		if size%8 == 7 { // long ones take long
			in = append(in, bytes.Repeat([]byte("x"), maxMessage+int(size/8)-16)...)
		}
		r := bufio.NewReaderSize(bytes.NewReader(in), 64<<10)
		for sent := range bytes.Lines(in) {
			line, err := readLine(r)
			var long *tooLong
			switch {
			case errors.As(err, &long):
				if len(sent) <= maxMessage {
					t.Errorf("a line of %d bytes is too long", len(sent))
				}
			case err != nil:
				t.Fatal(err)
			case !bytes.Equal(line, bytes.TrimRight(sent, "\r\n")) || len(line) > maxMessage+1:
				t.Errorf("got %d bytes of %d", len(line), len(sent))
			}
		}
		if _, err := readLine(r); !errors.Is(err, io.EOF) {
			t.Errorf("behind the last line: %v", err)
		}
	})
}
