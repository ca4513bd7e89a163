package engine

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/Masterminds/sprig/v3"
)

// fixed replaces the functions that answer differently on every call: random numbers, the clock, keys and certificates,
// salted hashes. The answers have the shape of the real ones (length, alphabet, PEM type) and hold no secret; making real
// keys would be most of the time of rendering a typical chart. Each call is remembered with the action that made it.
func (t *tracer) fixed() map[string]any {
	letters := func(alphabet string) func(int) string {
		return func(n int) string { t.drawn(); return repeat(alphabet, n) }
	}
	cert := func(key string) certificate { t.drawn(); return certificate{Cert: armor("CERTIFICATE", 800), Key: key} }
	return map[string]any{
		"randAlphaNum": letters("a1B2c3D4e5F6g7H8"),
		"randAlpha":    letters("aBcDeFgH"),
		"randAscii":    letters("a1-B2_c3.D4"),
		"randNumeric":  letters("1234567890"),
		"randBytes":    func(n int) (string, error) { t.drawn(); return base64.StdEncoding.EncodeToString(noise(n)), nil },
		"randInt":      func(low, _ int) int { t.drawn(); return low },
		"shuffle":      func(s string) string { t.drawn(); return s },
		"uuidv4":       func() string { t.drawn(); return "00000000-0000-4000-8000-000000000000" },
		"now":          func() time.Time { t.drawn(); return fixedTime },
		"ago":          func(any) string { t.drawn(); return "0s" },
		"bcrypt":       func(string) string { return hash },
		"htpasswd":     func(user, _ string) string { return user + ":" + hash },
		"encryptAES": func(_, s string) (string, error) {
			t.drawn()
			return base64.StdEncoding.EncodeToString(noise(16 + len(s)/16*16 + 16)), nil
		},
		"genPrivateKey":            func(kind string) string { t.drawn(); return privateKey(kind) },
		"genCA":                    func(string, int) (certificate, error) { return cert(privateKey("rsa")), nil },
		"genCAWithKey":             func(_ string, _ int, key string) (certificate, error) { return cert(key), nil },
		"genSelfSignedCert":        func(string, []any, []any, int) (certificate, error) { return cert(privateKey("rsa")), nil },
		"genSelfSignedCertWithKey": func(_ string, _, _ []any, _ int, key string) (certificate, error) { return cert(key), nil },
		"genSignedCert":            func(string, []any, []any, int, any) (certificate, error) { return cert(privateKey("rsa")), nil },
		"genSignedCertWithKey":     func(_ string, _, _ []any, _ int, _ any, key string) (certificate, error) { return cert(key), nil },
		"buildCustomCert":          buildCustomCert,
	}
}

// certificate has the fields of the one in package sprig, which is not exported.
type certificate struct{ Cert, Key string }

var fixedTime = time.Date(2024, time.January, 1, 0, 0, 0, 0, time.UTC)

const hash = "$2a$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234"

// buildCustomCert takes what the functions above have made, and leaves everything else to sprig, which checks it.
func buildCustomCert(cert, key string) (any, error) {
	if text, err := base64.StdEncoding.DecodeString(cert); err == nil && string(text) == armor("CERTIFICATE", 800) {
		decoded, err := base64.StdEncoding.DecodeString(key)
		return certificate{Cert: string(text), Key: string(decoded)}, err
	}
	return call(sprig.TxtFuncMap()["buildCustomCert"], cert, key)
}

func privateKey(kind string) string {
	switch kind {
	case "", "rsa":
		return armor("RSA PRIVATE KEY", 1190)
	case "dsa":
		return armor("DSA PRIVATE KEY", 800)
	case "ecdsa":
		return armor("EC PRIVATE KEY", 121)
	case "ed25519":
		return armor("PRIVATE KEY", 48)
	}
	return "Unknown type " + kind
}

// armor is PEM around bytes that mean nothing.
func armor(label string, n int) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: label, Bytes: noise(n)}))
}

// noise is n bytes that look random and are always the same.
func noise(n int) []byte {
	var out []byte
	for i := 0; len(out) < n; i++ {
		sum := sha256.Sum256(fmt.Append(nil, "drainlint", i))
		out = append(out, sum[:]...)
	}
	return out[:n]
}

func repeat(alphabet string, n int) string {
	return strings.Repeat(alphabet, n/len(alphabet)+1)[:n]
}

// call runs a function of sprig whose result type is not exported.
func call(f any, args ...string) (any, error) {
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	out := reflect.ValueOf(f).Call(in)
	err, _ := out[1].Interface().(error)
	return out[0].Interface(), err
}
