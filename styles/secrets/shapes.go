package secrets

import (
	"fmt"
	"regexp"
	"strings"
)

// shape is a kind of key known by its prefix; at least this many key characters follow.
type shape struct {
	prefix string
	least  int
}

// shapes are the prefixes of keys that services give out. Where gitleaks knows the service, too,
// it wants the exact length; people cut keys, and services change them.
var shapes = []shape{
	{"sk-", 20}, {"sk_live_", 16}, {"sk_test_", 16}, {"rk_live_", 16}, {"rk_test_", 16}, {"whsec_", 16},
	{"ghp_", 20}, {"gho_", 20}, {"ghs_", 20}, {"ghu_", 20}, {"ghr_", 20}, {"github_pat_", 20},
	{"glpat-", 16}, {"gldt-", 16}, {"glrt-", 16}, {"glptt-", 16},
	{"xoxb-", 10}, {"xoxp-", 10}, {"xoxa-", 10}, {"xoxs-", 10}, {"xoxr-", 10}, {"xoxe-", 10}, {"xoxe.", 10}, {"xapp-", 10},
	{"AKIA", 16}, {"ASIA", 16}, {"ABIA", 16}, {"ACCA", 16}, {"AIza", 30}, {"ya29.", 20}, {"GOCSPX-", 20},
	{"npm_", 30}, {"pypi-", 16}, {"rubygems_", 20}, {"dckr_pat_", 16}, {"SG.", 30}, {"hf_", 30}, {"eyJ", 40},
	{"hvs.", 20}, {"hvb.", 20}, {"hvr.", 20}, {"AGE-SECRET-KEY-1", 20}, {"AGE-PLUGIN-", 30},
	{"gsk_", 20}, {"xai-", 20}, {"r8_", 30}, {"figd_", 20}, {"sbp_", 20}, {"tskey-", 16}, {"nfp_", 20},
	{"pcsk_", 20}, {"lsv2_", 20}, {"dp.st.", 20}, {"dp.pt.", 20}, {"doo_v1_", 20}, {"dop_v1_", 20},
	{"lin_api_", 20}, {"shpat_", 20}, {"shpss_", 20}, {"sq0csp-", 20}, {"sq0atp-", 20}, {"EAAA", 40},
	{"ATATT3", 40}, {"ATCTT3", 40}, {"ntn_", 30}, {"secret_", 40}, {"pscale_tkn_", 16}, {"pscale_pw_", 16},
	{"CCIPAT_", 20}, {"bkua_", 20}, {"PMAK-", 20}, {"glsa_", 20}, {"glc_", 20}, {"sntrys_", 20}, {"sntryu_", 20},
	{"dapi", 32}, {"pul-", 40}, {"pplx-", 30}, {"tfp_", 30}, {"vercel_", 20}, {"re_", 30}, {"ops_eyJ", 40}, {"HRKU-", 30},
}

// shapedRules are the rules of the prefixes. A key begins where no word goes on, and ends in no
// sign of a sentence. In a name such as "pay_ghp_…_now" it is a run too long for a word.
func shapedRules() []rule {
	rules := make([]rule, len(shapes))
	for i, s := range shapes {
		rules[i] = rule{
			id: s.prefix, keywords: strings.ToLower(s.prefix), least: len(s.prefix) + s.least,
			pattern: fmt.Sprintf(`(?:^|[^\w-])(%[1]s[\w./+=-]{%[2]d,}[\w=-])|[_-](%[1]s[A-Za-z0-9]{%[3]d,}[\w-]*)`, regexp.QuoteMeta(s.prefix), s.least-1, s.least),
		}
	}
	return rules
}

// ownRules are rules in the form of gitleaks for what it does not know.
var ownRules = []rule{
	{id: "discord-webhook", keywords: "discord.com/api/webhooks discordapp.com/api/webhooks", least: 40,
		pattern: `(?i)/api/webhooks/(\d{10,}/[\w-]{20,})`},
	{id: "sk-in-a-name", keywords: "sk-ant- sk-proj- sk-svcacct- sk-admin- sk-or-", least: 26, pattern: `[_-](sk-(?:ant|proj|svcacct|admin|or)-[\w-]{20,})`},
	{id: "jwt-in-a-name", keywords: "_eyj", least: 40, pattern: `_(eyJ[\w-]{15,}\.[\w.-]{20,})`},
	{id: "telegram-bot", keywords: ":aa", least: 40, pattern: `(?:^|[^\w])(?:bot)?(\d{8,10}:AA[\w-]{32,35})`},
	{id: "signed-azure-address", keywords: "sig=", least: 20, pattern: `[?&;]sig=([\w%+/=-]{20,})`},
	{id: "signed-aws-address", keywords: "x-amz-signature=", least: 40, pattern: `(?i)X-Amz-Signature=([0-9a-f]{40,})`},
	{id: "google-refresh-token", keywords: "1//0", least: 40, pattern: `(?:^|[^\w])(1//0[\w-]{36,})`},
	{id: "mailgun", keywords: "key-", least: 36, pattern: `(?:^|[^\w-])(key-[0-9a-f]{32})(?:[^\w]|$)`},
	{id: "slack-webhook", keywords: "hooks.slack.com", least: 40, pattern: `hooks\.slack\.com/(?:services|workflows|triggers)/([\w/]{24,})`},
	{id: "paypal", keywords: "access_token$", least: 40, pattern: `(access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32})`},
}
