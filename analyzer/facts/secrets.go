package facts

import (
	"net/url"
	"regexp"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
)

// credential is a name whose value is a secret: DB_PASSWORD, api-key, HTTP_Passwd. Names of where a secret is kept (_FILE,
// _PATH, _NAME) or what it is like (_TTL, _LENGTH) are not.
var credential = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:.*[._-])?(?:[a-z0-9]*(?:password|passwd|passphrase)|pwd|secret|[a-z]*secret[_-]?key|[a-z]*token|api[_-]?key|access[_-]?key|private[_-]?key|license[_-]?key|client[_-]?secret|account[_-]?key)$`)
})

// flagOf splits an argument --name=value.
var flagOf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^--?([A-Za-z][\w.-]*)=(.+)$`) })

// settingOf is a line of an agent's output section: HTTP_Passwd value, password: value, api_key = value.
var settingOf = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*-?\s*["']?([A-Za-z][\w.-]*)["']?(?:\s*[:=]\s*|\s+)["']?([^\s"']+)["']?,?\s*$`)
})

// placeholderValue is what a credential says that is not one: an example, a reference, a word that asks to be replaced.
var placeholderValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:x+|\*+|\.+|-+|true|false|yes|no|none|null|nil|\d{1,5}|0?123456\d*|disabled|enabled|todo|tbd|test|foo|bar|dummy|fake)$|change.?(me|it|this)|replace|placeholder|example|your|insert|redacted|<|>|\$|\{\{|%[({]|@@|__|^(?:my|some|the)[-_]?(?:super)?[-_]?(?:secret|password|token|key)|^/|^(?:file|env|vault|ssm|secret|sops|arn|ref|kms|op|awssm|gcpsm|enc)[:+]|^\[`)
})

func secrets(c corev1.Container, at Ref, texts []configText) []Secret {
	var out []Secret
	for i, e := range c.Env {
		if e.ValueFrom != nil {
			continue
		}
		out = judgeSecret(out, Secret{At: at.Child("env", i, "value"), Where: "env", Name: e.Name}, e.Value)
	}
	arguments := func(field string, list []string) {
		for i, a := range list {
			if m := flagOf().FindStringSubmatch(a); m != nil {
				out = judgeSecret(out, Secret{At: at.Child(field, i), Where: "argument", Name: m[1]}, m[2])
			} else if strings.HasPrefix(a, "--") && i+1 < len(list) && !wordLike(list[i+1]) {
				out = judgeSecret(out, Secret{At: at.Child(field, i+1), Where: "argument", Name: strings.TrimLeft(a, "-")}, list[i+1])
			}
		}
	}
	arguments("command", c.Command)
	arguments("args", c.Args)
	for _, t := range texts {
		number := 0
		for line := range strings.SplitSeq(t.text, "\n") {
			number++
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "#") || strings.HasPrefix(line, ";") {
				continue
			}
			if !hinted(line) {
				continue
			}
			if m := settingOf().FindStringSubmatch(line); m != nil {
				out = judgeSecret(out, Secret{At: t.line(number), Where: "config", Name: m[1], Object: t.object}, m[2])
			}
		}
	}
	return out
}

// hinted spares most texts the expressions.
func hinted(text string) bool {
	text = strings.ToLower(text)
	for _, word := range []string{"pass", "secret", "token", "key", "pwd", "://"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// judgeSecret adds s when its name and value are those of a credential, or the value is a URL with a password.
func judgeSecret(out []Secret, s Secret, value string) []Secret {
	if !hinted(s.Name) && !strings.Contains(value, "://") {
		return out
	}
	value = strings.TrimSpace(value)
	if strings.Contains(value, "://") && !strings.ContainsAny(value, " \n") {
		u, err := url.Parse(value)
		if err != nil || u.User == nil {
			return out
		}
		password, ok := u.User.Password()
		if ok && password != "" && !placeholderValue().MatchString(password) && u.User.Username() != password {
			s.URL = true
			return append(out, s)
		}
		return out
	}
	// A cluster's token tells clusters apart, it opens none: etcd's --initial-cluster-token.
	if strings.HasSuffix(strings.ToLower(strings.ReplaceAll(s.Name, "_", "-")), "initial-cluster-token") {
		return out
	}
	if value == "" || shouted(value) || !credential().MatchString(s.Name) || placeholderValue().MatchString(value) || strings.ContainsAny(value, " \n") || kubernetesName(s.Name, value) {
		return out
	}
	return append(out, s)
}

// wordLike tells whether a text may be the next word of a command line rather than the value of the flag before it: a flag, a
// plain word, a path.
func wordLike(text string) bool {
	return strings.HasPrefix(text, "-") || strings.Trim(text, "abcdefghijklmnopqrstuvwxyz-./:") == ""
}

// shouted tells whether a value is written as documentation writes what is to be filled in: SECRET, MY_TOKEN.
func shouted(value string) bool {
	return strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-") == ""
}

// kubernetesName tells whether a value names a Secret object instead of being one: it repeats a word of the variable, as
// "web-secret" for SECRET and "db-password" for PASSWORD do.
func kubernetesName(name, value string) bool {
	value = strings.ToLower(value)
	for _, word := range []string{"secret", "password", "token", "credential", "key"} {
		if strings.Contains(value, "-"+word) || strings.Contains(value, word+"-") || strings.Contains(value, "."+word) {
			return true
		}
	}
	// A variable called ..._SECRET with a short name, or one in several words, says which Secret: TLS_SECRET=web-tls.
	if strings.HasSuffix(strings.ToLower(name), "secret") && strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" {
		return strings.Contains(value, "-") || len(value) < 12
	}
	return strings.EqualFold(name, value)
}
