package tui

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// wideOrder tells the byte order of a text in UTF-16, nil for any other: only the
// mark at its beginning says so.
func wideOrder(b []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}):
		return binary.LittleEndian
	case bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		return binary.BigEndian
	}
	return nil
}

// readable gives a text for the comfortable view: UTF-16 is decoded, since its bytes
// cannot be read, and everything else is as it is. Decisions show the bytes.
func readable(b []byte) string {
	order := wideOrder(b)
	if order == nil {
		return string(b)
	}
	units := make([]uint16, len(b)/2-1)
	for i := range units {
		units[i] = order.Uint16(b[2*i+2:])
	}
	return string(utf16.Decode(units))
}
