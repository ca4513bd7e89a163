package facts

import "testing"

func TestJudgeSecret(t *testing.T) {
	for _, tt := range []struct {
		name, value string
		want        bool
	}{
		{"DB_PASSWORD", "Tr0ub4dor&3", true},
		{"MYSQL_ROOT_PASSWORD", "rootpw", true},
		{"api-key", "9f8e7d6c5b4a", true},
		{"HTTP_Passwd", "k8sSh1pper!", true},
		{"admin.client.s3.secret-access-key", "supersecret", true},
		{"GITHUB_TOKEN", "ghp_0123456789abcdef", true},
		{"DATABASE_URL", "postgres://app:Tr0ub4dor@db/app", true},
		{"anything", "amqp://user:pa55@mq", true},

		{"CLIENT_SECRET", "3f9a8b7c6d5e4f3a2b1c", true},

		{"TLS_SECRET", "web-tls", false},
		{"CERT_SECRET", "certs", false},
		{"DB_PASSWORD", "", false},
		{"DB_PASSWORD", "changeme", false},
		{"DB_PASSWORD", "$(OTHER)", false},
		{"DB_PASSWORD", "<password>", false},
		{"DB_PASSWORD", "your-password", false},
		{"DB_PASSWORD", "/run/secrets/db", false},
		{"DB_PASSWORD", "db-password", false},
		{"DB_PASSWORD", "{{ db_password }}", false},
		{"DB_PASSWORD", "xxxxx", false},
		{"TOKEN", "1234567890", false},
		{"cookie-secret", "SECRET", false},
		{"DB_PASSWORD_FILE", "secret1", false},
		{"SECRET_NAME", "web", false},
		{"TOKEN_TTL", "3600", false},
		{"ETCD_INITIAL_CLUSTER_TOKEN", "etcd-cluster-k8s", false},
		{"CACHE_KEY_PREFIX", "web2", false},
		{"KEY", "sort", false},
		{"USE_TOKEN", "true", false},
		{"TOKEN_URL", "https://example.com/token", false},
		{"DATABASE_URL", "postgres://app@db/app", false},
		{"DATABASE_URL", "postgres://app:$(PASSWORD)@db/app", false},
		{"VAULT_TOKEN", "vault:secret/data/x#token", false},
	} {
		if got := len(judgeSecret(nil, Secret{Name: tt.name}, tt.value)) > 0; got != tt.want {
			t.Errorf("%s=%s: credential %v, want %v", tt.name, tt.value, got, tt.want)
		}
	}
}
