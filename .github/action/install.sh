#!/usr/bin/env bash
# Puts drainlint into $RUNNER_TEMP/drainlint: a release whose checksum is compared, or the source of this action.
# Reads DRAINLINT_VERSION and the variables of a GitHub runner. Works with bash 3.2 (macOS).
set -euo pipefail
bin=$RUNNER_TEMP/drainlint
mkdir -p "$bin"
case "${RUNNER_OS:-}" in Linux) os=linux ext= ;; macOS) os=darwin ext= ;; Windows) os=windows ext=.exe ;; *) echo "::error::drainlint: no binary for ${RUNNER_OS:-an unknown system}"; exit 2 ;; esac
case "${RUNNER_ARCH:-}" in X64) arch=amd64 ;; ARM64) arch=arm64 ;; *) echo "::error::drainlint: no binary for ${RUNNER_ARCH:-an unknown processor}"; exit 2 ;; esac
if [ "$DRAINLINT_VERSION" = source ]; then
  cd "$GITHUB_ACTION_PATH"
  CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X main.stamped=source" -o "$bin/drainlint$ext" ./cmd/drainlint
  exit
fi
if ! printf '%s' "$DRAINLINT_VERSION" | grep -qE '^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$'; then
  echo "::error::drainlint: the input version is neither a release like v1.2.0 nor \"source\""
  exit 2
fi
cd "$bin"
file=drainlint-$os-$arch$ext
from=${DRAINLINT_DOWNLOADS:-https://github.com/drainlint/drainlint/releases/download}/$DRAINLINT_VERSION
curl -fsSL --retry 3 -o "$file" "$from/$file"
curl -fsSL --retry 3 -o SHA256SUMS "$from/SHA256SUMS"
want=$(awk -v f="$file" '$2 == f {print $1}' SHA256SUMS)
if command -v sha256sum >/dev/null; then got=$(sha256sum "$file"); else got=$(shasum -a 256 "$file"); fi
if [ -z "$want" ] || [ "$want" != "${got%% *}" ]; then
  echo "::error::drainlint: the checksum of $file is not the one in SHA256SUMS"
  exit 2
fi
mv "$file" "drainlint$ext"
chmod +x "drainlint$ext"
