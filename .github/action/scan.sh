#!/usr/bin/env bash
# Runs drainlint scan for the action. Everything that a workflow passes comes through the environment and is never read as
# shell: DRAINLINT_PATHS (one a line), DRAINLINT_ARGS (separated by white space), DRAINLINT_SARIF.
set -uo pipefail
args=()
while IFS= read -r line; do
  read -ra words <<<"$line"
  args+=(${words[@]+"${words[@]}"})
done <<<"${DRAINLINT_ARGS:-}"
paths=()
while IFS= read -r line; do
  line=${line%$'\r'}
  [ -z "$line" ] || paths+=("$line")
done <<<"${DRAINLINT_PATHS:-.}"
code=0
"$RUNNER_TEMP/drainlint/drainlint" scan -o text -o "sarif=$DRAINLINT_SARIF" ${args[@]+"${args[@]}"} -- ${paths[@]+"${paths[@]}"} || code=$?
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
if [ -s "$DRAINLINT_SARIF" ]; then echo "sarif-file=${DRAINLINT_SARIF//[$'\r\n']/}" >>"$GITHUB_OUTPUT"; fi
[ "$code" -le 2 ] || exit "$code"
