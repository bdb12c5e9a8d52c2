package signature

import (
	"bytes"
	"testing"
)

// Whatever is read can only have been written so: the same record gives the same line, and the line and
// the signature are the whole file.
func FuzzRead(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(sample + sample))
	f.Add(bytes.ReplaceAll([]byte(sample), []byte("\n"), []byte("\r\n")))
	f.Add(bytes.Replace([]byte(sample), []byte(`"form":1`), []byte(`"FORM":1,"form":1`), 1))
	f.Add(bytes.Replace([]byte(sample), []byte(`"note":""`), []byte(`"note":"\u0061<\u2028"`), 1))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Read(b)
		if err != nil {
			return
		}
		line, err := s.Record.Line()
		if err != nil || !bytes.Equal(line, s.Line) || !bytes.Equal(append(line, s.Armor...), b) {
			t.Errorf("%q reads as %+v", b, s)
		}
		if at, err := s.Record.Time(); err != nil || at.IsZero() && s.Record.At != "0001-01-01T00:00:00Z" {
			t.Errorf("its time is %v, %v", at, err)
		}
	})
}
