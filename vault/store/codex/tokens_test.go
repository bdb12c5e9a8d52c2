package codex

import (
	"fmt"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/vault/disk"
)

// Running sums are counted by what they add: a fork begins with its parent's, a sum that comes again adds nothing, and
// behind a gap a sum has what was not read. Where the program wrote down each answer, that counts instead.
func TestTokens(t *testing.T) {
	t.Parallel()
	const first = `{"timestamp":"2026-03-14T09:00:00Z","type":"session_meta","payload":{"id":"s","timestamp":"2026-03-14T09:00:00Z","cwd":"/srv"}}`
	usage := func(in, cached, out int) string {
		return fmt.Sprintf(`{"input_tokens":%d,"cached_input_tokens":%d,"output_tokens":%d}`, in, cached, out)
	}
	sum := func(minute int, last, total string) string {
		return fmt.Sprintf(`{"timestamp":"2026-03-14T09:%02d:00Z","type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":%s,"total_token_usage":%s}}}`, minute, last, total)
	}
	record := func(id string, u string) string {
		return `{"timestamp":"2026-03-14T09:05:00Z","type":"token_usage_record","payload":{"response_id":"` + id + `","usage":` + u + `}}`
	}
	one, two, three := sum(1, usage(6000, 5000, 100), usage(18000, 15000, 300)), sum(2, usage(2000, 1500, 50), usage(20000, 16500, 350)), sum(9, usage(10, 0, 5), usage(30010, 26500, 455))
	for _, c := range []struct {
		name       string
		head, tail []string
		want       model.Tokens
	}{
		{"a fork", []string{one, one, two}, nil, model.Tokens{In: 1500, CacheRead: 6500, Out: 150}},
		{"a gap", []string{one, two}, []string{three}, model.Tokens{In: 1510, CacheRead: 16500, Out: 255}},
		{"records", []string{one, record("a", usage(10, 4, 1)), record("a", usage(10, 4, 2)), record("b", usage(5, 0, 1)), two}, nil, model.Tokens{In: 11, CacheRead: 4, Out: 3}},
		{"nothing", []string{`{"timestamp":"2026-03-14T09:06:00Z","type":"event_msg","payload":{"type":"token_count","info":null}}`}, nil, model.Tokens{}},
	} {
		e := disk.Ends{Head: []byte(strings.Join(append([]string{first}, c.head...), "\n") + "\n")}
		if e.Size = int64(len(e.Head)); c.tail != nil {
			e.Tail, e.Gap = []byte(strings.Join(c.tail, "\n")+"\n"), 100
		}
		got, _ := Store.Tell("sessions/2026/03/14/rollout-s.jsonl", e, nil)
		var all model.Tokens
		for _, b := range got.Beats {
			all = all.Plus(b.Tokens)
		}
		if all != c.want || got.Counted != (c.want != model.Tokens{}) {
			t.Errorf("%s: %+v, counted %v; want %+v", c.name, all, got.Counted, c.want)
		}
	}
}
