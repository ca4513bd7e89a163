#!/bin/sh
# Validates SARIF files as code scanning would: the published schema, the format's own rules and GitHub's.
# Usage: .ci/sarif-validate.sh FILE...
# Needs node and npm; the validator is installed once into SARIF_MULTITOOL_DIR (default: the user's cache folder).
# Exit: 0 no error and no warning; 1 some; 2 the validator could not run.
set -eu

version=5.7.0
dir=${SARIF_MULTITOOL_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/drainlint/sarif-multitool-$version}

if [ $# -eq 0 ]; then
	echo "usage: $0 FILE..." >&2
	exit 2
fi
for command in node npm; do
	if ! command -v "$command" >/dev/null; then
		echo "$0: $command is needed to run the validator, and is not on the PATH" >&2
		exit 2
	fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

if [ ! -d "$dir/node_modules/@microsoft/sarif-multitool" ]; then
	mkdir -p "$dir"
	# The only install script is a chmod, which newer npm versions do not run unasked; it is done below.
	if ! npm install --prefix "$dir" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error \
		"@microsoft/sarif-multitool@$version" >"$work/npm.log" 2>&1; then
		cat "$work/npm.log" >&2
		exit 2
	fi
fi
# The package's own command hands its arguments to a shell unquoted, so that the semicolon in --rule-kind ends it.
tool=$(node -p 'require(process.argv[1])' "$dir/node_modules/@microsoft/sarif-multitool")
chmod u+x "$tool"

# .NET aborts at start without libicu unless told to do without.
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1
export DOTNET_CLI_TELEMETRY_OPTOUT=1

# Left out: whether each link can be fetched. It is advice only, and asks the network once per rule.
cat >"$work/config.xml" <<'XML'
<?xml version="1.0" encoding="utf-8"?>
<Properties>
  <Properties Key="SARIF2006.UrisShouldBeReachable.Options">
    <Property Key="RuleEnabled" Value="Disabled" Type="Driver.RuleEnabledState" />
  </Properties>
</Properties>
XML

status=0
for file in "$@"; do
	if [ ! -r "$file" ]; then
		echo "$file: no such file, or it cannot be read" >&2
		exit 2
	fi
	# A copy with a plain name: the validator reads its arguments as patterns.
	cp "$file" "$work/input.sarif"
	rm -f "$work/output.sarif"
	# It exits 0 whatever it finds, and skips files above a limit (in KB) with a mere warning.
	if ! "$tool" validate "$work/input.sarif" --rule-kind "Sarif;Ghas" --level "Error;Warning" \
		--config "$work/config.xml" --max-file-size-in-kb 1000000 --output "$work/output.sarif" >"$work/log" 2>&1 || [ ! -s "$work/output.sarif" ]; then
		echo "$file: the validator did not run to its end:" >&2
		cat "$work/log" >&2
		exit 2
	fi
	node - "$file" "$work/output.sarif" <<'JS' || status=1
const fs = require("fs");
const [file, output] = process.argv.slice(2);
const [run] = JSON.parse(fs.readFileSync(output, "utf8").replace(/^\uFEFF/, "")).runs;
const rules = new Map((run.tool.driver.rules || []).map((rule) => [rule.id, rule]));

function message(ruleId, m) {
  const rule = rules.get(ruleId) || {};
  const text = m.text || ((rule.messageStrings || {})[m.id] || { text: m.id }).text;
  return text.replace(/\{(\d+)\}/g, (all, n) => (m.arguments || [])[n] ?? all);
}

let bad = 0;
function report(line, level, id, m) {
  bad++;
  console.log(`${file}:${line}: ${level}: ${message(id, m)} [${id}]`);
}

for (const result of run.results || []) {
  // A result without a level is a warning; "note" and "none" are advice.
  const level = result.level || "warning";
  if (level !== "error" && level !== "warning") continue;
  const at = (result.locations || [])[0]?.physicalLocation?.region?.startLine ?? 1;
  report(at, level, result.ruleId, result.message);
}
for (const invocation of run.invocations || []) {
  for (const list of ["toolExecutionNotifications", "toolConfigurationNotifications"]) {
    for (const n of invocation[list] || []) {
      const level = n.level || "warning";
      // That the check above is left out.
      if (n.descriptor?.id === "WRN999.RuleExplicitlyDisabled") continue;
      if (level === "error" || level === "warning") report(1, level, n.descriptor?.id ?? list, n.message);
    }
  }
  if (invocation.executionSuccessful === false) report(1, "error", "invocation", { text: "the validator failed" });
}
if (bad === 0) console.log(`${file}: valid`);
process.exit(bad === 0 ? 0 : 1);
JS
done
exit "$status"
