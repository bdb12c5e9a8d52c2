package draw

import "testing"

func TestReadable(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                               "",
		"a\x00b":                         "a\x00b",
		"\xff\xfe":                       "",
		"\xfe\xff\x00P\x00a\x00\n":       "Pa\n",
		"\xff\xfeP\x00\x3d\xd8\x00\xdex": "P😀",
		"\xff\xfe\x00\xd8":               "\uFFFD",
		"\xff":                           "\xff",
		"\xEF\xBB\xBFa":                  "\xEF\xBB\xBFa",
	} {
		if got := Readable([]byte(in)); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
