package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// dialects holds synthetic vaults with the values that a reader should find, by hand.
// It lies beside the checkout and may be absent.
const dialects = "../../shared/dialects"

// TestShowKnowsTheDialects compares what coldstart show says of each plan and request
// with expected.json, field by field under the same names.
func TestShowKnowsTheDialects(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join(dialects, "expected.json"))
	if err != nil {
		t.Skipf("needs the synthetic vaults beside the checkout: %v", err)
	}
	var all struct{ Files map[string]map[string]any }
	must.Do(t, json.Unmarshal(b, &all))
	for name, want := range all.Files {
		kind := want["kind"]
		if kind != "plan" && kind != "request" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			root, rest, _ := strings.Cut(name, "/")
			if inner, ok := strings.CutPrefix(rest, "vault/"); ok {
				root, rest = root+"/vault", inner
			}
			env := machine(t, filepath.Join(dialects, filepath.FromSlash(root)))
			ref := rest
			if want["also"] == "request" {
				ref = "plan:" + rest
			}
			got := run(env, "show", ref, "--json")
			if got.code != 0 {
				t.Fatalf("show: %+v", got)
			}
			var shown map[string]struct{ Reading map[string]any }
			must.Do(t, json.Unmarshal([]byte(onlyThings(t, got.out)), &shown))
			for _, field := range wrongFields(want, shown[fmt.Sprint(kind)].Reading) {
				t.Error(field)
			}
		})
	}
}

// onlyThings leaves of an answer the plan and the request.
func onlyThings(t *testing.T, out string) string {
	t.Helper()
	var all map[string]json.RawMessage
	must.Do(t, json.Unmarshal([]byte(out), &all))
	for name := range all {
		if name != "plan" && name != "request" {
			delete(all, name)
		}
	}
	b := must.Get(json.Marshal(all))(t)
	return string(b)
}

func wrongFields(want, got map[string]any) []string {
	var wrong []string
	for field, value := range want {
		shown, given := got[field]
		switch field {
		case "note", "also", "confidence", "log_entries", "bad_lines":
			continue
		case "decision":
			// The expectation explains itself behind the word.
			value, _, _ = strings.Cut(fmt.Sprint(value), " ")
		case "plan":
			if stem, ok := strings.CutSuffix(fmt.Sprint(value), " (same stem)"); ok {
				value, shown = "Plans/"+stem+".md", got["probably"]
			}
		case "target":
			// A mail that came in goes to nobody; it has the sender instead.
			if shown == "" && got["from"] == value {
				shown = value
			}
		case "id":
			// A reader may trim the id.
			value, shown = strings.TrimSpace(fmt.Sprint(value)), strings.TrimSpace(fmt.Sprint(shown))
		}
		if !given || fmt.Sprint(shown) != fmt.Sprint(value) {
			wrong = append(wrong, fmt.Sprintf("%s is %q, want %q", field, fmt.Sprint(shown), fmt.Sprint(value)))
		}
	}
	slices.Sort(wrong)
	return wrong
}

// A plan that waits for an approval is in the list of plans, and in that of requests.
func TestAPlanThatIsARequestIsInBothLists(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const file = "Pending_Approval/plan-post.md"
	write(t, dir, file, "---\ntype: plan\nid: PLAN_1\nstatus: pending_approval\n---\n# Publish the post\n\n## Steps\n1. Review\n2. Publish\n")
	for _, what := range []string{"plans", "requests"} {
		if got := run(machine(t, dir), "list", what); got.code != 0 || !strings.Contains(got.out, file) {
			t.Errorf("list %s: %+v", what, got)
		}
	}
}
