package load_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/source/memory"
	"coldstart/vault/vaulttest"
)

func TestWhereTheMemoryLies(t *testing.T) {
	t.Parallel()
	named := strings.Replace(examples.Seed, "Ines", "Named", 1)
	home := strings.Replace(examples.Seed, "Ines", "Home", 1)
	base := t.TempDir()
	namedFile, homeFile := seedAt(t, base, "named", named), seedAt(t, base, ".pai", home)
	for _, tt := range []struct {
		name      string
		vault     files
		opts      places.Options
		path      string
		found     bool
		principal string
	}{
		{"nowhere", files{"Plans/": ""}, places.Options{}, "", false, ""},
		{"nowhere, with a home", files{"Plans/": ""}, places.Options{HomeSeed: filepath.Join(base, "none", "seed.json")}, "", false, ""},
		{"a home without the file", files{"Plans/": ""}, places.Options{HomeSeed: filepath.Join(base, "none.json")}, "", false, ""},
		{"in the vault", files{"seed.json": examples.Seed}, places.Options{HomeSeed: homeFile}, "seed.json", true, "Ines"},
		{"at home", files{"Plans/": ""}, places.Options{HomeSeed: homeFile}, "~/.pai/seed.json", true, "Home"},
		{"another home", files{"Plans/": ""}, places.Options{HomeSeed: namedFile}, namedFile, true, "Named"},
		{"named", files{"seed.json": examples.Seed}, places.Options{Seed: namedFile, HomeSeed: homeFile}, namedFile, true, "Named"},
		{"named and missing", files{"seed.json": examples.Seed}, places.Options{Seed: filepath.Join(base, "x.json"), HomeSeed: homeFile}, filepath.Join(base, "x.json"), false, ""},
		{"named in a missing folder", files{"seed.json": examples.Seed}, places.Options{Seed: filepath.Join(base, "x", "y.json"), HomeSeed: homeFile}, filepath.Join(base, "x", "y.json"), false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "vault")
			makeFiles(t, dir, tt.vault)
			v := must.Get(vaulttest.Open(dir, tt.opts))(t)
			defer v.Close()
			s := mustLoad(t, v)
			if s.Memory.Path != tt.path || s.Memory.Found != tt.found || s.Memory.Identity.Principal != tt.principal || len(s.Problems) > 0 {
				t.Errorf("memory %+v, problems %+v", s.Memory, s.Problems)
			}
			if !tt.found {
				return
			}
			whole, err := v.Read(t.Context(), s.Memory.Ref())
			if err != nil || whole.Seen != s.Memory.Seen || len(whole.Bytes) < len(examples.Seed)-2 {
				t.Errorf("Read gives %d bytes, %v", len(whole.Bytes), err)
			}
			p := s.Memory.Proposals[0]
			doc, err := v.Read(t.Context(), p.Ref())
			if err != nil || doc.Seen != p.Seen || !strings.HasPrefix(string(doc.Bytes), "{\n        \"id\": \"pro_1\"") || !strings.HasSuffix(string(doc.Bytes), "0.860\n      }") {
				t.Errorf("Read gives %q, %v", doc.Bytes, err)
			}
			l := s.Memory.Learned[1]
			if doc, err := v.Read(t.Context(), l.Ref()); err != nil || !strings.Contains(string(doc.Bytes), "Rounds late") {
				t.Errorf("Read gives %q, %v", doc.Bytes, err)
			}
		})
	}
}

func TestWhatIsGoneFromTheMemoryIsNotFound(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"seed.json": examples.Seed})
	for _, ref := range []model.Ref{
		{Kind: model.KindProposal, Path: "seed.json", Item: "pro_7"},
		{Kind: model.KindProposal, Path: "seed.json", Item: "pat_1"},
		{Kind: model.KindLearning, Path: "seed.json", Item: "pro_1"},
		{Kind: model.KindMemory, Path: "other.json"},
		{Kind: model.KindMemory},
	} {
		_, err := v.Read(t.Context(), ref)
		if !errors.Is(err, model.ErrNotFound) {
			t.Errorf("%s: %v", ref, err)
		}
	}
	must.Do(t, os.Remove(filepath.Join(v.Dir(), "seed.json")))
	if _, err := v.Read(t.Context(), model.Ref{Kind: model.KindMemory, Path: "seed.json"}); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("without the file: %v", err)
	}
}

func TestASeedThatCannotBeReadIsNamed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		files  files
		reason string
	}{
		{"a folder", files{"seed.json/": ""}, "Failed to read seed file: not a regular file: a folder"},
		{"too large", files{"seed.json": strings.Repeat(" ", memory.MaxSize+1)}, "Failed to read seed file: too large: 16777217 bytes, the limit is 16777216"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, tt.files)
			s := mustLoad(t, v)
			want := model.Memory{Path: "seed.json", Found: true, Unread: tt.reason}
			if !reflect.DeepEqual(s.Memory, want) {
				t.Errorf("memory %+v", s.Memory)
			}
			if len(s.Problems) != 1 || s.Problems[0].Path != "seed.json" || s.Problems[0].Reason != tt.reason {
				t.Errorf("problems %+v", s.Problems)
			}
			if got := s.Memory.Context(); got != "PAI session context error: "+tt.reason {
				t.Errorf("context %q", got)
			}
		})
	}
}
