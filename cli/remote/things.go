package remote

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"coldstart/model"
)

// A snapshot is sent in columns: each list in it, and each other value as a list of one. Where the asking side has what
// was sent last, a column that did not change is not named, and of another one the runs that it has are named by their places.

type (
	// thing is a line of an answer to a load: the next value of a column, or Keep values that were there, from a place on.
	// With neither, the column is zero, and with a Keep of none it is an empty list.
	thing struct {
		At    string          `json:"at"`
		Value json.RawMessage `json:"value"`
		Keep  *[]int          `json:"keep"`
	}
	// loaded ends the answer to a load.
	loaded struct {
		// From is what the asking side had, by its Hash, zero for nothing; Hash is what it has now.
		From, Hash model.Fingerprint
		Notice     string
		// Left counts what was left out of a column because there is too much.
		Left map[string]int
	}
)

// columns visits the columns of a snapshot.
func columns(s *model.Snapshot, visit func(at string, v reflect.Value)) {
	var walk func(v reflect.Value, at string, depth int)
	walk = func(v reflect.Value, at string, depth int) {
		if v.Kind() != reflect.Struct || depth > 2 || v.Type() == reflect.TypeFor[time.Time]() {
			visit(at, v)
			return
		}
		for i, f := range typingOf(v.Type()).fields {
			walk(v.Field(i), strings.TrimPrefix(at+"."+f.name, "."), depth+1)
		}
	}
	walk(reflect.ValueOf(s).Elem(), "", 0)
}

// isList reports whether a column has things of its own.
func isList(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8
}

// outgoing sends a snapshot.
type outgoing struct {
	// had is what the asking side has, has what it will have: the hashes of the things of each column.
	had, has map[string][]model.Fingerprint
	// send sends one line; size and count are of all.
	send        func(thing)
	size, count int
	left        map[string]int
	text        []byte
}

// all sends the columns, and returns the hash of what the asking side has then.
func (o *outgoing) all(s model.Snapshot) model.Fingerprint {
	var sum []byte
	columns(&s, func(at string, v reflect.Value) {
		o.column(at, v)
		sum = append(append(sum, at...), 0)
		for _, h := range o.has[at] {
			sum = append(sum, h[:]...)
		}
	})
	return model.FingerprintOf(sum)
}

// column sends one column, unless the asking side has it.
func (o *outgoing) column(at string, v reflect.Value) {
	if v.IsZero() {
		if len(o.had[at]) > 0 {
			o.send(thing{At: at})
		}
		return
	}
	values := []reflect.Value{v}
	if isList(v.Type()) {
		values = values[:0]
		for i := range v.Len() {
			values = append(values, v.Index(i))
		}
	}
	place := map[model.Fingerprint]int{}
	for i, h := range slices.Backward(o.had[at]) {
		place[h] = i
	}
	var lines []thing
	// An empty list has a hash, so that it is told from none.
	hashes := []model.Fingerprint{model.FingerprintOf(nil)}
	if len(values) == 0 {
		lines = append(lines, thing{At: at, Keep: &[]int{0, 0}})
	}
	for _, value := range values {
		o.text = encode(o.text[:0], value)
		h := model.FingerprintOf(o.text)
		i, had := place[h]
		i--
		if o.count++; o.count > mostThings || !had && o.size+len(o.text) > mostMessage-(1<<20) {
			o.left[at]++
			continue
		}
		hashes = append(hashes, h)
		switch last := len(lines) - 1; {
		case !had:
			o.size += len(o.text) + len(at) + 32
			lines = append(lines, thing{At: at, Value: slices.Clone(o.text)})
		case last >= 0 && lines[last].Keep != nil && (*lines[last].Keep)[0]+(*lines[last].Keep)[1] == i:
			(*lines[last].Keep)[1]++
		default:
			lines = append(lines, thing{At: at, Keep: &[]int{i, 1}})
		}
	}
	if o.has[at] = hashes; slices.Equal(hashes, o.had[at]) {
		return
	}
	for _, line := range lines {
		o.send(line)
	}
}

// picture is a snapshot as it came, with the memory that each thing of a column takes.
type picture struct {
	snapshot model.Snapshot
	hash     model.Fingerprint
	memory   map[string][]int
}

// incoming reads a snapshot. What the other side keeps is in the picture that was there.
type incoming struct {
	had *picture
	// columns and memory are those that were named.
	columns             map[string]reflect.Value
	memory              map[string][]int
	old                 map[string]reflect.Value
	size, count, taking int
	// kept is true once something of the picture was named.
	kept bool
}

func receive(had *picture) *incoming {
	in := &incoming{had: had, columns: map[string]reflect.Value{}, memory: map[string][]int{}, old: map[string]reflect.Value{}}
	columns(&had.snapshot, func(at string, v reflect.Value) { in.old[at] = v })
	return in
}

// thing takes one line.
func (in *incoming) thing(body []byte, newer bool) error {
	if in.size += len(body); in.size > mostMessage {
		return errLong
	}
	var line thing
	if _, err := decode(body, reflect.ValueOf(&line).Elem(), true); err != nil {
		return err
	}
	old, known := in.old[line.At]
	if !known {
		// A column of a newer program.
		return nil
	}
	column, begun := in.columns[line.At]
	if !begun {
		column = reflect.New(old.Type()).Elem()
		in.columns[line.At] = column
	}
	switch {
	case line.Keep != nil:
		return in.keep(line.At, column, *line.Keep)
	case line.Value == nil:
		return nil
	case !isList(old.Type()):
		memory, err := decode(line.Value, column, newer)
		in.memory[line.At] = []int{memory}
		return in.took(memory, 1, err)
	}
	value := reflect.New(old.Type().Elem()).Elem()
	memory, err := decode(line.Value, value, newer)
	memory += int(value.Type().Size())
	if err := in.took(memory, 1, err); err != nil {
		return err
	}
	in.memory[line.At] = append(in.memory[line.At], memory)
	if column.Len() == column.Cap() {
		column.Grow(max(16, column.Len()))
	}
	column.SetLen(column.Len() + 1)
	column.Index(column.Len() - 1).Set(value)
	return nil
}

func (in *incoming) took(memory, count int, err error) error {
	in.taking, in.count = in.taking+memory, in.count+count
	if err == nil && (in.taking > mostMemory || in.count > mostThings) {
		return errLarge
	}
	return err
}

// keep takes values of the picture that was there.
func (in *incoming) keep(at string, column reflect.Value, run []int) error {
	old, memory := in.old[at], in.had.memory[at]
	if !isList(old.Type()) || len(run) != 2 || run[0] < 0 || run[1] < 0 || run[0] > len(memory) || run[1] > len(memory)-run[0] || len(memory) != old.Len() {
		return errOdd
	}
	if column.IsNil() {
		column.Set(reflect.MakeSlice(column.Type(), 0, run[1]))
	}
	if run[1] == 0 {
		return nil
	}
	in.kept = true
	kept := memory[run[0] : run[0]+run[1]]
	sum := 0
	for _, m := range kept {
		sum += m
	}
	if err := in.took(sum, run[1], nil); err != nil {
		return err
	}
	in.memory[at] = append(in.memory[at], kept...)
	column.Set(reflect.AppendSlice(column, old.Slice(run[0], run[0]+run[1])))
	return nil
}

// end returns the new picture.
func (in *incoming) end(last loaded) (*picture, error) {
	got := &picture{hash: last.Hash, memory: map[string][]int{}}
	if last.From.IsZero() && in.kept || !last.From.IsZero() && last.From != in.had.hash {
		return nil, errOdd
	}
	if !last.From.IsZero() {
		got.snapshot = in.had.snapshot
		maps.Copy(got.memory, in.had.memory)
	}
	columns(&got.snapshot, func(at string, v reflect.Value) {
		if column, named := in.columns[at]; named {
			v.Set(column)
			got.memory[at] = in.memory[at]
		}
	})
	return got, nil
}

// withLeft says in a snapshot what was left out on the way.
func withLeft(s model.Snapshot, left map[string]int) model.Snapshot {
	out := slices.Clone(s.LeftOut)
	columns(&s, func(at string, v reflect.Value) {
		if n := left[at]; n > 0 && isList(v.Type()) {
			out = append(out, model.LeftOut{What: strings.ToLower(at), Files: n, Of: n + v.Len()})
		}
	})
	s.LeftOut = out
	return s
}

// held is the memory that a picture takes.
func (p *picture) held() (sum int) {
	for _, column := range p.memory {
		for _, m := range column {
			sum += m
		}
	}
	return sum
}
