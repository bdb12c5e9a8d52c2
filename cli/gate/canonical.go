package gate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of an input.
const (
	mostInput      = 4 << 20
	mostInputDepth = 64
)

// Canonical returns JSON with sorted names and no blanks, so that what means the same is
// written the same; numbers keep their spelling. It refuses a name that stands twice, more
// than one value, and what is too long or too deep.
func Canonical(raw []byte) (string, error) {
	if len(raw) > mostInput {
		return "", fmt.Errorf("the input is longer than %d bytes", mostInput)
	}
	if !utf8.Valid(raw) {
		return "", errors.New("the input has bytes that are not characters")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var b strings.Builder
	if err := canonical(&b, d, 0); err != nil {
		return "", err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "", errors.New("something follows the input")
	}
	if strings.ContainsRune(b.String(), utf8.RuneError) && bytes.Contains(bytes.ToLower(raw), []byte(`\ud`)) {
		// Two of them would look the same.
		return "", errors.New("the input has half a character")
	}
	return b.String(), nil
}

func canonical(b *strings.Builder, d *json.Decoder, depth int) error {
	if depth > mostInputDepth {
		return fmt.Errorf("the input is deeper than %d", mostInputDepth)
	}
	token, err := d.Token()
	if errors.Is(err, io.EOF) {
		return errors.New("the input ends early")
	}
	if err != nil {
		return fmt.Errorf("the input is not JSON: %w", err)
	}
	switch token {
	case json.Delim('['):
		return canonicalList(b, d, depth)
	case json.Delim('{'):
		return canonicalMap(b, d, depth)
	}
	return scalar(b, token)
}

func canonicalList(b *strings.Builder, d *json.Decoder, depth int) error {
	b.WriteByte('[')
	for i := 0; d.More(); i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := canonical(b, d, depth+1); err != nil {
			return err
		}
	}
	return closing(b, d)
}

func canonicalMap(b *strings.Builder, d *json.Decoder, depth int) error {
	values := map[string]string{}
	var names []string
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return fmt.Errorf("the input is not JSON: %w", err)
		}
		name, _ := token.(string)
		if _, twice := values[name]; twice {
			return fmt.Errorf("the input has %q twice", name)
		}
		var value strings.Builder
		if err := canonical(&value, d, depth+1); err != nil {
			return err
		}
		names, values[name] = append(names, name), value.String()
	}
	slices.Sort(names)
	b.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := scalar(b, name); err != nil {
			return err
		}
		b.WriteString(":" + values[name])
	}
	return closing(b, d)
}

// closing reads and writes the end of a list or map.
func closing(b *strings.Builder, d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return fmt.Errorf("the input is not JSON: %w", err)
	}
	fmt.Fprint(b, token)
	return nil
}

func scalar(b *strings.Builder, value any) error {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return fmt.Errorf("writing the input: %w", err)
	}
	b.WriteString(strings.TrimSuffix(text.String(), "\n"))
	return nil
}
