package styles

import "strconv"

// Size writes a number of bytes, short enough for a table: "249 B", "12 kB", "1.4 MB". A
// kilobyte has 1,000 bytes.
func Size(bytes int64) string {
	if bytes < 1000 {
		return strconv.FormatInt(max(0, bytes), 10) + " B"
	}
	value := float64(bytes)
	unit := ""
	for _, unit = range []string{"kB", "MB", "GB", "TB"} {
		if value /= 1000; value < 999.5 {
			break
		}
	}
	digits := 0
	if value < 9.95 {
		digits = 1
	}
	return strconv.FormatFloat(value, 'f', digits, 64) + " " + unit
}
