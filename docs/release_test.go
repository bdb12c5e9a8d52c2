package docs

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"coldstart/testdata/must"
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
	Packages []packagePlan `yaml:"nfpms"`
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

// packagePlan is what the packages of Linux systems have in common.
type packagePlan struct {
	PackageName  string   `yaml:"package_name"`
	FileName     string   `yaml:"file_name_template"`
	Formats      []string `yaml:"formats"`
	Maintainer   string   `yaml:"maintainer"`
	Description  string   `yaml:"description"`
	License      string   `yaml:"license"`
	Section      string   `yaml:"section"`
	ModifiedTime string   `yaml:"mtime"`
	RPM          struct {
		Summary   string `yaml:"summary"`
		BuildHost string `yaml:"buildhost"`
	} `yaml:"rpm"`
	Contents []struct {
		Source      string `yaml:"src"`
		Destination string `yaml:"dst"`
		Only        string `yaml:"packager"` // the one format that has it; "" for all
	} `yaml:"contents"`
}

func readReleasePlan(t *testing.T) releasePlan {
	t.Helper()
	text := must.Get(os.ReadFile("../.goreleaser.yaml"))(t)
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var plan releasePlan
	must.Do(t, decoder.Decode(&plan))
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

// Each file of an archive or a package is in the checkout, or is made by the hook.
func TestReleasesHoldFilesThatThereAre(t *testing.T) {
	t.Parallel()
	plan := readReleasePlan(t)
	made := madeByHooks(t, plan)
	files := plan.Archives[0].Files
	for _, want := range []string{"LICENSE", "styles/secrets/gitleaks/LICENSE", "README.md", "release/coldstart.1", "release/schema/*.json"} {
		if !slices.Contains(files, want) {
			t.Errorf("no %s in the archives", want)
		}
	}
	if n := strings.Count(strings.Join(files, "\n"), "release/completions/"); n != 4 {
		t.Errorf("%d completions in the archives", n)
	}
	for _, c := range plan.Packages[0].Contents {
		files = append(files, c.Source)
	}
	for _, name := range files {
		if _, err := os.Stat(filepath.Join("..", name)); err != nil && !strings.Contains(made, ">"+name+"\n") && !strings.Contains(made, `>"`+strings.Replace(name, "*", "$name", 1)+"\"\n") {
			t.Errorf("%s is neither there nor made", name)
		}
	}
}

// madeByHooks is what runs before a release.
func madeByHooks(t *testing.T, plan releasePlan) string {
	t.Helper()
	made := ""
	for _, hook := range plan.Before.Hooks {
		hook = filepath.Join("..", hook)
		info := must.Get(os.Stat(hook))(t)
		if info.Mode()&0o100 == 0 && os.PathSeparator == '/' {
			t.Errorf("%s cannot be run", hook)
		}
		text := must.Get(os.ReadFile(hook))(t)
		made += string(text)
	}
	return made
}

// A package puts each file where its system looks for it, and docs/install.md says where
// that is.
func TestPackagesPutFilesWhereTheyAreLookedFor(t *testing.T) {
	t.Parallel()
	plan := readReleasePlan(t)
	if len(plan.Packages) != 1 {
		t.Fatalf("%d kinds of packages", len(plan.Packages))
	}
	packages := plan.Packages[0]
	if packages.PackageName != "coldstart" || !slices.Equal(packages.Formats, []string{"deb", "rpm", "apk"}) {
		t.Errorf("packages %s of the formats %q", packages.PackageName, packages.Formats)
	}
	page := readPage(t, "install.md")
	everywhere := map[string]string{
		"/usr/share/man/man1/coldstart.1.gz":                  "release/coldstart.1.gz",
		"/usr/share/bash-completion/completions/coldstart":    "release/completions/coldstart.bash",
		"/usr/share/fish/vendor_completions.d/coldstart.fish": "release/completions/coldstart.fish",
		"/usr/share/doc/coldstart/copyright":                  "LICENSE",
		"/usr/share/doc/coldstart/copyright.gitleaks":         "styles/secrets/gitleaks/LICENSE",
	}
	for _, format := range packages.Formats {
		want := maps.Clone(everywhere)
		zsh := "/usr/share/zsh/site-functions/_coldstart"
		if format == "deb" {
			zsh = "/usr/share/zsh/vendor-completions/_coldstart"
		}
		want[zsh] = "release/completions/_coldstart"
		got := map[string]string{}
		for _, c := range packages.Contents {
			if c.Only == "" || c.Only == format {
				got[c.Destination] = c.Source
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: got %v\nwant %v", format, got, want)
		}
		for place := range want {
			if !strings.Contains(page, "`"+place+"`") {
				t.Errorf("install.md does not name %s", place)
			}
		}
	}
}
