#!/usr/bin/env bash
# Installs code-server (VS Code in the browser) from the npm registry, for the editor tests.
# usage: install-code-server.sh [DIR]
# DIR defaults to $AFFINE_ANALYZER_CODE_SERVER, then to vscode-extension/.code-server. Does nothing when it is there already.
set -euo pipefail

version=4.100.3
extension_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=${1:-${AFFINE_ANALYZER_CODE_SERVER:-$extension_root/.code-server}}
stamp=$target/installed-version

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$version" ]; then
  echo "code-server $version is installed in $target"
  exit 0
fi

missing=()
for tool in node npm rg g++ make python3 pkg-config; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "cannot install code-server: missing ${missing[*]}" >&2
  echo "on Debian: apt-get install ripgrep pkg-config libkrb5-dev libx11-dev libxkbfile-dev libsecret-1-dev g++ make python3" >&2
  exit 1
fi

rm -rf "$target"
mkdir -p "$target"
cd "$target"
printf '{ "private": true }\n' >package.json

# The packages' install scripts fetch prebuilt binaries. They are skipped; what is needed is built from source below.
npm install --ignore-scripts --no-audit --no-fund "code-server@$version"
workbench=$target/node_modules/code-server/lib/vscode
(cd "$workbench" && npm install --ignore-scripts --omit=dev --no-audit --no-fund)

# VS Code's search looks for ripgrep in its own package only.
mkdir -p "$workbench/node_modules/@vscode/ripgrep/bin"
ln -sf "$(command -v rg)" "$workbench/node_modules/@vscode/ripgrep/bin/rg"

# Native modules are built with node's headers. They would be downloaded, unless it is said where they are.
node_prefix=$(node -p 'path.resolve(process.execPath, "../..")')
case $(npm config get nodedir) in
  undefined | null | '')
    if [ -f "$node_prefix/include/node/node.h" ]; then export npm_config_nodedir=$node_prefix; fi
    ;;
esac

(cd "$workbench" && npm_config_yes=true npm rebuild \
  node-pty @vscode/spdlog native-watchdog @parcel/watcher kerberos @vscode/deviceid)
npm rebuild argon2

# The workbench addresses its modules by the name they have in the desktop build.
ln -sfn node_modules "$workbench/node_modules.asar"

node node_modules/code-server/out/node/entry.js --version
echo "$version" >"$stamp"
