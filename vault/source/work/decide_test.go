package work

import (
	"strings"
)

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
