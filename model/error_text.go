package model

import "strings"

// ErrorText gives the text of an error on one line: those that were joined are parted by
// semicolons.
func ErrorText(err error) string {
	text := err.Error()
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return strings.Replace(text, inner.Error(), ErrorText(inner), 1)
		}
	case interface{ Unwrap() []error }:
		var was, now []string
		for _, inner := range e.Unwrap() {
			was, now = append(was, inner.Error()), append(now, ErrorText(inner))
		}
		if strings.Join(was, "\n") == text {
			return strings.Join(now, "; ")
		}
		for i := range was {
			text = strings.Replace(text, was[i], now[i], 1)
		}
	}
	return text
}
