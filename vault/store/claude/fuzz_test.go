package claude

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/testdata/whole"
	"coldstart/vault/store"
)

// TestAnyCutOfATranscriptIsToldSanely cuts each fixture at every byte.
func TestAnyCutOfATranscriptIsToldSanely(t *testing.T) {
	for name, b := range fixtures(t) {
		if len(b) > 20<<10 {
			continue
		}
		for n := 0; n < len(b); n += whole.Rounds(5, 1) {
			s, ok := Store.Tell(name+".jsonl", endsOf(b[:n], 64<<10, 256<<10), time.UTC)
			if !ok {
				continue
			}
			last := b[bytes.LastIndexByte(b[:n], '\n')+1 : n]
			if len(last) > 0 && !bytes.HasSuffix(last, []byte("}")) && s.Ending != model.EndingInWriting {
				t.Fatalf("%s, cut at %d in a line: %v", name, n, s.Ending)
			}
			if s.Ending == model.EndingUnknown {
				t.Fatalf("%s, cut at %d: how it ended is not known", name, n)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, b := range fixtures(f) {
		f.Add(b, uint16(len(b)/3), uint16(len(b)/3))
		f.Add(b, uint16(0xFFFF), uint16(0xFFFF))
	}
	f.Fuzz(func(t *testing.T, b []byte, head, tail uint16) {
		e := endsOf(b, int(head), int(tail))
		s, ok := Store.Tell("x.jsonl", e, time.UTC)
		again, okAgain := Store.Tell("x.jsonl", e, time.UTC)
		if ok != okAgain || !reflect.DeepEqual(s, again) {
			t.Fatal("told differently at the second time")
		}
		if !ok {
			return
		}
		if len(s.Touched) > 200 || len(s.Questions) > 20*s.Calls || utf8.RuneCountInString(s.Title) > store.MostTitle+1 || len(s.Prompt)+len(s.Said) > 3*len(b)+8*mostSaid {
			t.Fatalf("without bounds: %d files, %d questions", len(s.Touched), len(s.Questions))
		}
		if (s.Ending == model.EndingInTool) != (s.Call.Open && s.Ending != model.EndingWaits) {
			t.Fatalf("%v in the call %+v", s.Ending, s.Call)
		}
	})
}

func FuzzEvents(f *testing.F) {
	for _, b := range fixtures(f) {
		f.Add(b, uint16(len(b)/3), uint16(len(b)/3))
		f.Add(b, uint16(0xFFFF), uint16(0xFFFF))
	}
	f.Fuzz(func(t *testing.T, b []byte, head, tail uint16) {
		e := endsOf(b, int(head), int(tail))
		all := Store.Events("x.jsonl", e, time.UTC)
		if !reflect.DeepEqual(all, Store.Events("x.jsonl", e, time.UTC)) {
			t.Fatal("told differently at the second time")
		}
		gaps := 0
		for _, ev := range all {
			if ev.Gap > 0 {
				gaps++
				continue
			}
			if ev.Act == model.ActNone || utf8.RuneCountInString(ev.Says) > store.MostWords+1 || utf8.RuneCountInString(ev.Came) > store.MostCame+1 || ev.Added < 0 || ev.Removed < 0 {
				t.Fatalf("%+v", ev)
			}
			if !utf8.ValidString(ev.Says + ev.Came) {
				t.Fatalf("no UTF-8: %q %q", ev.Says, ev.Came)
			}
		}
		if gaps > 1 || (gaps == 1) != (e.Gap > 0) {
			t.Fatalf("%d gaps", gaps)
		}
	})
}

// bigTranscript is a transcript of at least so many bytes: prompts, answers, calls with long results.
func bigTranscript(t testing.TB, least int) []byte {
	var day []byte
	day = append(day, fixtures(t)["whole-day"]...)
	result := `{"type":"user","uuid":"r%","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"` + strings.Repeat(`a line with \"quotes\" and so on\n`, 200) + `"}]}}` + "\n"
	var out []byte
	for i := 0; len(out) < least; i++ {
		id := string(rune('A'+i%26)) + strings.Repeat("i", i/26%20) + strings.Repeat("o", i/520)
		out = append(out, bytes.ReplaceAll(day, []byte(`"uuid":"u`), []byte(`"uuid":"`+id+`u`))...)
		out = append(out, strings.ReplaceAll(result, "%", id)...)
	}
	return out
}

func BenchmarkRead(b *testing.B) {
	e := endsOf(bigTranscript(b, 1<<20), 64<<10, 256<<10)
	b.SetBytes(int64(len(e.Head) + len(e.Tail)))
	for b.Loop() {
		Store.Tell("x.jsonl", e, time.UTC)
	}
}

func BenchmarkEvents(b *testing.B) {
	e := endsOf(bigTranscript(b, 3<<20), 64<<10, 2<<20)
	b.SetBytes(int64(len(e.Head) + len(e.Tail)))
	for b.Loop() {
		Store.Events("x.jsonl", e, time.UTC)
	}
}
