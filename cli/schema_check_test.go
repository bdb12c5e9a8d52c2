package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// fits holds an answer against the schema as it is checked in. Properties that the
// schema does not name are faults here, although readers have to accept them.
func fits(t *testing.T, name, answer string) {
	t.Helper()
	compiled := compiledSchema(t, name)
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(answer))
	if err != nil {
		t.Fatalf("not one JSON value (%v): %s", err, answer)
	}
	if err := compiled.Validate(v); err != nil {
		t.Error(err)
	}
}

func compiledSchema(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile(schemaFile(name))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(name, closed(schema)); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
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
