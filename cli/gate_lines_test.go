package cli

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// spellings are ways to write git push; each is asked for.
var spellings = []struct{ name, line string }{
	{"as it is", `git push`},
	{"quotes", `'git' "push"`},
	{"quotes within a word", `g'i't pu""sh`},
	{"backslashes", `g\it pu\sh`},
	{"the shell's own quotes", `$'\x67it' $'\160ush'`},
	{"a line that goes on", "git \\\n  push"},
	{"blanks and tabs", "git \t  push   "},
	{"other letters", `GIT push`},
	{"the path of the program", `/usr/bin/git push`},
	{"a path with dots", `../../usr/bin/../bin/git push`},
	{"another name of the program", `git.exe push`},
	{"a program for one command", `/usr/lib/git-core/git-push`},
	{"an option before it", `git -C . push`},
	{"options before it", `git --git-dir=.git --work-tree . -c push.default=current push`},
	{"an option with a value", `git --no-pager -c color.ui=never push`},
	{"an alias of git in the line", `git -c alias.p=push p`},
	{"an alias of git that runs a shell", `git -c alias.p='!git push' p`},
	{"an alias of git in the environment", `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0='!git push' git p`},
	{"an alias of the shell", "shopt -s expand_aliases; alias g='git push'\ng"},
	{"a function", `f() { git push; }; f`},
	{"a function with arguments", `f() { git "$@"; }; f push`},
	{"a function of that name", `git() { command git push; }; git status`},
	{"a variable before it", `GIT_TRACE=1 git push`},
	{"a variable for the program", `g=git; $g push`},
	{"a variable for the word", `p=push; git $p`},
	{"a variable for all", `x="git push"; $x`},
	{"half of it in a variable", `u=us; git p${u}h`},
	{"an array", `a=(git push); "${a[@]}"`},
	{"a word of a substitution", `git $(echo push)`},
	{"the program of a substitution", `$(which git) push`},
	{"backquotes", "`echo git` push"},
	{"braces", `{git,push}`},
	{"braces for the word", `git p{us,}h`},
	{"a pattern for the program", `/usr/bin/gi? push`},
	{"a pattern with a set", `/usr/bin/[g]it push`},
	{"a tilde", `~/bin/git push`},
	{"behind another", `git status; git push`},
	{"behind and", `git add . && git commit -m x && git push`},
	{"behind or", `false || git push`},
	{"in the background", `git push & disown`},
	{"in a pipe", `git push 2>&1 | tail -1`},
	{"in a subshell", `(cd .. && git push)`},
	{"in a group", `{ git push; }`},
	{"in a condition", `if git push; then echo done; fi`},
	{"in a loop", `for i in 1 2 3; do git push; done`},
	{"in a case", `case x in *) git push;; esac`},
	{"negated", `! git push`},
	{"timed", `time git push`},
	{"in a substitution", `echo "$(git push)"`},
	{"in the number of a substitution", `echo $(( $(git push | wc -l) ))`},
	{"in the input of a process", `cat <(git push)`},
	{"in the value of a variable", `x=$(git push)`},
	{"in a here-document of another", "cat <<E\n$(git push)\nE"},
	{"behind a comment", "true # nothing\ngit push"},
	{"behind a line of a comment", "# git status\ngit push"},
	{"with a comment behind", `git push # origin`},
	{"behind a carriage return", "true;\r\ngit push"},
	{"eval", `eval "git push"`},
	{"eval of parts", `eval git pu'sh'`},
	{"a shell", `bash -c 'git push'`},
	{"a shell with options", `/bin/sh -e -u -c "git push"`},
	{"a shell of a shell", `bash -c "sh -c 'git push'"`},
	{"a shell with a variable", `x='git push'; bash -c "$x"`},
	{"a here-document for a shell", "bash <<'E'\ngit push\nE"},
	{"a here-string for a shell", `bash <<< 'git push'`},
	{"a pipe into a shell", `echo git push | sh`},
	{"base64", `echo Z2l0IHB1c2g= | base64 -d | bash`},
	{"a file of a substitution", `bash <(echo git push)`},
	{"a script from its input", `source /dev/stdin <<< 'git push'`},
	{"sudo", `sudo -u ana git push`},
	{"env", `env -i PATH=/usr/bin git push`},
	{"env with a text", `env -S 'git push'`},
	{"timeout", `timeout -k 5 30 git push`},
	{"nohup", `nohup git push &`},
	{"nice", `nice -n 5 git push`},
	{"exec", `exec git push`},
	{"command", `command -p git push`},
	{"setsid", `setsid -f git push`},
	{"busybox", `busybox sh -c 'git push'`},
	{"xargs", `echo origin | xargs git push`},
	{"xargs that writes the word", `echo push | xargs git`},
	{"xargs with a place", `echo push | xargs -I@ git @`},
	{"find", `find . -maxdepth 0 -exec git push \;`},
	{"a trap", `trap 'git push' EXIT`},
	{"another machine", `ssh build.example 'cd repo && git push'`},
	{"a recorded terminal", `script -qc 'git push' /dev/null`},
	{"a pane", `tmux new-session -d 'git push'`},
	{"every submodule", `git submodule foreach 'git push'`},
	{"steps of a rebase", `git rebase -x 'git push' HEAD~1`},
	{"a container", `docker run --rm -v .:/r alpine git push`},
	{"other code", `python3 -c 'import os; os.system("git push")'`},
	{"other code with a list", `python3 -c 'import subprocess as s; s.run(["git", "push"])'`},
	{"what is no shell line", `git push "`},
	{"a shell with bundled options", `bash -euo pipefail -c 'git push'`},
	{"a pipe into a shell with words", `echo git push | bash -s -- install`},
	{"a comment that ends in a backslash", "true # x \\\ngit push"},
	{"a carriage return behind a backslash", "true \\\r\ngit push"},
	{"an end mark in two lines", "cat <<EOF\nEO\\\nF\ngit push\nEOF"},
	{"eval with two dashes", `eval -- git push`},
	{"an exported command of git", `export GIT_SSH_COMMAND='git push'; git fetch x`},
	{"a text that is expanded later", `x='a[$(git push)]'; [[ $x -eq 1 ]]`},
	{"an editor", `vim -es +'silent !git push' +qa!`},
	{"a program that nobody knows", `some-runner --now git push`},
	{"a program that nobody knows, with the line as one text", `some-runner 'git push'`},
	{"code that joins texts", `python3 -c 'import os; os.system("gi" + "t pu" + "sh")'`},
	{"a folder before it", `cd /srv/kiosk && git push`},
}

// unseen are ways that no rule for git push can see, with the words of docs/dev/promises.md about
// them.
var unseen = []struct{ name, line, told string }{
	{"an alias of git", `git p`, "an alias of git"},
	{"a script", `./release.sh`, "a script"},
	{"a target of make", `make release`, "a script"},
	{"a task of a package", `npm run release`, "a script"},
	{"another command that pushes", `git send-pack ../remote.git main`, "another command"},
	{"another program that pushes", `gh repo sync ana/kiosk`, "another command"},
	{"a variable that is made of parts", `x='a[$(gi''t pus'; x+='h)]'; echo $((x))`, "joins the word"},
	{"code that puts the word together", `python3 -c 'import os; a = "gi"; os.system(a + "t push")'`, "joins the word"},
	{"a look-alike, which is another program", "g\u0456t push", "a look-alike"},
}

// TestEverySpellingOfAPushIsAskedFor writes one command in as many ways as a shell knows.
func TestEverySpellingOfAPushIsAskedFor(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for _, w := range spellings {
		got := p.shell(w.line)
		if !got.refused || got.ask == "" {
			t.Errorf("%s: %q goes through: %+v", w.name, w.line, got)
		}
	}
	t.Attr("cases", strconv.Itoa(len(spellings)))
}

// TestWhatTheGateCannotSeeIsTold: the page names each way that goes through.
func TestWhatTheGateCannotSeeIsTold(t *testing.T) {
	t.Parallel()
	page := must.Get(os.ReadFile("../docs/dev/promises.md"))(t)
	_, told, _ := strings.Cut(string(page), "\n## Lines that no rule sees\n")
	told, _, _ = strings.Cut(told, "\n## ")
	p := newPost(t)
	for _, w := range unseen {
		if got := p.shell(w.line); got.refused {
			t.Errorf("%s: %q is seen: %+v", w.name, w.line, got)
		}
		if !strings.Contains(told, w.told) {
			t.Errorf("%s: docs/dev/promises.md does not tell of %q", w.name, w.told)
		}
	}
	t.Attr("cases", strconv.Itoa(len(unseen)))
}

// TestHarmlessLinesGoThrough keeps the gate from asking for everything.
func TestHarmlessLinesGoThrough(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for _, line := range []string{
		`git status`, `git log --oneline | head -3`, `git stash`, `go test ./... 2>&1 | tail -20`, `ls -la "$HOME"`, `for f in *.go; do wc -l "$f"; done`,
		`echo "git push comes later"`, `grep -rn 'git push' docs`, `git commit -m 'Explain git push'`, `cd cli && go vet .`, `make test`,
	} {
		if got := p.shell(line); got.refused {
			t.Errorf("%q: %+v", line, got)
		}
	}
}

// TestTheScreenIsTheOperatorsToo: what decides is kept from an agent, what looks is not.
func TestTheScreenIsTheOperatorsToo(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for line, refused := range map[string]bool{
		`coldstart`: true, `coldstart --linear`: true, `coldstart --vault status`: true, `coldstart ./vault --ascii`: true, `printf 'a\ny\n' | coldstart --linear`: true,
		`coldstart status`: false, `coldstart --ascii approvals --json`: false, `coldstart --help`: false, `coldstart wait gate-7f3a2c91 --timeout 10m`: false,
		`cat .claude/settings.json`: false, `mv ` + p.path("home/.config") + ` x`: true, `rm -rf ` + p.path("home/state"): true,
	} {
		if got := p.shell(line); got.refused != refused {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// TestFilesThatALineAndAToolWrite: by their paths as clients read them, and through links that are there.
func TestFilesThatALineAndAToolWrite(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	p.rules("gate:\n  - {tool: Write, match: \"" + p.path("home/.ssh") + "/*\", then: deny}\n")
	write(t, p.dir, "home/.ssh/sub/x", "")
	must.Do(t, os.Symlink(p.path("home/.ssh/sub"), p.path("repo/l")))
	for _, line := range []string{`echo k > l/a`, `cd ~/.ssh && echo k > a`, `cd ../home; echo k | tee .ssh/a`, "apply_patch <<'E'\n*** Add File: " + p.path("home/.ssh/a") + "\nE"} {
		if got := p.shell(line); !got.refused {
			t.Errorf("%s: %+v", line, got)
		}
	}
	for _, tool := range []string{"Write", "Edit", "MultiEdit"} {
		for _, file := range []string{"~/.ssh/a", " " + p.path("home/.ssh/a"), "/proc/self/cwd/l/a", "l/a"} {
			if got := p.call(tool, object{"file_path": file}); !got.refused {
				t.Errorf("%s %q: %+v", tool, file, got)
			}
		}
	}
	if got := p.shell(`cd cli && echo k > a && cp a b`); got.refused {
		t.Errorf("%+v", got)
	}
}
