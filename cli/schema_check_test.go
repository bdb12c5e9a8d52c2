package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// fits holds an answer against the schema as it is checked in. Properties that the
// schema does not name are faults here, although readers have to accept them.
func fits(t *testing.T, name, answer string) {
	t.Helper()
	text, err := os.ReadFile(schemaFile(name))
	if err != nil {
		t.Fatal(err)
	}
	var schema object
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(strings.NewReader(answer))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil || decoder.More() {
		t.Fatalf("not one JSON value (%v): %s", err, answer)
	}
	for _, fault := range (schemaCheck{schema}).faults(schema, v, name) {
		t.Error(fault)
	}
}

// schemaCheck knows the part of JSON Schema that our schemas use.
type schemaCheck struct{ root object }

func (c schemaCheck) faults(schema object, v any, at string) []string {
	if ref, ok := schema["$ref"].(string); ok {
		schema = c.root["$defs"].(object)[strings.TrimPrefix(ref, "#/$defs/")].(object)
	}
	if either, ok := schema["anyOf"].([]any); ok {
		for _, s := range either {
			if len(c.faults(s.(object), v, at)) == 0 {
				return nil
			}
		}
		return []string{fmt.Sprintf("%s: %v fits nothing that it may be", at, v)}
	}
	if !isOfType(schema["type"], v) {
		return []string{fmt.Sprintf("%s: %v is not of type %v", at, v, schema["type"])}
	}
	if want, ok := schema["const"]; ok && fmt.Sprint(want) != fmt.Sprint(v) {
		return []string{fmt.Sprintf("%s: %v is not %v", at, v, want)}
	}
	switch v := v.(type) {
	case string:
		if pattern, ok := schema["pattern"].(string); ok && !regexp.MustCompile(pattern).MatchString(v) {
			return []string{fmt.Sprintf("%s: %q does not fit %s", at, v, pattern)}
		}
	case []any:
		var faults []string
		for i, item := range v {
			faults = append(faults, c.faults(schema["items"].(object), item, fmt.Sprintf("%s[%d]", at, i))...)
		}
		return faults
	case object:
		return c.members(schema, v, at)
	}
	return nil
}

func (c schemaCheck) members(schema, v object, at string) []string {
	var faults []string
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := v[name.(string)]; !ok {
			faults = append(faults, fmt.Sprintf("%s: %s is missing", at, name))
		}
	}
	known, _ := schema["properties"].(object)
	more, open := schema["additionalProperties"].(object)
	for name, value := range v {
		s, ok := known[name].(object)
		switch {
		case !ok && !open:
			faults = append(faults, fmt.Sprintf("%s: %s is not in the schema", at, name))
			continue
		case !ok:
			s = more
		}
		faults = append(faults, c.faults(s, value, at+"."+name)...)
	}
	return faults
}

func isOfType(want, v any) bool {
	if list, ok := want.([]any); ok {
		for _, one := range list {
			if isOfType(one, v) {
				return true
			}
		}
		return false
	}
	kind := "null"
	switch v := v.(type) {
	case string:
		kind = "string"
	case bool:
		kind = "boolean"
	case []any:
		kind = "array"
	case object:
		kind = "object"
	case json.Number:
		if kind = "number"; want == "integer" && !strings.ContainsAny(v.String(), ".eE") {
			kind = "integer"
		}
	}
	return reflect.DeepEqual(want, kind)
}

func TestTheSchemaCheckFindsFaults(t *testing.T) {
	t.Parallel()
	schema := object{
		"type": "object", "required": []any{"a"},
		"properties": object{
			"a": object{"type": []any{"string", "null"}, "pattern": "^x"}, "b": object{"type": "array", "items": object{"type": "integer"}},
			"c": object{"anyOf": []any{object{"$ref": "#/$defs/C"}, object{"type": "null"}}}, "d": object{"const": 1.0, "type": "integer"},
		},
		"$defs": object{"C": object{"type": "object", "additionalProperties": object{"type": "boolean"}}},
	}
	for text, want := range map[string]int{
		`{"a": "x"}`: 0, `{"a": null, "b": [1, 2], "c": {"y": true}, "d": 1}`: 0, `{"a": "x", "c": null}`: 0,
		`{}`: 1, `{"a": "y"}`: 1, `{"a": 1}`: 1, `{"a": "x", "b": null}`: 1, `{"a": "x", "b": [1, "2", 2.5]}`: 2,
		`{"a": "x", "c": {"y": 1}}`: 1, `{"a": "x", "d": 2}`: 1, `{"a": "x", "e": 1}`: 1, `[]`: 1,
	} {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var v any
		if err := decoder.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if got := (schemaCheck{schema}).faults(schema, v, "v"); len(got) != want {
			t.Errorf("%s: %q, want %d faults", text, got, want)
		}
	}
}
