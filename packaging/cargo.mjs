// What Cargo's manifests say of the program that is released.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {string} license
 * @property {string} description
 */

/** @returns {Release & { targetFolder: string }} */
export function release() {
  const command = ['metadata', '--no-deps', '--format-version=1', '--offline'];
  const text = execFileSync('cargo', command, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const { packages, target_directory: targetFolder } = JSON.parse(text);
  const { version, license, description } = packages.find(
    (/** @type {{ name: string }} */ { name }) => name === 'affine-analyzer',
  );
  return { version, license, description, targetFolder };
}
