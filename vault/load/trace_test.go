package load_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/source/traces"
	"coldstart/vault/text"
)

func TestLabelled(t *testing.T) {
	t.Parallel()
	for trace, want := range map[string]string{
		"**Status:** failed":                     "Status=failed",
		"- **Status**:failed":                    "Status=failed",
		"* **Current focus:**":                   "Current focus=",
		"**Status** : failed":                    "Status=failed",
		"** Status : ** a **b:** c":              "Status=a **b:** c",
		"**Important** read this":                "",
		"**failed:":                              "",
		"**:** x":                                "",
		"****: x":                                "",
		"Status: failed":                         "",
		"- - **Status:** failed":                 "",
		"**" + strings.Repeat("x", 61) + ":** y": "",
	} {
		label, value, ok := text.Labelled(trace)
		if got := label + "=" + value; ok != (want != "") || ok && got != want {
			t.Errorf("%q: got %q, %v", trace, got, ok)
		}
	}
}

func TestReadTraceNamesAFileWithoutSteps(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "# Trace: x\n**Status:** completed\n", "```\n## Step 1: a\n```\n", "\x00\xff"} {
		_, problems := traces.Read(tracePath, []byte(text), time.UTC)
		if got := reasons(problems); !slices.Equal(got, []string{`0: a trace without any "## Step N"`}) {
			t.Errorf("%q: problems %q", text, got)
		}
	}
	v := decidingVault(t, files{tracePath: "no steps"})
	if s := mustLoad(t, v); len(s.Traces) > 0 || len(s.Problems) != 1 {
		t.Errorf("got %+v", s)
	}
}

func TestAVeryLongTraceIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	b.WriteString("# Trace: x\n**Status:** in-progress\n")
	for range 10_000 {
		b.WriteString("## Step 7: Poll\n**Status:** completed\n**Summary:** nothing new\n")
	}
	b.WriteString("## Step 8: Tell\n**Status:** failed\n**Challenges:**\n")
	for range 40_000 {
		b.WriteString("- no answer\n")
	}
	v := decidingVault(t, files{tracePath: b.String()})
	s := mustLoad(t, v)
	if len(s.Traces) != 1 || len(s.Problems) > 0 {
		t.Fatalf("%d traces, problems %q", len(s.Traces), reasons(s.Problems))
	}
	last, _ := s.Traces[0].LastStep()
	if last.Line != 30_003 || s.Traces[0].Recovery() != model.RecoveryFailed || len(last.Field("Challenges")) != 40_000*len("no answer; ")-len("; ") {
		t.Errorf("the last step is on line %d, %d bytes of challenges", last.Line, len(last.Field("Challenges")))
	}
	if stray := s.Traces[0].Stray(); len(stray) > 0 {
		t.Errorf("%d stray steps", len(stray))
	}
	doc, err := v.Read(t.Context(), s.Traces[0].Ref())
	if err != nil || len(doc.Bytes) != b.Len() {
		t.Errorf("Read: %d bytes, %v", len(doc.Bytes), err)
	}
}
