package gate

import (
	"strings"
	"testing"

	"coldstart/model"
)

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
