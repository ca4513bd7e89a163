#!/usr/bin/env bash
# The scripts of action.yml as a runner calls them. Usage: .ci/action.sh, after make build.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export RUNNER_TEMP=$work/temp GITHUB_OUTPUT=$work/output GITHUB_ACTION_PATH=$PWD RUNNER_OS=Linux RUNNER_ARCH=X64
fail() { echo "FAILED: $*"; cat "$work/log"; exit 1; }

# A release, in a folder instead of on the network.
mkdir -p "$RUNNER_TEMP" "$work/releases/v1.2.3"
cp bin/drainlint "$work/releases/v1.2.3/drainlint-linux-amd64"
(cd "$work/releases/v1.2.3" && sha256sum drainlint-* >SHA256SUMS)
export DRAINLINT_DOWNLOADS=file://$work/releases
DRAINLINT_VERSION=v1.2.3 .github/action/install.sh >"$work/log" 2>&1 || fail "a release is not installed"
"$RUNNER_TEMP/drainlint/drainlint" version >/dev/null || fail "the release does not run"
for version in v9.9.9 latest '' 'v1.2.3/../v1.2.3' '$(touch '"$work"'/injected)'; do
  ! DRAINLINT_VERSION=$version .github/action/install.sh >"$work/log" 2>&1 || fail "version $version is accepted"
done
echo "0000  drainlint-linux-amd64" >"$work/releases/v1.2.3/SHA256SUMS"
! DRAINLINT_VERSION=v1.2.3 .github/action/install.sh >"$work/log" 2>&1 || fail "a wrong checksum is accepted"
grep -q 'checksum' "$work/log" || fail "a wrong checksum is not named"

# scan WANT PATHS ARGS: runs the scan and compares the exit code that it hands on.
scan() {
  : >"$GITHUB_OUTPUT"
  rm -f "$work/out.sarif"
  DRAINLINT_SARIF=$work/out.sarif DRAINLINT_PATHS=$2 DRAINLINT_ARGS=$3 .github/action/scan.sh >"$work/log" 2>&1 || fail "the step fails: $2 $3"
  grep -qx "exit-code=$1" "$GITHUB_OUTPUT" || { cat "$GITHUB_OUTPUT"; fail "paths '$2', args '$3': expected exit code $1"; }
}
scan 1 testdata/demo ''
grep -qx "sarif-file=$work/out.sarif" "$GITHUB_OUTPUT" || fail "no SARIF file"
scan 0 testdata/demo '--fail-on never'
scan 0 $'testdata/demo/manifests\ntestdata/demo/charts\n' $'--fail-on\nnever  --show note'
scan 2 'testdata/none; touch '"$work/injected" ''
scan 2 '$(touch '"$work/injected"')' ''
scan 2 testdata/demo '--config $(touch${IFS}'"$work/injected"')'
scan 2 --version ''
[ ! -e "$work/injected" ] || fail "an input was run as a program"
echo "the action's scripts do what they should"
