package docs

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// releasePlan is the part of .goreleaser.yaml that this project uses; another field is
// an error, so that a slip of the pen is found here and not on the day of a release.
type releasePlan struct {
	Version     int    `yaml:"version"`
	ProjectName string `yaml:"project_name"`
	Before      struct {
		Hooks []string `yaml:"hooks"`
	} `yaml:"before"`
	Builds []struct {
		Env          []string `yaml:"env"`
		Flags        []string `yaml:"flags"`
		Ldflags      []string `yaml:"ldflags"`
		ModTimestamp string   `yaml:"mod_timestamp"`
		Goos         []string `yaml:"goos"`
		Goarch       []string `yaml:"goarch"`
	} `yaml:"builds"`
	Archives []struct {
		NameTemplate    string   `yaml:"name_template"`
		Formats         []string `yaml:"formats"`
		FormatOverrides []struct {
			Goos    string   `yaml:"goos"`
			Formats []string `yaml:"formats"`
		} `yaml:"format_overrides"`
		Files []string `yaml:"files"`
	} `yaml:"archives"`
	Checksum struct {
		NameTemplate string `yaml:"name_template"`
	} `yaml:"checksum"`
	Changelog struct {
		Disable bool `yaml:"disable"`
	} `yaml:"changelog"`
	Release struct {
		Disable bool `yaml:"disable"`
	} `yaml:"release"`
}

func readReleasePlan(t *testing.T) releasePlan {
	t.Helper()
	text, err := os.ReadFile("../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var plan releasePlan
	if err := decoder.Decode(&plan); err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestReleasesAreBuiltForEverySystemAlike(t *testing.T) {
	t.Parallel()
	plan := readReleasePlan(t)
	if plan.Version != 2 || plan.ProjectName != "coldstart" || len(plan.Builds) != 1 || len(plan.Archives) != 1 {
		t.Fatalf("got %+v", plan)
	}
	build := plan.Builds[0]
	for what, pair := range map[string][2][]string{
		"systems":      {build.Goos, {"linux", "darwin", "windows"}},
		"processors":   {build.Goarch, {"amd64", "arm64"}},
		"environment":  {build.Env, {"CGO_ENABLED=0"}},
		"flags":        {build.Flags, {"-trimpath", "-buildvcs=true"}},
		"Windows pack": {plan.Archives[0].FormatOverrides[0].Formats, {"zip"}},
	} {
		if !slices.Equal(pair[0], pair[1]) {
			t.Errorf("%s: got %q, want %q", what, pair[0], pair[1])
		}
	}
	if !plan.Release.Disable {
		t.Error("a release would be uploaded, and nobody has said where to")
	}
}

// Each file of an archive is in the checkout, or is made by the hook.
func TestReleasesHoldFilesThatThereAre(t *testing.T) {
	t.Parallel()
	plan := readReleasePlan(t)
	made := ""
	for _, hook := range plan.Before.Hooks {
		hook = filepath.Join("..", hook)
		info, err := os.Stat(hook)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode()&0o100 == 0 && os.PathSeparator == '/' {
			t.Errorf("%s cannot be run", hook)
		}
		text, err := os.ReadFile(hook)
		if err != nil {
			t.Fatal(err)
		}
		made += string(text)
	}
	files := plan.Archives[0].Files
	for _, name := range files {
		if _, err := os.Stat(filepath.Join("..", name)); err != nil && !strings.Contains(made, ">"+name+"\n") {
			t.Errorf("%s is neither there nor made", name)
		}
	}
	for _, want := range []string{"LICENSE", "styles/secrets/gitleaks/LICENSE", "README.md", "release/coldstart.1"} {
		if !slices.Contains(files, want) {
			t.Errorf("no %s in the archives", want)
		}
	}
	if n := strings.Count(strings.Join(files, "\n"), "release/completions/"); n != 4 {
		t.Errorf("%d completions in the archives", n)
	}
}
