package answer

import (
	"encoding/json"
	"reflect"
	"strings"
)

// Schema returns the JSON Schema of an answer, made from its type. The parts that it refers to
// are below #/$defs.
func Schema(name string, answer any) map[string]any {
	parts := schemaParts{}
	s := parts.fields(reflect.TypeOf(answer))
	s["$schema"], s["title"] = "https://json-schema.org/draft/2020-12/schema", "coldstart "+name
	if len(parts) > 0 {
		s["$defs"] = parts
	}
	return s
}

// schemaParts are the schemas of types, by their names.
type schemaParts map[string]map[string]any

// of returns the schema of what a field has. A kind that no answer has takes any value.
func (p schemaParts) of(t reflect.Type) map[string]any {
	switch t {
	case reflect.TypeFor[Time]():
		return map[string]any{"type": []string{"string", "null"}, "format": "date-time", "pattern": `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`}
	case reflect.TypeFor[json.RawMessage]():
		return map[string]any{"type": []string{"number", "string", "boolean", "null"}}
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
		return map[string]any{"type": "array", "items": p.of(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": p.of(t.Elem())}
	case reflect.Pointer:
		return orNull(p.of(t.Elem()))
	case reflect.Struct:
		name := strings.TrimPrefix(t.Name(), "json")
		if p[name] == nil {
			p[name] = map[string]any{} // ahead of its fields, which may be of the same type
			p[name] = p.fields(t)
		}
		return map[string]any{"$ref": "#/$defs/" + name}
	}
	return map[string]any{}
}

func orNull(s map[string]any) map[string]any {
	if kind, ok := s["type"].(string); ok {
		s["type"] = []string{kind, "null"}
		return s
	}
	return map[string]any{"anyOf": []any{s, map[string]any{"type": "null"}}}
}

func (p schemaParts) fields(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "-" || name == "" {
			continue
		}
		s := p.of(f.Type)
		if name == "schema_version" {
			s["const"] = SchemaVersion
		}
		properties[name] = s
		if !strings.Contains(options, "omit") {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required}
}
