#!/usr/bin/env bash
# Builds release binaries: .ci/dist.sh DIR VERSION OS/ARCH... The same commit and Go version give the same bytes on every
# machine: no paths, no version control stamps, no dates, no cgo. Times of files are those of the commit.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go} dir=$1 version=$2
shift 2
export CGO_ENABLED=0 GOFLAGS=-buildvcs=false GOAMD64=v1 GOARM64=v8.0 GOTOOLCHAIN=local
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
mkdir -p "$dir"
rm -f "$dir"/drainlint-* "$dir/SHA256SUMS"
kit=$(mktemp -d)
trap 'rm -rf "$kit"' EXIT
"$go" build -trimpath -o "$kit/rulekit" ./cmd/rulekit
for platform in "$@"; do
  os=${platform%/*} arch=${platform#*/} ext=
  [ "$os" != windows ] || ext=.exe
  file=$dir/drainlint-$os-$arch$ext
  echo "$file"
  GOOS=$os GOARCH=$arch "$go" build -trimpath -ldflags "-s -w -buildid= -X main.stamped=$version" -o "$file" ./cmd/drainlint
  "$kit/rulekit" sbom "$file" "$version" >"$file.cdx.json"
done
(cd "$dir" && sha256sum drainlint-* >SHA256SUMS && touch -d "@$epoch" drainlint-* SHA256SUMS)
