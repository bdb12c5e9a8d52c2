package styles

// Blanked gives a text with a blank in the place of each byte of a key or password.
// All other bytes stay where they are. What is looked for in it is not found in a
// secret, and every part of it may be shown by itself.
func Blanked(text string) string {
	hidden := hiddenIn(text)
	if len(hidden) == 0 {
		return text
	}
	out := []byte(text)
	for _, h := range hidden {
		for i := h.from; i < h.to; i++ {
			out[i] = ' '
		}
	}
	return string(out)
}
