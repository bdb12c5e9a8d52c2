package gate

import "strings"

// example is a group of rules to start from.
type example struct {
	about string
	// tools are those of the rules, none for whatever hands a line to a shell.
	tools   []string
	matches []string
}

func examples() []example {
	files := []string{"Write", "Edit"}
	return []example{
		{"Push, merge and release.", nil, []string{"git push", "gh pr merge", "gh release create", "gh repo delete", "glab mr merge"}},
		{"Publish a package or an image.", nil, []string{
			"npm publish", "pnpm publish", "yarn publish", "yarn npm publish", "bun publish", "cargo publish", "twine upload", "poetry publish",
			"uv publish", "gem push", "mvn *deploy*", "gradle *publish*", "docker push", "docker image push", "docker build *--push*", "helm push",
		}},
		{"Delete outside of the folder, as far as the text shows it.", nil, []string{"rm* /*", "rm *..*", "find* -delete*", "shred", "dd *of=*"}},
		{"Send mail.", nil, []string{"mail", "mailx", "mutt", "sendmail", "msmtp", "swaks"}},
		{"", []string{"mcp__*mail*", "mcp__*send*"}, []string{""}},
		{"Move money.", nil, []string{"stripe"}},
		{"", []string{"mcp__*pay*", "mcp__*refund*", "mcp__*stripe*"}, []string{""}},
		{"Write to the network.", nil, []string{
			"curl* -d*", "curl* -?d*", "curl *--data*", "curl *--json*", "curl* -F*", "curl *--form*", "curl* -T*", "curl *--upload-file*",
			"curl *POST*", "curl *PUT*", "curl *PATCH*", "curl *DELETE*", "wget *--post*", "wget *--method*", "gh api* -*", "scp", "sftp", "rsync *:*", "nc",
		}},
		{"Change other machines.", nil, []string{
			"terraform apply", "terraform destroy", "tofu apply", "tofu destroy", "pulumi up", "pulumi destroy", "kubectl apply", "kubectl delete",
			"helm install", "helm upgrade", "helm uninstall", "ansible-playbook", "aws *delete*", "gcloud *delete*", "az *delete*",
		}},
		{"Delete from a database.", nil, []string{
			"psql *drop *", "psql *truncate *", "psql *delete *", "mysql *drop *", "mysql *truncate *", "mysql *delete *", "sqlite3 *drop *", "sqlite3 *delete *",
			"dropdb", "redis-cli *flush*", "mongosh *drop*",
		}},
		{"Make a program run later, or under another name.", nil, []string{
			"git config", "git remote add", "git remote set-url", "crontab", "at", "systemctl enable", "launchctl load",
		}},
		{"", files, []string{"*/.git/*", "*/.husky/*", "*/.github/workflows/*", "*/.ssh/*", "*/.bashrc", "*/.zshrc", "*/.profile"}},
	}
}

// Examples are rules to start from, as the settings have them.
func Examples() string {
	var b strings.Builder
	b.WriteString("gate:\n")
	for _, e := range examples() {
		if e.about != "" {
			b.WriteString("  # " + e.about + "\n")
		}
		tools := e.tools
		if tools == nil {
			tools = []string{""}
		}
		for _, tool := range tools {
			for _, match := range e.matches {
				b.WriteString("  - {")
				if tool != "" {
					b.WriteString("tool: " + quotedWord(tool) + ", ")
				}
				if match != "" {
					b.WriteString("match: " + quotedWord(match) + ", ")
				}
				b.WriteString("then: ask}\n")
			}
		}
	}
	return b.String()
}

// quotedWord quotes a pattern for YAML, where * has a meaning of its own.
func quotedWord(text string) string {
	if strings.ContainsAny(text, "*?:") {
		return `"` + text + `"`
	}
	return text
}
