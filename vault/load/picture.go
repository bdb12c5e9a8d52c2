package load

import (
	"encoding/binary"
	"math"
	"strings"
)

// pictureSize reads the kind and the size of a PNG, GIF or JPEG picture from its head; kind is empty for
// anything else. The decoders of the standard library would be linked for these three numbers alone.
func pictureSize(b []byte) (kind string, width, height int) {
	head := string(b[:min(len(b), 16)])
	switch {
	case strings.HasPrefix(head, "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR") && len(b) >= 33:
		kind, width, height = "png", int(binary.BigEndian.Uint32(b[16:])), int(binary.BigEndian.Uint32(b[20:]))
	case (strings.HasPrefix(head, "GIF87a") || strings.HasPrefix(head, "GIF89a")) && len(b) >= 13:
		return "gif", int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))
	case strings.HasPrefix(head, "\xff\xd8\xff"):
		kind, width, height = jpegSize(b[2:])
	}
	if min(width, height) <= 0 || max(width, height) > math.MaxInt32 {
		return "", 0, 0
	}
	return kind, width, height
}

// jpegSize looks for the frame of a JPEG picture among its segments, which begin with a mark and their length.
func jpegSize(b []byte) (kind string, width, height int) {
	for len(b) >= 9 && b[0] == 0xff {
		switch mark := b[1]; {
		case mark == 0xff:
			b = b[1:]
			continue
		case mark >= 0xc0 && mark <= 0xc2:
			return "jpeg", int(binary.BigEndian.Uint16(b[7:])), int(binary.BigEndian.Uint16(b[5:]))
		case mark == 0xda: // the picture itself
			return "", 0, 0
		}
		length := 2 + int(binary.BigEndian.Uint16(b[2:]))
		if length > len(b) {
			break
		}
		b = b[length:]
	}
	return "", 0, 0
}
