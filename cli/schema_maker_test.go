package cli

import (
	"encoding/json"
	"reflect"
	"strings"

	"coldstart/cli/answer"
)

// schemaOf returns the JSON Schema of an answer, and the parts that it refers to below #/$defs.
// Comments are the descriptions of types and of their fields ("Type.Field"); nil is for none.
func schemaOf(v any, comments map[string]string) (schema, parts map[string]any) {
	m := schemaMaker{comments, map[string]any{}}
	return m.fields(reflect.TypeOf(v)), m.parts
}

type schemaMaker struct {
	comments map[string]string
	parts    map[string]any
}

// of returns the schema of what a field has. A kind that no answer has takes any value.
func (m schemaMaker) of(t reflect.Type) map[string]any {
	switch t {
	case reflect.TypeFor[answer.Time]():
		return map[string]any{"type": []any{"string", "null"}, "format": "date-time", "pattern": `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`}
	case reflect.TypeFor[json.RawMessage]():
		return map[string]any{"type": []any{"number", "string", "boolean", "null"}}
	}
	switch t.Kind() {
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return map[string]any{"type": "string", "contentEncoding": "base64"}
		}
		return map[string]any{"type": "array", "items": m.of(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": m.of(t.Elem())}
	case reflect.Pointer:
		return orNull(m.of(t.Elem()))
	case reflect.Struct:
		name := strings.TrimPrefix(t.Name(), "json")
		if m.parts[name] == nil {
			m.parts[name] = map[string]any{} // ahead of its fields, which may be of the same type
			m.parts[name] = m.fields(t)
		}
		return map[string]any{"$ref": "#/$defs/" + name}
	}
	return map[string]any{}
}

func orNull(s map[string]any) map[string]any {
	if kind, ok := s["type"].(string); ok {
		s["type"] = []any{kind, "null"}
		return s
	}
	return map[string]any{"anyOf": []any{s, map[string]any{"type": "null"}}}
}

func (m schemaMaker) fields(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []any{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "-" || name == "" {
			continue
		}
		s := m.of(f.Type)
		if text := m.comment(t, f); text != "" {
			s["description"] = text
		}
		if name == "schema_version" {
			s["const"] = answer.SchemaVersion
		}
		properties[name] = s
		if !strings.Contains(options, "omit") {
			required = append(required, name)
		}
	}
	out := map[string]any{"type": "object", "properties": properties, "required": required}
	if text := m.comments[t.Name()]; text != "" {
		out["description"] = text
	}
	return out
}

// comment returns what is said of a field, which may be one of an embedded type.
func (m schemaMaker) comment(t reflect.Type, f reflect.StructField) string {
	for _, i := range f.Index[:len(f.Index)-1] {
		t = t.Field(i).Type
	}
	return m.comments[t.Name()+"."+f.Name]
}
