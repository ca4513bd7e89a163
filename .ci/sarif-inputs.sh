#!/bin/sh
# Writes SARIF for every kind of input that code scanning has to take.
# Usage: .ci/sarif-inputs.sh DRAINLINT FOLDER
# Exit: 0 written; 1 a file lacks what it is there for; 2 drainlint failed.
set -eu
bin=$1 out=$2
rm -rf "$out"
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# scan NAME WANTED EXIT ARGUMENT...: the file must hold WANTED, and drainlint end with EXIT.
scan() {
	name=$1 wanted=$2 want=$3
	shift 3
	code=0
	"$bin" scan "$@" -o "sarif=$out/$name.sarif" 2>"$work/log" || code=$?
	if [ "$code" != "$want" ]; then
		cat "$work/log" >&2
		echo "$0: $name: exit code $code, expected $want" >&2
		exit 2
	fi
	if ! grep -q "$wanted" "$out/$name.sarif"; then
		echo "$0: $name: the file has no $wanted" >&2
		exit 1
	fi
}

scan demo '"ruleId"' 0 testdata/demo --fail-on never
mkdir "$work/clean"
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: clean}\n' >"$work/clean/config.yaml"
scan clean '"results": \[\]' 0 "$work/clean"
scan overlay '"ruleId"' 0 testdata/demo/deploy/overlays/prod --fail-on never

mkdir -p "$work/sets/ci"
cp -R testdata/demo/charts/shop/. "$work/sets"
echo 'fullnameOverride: other' >"$work/sets/ci/other-values.yaml"
echo 'replicaCount: 1' >"$work/sets/ci/one-values.yaml"
scan sets '"ruleId"' 0 "$work/sets" --fail-on never

mkdir "$work/image"
printf 'FROM debian:12-slim\nCOPY run.sh /run.sh\nENTRYPOINT ["/run.sh"]\n' >"$work/image/Dockerfile"
printf '#!/bin/sh\n/usr/local/bin/server --listen :8080\n' >"$work/image/run.sh"
scan dockerfile '"codeFlows"' 0 "$work/image" --fail-on never

mkdir -p "$work/broken/templates"
printf 'apiVersion: v2\nname: broken\nversion: 0.1.0\n' >"$work/broken/Chart.yaml"
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.a.b.c }}\n' >"$work/broken/templates/config.yaml"
scan broken '"cannot-analyse"' 2 "$work/broken" --fail-on never

mkdir "$work/empty"
scan empty 'nothing was analysed' 0 "$work/empty" --fail-on never

mkdir -p "$work/with space/kø 配置"
printf 'apiVersion: v1\nkind: Pod\nmetadata: {name: bad}\nspec:\n  terminationGracePeriodSeconds: 5\n  containers:\n  - name: app\n    image: example.com/app:1.0\n    lifecycle: {preStop: {exec: {command: [sleep, "9"]}}}\n' >"$work/with space/kø 配置/100% a:b.yaml"
scan names 'k%C3%B8%20%E9%85%8D%E7%BD%AE/100%25%20a%3Ab.yaml' 0 "$work/with space" --fail-on never

cp -R "$work/with space" "$work/accepted"
"$bin" baseline "$work/accepted" 2>/dev/null
scan unchanged '"baselineState": "unchanged"' 0 "$work/accepted" --baseline
sed 's/"9"/"1"/' "$work/accepted/kø 配置/100% a:b.yaml" >"$work/fixed.yaml"
mv "$work/fixed.yaml" "$work/accepted/kø 配置/100% a:b.yaml"
scan absent '"baselineState": "absent"' 0 "$work/accepted" --baseline
