#!/usr/bin/env bash
# What `action.yml` runs: gets the program of a release if none is named, and checks.
# The environment has the inputs; it runs on Linux, macOS (with its old bash) and Windows.
set -euo pipefail

# The lines of a text that are not blank, as `lines`.
split() {
  lines=()
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    [ -z "${line//[[:space:]]/}" ] || lines+=("$line")
  done <<<"$1"
}

# The platform of this machine, as the archives of a release are named.
platform() {
  local os cpu
  case ${RUNNER_OS:-$(uname -s)} in
    Linux) os=linux ;;
    macOS | Darwin) os=darwin ;;
    *) os=win32 ;;
  esac
  case ${RUNNER_ARCH:-$(uname -m)} in
    X64 | x86_64) cpu=x64 ;;
    ARM64 | arm64 | aarch64) cpu=arm64 ;;
    *) echo "::error::affine-analyzer has no release for this processor" >&2; return 2 ;;
  esac
  echo "$os-$cpu"
}

# Downloads a release, compares it with its checksum, and sets `program`.
download() {
  local name folder sums
  name=affine-analyzer-$(platform)
  folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/affine-analyzer-XXXXXX")
  gh release download "$ACTION_TAG" --repo "$ACTION_REPOSITORY" --dir "$folder" \
    --pattern "$name.tar.gz" --pattern SHA256SUMS
  sums=(sha256sum)
  command -v sha256sum >/dev/null || sums=(shasum -a 256)
  (
    cd "$folder"
    # A name that is not listed must not pass for one that was compared.
    grep "[ *]$name.tar.gz\$" SHA256SUMS | "${sums[@]}" --check -
    tar -xzf "$name.tar.gz"
  )
  program=$folder/$name/affine-analyzer
}

program=${CHECK_PROGRAM:-}
[ -n "$program" ] || download
split "${CHECK_OPTIONS:-}"
options=(${lines[@]+"${lines[@]}"})
split "${CHECK_PATHS:-.}"
paths=("${lines[@]}")

if [ -n "${CHECK_SARIF:-}" ]; then
  # What is found fails the step below, once it has been shown.
  status=0
  "$program" check --format sarif ${options[@]+"${options[@]}"} -- "${paths[@]}" >"$CHECK_SARIF" || status=$?
  [ "$status" -le 1 ] || exit "$status"
fi
"$program" check --format github ${options[@]+"${options[@]}"} -- "${paths[@]}"
