package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// What is no part of a room or a library.
const (
	goLibrary = "Go's own library"
	noRoom    = "names of types, places of lines, tables of the linker"
)

// benchSizes prints the table of what each room and each library weighs in the program, as docs/dev/speed.md has it.
func benchSizes(out io.Writer) error {
	dir, err := os.MkdirTemp("", "coldstart-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	released, err := build(dir)
	if err != nil {
		return err
	}
	// The names of what is in it are not in the program as it is released.
	named := filepath.Join(dir, "named")
	if b, err := exec.Command("go", "build", "-trimpath", "-o", named, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("building the program: %w\n%s", err, b)
	}
	symbols, err := exec.Command("go", "tool", "nm", "-size", named).Output()
	if err != nil {
		return fmt.Errorf("listing the program: %w", err)
	}
	_, err = io.WriteString(out, sizes(symbols, sizeOf(released)))
	return err
}

// sizes is the table of the symbols of a program that has so many bytes.
func sizes(symbols []byte, whole int64) string {
	weigh, rest := map[string]int64{}, whole
	for lines := bufio.NewScanner(bytes.NewReader(symbols)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || strings.ContainsAny(fields[2], "BbU") {
			continue
		}
		// What is larger than the program is room that it takes once it runs.
		if n, err := strconv.ParseInt(fields[1], 10, 64); err == nil && n < whole && roomOf(fields[3]) != noRoom {
			weigh[roomOf(fields[3])] += n
			rest -= n
		}
	}
	weigh[noRoom] = rest
	var b strings.Builder
	b.WriteString("| part | kB |\n|---|---|\n")
	small := int64(0)
	for _, name := range slices.SortedFunc(maps.Keys(weigh), func(a, b string) int { return cmp.Compare(weigh[b], weigh[a]) }) {
		if weigh[name] < 50_000 {
			small += weigh[name]
			continue
		}
		fmt.Fprintf(&b, "| %s | %d |\n", name, weigh[name]/1000)
	}
	fmt.Fprintf(&b, "| parts below 50 kB | %d |\n| all | %d |\n", small/1000, whole/1000)
	return b.String()
}

// roomOf is the room of the program, or the library, that a symbol is of.
func roomOf(symbol string) string {
	symbol, _, _ = strings.Cut(symbol, "[")
	if strings.HasPrefix(symbol, "type:") || strings.HasPrefix(symbol, "go:") || symbol == "runtime.pclntab" {
		return noRoom
	}
	at := strings.LastIndex(symbol, "/") + 1
	name, _, _ := strings.Cut(symbol[at:], ".")
	parts := strings.Split(symbol[:at]+name, "/")
	switch {
	case parts[0] == "coldstart" || parts[0] == "main":
		return "`" + strings.Join(parts[:min(len(parts), 2)], "/") + "`"
	case !strings.Contains(parts[0], ".") || len(parts) == 1:
		return goLibrary
	case parts[0] == "github.com" || parts[0] == "golang.org":
		return strings.Join(parts[:min(len(parts), 3)], "/")
	}
	return strings.ReplaceAll(strings.Join(parts[:min(len(parts), 2)], "/"), "%2e", ".")
}
