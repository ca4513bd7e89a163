#!/usr/bin/env bash
# The hooks of .pre-commit-hooks.yaml under the real pre-commit: a bad commit is refused with a message that says why, a good
# one passes, and so do renamed and deleted files. Usage: .ci/pre-commit.sh, after make build.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
if ! command -v pre-commit >/dev/null && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  { apt-get install -y --no-install-recommends pre-commit || { apt-get update && apt-get install -y --no-install-recommends pre-commit; }; } >/dev/null 2>&1 || true
fi
command -v pre-commit >/dev/null || { echo "pre-commit is not installed: its hooks are not tested"; exit 0; }

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
GOMODCACHE_WAS=$(go env GOMODCACHE 2>/dev/null || true)
GOCACHE_WAS=$(go env GOCACHE 2>/dev/null || true)
export HOME=$work PRE_COMMIT_HOME=$work/cache PATH=$here/bin:$PATH
git() { command git -c user.name=test -c user.email=test@example.com -c init.defaultBranch=main -c protocol.file.allow=always "$@"; }
fail() { echo "FAILED: $*"; cat "$work/out" 2>/dev/null; exit 1; }

# A repository of the hooks as they are in this work tree.
mkdir "$work/hooks" "$work/repo"
command git ls-files -co --exclude-standard -z | tar --null --ignore-failed-read -cf - -T - 2>/dev/null | tar -xf - -C "$work/hooks"
git -C "$work/hooks" init -q
git -C "$work/hooks" add -A
git -C "$work/hooks" commit -qm hooks
rev=$(git -C "$work/hooks" rev-parse HEAD)

cd "$work/repo"
git init -q
config() { printf 'repos:\n- repo: %s\n  rev: %s\n  hooks: [{id: %s}]\n' "$work/hooks" "$rev" "$1" > .pre-commit-config.yaml; }
# commit WANT MESSAGE: stages everything, commits, and compares whether the commit was made.
commit() {
  git add -A
  local got=made
  git commit -qm "$2" > "$work/out" 2>&1 || got=refused
  [ "$got" = "$1" ] || fail "$2: the commit was $got, expected $1"
  echo "$2: $got"
}
says() { grep -qE "$1" "$work/out" || fail "the output does not say: $1"; }
mkdir -p web/templates deploy/base deploy/prod manifests
cat > web/Chart.yaml <<'YAML'
apiVersion: v2
name: web
version: 1.0.0
YAML
echo 'hookSeconds: 2' > web/values.yaml
cat > web/templates/pod.yaml <<'YAML'
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  terminationGracePeriodSeconds: 5
  containers:
  - name: app
    image: example.com/web:1.0
    resources: {requests: {cpu: 100m, memory: 64Mi}, limits: {memory: 64Mi}}
    lifecycle:
      preStop:
        exec:
          command: [sleep, "{{ .Values.hookSeconds }}"]
YAML
sed -e 's/{{ .Values.hookSeconds }}/2/' -e 's/name: web/name: base/' web/templates/pod.yaml > deploy/base/pod.yaml
echo 'resources: [pod.yaml]' > deploy/base/kustomization.yaml
echo 'resources: [../base]' > deploy/prod/kustomization.yaml
echo '{% for task in tasks %}' > playbook.yaml
config drainlint-system
pre-commit install >/dev/null
commit made "a good chart and overlay"

echo 'hookSeconds: 9' > web/values.yaml
commit refused "a hook that outlasts the grace period, in the values"
says 'the preStop hook takes 9 s'
says 'web/'
grep -q 'deploy/' "$work/out" && fail "a file that was not changed is reported"
echo 'hookSeconds: 3' > web/values.yaml
commit made "the same, put right"

sed -i 's/"2"/"8"/' deploy/base/pod.yaml
commit refused "a resource of a base"
says 'deploy/base/pod.yaml'
git checkout -q HEAD -- deploy

git mv web/templates/pod.yaml web/templates/renamed.yaml
commit made "a renamed template"
git mv web/templates/renamed.yaml web/templates/again.yaml
sed -i 's/Seconds: 5/Seconds: 1/' web/templates/again.yaml
commit refused "a renamed template that got worse"
says 'web/templates/again.yaml'
sed -i 's/Seconds: 1/Seconds: 5/' web/templates/again.yaml
commit made "the same, put right"
git rm -q web/templates/again.yaml
echo 'hookSeconds: 4' > web/values.yaml
commit made "a deleted template"

config drainlint-all-system
git add -A
git commit -qm "all" >/dev/null 2>&1 || fail "all"
git rm -q deploy/base/pod.yaml
commit refused "a deleted resource, seen by the hook for everything"
says 'deploy/base/kustomization.yaml'
git reset -q --hard

# The hook that builds drainlint: offline, from the modules that the build of this work tree has fetched.
if [ "${PRE_COMMIT_GOLANG:-1}" = 1 ] && command -v go >/dev/null && [ -d "$GOMODCACHE_WAS" ]; then
  config drainlint
  sed -i 's/Seconds: 5/Seconds: 1/' deploy/base/pod.yaml
  export GOMODCACHE=$GOMODCACHE_WAS GOCACHE=$GOCACHE_WAS GOFLAGS="-mod=mod -buildvcs=false" CGO_ENABLED=0
  PATH=${PATH#"$here/bin:"} commit refused "a bad commit, with the hook that is built"
  says 'terminationGracePeriodSeconds is 1'
fi
