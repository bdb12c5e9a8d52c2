package agent

import (
	"reflect"
	"slices"
	"testing"

	"coldstart/cli/mcp"
	"coldstart/model"
	"coldstart/vault"
)

// TestToolsHaveNoMethodToDecide holds that an agent's tools reach nothing of a vault but
// these methods, and that no decision goes into one.
func TestToolsHaveNoMethodToDecide(t *testing.T) {
	t.Parallel()
	want := []string{"Commits", "Deliver", "DraftRequest", "EndSession", "Folders", "HandOvers", "KeepHandOver", "Load", "LogReasoning", "Made", "Read", "Reply", "SessionOf", "StartSession", "Wait", "WriteEntry"}
	store := reflect.TypeFor[store]()
	var got []string
	for i := range store.NumMethod() {
		got = append(got, store.Method(i).Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("an agent reaches %q, want %q", got, want)
	}
	decision := reflect.TypeFor[model.Decision]()
	for _, of := range []reflect.Type{store, reflect.TypeFor[mcp.Tools]()} {
		for i := range of.NumMethod() {
			m := of.Method(i)
			for n := range m.Type.NumIn() {
				if in := m.Type.In(n); in == decision || in == reflect.PointerTo(decision) {
					t.Errorf("a decision goes into %s of %s", m.Name, of)
				}
			}
		}
	}
	for i := range reflect.TypeFor[Tools]().NumField() {
		if f := reflect.TypeFor[Tools]().Field(i); f.Type == reflect.TypeFor[*vault.Vault]() {
			t.Errorf("the tools have a %s", f.Type)
		}
	}
}

func TestAnswersShowEveryCharacter(t *testing.T) {
	t.Parallel()
	in := "\"a\u202eb ж 第 é 👍\ufe0f \u00ad \ue000 \U000e0041\""
	want := `"a\u202eb ж 第 é 👍` + "\ufe0f" + ` \u00ad \ue000 \udb40\udc41"`
	if got := string(visibleJSON([]byte(in))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
