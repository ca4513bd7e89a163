#!/usr/bin/env bash
# Whether a release can be made again: one platform is built twice, in different folders, and compared. Also what is in it.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
platform=${1:-linux/$(${GO:-go} env GOARCH)}
export SOURCE_DATE_EPOCH=1700000000
.ci/dist.sh "$work/one" v0.0.1-check "$platform"
mkdir -p "$work/elsewhere/deeper"
git ls-files -co --exclude-standard -z | tar --null --ignore-failed-read -cf - -T - 2>/dev/null | tar -xf - -C "$work/elsewhere/deeper"
"$work/elsewhere/deeper/.ci/dist.sh" "$work/two" v0.0.1-check "$platform"
diff "$work/one/SHA256SUMS" "$work/two/SHA256SUMS" || fail "two builds of $platform differ"
(cd "$work/one" && sha256sum -c --quiet SHA256SUMS)
binary=$work/one/drainlint-${platform/\//-}
[ "$(stat -c %Y "$binary")" = "$SOURCE_DATE_EPOCH" ] || fail "the time of the binary is not that of the commit"
[ "$("$binary" version)" = "drainlint v0.0.1-check" ] || fail "the version is not stamped: $("$binary" version)"
! grep -qaF "$PWD/" "$binary" || fail "the binary names the folder it was built in"
grep -q '"purl": "pkg:golang/github.com/open-policy-agent/opa@v' "$binary.cdx.json" || fail "the SBOM lacks a module"
if command -v file >/dev/null; then file "$binary" | grep -q 'statically linked' || fail "not statically linked"; fi
# The image: nothing in it that drainlint itself reports.
"$binary" scan Dockerfile --show note || fail "drainlint reports its own Dockerfile"
echo "$platform: two builds are equal"
