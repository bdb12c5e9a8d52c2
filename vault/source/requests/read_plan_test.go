package requests

import (
	"testing"
)

// frontSeeds are front matters in odd notations.
func frontSeeds(f *testing.F) {
	for _, s := range []string{
		"---\na: b # c\nstatus: \"Blocked\" # d\nb: 'x''y'\n---\nbody\n",
		"---\r\nstatus: Blocked\r\nblocked_reason: \"a \\\r\n  \\ b\"\r\n---\r\n",
		"\xEF\xBB\xBF---\nstatus:\ntags:\n- a\n- b\n---\n- [ ] ✋ x\n",
		"---\na: \"b\nstatus: Done\"\n\"status\": x\n---\n",
		"---\n{a: b}\n---\n", "---\na: &x b\nstatus: *x\n---\n", "---\na: |\n  b\n  ---\nstatus: >-\n  c\n---\n",
		"---\nstatus: a\n", "---\n--- a\n...\n", "---\n? a\n: b\nstatus: c\n---\n", "---\rstatus: b\r---\r", "---\na: b\u2028status: c\n---\n",
		"---\n<<: {status: a}\nstatus: b\n---\n", "---\nstatus: !!str a\n---\n", "---\nstatus:\n  # c\n  a\n---\n",
	} {
		f.Add([]byte(s))
	}
}
