package gate

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
)

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

// openLines are kinds of lines of which the gate cannot see what they run, in the words of docs/trust.md.
func openLines() map[string][]string {
	return map[string][]string{
		"an alias of git":                     {`git p`},
		"a script or a task":                  {`./release.sh`, `make release`, `npm run release`, `. ./env.sh`, `python3 -m release`},
		"settings":                            {`HOME=x git p`, `XDG_CONFIG_HOME=x git p`, `PYTHONPATH=x python3 y.py`, `cp .gitconfig.new ~/.gitconfig2; git p`},
		"an archive":                          {`tar xf x.tgz && sh x/run.sh`, `unzip x.zip && ./x/run.sh`, `git clone https://a.example/x && x/run.sh`, `git checkout x && make`},
		"which the gate does not know writes": {`some-writer x.sh; sh x.sh`},
		"such as `npm config` writes":         {`npm config set script-shell 'git push'; npm run x`},
		"another command":                     {`git send-pack ../x main`, `gh repo sync a/b`, `git subtree push x y`},
		"what a program that the gate does not know runs": {`some-runner 'rm x'`, `some-runner rm x`},
		"puts the word together":                          {`python3 -c 'import os; a="gi"; os.system(a + "t pu" + "sh")'`, `x='a[$(gi''t pus'; x+='h)]'; echo $((x))`},
		"other signs between":                             {`cmake -DCMAKE_C_COMPILER_LAUNCHER='git;push' .`, "echo '<exec executable=\"git\"><arg value=\"push\"/>' > build.xml; ant"},
		"a copy of a program":                             {`/tmp/g push`},
		"key by key":                                      {`tmux send-keys git Space push Enter`},
		"comes by standard input":                         {`docker build -f - . <<< 'RUN git push'`, `kubectl apply -f - < pod.yaml`},
		"with other settings or another home":             {`claude --settings x.json -p y`, `HOME=x claude -p y`},
		"a look-alike":                                    {"g\u0456t push"},
		"waits for a key":                                 {`bind -x '"\C-a":git push'`, `print -z 'git push'`},
	}
}

// What is named as open is open, and the page names it.
func TestWhatStaysOpenIsTold(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "trust.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, told, _ := strings.Cut(string(page), "\n## What nobody can promise\n")
	told = strings.Join(strings.Fields(told), " ")
	for words, lines := range openLines() {
		if !strings.Contains(told, words) {
			t.Errorf("docs/trust.md does not tell of %q", words)
		}
		if slices.ContainsFunc(lines, func(line string) bool { return Weigh(rulesOfTheTable(), bash(line)).Then != model.ThenNothing }) {
			t.Errorf("%s: one of %q is seen", words, lines)
		}
	}
	for words, lines := range map[string][]string{
		"as a whole": {"rm -r deploy", "tar xf x.tar", "git reset --hard x", "mv deploy x"}, "without quotes": {"tclsh <<< 'open prod.yaml w'"},
		"in a way that it does not know": {"socat - OPEN:prod.yaml,creat", "helm pull --destination prod.yaml x"}, "a folder that is given": {"some-tool deploy"},
	} {
		if !strings.Contains(told, words) {
			t.Errorf("docs/trust.md does not tell of %q", words)
		}
		for _, line := range lines {
			if got := Weigh([]model.GateRule{{Tool: "Write", Match: "*/prod.yaml", Then: askIt}}, bash(line)); got.Then != nothing {
				t.Errorf("%s: %s is seen", words, line)
			}
		}
	}
}
