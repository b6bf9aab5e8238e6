// The platforms that releases are made for, and what each is called by those who install.
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Target
 * @property {string} triple what Rust calls it
 * @property {string} runner the machine that builds for it
 * @property {{ os: string, cpu: string }} npm what npm calls it
 * @property {string[]} vscode what VS Code calls it; several where one program runs on all of them
 * @property {string[]} [wheel] the tags of its wheel, where they do not follow from the program
 */

/** @type {Target[]} */
export const TARGETS = JSON.parse(readFileSync(new URL('targets.json', import.meta.url), 'utf8'));

/** @param {Target} target */
export function platform({ npm }) {
  return `${npm.os}-${npm.cpu}`;
}

/** @param {Target} target */
export function program({ npm }) {
  return npm.os === 'win32' ? 'affine-analyzer.exe' : 'affine-analyzer';
}

/** The target whose packages run here. */
export function host() {
  return TARGETS.find(({ npm }) => npm.os === process.platform && npm.cpu === process.arch);
}
