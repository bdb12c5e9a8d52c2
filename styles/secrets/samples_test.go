package secrets

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Every secret here is made up when the test runs, so that no text of this file looks like one.
const (
	hex     = "0123456789abcdef"
	digits  = "0123456789"
	capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower   = "abcdefghijklmnopqrstuvwxyz"
	small   = lower + digits
	letters = lower + capital + digits
	base32  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	bech32  = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
)

// made is a made-up text of some letters. It has at least a small letter or capital, and a digit,
// where there are any.
func made(n int, of string) string {
	r := rand.New(rand.NewPCG(uint64(n), uint64(len(of))))
	out := make([]byte, n)
	for i := range out {
		out[i] = of[r.IntN(len(of))]
	}
	if n > 2 {
		out[n/2], out[n/3] = of[len(of)-1], of[0]
	}
	return string(out)
}

// hidden puts marks around what has to be masked.
func hidden(parts ...string) string { return "«" + strings.Join(parts, "") + "»" }

// marked takes the marks out of a text, and says where they were.
func marked(text string) (plain string, want []Part) {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "«")
		b.WriteString(before)
		if !ok {
			return b.String(), want
		}
		secret, after, _ := strings.Cut(rest, "»")
		want = append(want, Part{b.Len(), b.Len() + len(secret)})
		b.WriteString(secret)
		text = after
	}
}

// lines is some lines of base64.
func lines(n int) string {
	var all []string
	for i := range n {
		all = append(all, hidden(made(64-i, letters)))
	}
	return strings.Join(all, "\n")
}

// pem is a private key in the form of PEM.
func pem(name, headers string) string {
	return fmt.Sprintf("-----BEGIN %s-----\n%s%s\n-----END %s-----\nafter it", name, headers, lines(3), name)
}

// known are the kinds of secrets that were once shown, or of which people keep most in notes.
var known = map[string]string{
	"AWS key in a name":         "pay_" + hidden("AK", "IA", made(16, base32)) + ".md",
	"JWT in a name":             "pay_" + hidden("ey", "JhbGciOiJIUzI1NiJ9.", made(30, letters), ".", made(40, letters)),
	"GitHub key in a name":      "the-" + hidden("gh", "p_", made(36, letters), "_now") + ".md",
	"model's key in a name":     "a_key_" + hidden("sk-", "ant-api03-", made(20, letters), "-_", made(20, letters), "_now") + ".md",
	"age key":                   "# age\n" + hidden("AGE-SECRET", "-KEY-1", made(58, bech32)),
	"PuTTY key":                 "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: x\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 2\n" + lines(2) + "\nPrivate-MAC: " + hidden(made(64, hex)) + "\nafter it",
	"RSA key":                   pem("RSA PRIVATE KEY", ""),
	"old encrypted key":         pem("RSA PRIVATE KEY", hidden("Proc-Type: 4,ENCRYPTED")+"\n\n"),
	"EC key":                    pem("EC PRIVATE KEY", ""),
	"PKCS 8 key":                pem("PRIVATE KEY", ""),
	"encrypted PKCS 8 key":      pem("ENCRYPTED PRIVATE KEY", ""),
	"OpenSSH key":               pem("OPENSSH PRIVATE KEY", ""),
	"PGP key":                   pem("PGP PRIVATE KEY BLOCK", hidden("Version: 1")+"\n\n"),
	"SSH2 key":                  "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n" + lines(2) + "\n---- END SSH2 ENCRYPTED PRIVATE KEY ----",
	"OpenVPN key":               pem("OpenVPN Static key V1", ""),
	"key in a quotation":        "> -----BEGIN PRIVATE KEY-----\n" + hidden("> "+made(64, letters)) + "\n" + hidden("> ") + "-----END PRIVATE KEY-----",
	"basic authorization":       "Authorization: Basic " + hidden(made(28, letters), "=="),
	"basic without digits":      "authorization: basic " + hidden(made(20, lower+capital)),
	"bearer authorization":      "Authorization: Bearer " + hidden(made(32, letters)),
	"bearer alone":              "send it as Bearer " + hidden(made(24, letters)),
	"authorization in curl":     `curl -H "Authorization: token ` + hidden(made(20, letters)) + `" https://api.orchard.example/`,
	"authorization in Python":   `headers = {"Authorization": "Bearer ` + hidden(made(30, letters)) + `"}`,
	"curl -u":                   "curl -u sam:" + hidden("blue", "kite7") + " https://api.orchard.example/",
	"curl -u quoted":            "run `curl --user 'sam:" + hidden("two words") + "' https://api.orchard.example/`",
	"curl -usam":                "curl -s -usam:" + hidden("bluekite") + " https://api.orchard.example/",
	"netrc":                     "machine api.orchard.example login sam password " + hidden("bluekite"),
	"netrc over lines":          "machine api.orchard.example\n  login sam\n  password " + hidden("bluekite") + "\n\nthe password was changed",
	"netrc in a sentence":       "put machine api.orchard.example login sam password " + hidden("bluekite") + " into it",
	"netrc default":             "default login anonymous password " + hidden("sam@orchard.example"),
	"Azure account key":         "DefaultEndpointsProtocol=https;AccountName=orchard;AccountKey=" + hidden(made(86, letters), "==") + ";EndpointSuffix=core.example",
	"Azure shared access key":   "Endpoint=sb://o.example/;SharedAccessKeyName=all;SharedAccessKey=" + hidden(made(43, letters), "="),
	"GitHub refresh token":      "use " + hidden("ghr", "_", made(36, letters)) + " for it",
	"GitHub token":              "use " + hidden("ghp", "_", made(36, letters)) + " for it",
	"GitHub fine-grained token": "use " + hidden("github", "_pat_", made(82, letters)) + " for it",
	"Slack app token":           "app: " + hidden("xapp", "-1-A", made(10, capital+digits), "-", made(13, digits), "-", made(64, hex)),
	"Slack bot token":           "bot: " + hidden("xoxb", "-", made(12, digits), "-", made(13, digits), "-", made(24, letters)),
	"Stripe webhook":            "hook " + hidden("whsec", "_", made(32, letters)) + ".",
	"Stripe key":                "hook " + hidden("sk_", "live_", made(24, letters)) + ".",
	"Vault token":               "VAULT: " + hidden("hvs", ".", made(95, letters)),
	"short Vault token":         "VAULT: " + hidden("hvs", ".", made(24, letters)),
	"PyPI token":                "twine: " + hidden("pypi", "-AgEIcHlwaS5vcmc", made(60, letters)),
	"PyPI token, cut":           "twine: " + hidden("pypi", "-", made(30, letters)),
	"user in an address":        "postgres://sam:" + hidden("bluekite") + "@db.orchard.example/x",
	"token in an address":       "git clone https://" + hidden(made(40, letters)) + "@git.orchard.example/x",
	"Passwort":                  "Passwort: " + hidden("Sommer", "2024!"),
	"Kennwort":                  "Das Kennwort lautet " + hidden("Blau", "kraut7"),
	"Zugangsdaten":              "Zugangsdaten: sam / " + hidden("Blau", "kraut7"),
	"mot de passe":              "Mot de passe\u00A0: " + hidden("soleil", "42"),
	"contraseña":                "CONTRASEÑA: " + hidden("sol", "azul9"),
	"parola d'ordine":           "Parola d’ordine = " + hidden("sole", "blu9"),
}

// more are other formats, as those who give them out describe them, and more words.
var more = map[string]string{
	"AWS id":                    "aws " + hidden("AKIA", made(16, base32)) + " it",
	"AWS temporary id":          "aws " + hidden("ASIA", made(16, base32)) + " it",
	"AWS secret":                "aws_secret_access_key = " + hidden(made(40, letters)),
	"Google key":                "maps " + hidden("AIza", made(35, letters)),
	"Google secret":             "web " + hidden("GOCSPX", "-", made(28, letters)),
	"Google access":             "web " + hidden("ya29", ".", made(60, letters)),
	"Google refresh":            "web " + hidden("1//", "0", made(60, letters)),
	"GitHub app":                "app " + hidden("ghs", "_", made(36, letters)),
	"GitHub user":               "app " + hidden("ghu", "_", made(36, letters)),
	"GitHub OAuth":              "app " + hidden("gho", "_", made(36, letters)),
	"GitLab":                    "ci " + hidden("glpat", "-", made(20, letters)),
	"GitLab deploy":             "ci " + hidden("gldt", "-", made(20, letters)),
	"GitLab runner":             "ci " + hidden("glrt", "-", made(20, letters)),
	"GitLab trigger":            "ci " + hidden("glptt", "-", made(40, hex)),
	"GitLab feed":               "ci " + hidden("glft", "-", made(20, letters)),
	"GitLab agent":              "ci " + hidden("glagent", "-", made(50, letters)),
	"Slack user":                "s " + hidden("xoxp", "-", made(11, digits), "-", made(12, digits), "-", made(13, digits), "-", made(32, hex)),
	"Slack refresh":             "s " + hidden("xoxe", "-1-", made(146, capital+digits)),
	"Slack hook":                "s " + hidden("https://", "hooks.slack.com/services/T", made(10, capital), "/B", made(10, capital), "/", made(24, letters)),
	"Discord hook":              "https://discord.com/api/webhooks/" + hidden(made(18, digits), "/", made(68, letters)),
	"Telegram bot":              "bot " + hidden(made(10, digits), ":AA", made(33, letters)),
	"Anthropic":                 "llm " + hidden("sk-", "ant-api03-", made(93, letters), "AA"),
	"OpenAI":                    "llm " + hidden("sk-", "proj-", made(64, letters)),
	"Groq":                      "llm " + hidden("gsk", "_", made(52, letters)),
	"xAI":                       "llm " + hidden("xai", "-", made(80, letters)),
	"Perplexity":                "llm " + hidden("pplx", "-", made(48, letters)),
	"Hugging Face":              "llm " + hidden("hf", "_", made(34, letters)),
	"Replicate":                 "llm " + hidden("r8", "_", made(37, letters)),
	"Pinecone":                  "llm " + hidden("pcsk", "_", made(60, letters)),
	"LangSmith":                 "llm " + hidden("lsv2", "_pt_", made(32, hex), "_", made(10, hex)),
	"Stripe test":               "pay " + hidden("sk_", "test_", made(24, letters)),
	"Stripe restricted":         "pay " + hidden("rk_", "live_", made(24, letters)),
	"Square":                    "pay " + hidden("sq0atp", "-", made(22, letters)),
	"PayPal":                    "pay " + hidden("access_token", "$production$", made(16, small), "$", made(32, hex)),
	"Flutterwave":               "pay " + hidden("FLWSECK", "_TEST-", made(32, "abcdefgh"+digits), "-X"),
	"Shopify":                   "shop " + hidden("shpat", "_", made(32, hex)),
	"Shopify secret":            "shop " + hidden("shpss", "_", made(32, hex)),
	"Shippo":                    "post " + hidden("shippo", "_live_", made(40, hex)),
	"EasyPost":                  "post " + hidden("EZAK", made(54, small)),
	"npm":                       "js " + hidden("npm", "_", made(36, letters)),
	"RubyGems":                  "rb " + hidden("rubygems", "_", made(48, hex)),
	"Docker Hub":                "img " + hidden("dckr", "_pat_", made(27, letters)),
	"Clojars":                   "clj " + hidden("CLOJARS", "_", made(60, small)),
	"Vault batch":               "v " + hidden("hvb", ".", made(140, letters)),
	"Vault old":                 "v hvs. or " + hidden("s", ".", made(24, letters)),
	"Terraform":                 "tf " + hidden(made(14, small), ".atlasv1.", made(65, small)),
	"Doppler":                   "d " + hidden("dp.pt", ".", made(43, small)),
	"1Password":                 "op " + hidden("ops_", "eyJ", made(260, letters)),
	"1Password secret":          "op " + hidden("A3", "-", made(6, capital+digits), "-", made(11, capital+digits), "-", made(5, capital+digits), "-", made(5, capital), "-", made(5, base32)),
	"Tailscale":                 "net " + hidden("tskey", "-auth-", made(12, letters), "-", made(32, letters)),
	"Fly":                       "net " + hidden("fm2", "_", made(120, letters)),
	"DigitalOcean":              "net " + hidden("dop_v1", "_", made(64, hex)),
	"Netlify":                   "net " + hidden("nfp", "_", made(36, letters)),
	"Supabase":                  "db " + hidden("sbp", "_", made(40, hex)),
	"PlanetScale":               "db " + hidden("pscale_tkn", "_", made(43, letters)),
	"Databricks":                "db " + hidden("dapi", made(32, hex)),
	"Grafana":                   "g " + hidden("glsa", "_", made(32, letters), "_", made(8, hex)),
	"Grafana cloud":             "g " + hidden("glc", "_", made(60, letters)),
	"Sentry":                    "e " + hidden("sntryu", "_", made(64, hex)),
	"New Relic":                 "new_relic_key: " + hidden("NRAK", "-", made(27, capital+digits)),
	"Datadog":                   "DATADOG_KEY=" + hidden(made(40, small)),
	"Dynatrace":                 "t " + hidden("dt0c01", ".", made(24, capital+digits), ".", made(64, capital+digits)),
	"SendGrid":                  "m " + hidden("SG", ".", made(22, letters), ".", made(43, letters)),
	"Mailgun":                   "mailgun: " + hidden("key", "-", made(32, hex)),
	"Mailchimp":                 "mailchimp = " + hidden(made(32, hex), "-us12"),
	"Brevo":                     "m " + hidden("xkeysib", "-", made(64, hex), "-", made(16, letters)),
	"Twilio":                    "t " + hidden("SK", made(32, hex)),
	"Linear":                    "w " + hidden("lin_api", "_", made(40, letters)),
	"Notion":                    "w " + hidden("ntn", "_", made(11, digits), made(35, letters)),
	"Figma":                     "w " + hidden("figd", "_", made(40, letters)),
	"Atlassian":                 "w " + hidden("ATATT3", made(186, letters)),
	"Asana":                     "asana_secret: " + hidden(made(32, small)),
	"Airtable":                  "airtable " + hidden("pat", made(14, letters), ".", made(64, hex)),
	"Postman":                   "w " + hidden("PMAK", "-", made(24, hex), "-", made(34, hex)),
	"CircleCI":                  "ci " + hidden("CCIPAT", "_", made(22, letters), "_", made(40, hex)),
	"Buildkite":                 "ci " + hidden("bkua", "_", made(40, hex)),
	"Pulumi":                    "ci " + hidden("pul", "-", made(40, hex)),
	"Artifactory":               "ci " + hidden("AKCp", made(69, letters)),
	"JSON web token":            "j " + hidden("eyJ", made(33, letters), ".eyJ", made(40, letters), ".", made(43, letters)),
	"OpenShift":                 "k " + hidden("sha256", "~", made(43, letters)),
	"Azure signed address":      "https://o.example/x?sv=1&sig=" + hidden(made(43, letters), "%3D") + "&se=2",
	"AWS signed address":        "https://o.example/x?X-Amz-Signature=" + hidden(made(64, hex)) + "&x=1",
	"Azure client":              "id: " + hidden(made(3, letters), "7Q~", made(34, letters)),
	"Alibaba":                   "a " + hidden("LTAI", made(20, small)),
	"Heroku":                    "h " + hidden("HRKU", "-AA", made(58, letters)),
	"WireGuard":                 "PrivateKey = " + hidden(made(43, letters), "="),
	"WireGuard shared":          "PresharedKey = " + hidden(made(43, letters), "="),
	"header with a key":         "X-Api-Key: " + hidden(made(32, hex)),
	"header of a proxy":         "Proxy-Authorization: Basic " + hidden(made(24, letters)),
	"sshpass":                   "sshpass -p '" + hidden("blue kite") + "' ssh sam@h.example",
	"docker login":              "docker login -u sam -p " + hidden("blue", "kite7") + " r.example",
	"redis":                     "redis-cli -h r.example -a " + hidden("bluekite") + " ping",
	"option":                    "mysqldump --password " + hidden("blue", "kite7") + " x",
	"option with a sign":        "mysqldump --password=" + hidden("blue", "kite7") + " x",
	"proxy":                     "curl -x http://p.example:1 -U sam:" + hidden("bluekite") + " https://o.example/",
	"arrow":                     "'password' => '" + hidden("blue", "kite7") + "',",
	"assignment in Go":          "password := \"" + hidden("blue", "kite7") + "\"",
	"comparison":                "secret == \"" + hidden("blue", "kite7") + "\"",
	"connection":                "Server=o.example;User Id=sam;Password=" + hidden("Blue", "kite7") + ";",
	"table":                     "| Passwort | " + hidden("Blau", "kraut7") + " |",
	"bold":                      "**Passwort:** " + hidden("Blau", "kraut7"),
	"password for":              "Password for the VPN: " + hidden("Blue", "kite7"),
	"password in brackets":      "Password (staging): " + hidden("Blue", "kite7"),
	"password is":               "the password for the VPN is " + hidden("Blue", "kite7"),
	"seed phrase":               "Seed phrase: " + hidden(strings.TrimSpace(strings.Repeat("kite ", 12))),
	"passphrase of words":       "Passphrase: " + hidden("blue kite over town"),
	"recovery codes":            "Recovery codes: " + hidden(made(10, small)),
	"English PIN":               "PIN code: " + hidden("47", "11"),
	"credentials":               "Credentials: sam / " + hidden("Blue", "kite7"),
	"Passwort für":              "Passwort für die Datenbank: " + hidden("Blau", "kraut7"),
	"Passwort ist":              "Mein Passwort ist " + hidden("blau", "kraut7"),
	"Losungswort":               "Losungswort: " + hidden("blau", "kraut7"),
	"Geheimzahl":                "Die Geheimzahl lautet " + hidden("47", "11"),
	"API-Schlüssel":             "API-Schlüssel: " + hidden(made(20, small)),
	"Zugangscode":               "Zugangscode = " + hidden("blau", "kraut7"),
	"mot de passe est":          "Le mot de passe est " + hidden("soleil", "42"),
	"mdp":                       "mdp: " + hidden("soleil", "42"),
	"mot de passe du":           "Mot de passe du serveur : " + hidden("Soleil", "42"),
	"clé d'API":                 "Clé d'API : " + hidden(made(20, small)),
	"CLÉ SECRÈTE":               "CLÉ SECRÈTE = " + hidden(made(20, small)),
	"identifiants":              "Identifiants : sam / " + hidden("Soleil", "42"),
	"jeton":                     "jeton = " + hidden(made(20, small)),
	"contraseña es":             "la contraseña es " + hidden("sol", "azul9"),
	"contraseña para":           "Contraseña para el servidor: " + hidden("Sol", "azul9"),
	"clave":                     "Clave: " + hidden("Sol", "azul9"),
	"frase de contraseña":       "Frase de contraseña: " + hidden("sol azul sobre casa"),
	"code secret":               "Code secret : " + hidden("ab", "12cd"),
	"token with a password":     "https://" + hidden(made(40, letters)) + ":" + hidden("x-oauth-basic") + "@h.example/",
	"clave de acceso":           "clave de acceso = " + hidden("sol", "azul9"),
	"credenciales":              "Credenciales: sam / " + hidden("Sol", "azul9"),
	"password è":                "la password è " + hidden("sole", "blu9"),
	"chiave":                    "chiave: " + hidden("Sole", "blu9"),
	"chiave segreta":            "Chiave segreta: " + hidden("sole", "blu9"),
	"codice di accesso":         "Codice di accesso: " + hidden("sole", "blu9"),
	"credenziali":               "Credenziali: sam / " + hidden("Sole", "blu9"),
	"session cookie":            "Cookie: theme=dark; session=" + hidden(made(32, letters), ".", made(20, letters), "-_x") + "; lang=en",
	"cookie that is set":        "Set-Cookie: connect.sid=" + hidden("s%3A", made(32, letters), ".", made(40, letters)) + "; Path=/; HttpOnly",
	"Rails secret":              "production:\n  secret_key_base: " + hidden(made(128, hex)),
	"kubeconfig key":            "    client-key-data: " + hidden("LS0tLS1CRUdJTiBSU0Eg", made(80, letters), "=="),
	"Docker auth":               `{"auths":{"r.example":{"auth": "` + hidden(made(28, letters), "==") + `"}}}`,
	"Mailgun alone":             "mail by " + hidden("key", "-", made(32, hex)) + " now",
	"Heroku token":              "heroku: " + hidden("HRKU", "-", made(8, hex), "-", made(4, hex), "-", made(4, hex), "-", made(4, hex), "-", made(12, hex)),
	"WordPress key":             "define('AUTH_KEY',         '" + hidden("t`DK%X:>xy|e-", made(30, letters), " &{)") + "');",
	"WordPress salt":            "define( 'NONCE_SALT', '" + hidden("put 4 real; one: ", made(30, letters)) + "' );",
	"Wi-Fi":                     `  psk="` + hidden("blue kite over") + `"`,
	"Wi-Fi, as hex":             "\tpsk=" + hidden(made(64, hex)),
	"LDAP":                      "bindpw " + hidden("blue", "kite7"),
	"LDAP in a form":            "bindpw: " + hidden("blue", "kite7"),
	"Google app password":       "Gmail app password: " + hidden("abcd efgh ijkl mnop"),
	"Google app password, told": "App-Passwort lautet " + hidden("abcd efgh ijkl mnop") + ".",
	"card":                      "card " + hidden("4111 ", "1111 1111 ", "1111") + ", of Sam",
	"SNMP":                      "snmp-server community " + hidden("blue", "kite") + " RO",
	"SNMP in a file":            "rocommunity " + hidden("blue", "kite") + " 192.0.2.0/24",
	"card without blanks":       "pay_" + hidden("5555", "555555554444") + " it",
	"password on the next line": "password:\n  " + hidden("blue", "kite7") + "\nafter it",
	"in YAML":                   "  db_password: '" + hidden("blue", "kite7") + "' # comment",
	"in a shell":                "export DB_PASSWORD=" + hidden("blue", "kite7"),
}
