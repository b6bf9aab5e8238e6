// Holds every version that is written down to that of Cargo.toml, and to the one that is given, if one is.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { release, root } from './cargo.mjs';

/** @returns {string[]} what differs */
export function differences(/** @type {string | undefined} */ tag) {
  const { version } = release();
  const json = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const lock = json('vscode-extension/package-lock.json');
  const written = {
    'vscode-extension/package.json': json('vscode-extension/package.json').version,
    'vscode-extension/package-lock.json': lock.version,
    'vscode-extension/package-lock.json, packages': lock.packages[''].version,
    ...(tag === undefined ? {} : { 'the tag': tag }),
  };
  return Object.entries(written)
    .filter(([, it]) => it !== version)
    .map(([where, it]) => `${where} has version ${it}, Cargo.toml ${version}`);
}

if (process.argv[1] === import.meta.filename) {
  const found = differences(process.argv[2]);
  for (const difference of found) console.error(difference);
  process.exitCode = found.length > 0 ? 1 : 0;
}
