package gate

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/page"
)

const (
	askIt   = model.ThenAsk
	denyIt  = model.ThenDeny
	allowIt = model.ThenAllow
	nothing = model.ThenNothing
)

func rule(match string, then model.Then) model.GateRule {
	return model.GateRule{Tool: "Bash", Match: match, Then: then}
}

// For each command the first rule that fits counts, for the line the strictest.
func TestTheStrictestOfALineCounts(t *testing.T) {
	t.Parallel()
	rules := []model.GateRule{
		rule("git push --dry-run", allowIt), rule("git push*", askIt), rule("git push --force*", denyIt),
		rule("rm *", denyIt), rule("ls*", allowIt), rule("git status", allowIt), rule("cat *", allowIt),
	}
	for line, want := range map[string]model.Then{
		"ls -l":                          allowIt,
		"ls -l && git status":            allowIt,
		"ls -l | cat -n":                 allowIt,
		"ls -l 2>&1 | cat -n >/dev/null": allowIt,
		"git push --dry-run":             allowIt,
		"git push --force":               askIt,
		"git push --force; rm x":         denyIt,
		"ls; git push":                   askIt,
		"ls; make":                       nothing,
		"make":                           nothing,
		"ls > x":                         nothing,
		"ls 2> x":                        nothing,
		"ls < x":                         nothing,
		"ls $x":                          nothing,
		"ls *.go":                        nothing,
		"ls ~":                           nothing,
		"ls {a,b}":                       nothing,
		"ls $(pwd)":                      nothing,
		"ls &":                           nothing,
		"(ls)":                           nothing,
		"LC_ALL=C ls":                    nothing,
		"PATH=/tmp ls":                   nothing,
		"/tmp/ls":                        nothing,
		"./ls":                           nothing,
		"sudo ls":                        nothing,
		"env ls":                         nothing,
		"ls() { make; }; ls":             nothing,
		"function ls { make; }":          nothing,
		"git status -s":                  nothing,
		"GIT status":                     nothing,
		"git -C /x status":               nothing,
		"cat <<EOF\nx\nEOF":              nothing,
		"if ls; then ls; fi":             nothing,
		"":                               nothing,
		"git status '":                   askIt,
		"git status # \\\nrm x":          denyIt,
		"git status \\\r\nrm -rf x":      denyIt,
		"git status # \\\r\nmake":        nothing,
		"'ls' \"-l\"":                    allowIt,
	} {
		if f := Weigh(rules, bash(line)); f.Then != want {
			t.Errorf("%q: %v, want %v (%+v)", line, f.Then, want, f)
		}
	}
}

func TestWhatNobodyCanTellIsAskedForAndDeniedOnlyWhereAllIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules []model.GateRule
		want  model.Then
	}{
		{nil, nothing},
		{[]model.GateRule{rule("rm *", denyIt)}, askIt},
		{[]model.GateRule{rule("", denyIt)}, denyIt},
		{[]model.GateRule{rule("", allowIt)}, nothing},
		{[]model.GateRule{{Tool: "Write", Then: denyIt}}, nothing},
		{[]model.GateRule{{Tool: "Bash", Match: "rm *", Dir: "/elsewhere", Then: askIt}}, askIt},
	} {
		if f := Weigh(c.rules, bash("$x y")); f.Then != c.want || c.want != nothing && f.Unsure == "" {
			t.Errorf("%+v: %+v", c.rules, f)
		}
	}
}

// A pattern without capitals fits these, too, one with capitals does not fit small letters.
func TestPatternsOfRulesThatRestrict(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		match, line string
		want        model.Then
	}{
		{"git push", "git push origin main", askIt},
		{"git push", "git pushx", nothing},
		{"git push*", "git pushx", askIt},
		{"git  push", "git push", askIt},
		{"git p?sh", "git push", askIt},
		{"psql*drop *", `psql -c "DROP TABLE x"`, askIt},
		{"psql*drop *", "psql <<EOF\nDrop table x;\nEOF", askIt},
		{"git branch -D*", "git branch -D x", askIt},
		{"git branch -D*", "git branch -d x", nothing},
		{"curl* -F*", "curl -fsSL https://a.example", nothing},
		{"rm* /*", "rm -rf /etc", askIt},
		{"rm* /*", "rm /etc", askIt},
		{"rm* /*", "rm -rf build", nothing},
		{"rm* /*", "rm -rf $x", askIt},
		{"rm* /*", "rm -rf ~/x", askIt},
		{"Rscript *", "Rscript x.R", askIt},
		{"/opt/deploy", "/opt/deploy now", askIt},
		{"*", "make", askIt},
		{"", "make", askIt},
	} {
		if f := Weigh(ask(c.match), bash(c.line)); f.Then != c.want {
			t.Errorf("%s on %s: %+v", c.match, c.line, f)
		}
	}
}

func TestARuleForAFolder(t *testing.T) {
	t.Parallel()
	rules := []model.GateRule{
		{Tool: "Bash", Match: "make*", Dir: "/srv/shop", Then: allowIt},
		{Tool: "Bash", Match: "git push*", Dir: "/srv/shop", Then: askIt},
		{Tool: "Bash", Match: "rm*", Dir: "/srv/shop", Then: askIt},
	}
	for _, c := range []struct {
		dir, line string
		want      model.Then
	}{
		{"/srv/shop", "git push", askIt},
		{"/srv/shop/web", "git push", askIt},
		{"/srv/shopping", "git push", nothing},
		{"/srv", "git push", nothing},
		{"/srv", "cd shop && git push", askIt},
		{"/", "git -C /srv/shop push", askIt},
		{"/srv", "git -C shop push", askIt},
		{"/srv/x", "git --work-tree=../shop push", askIt},
		{"/srv", "git -C $x push", askIt},
		{"/srv/x", "env -C../shop git push", askIt},
		{"/srv/x", "sudo -D../shop git push", askIt},
		{"/srv/x", `find .. -path '*/shop/README' -execdir git push \;`, askIt},
		{"/srv/x", "bash -eo pipefail -c 'cd ../shop; git push'", askIt},
		{"/tmp", "rm /srv/shop/x", askIt},
		{"/tmp", "rm /srv/x", nothing},
		{"/tmp", "rm /srv/x/../shop/y", askIt},
		{"/srv/shop", "make web", allowIt},
		{"/srv/shop", "make ../x", nothing},
		{"/srv/shop", "make -C /tmp", nothing},
		{"/srv/shop", "make --directory=/tmp", nothing},
		{"/srv/shop", "make -C/tmp", nothing},
		{"/srv/shop", "make -C..", nothing},
		{"/srv/shop", "make -d@/etc/x", nothing},
		{"/srv/shop", "make -so/etc/x", nothing},
		{"/srv/shop", "make file:///etc/x", nothing},
		{"/srv/shop", "make --out=src/x", allowIt},
		{"/srv/shop", "make src/x", allowIt},
		{"/srv", "make web", nothing},
	} {
		f := Weigh(rules, model.Action{Tool: "Bash", Own: "Bash", Line: c.line, Dir: c.dir})
		if f.Then != c.want {
			t.Errorf("%s in %s: %+v", c.line, c.dir, f)
		}
	}
}

func TestRulesForFiles(t *testing.T) {
	t.Parallel()
	rules := []model.GateRule{
		{Tool: "Write", Match: "*/.ssh/*", Then: denyIt},
		{Tool: "Write", Match: ".env", Then: askIt},
		{Tool: "Write", Match: "secrets/*", Dir: "/srv/shop", Then: askIt},
		{Tool: "Write", Match: "/etc", Then: askIt},
		{Tool: "Write", Match: "docs/*", Dir: "/srv/shop", Then: allowIt},
		{Tool: "Read", Match: "/srv/shop/*", Then: allowIt},
	}
	for _, c := range []struct {
		tool, paths string
		want        model.Then
	}{
		{"Write", "/srv/op/.ssh/config", denyIt},
		{"Write", "/srv/op/.SSH/config", denyIt},
		{"Write", "/srv/shop/x", nothing},
		{"Write", "/srv/shop/.env", askIt},
		{"Write", ".env", askIt},
		{"Write", "web/../.env", askIt},
		{"Write", "secrets/key", askIt},
		{"Write", "./secrets/deep/key", askIt},
		{"Write", "/srv/secrets/key", nothing},
		{"Write", "/etc/passwd", askIt},
		{"Write", "/srv/shop/../../etc/passwd", askIt},
		{"Write", "/etcetera", nothing},
		// A link: the path as it is named, and where it leads.
		{"Write", "/srv/shop/link /etc/passwd", askIt},
		{"Write", "docs/x.md", allowIt},
		{"Write", "docs/../x.md", nothing},
		{"Write", "docs/x.md /srv/other/x.md", nothing},
		{"Read", "/srv/shop/x", allowIt},
		{"Read", "/srv/shop/../x", nothing},
		{"Read", "/srv/op/.ssh/config", nothing},
	} {
		f := Weigh(rules, model.Action{Tool: c.tool, Own: c.tool, Paths: strings.Fields(c.paths), Dir: "/srv/shop"})
		if f.Then != c.want {
			t.Errorf("%s %s: %+v", c.tool, c.paths, f)
		}
	}
}

// A shell line that writes to a file is held against the rules for Write and Edit, too.
func TestFilesThatAShellLineWrites(t *testing.T) {
	t.Parallel()
	rules := []model.GateRule{
		{Tool: "Write", Match: "*/.ssh/*", Then: denyIt}, {Tool: "Edit", Match: "*.env", Then: askIt}, {Tool: "Write", Match: "*.md", Then: allowIt},
	}
	for line, want := range map[string]model.Then{
		"echo x > /srv/op/.ssh/config":   denyIt,
		"echo x >> ~/.ssh/config":        denyIt,
		"echo x >| .env":                 askIt,
		"make &> .env":                   askIt,
		"make >& .env":                   askIt,
		"bash -c 'echo x > .env'":        askIt,
		"{ echo x; } > a.env":            askIt,
		"echo x > $f":                    denyIt,
		"echo x > y":                     nothing,
		"echo x > y.md":                  nothing,
		"make > /dev/null 2>&1":          nothing,
		"cat < .env":                     nothing,
		"echo '> .env'":                  nothing,
		"cat > notes <<EOF\n> .env\nEOF": nothing,
		"exec 3<> .env":                  askIt,
		"cd ~/.ssh && echo x > a":        denyIt,
		"cd /srv/op; echo x > .ssh/a":    denyIt,
		"cd /srv/op/.ssh && echo x >> a": denyIt,
		"cd $d && echo x > a":            askIt,
		"echo x | tee -a .env":           askIt,
		"echo x | sudo tee .env":         askIt,
		"cp x .env":                      askIt,
		"cp .env x":                      askIt,
		"mv config /srv/op/.ssh/":        denyIt,
		"cp -t /srv/op/.ssh config":      denyIt,
		"ln -s x .env":                   askIt,
		"install -m 600 x .env":          askIt,
		"dd if=x of=.env":                askIt,
		"sed -i s/a/b/ .env":             askIt,
		"sed s/a/b/ .env":                nothing,
		"curl -o .env https://a.example": askIt,
		"echo x > l/a":                   denyIt,
		"apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: .env\n+k\n*** End Patch\nEOF": askIt,
		"apply_patch '*** Begin Patch\n*** Update File: .env\n*** End Patch'":              askIt,
		"apply_patch '*** Begin Patch\n*** Update File: x.go\n*** End Patch'":              nothing,
		"apply_patch \"$p\"":              denyIt,
		"echo x > /srv/shop/x/../y/.env ": askIt,
	} {
		if f := Weigh(rules, linked(line)); f.Then != want {
			t.Errorf("%s: %+v", line, f)
		}
	}
}

// Words of a prose text are no command, whatever stands among them.
func TestATextOfAnotherToolIsNoLine(t *testing.T) {
	t.Parallel()
	rules := []model.GateRule{{Match: "git push*", Then: askIt}}
	for input, want := range map[string]model.Then{`{"q":"git push"}`: askIt, `{"q":"how to git push twice"}`: nothing} {
		if f := Weigh(rules, model.Action{Tool: "WebSearch", Own: "WebSearch", Input: input}); f.Then != want {
			t.Errorf("%s: %+v", input, f)
		}
	}
}

// What a rule without a tool says of files, it says of names that are known.
func TestARuleWithoutAToolIsHeldAgainstFiles(t *testing.T) {
	t.Parallel()
	rules := []model.GateRule{{Match: "git push*", Then: askIt}, {Match: "/srv/op/keys", Then: askIt}, {Match: ".env", Then: askIt}}
	for line, want := range map[string]model.Then{
		`mkdir -p "$d"`: nothing, `touch "$d/x"`: nothing, `echo x > "$f"`: nothing, "mv *.jpg old": nothing, "tar xzf x.tgz": nothing, "rm -rf build": nothing,
		`echo x > "$d/.env"`: askIt, "rm /srv/op/keys/a": askIt, "cp a b/.env": askIt, "tar xf x.tar -C /srv/op/keys": askIt,
	} {
		if f := Weigh(rules, bash(line)); f.Then != want {
			t.Errorf("%s: %+v", line, f)
		}
	}
}

// linked is a line in a folder with a link l.
func linked(line string) model.Action {
	a := bash(line)
	a.Links = []model.Link{{Name: "l", To: "/srv/op/.ssh/sub"}}
	return a
}

func TestAFolderThatALinkLeadsTo(t *testing.T) {
	t.Parallel()
	rules := []model.GateRule{{Tool: "Bash", Match: "git push*", Dir: "/srv/op/.ssh", Then: askIt}}
	for line, want := range map[string]model.Then{"git -C l push": askIt, "git --git-dir=l/.git push": askIt, "git status": nothing} {
		if f := Weigh(rules, linked(line)); f.Then != want {
			t.Errorf("%s: %+v", line, f)
		}
	}
}

// What writes a file and what changes one are asked for alike.
func TestARuleForWriteHoldsForAnEdit(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"Write", "Edit"} {
		rules := []model.GateRule{{Tool: tool, Match: "*/.ssh/*", Then: denyIt}}
		for _, own := range []string{"Write", "Edit", "MultiEdit", "apply_patch"} {
			common := map[string]string{"Write": "Write"}[own]
			if common == "" {
				common = "Edit"
			}
			if f := Weigh(rules, model.Action{Tool: common, Own: own, Paths: []string{"/srv/op/.ssh/a"}, Dir: "/srv"}); f.Then != denyIt {
				t.Errorf("%s for %s: %+v", tool, own, f)
			}
		}
	}
}

func TestRulesForOtherTools(t *testing.T) {
	t.Parallel()
	rules := []model.GateRule{
		{Tool: "mcp__mail__*", Then: askIt}, {Match: "git push*", Then: denyIt}, {Tool: "WebFetch", Match: `*bank.example*`, Then: askIt},
		{Tool: "mcp__docs__*", Match: `{"q":"a"}`, Then: allowIt}, {Tool: "apply_*", Then: askIt},
	}
	for _, c := range []struct {
		tool, own, input string
		want             model.Then
	}{
		{"mcp__mail__send", "mcp__mail__send", `{"to":"a@b.example"}`, askIt},
		{"MCP__mail__send", "MCP__mail__send", `{}`, askIt},
		{"mcp__run__shell", "mcp__run__shell", `{"command":"cd x && git push"}`, denyIt},
		{"mcp__run__shell", "mcp__run__shell", `{"args":[{"line":["git push"]}]}`, denyIt},
		{"mcp__run__shell", "mcp__run__shell", `{"command":"git pull"}`, nothing},
		{"WebFetch", "web_fetch", `{"url":"https://Bank.example/x"}`, askIt},
		{"WebFetch", "web_fetch", `{"url":"https://a.example"}`, nothing},
		{"mcp__docs__find", "mcp__docs__find", `{"q":"a"}`, allowIt},
		{"mcp__docs__find", "mcp__docs__find", `{"q":"a","r":1}`, nothing},
		{"Edit", "apply_patch", `{}`, askIt},
	} {
		if f := Weigh(rules, model.Action{Tool: c.tool, Own: c.own, Input: c.input, Dir: "/srv"}); f.Then != c.want {
			t.Errorf("%s %s: %+v", c.tool, c.input, f)
		}
	}
}

// Lines that are made to take long are asked for, soon.
func TestLinesWithoutEndAreDoubted(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		strings.Repeat("ssh ", 3000), strings.Repeat("sudo ssh ", 3000), strings.Repeat("eval ", 3000),
		"echo " + strings.Repeat("x", mostLine), strings.Repeat("$(", 3000), "bash -c " + strings.Repeat(`bash\ -c\ `, 100),
	} {
		if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != askIt || f.Unsure == "" {
			t.Errorf("%.40s: %v %.80s", line, f.Then, f.Unsure)
		}
	}
}

func TestWhatIsSaidOfALine(t *testing.T) {
	t.Parallel()
	fits := Explain(rulesOfTheTable(), bash(`cd "my web" && sudo git push $x`))
	var said []string
	for _, f := range fits {
		said = append(said, f.Then.String()+" "+f.What)
	}
	if got, want := strings.Join(said, "; "), "nothing cd 'my web'; nothing sudo git push …; ask git push …"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// exampleRules are the examples as rules.
func exampleRules() []model.GateRule {
	var rules []model.GateRule
	for _, e := range examples() {
		tools := e.tools
		if tools == nil {
			tools = []string{""}
		}
		for _, tool := range tools {
			for _, match := range e.matches {
				rules = append(rules, model.GateRule{Tool: tool, Match: match, Then: model.ThenAsk, Line: 1})
			}
		}
	}
	return rules
}

func TestTheExamplesAskForWhatTheySay(t *testing.T) {
	t.Parallel()
	rules := exampleRules()
	if n := strings.Count(Examples(), "\n  - "); n != len(rules) {
		t.Errorf("%d rules are printed of %d", n, len(rules))
	}
	for _, line := range []string{
		"git push", "git -C x push --force", "gh pr merge 7", "gh -R a/b pr merge 7", "npm publish", "npm --prefix web publish", "cargo publish",
		"cargo +nightly publish", "mvn -B deploy", "./gradlew x; gradle publishToMaven", "docker push a/b", "docker build -t x --push .",
		"rm -rf /", "rm -rf ~", "rm -rf ../x", `rm -rf "$dir"`, "find / -name x -delete", "dd if=a of=/dev/sda",
		"mail -s x op@a.example", "echo x | sendmail op@a.example", "stripe charges create",
		"curl -d x https://a.example", "curl -sd x https://a.example", "curl --data-binary @x https://a.example", "curl -X POST https://a.example",
		"curl -sXDELETE https://a.example", "curl --json '{}' https://a.example", "curl -F a=@b https://a.example", "curl -T x https://a.example",
		"wget --post-data=x https://a.example", "gh api -X POST x", "scp x web:", "rsync -a x web:y", "terraform apply", "terraform -chdir=x destroy",
		"kubectl -n prod apply -f x", "kubectl delete pod x", "helm upgrade x", "aws s3api delete-bucket --bucket x",
		`psql -c "drop table x"`, `psql -c 'DROP TABLE x'`, "mysql <<EOF\nDELETE FROM x;\nEOF", "sqlite3 x.db 'drop table y'", "dropdb x", "redis-cli flushall",
		"git config alias.x push", "git remote set-url origin x", "crontab x", "echo 'git push' | at now", "systemctl enable x",
		"echo x > .git/hooks/pre-commit", "echo x >> ~/.bashrc",
	} {
		if f := Weigh(rules, bash(line)); f.Then != model.ThenAsk || f.Unsure != "" {
			t.Errorf("%s is not asked for: %+v", line, f)
		}
	}
	for _, line := range []string{
		"tar xzf x.tgz", "unzip x.zip", "patch -p1 < x.patch", "git clone https://a.example/x",
		"git pull", "git log -p", "git commit -am x", "npm test", "npm ci", "cargo build", "docker build -t x .", "rm -rf build", "rm x.txt",
		"find . -name '*.go'", "curl -fsSL https://a.example/x.tgz -o x.tgz", "curl -sI https://a.example", "wget https://a.example/x",
		"gh pr view 7", "gh api repos/a/b", "rsync -a x y", "terraform plan", "kubectl get pods", "aws s3 ls", "psql -c 'select 1'", "go test ./...",
		"echo x > notes.md", "grep -rn 'drop table' .", "cat .git/config", "ls ~/.ssh",
	} {
		if f := Weigh(rules, bash(line)); f.Then != model.ThenNothing {
			t.Errorf("%s is asked for: %+v", line, f)
		}
	}
	for _, a := range []model.Action{
		{Tool: "Write", Own: "Write", Paths: []string{".git/hooks/pre-push"}, Dir: "/srv/shop"},
		{Tool: "Edit", Own: "replace", Paths: []string{"/srv/shop/.github/workflows/x.yml"}, Dir: "/srv/shop"},
		{Tool: "mcp__gmail__send", Own: "mcp__gmail__send", Input: "{}"},
		{Tool: "mcp__stripe__refund", Own: "mcp__stripe__refund", Input: "{}"},
	} {
		if f := Weigh(rules, a); f.Then != model.ThenAsk {
			t.Errorf("%+v is not asked for", a)
		}
	}
}

// Each spelling of each kind is closed.
func TestWhatTheLineDoesNotSayIsAskedFor(t *testing.T) {
	t.Parallel()
	for _, k := range kinds() {
		open := 0
		for _, line := range k.lines {
			if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenAsk {
				open++
				t.Errorf("%s: not asked for: %s", k.name, line)
			}
		}
		t.Logf("%s: %d of %d are closed", k.name, len(k.lines)-open, len(k.lines))
	}
}

// linesOf are lines in which a program runs git push in each way that its row tells of.
func linesOf(name string, r row) (all []string) {
	name = strings.Replace(name, "git-", "git ", 1)
	before := strings.Repeat("box ", r.after)
	for of, line := range map[how]string{
		starts: before + "git push", lines: "'git push'", shell: "-c 'git push'", code: `-e 'system("git push")'`,
		code | first: `'BEGIN { system("git push") }'`, codes: `'run("git push")'`, marks: "'!git push'", sets: "'a[$(git push)]=1'",
		assigns: "X='git push'", sources: "/dev/stdin <<< 'git push'", evals: "'git push'", fills: "-I{} git {}",
	} {
		if r.how&of == of && (of != code || r.how&first == 0) {
			all = append(all, name+" "+line)
		}
	}
	if strings.HasSuffix(name, "sed") {
		return append(all[:0], name+" '1e git push' x")
	}
	for words, line := range map[string]string{r.jobs: before + "git push", r.lines: "'git push'"} {
		for _, job := range strings.Split(words, ",") {
			if job = strings.TrimSpace(job); job != "" {
				all = append(all, name+" "+job+" "+line)
			}
		}
	}
	if r.own != "" {
		all = append(all, name+" "+r.own+" push")
	}
	for _, option := range strings.Fields(r.options) {
		all = append(all, name+" "+option+" 'git push'", name+" "+option+" x='git push'")
		if strings.HasPrefix(option, "--") {
			all = append(all, name+" "+option+"='git push'")
		}
	}
	for _, option := range strings.Fields(r.commas) {
		all = append(all, name+" "+option+" git,push")
	}
	for _, option := range strings.Fields(r.files) {
		all = append(all, "echo 'system(git push)' > x; "+name+" "+option+" x")
	}
	for _, file := range strings.Fields(r.reads) {
		all = append(all, "echo 'git push' > d/"+strings.ReplaceAll(file, "*", "x")+"; "+name+" x")
	}
	return all
}

// touchingLinesOf are lines in which a program touches the file /srv/held/it in each way that its row tells of.
func touchingLinesOf(name string, r row) (all []string) {
	name = strings.Replace(name, "git-", "git ", 1)
	if r.operands != nil || r.how&copies != 0 && r.into != "" {
		all = append(all, name+" /srv/held/it /srv/held/it")
	}
	for _, option := range strings.Fields(r.out) {
		all = append(all, name+" "+option+map[bool]string{true: " ", false: "="}[option[0] == '-']+"/srv/held/it")
	}
	for _, option := range strings.Fields(r.into) {
		all = append(all, name+" "+option+" /srv/held x")
	}
	return all
}

// No program is in two rows of the table.
func TestEachProgramHasOneRow(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range rows() {
		for _, name := range strings.Fields(r.programs) {
			if seen[name] {
				t.Errorf("%s has two rows", name)
			}
			seen[name] = true
		}
	}
}

// Each row of the table is closed.
func TestEachRowOfTheTableIsClosed(t *testing.T) {
	t.Parallel()
	tried := 0
	for _, r := range rows() {
		for _, name := range strings.Fields(r.programs) {
			found, touching := linesOf(name, r), touchingLinesOf(name, r)
			if len(found)+len(touching) == 0 && r.how&(enters|talks|looks) == 0 && r.here == nil && r.more == nil {
				t.Errorf("%s: the row says nothing that is tried", name)
			}
			for _, line := range touching {
				tried++
				if f := Weigh([]model.GateRule{{Tool: "Write", Match: "/srv/held/it", Then: askIt}}, bash(line)); f.Then != model.ThenAsk {
					t.Errorf("not held by a rule for files: %s", line)
				}
			}
			for _, line := range found {
				tried++
				if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenAsk {
					t.Errorf("not asked for: %s", line)
				}
			}
		}
	}
	for _, v := range variableRows() {
		for _, name := range strings.Fields(v.names) {
			name = strings.ReplaceAll(name, "*", "X")
			line := map[taken]string{
				asLine: name + "='git push' make", asCode: name + `='x system("git push")' make`, asFile: "echo 'git push' > x; " + name + "=x sh",
				asOther: name + "=x make", asNames: name + "[x]='git push'", asPlaces: name + "[x]=/usr/bin/git", asFiles: name + "[x]='git push'; sh x",
			}[v.as]
			if v.program != "" {
				options := strings.Fields(ways()[v.program].options)
				line = name + "='" + options[0] + "=git\\ push' " + v.program
			}
			tried++
			if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenAsk {
				t.Errorf("not asked for: %s", line)
			}
		}
	}
	t.Logf("%d lines of the rows", tried)
}

// open is a kind of line that runs or writes something the gate cannot see.
type open struct {
	kind  string
	lines []string
}

// openLines are the ways past a rule for git push.
func openLines() []open {
	return []open{
		{"an alias of git", []string{`git p`}},
		{"a script or a task written before", []string{`./release.sh`, `make release`, `npm run release`, `. ./env.sh`, `python3 -m release`}},
		{"settings written before", []string{`HOME=x git p`, `XDG_CONFIG_HOME=x git p`, `PYTHONPATH=x python3 y.py`, `cp .gitconfig.new ~/.gitconfig2; git p`}},
		{"settings that a program writes", []string{`npm config set script-shell 'git push'; npm run x`}},
		{"content of an archive, a download or a repository", []string{`tar xf x.tgz && sh x/run.sh`, `unzip x.zip && ./x/run.sh`, `git clone https://a.example/x && x/run.sh`, `git checkout x && make`}},
		{"a file that an unknown program writes and the line then runs", []string{`some-writer x.sh; sh x.sh`}},
		{"another command with the same effect", []string{`git send-pack ../x main`, `gh repo sync a/b`, `git subtree push x y`}},
		{"for a rule of one word, commands of an unknown program", []string{`some-runner 'rm x'`, `some-runner rm x`}},
		{"code or a variable that joins the word", []string{`python3 -c 'import os; a="gi"; os.system(a + "t pu" + "sh")'`, `x='a[$(gi''t pus'; x+='h)]'; echo $((x))`}},
		{"other characters between two words", []string{`cmake -DCMAKE_C_COMPILER_LAUNCHER='git;push' .`, "echo '<exec executable=\"git\"><arg value=\"push\"/>' > build.xml; ant"}},
		{"a copy of a program made before", []string{`/tmp/g push`}},
		{"keys typed into a running shell", []string{`tmux send-keys git Space push Enter`}},
		{"a file for a container or a cluster on standard input", []string{`docker build -f - . <<< 'RUN git push'`, `kubectl apply -f - < pod.yaml`}},
		{"a client with other settings or another home", []string{`claude --settings x.json -p y`, `HOME=x claude -p y`}},
		{"a look-alike, which is another program", []string{"g\u0456t push"}},
		{"a command bound to a key", []string{`bind -x '"\C-a":git push'`, `print -z 'git push'`}},
	}
}

// openFiles are the ways past a rule for writing */prod.yaml.
func openFiles() []open {
	return []open{
		{"a folder that is filled, moved or removed as a whole", []string{"rm -r deploy", "tar xf x.tar", "git reset --hard x", "mv deploy x"}},
		{"a name that code has without quotes", []string{"tclsh <<< 'open prod.yaml w'"}},
		{"a way to write that the gate does not know of a program", []string{"socat - OPEN:prod.yaml,creat", "helm pull --destination prod.yaml x"}},
		{"a folder passed to an unknown program", []string{"some-tool deploy"}},
	}
}

// What the page lists as open is open.
func TestWhatStaysOpenIsTold(t *testing.T) {
	t.Parallel()
	table := "| rule | not seen | example |\n|---|---|---|\n"
	for _, o := range openLines() {
		table += fmt.Sprintf("| command | %s | `%s` |\n", o.kind, strings.ReplaceAll(o.lines[0], "\u0456", `\u0456`))
		if slices.ContainsFunc(o.lines, func(line string) bool { return Weigh(rulesOfTheTable(), bash(line)).Then != model.ThenNothing }) {
			t.Errorf("%s: one of %q is seen", o.kind, o.lines)
		}
	}
	for _, o := range openFiles() {
		table += fmt.Sprintf("| file | %s | `%s` |\n", o.kind, o.lines[0])
		for _, line := range o.lines {
			if got := Weigh([]model.GateRule{{Tool: "Write", Match: "*/prod.yaml", Then: askIt}}, bash(line)); got.Then != nothing {
				t.Errorf("%s: %s is seen", o.kind, line)
			}
		}
	}
	page.Generated(t, "../../docs/dev/promises.md", "unseen", table, os.Getenv("COLDSTART_UPDATE_PAGES") == "1")
}
