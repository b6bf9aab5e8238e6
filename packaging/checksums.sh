#!/usr/bin/env bash
# Writes SHA256SUMS of all packages in a folder into it.
set -euo pipefail
cd "$1"
rm -f SHA256SUMS
sums=$(sha256sum -- *)
printf '%s\n' "$sums" >SHA256SUMS
