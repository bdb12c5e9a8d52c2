package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"coldstart/cli/answer"
	"coldstart/testdata/must"
)

// fits holds an answer against the schema of its type. Properties that the
// schema does not name are faults here, although readers have to accept them.
func fits(t *testing.T, name, text string) {
	t.Helper()
	compiled := compiledSchema(t, name)
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("not one JSON value (%v): %s", err, text)
	}
	if err := compiled.Validate(v); err != nil {
		t.Error(err)
	}
}

// madeSchema is the schema of an answer, as the program prints it.
func madeSchema(t testing.TB, name string) object {
	t.Helper()
	v, ok := tableOf().schemas()[name]
	if !ok {
		t.Fatalf("no answer is called %s", name)
	}
	text := must.Get(json.Marshal(answer.Schema(name, v)))(t)
	schema := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(text)))(t)
	return schema.(object)
}

func compiledSchema(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	must.Do(t, c.AddResource(name, closed(madeSchema(t, name))))
	compiled := must.Get(c.Compile(name))(t)
	return compiled
}

// closed makes every object of a schema take only the properties that it names.
func closed(schema any) any {
	switch s := schema.(type) {
	case object:
		if _, open := s["additionalProperties"]; s["type"] == "object" && !open {
			s["additionalProperties"] = false
		}
		for _, part := range s {
			closed(part)
		}
	case []any:
		for _, part := range s {
			closed(part)
		}
	}
	return schema
}
