// What the tests share: packages of the program that `cargo build --release` has built, and empty places.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { release, root } from '../cargo.mjs';

/** The version that everything has to say. */
export const { version, targetFolder } = release();

/** Where `tests/run` has put the tools of Python. */
export const tools = path.join(targetFolder, 'packaging-tools', 'bin');

/**
 * An empty folder, which is removed when a test ends.
 *
 * @param {import('node:test').TestContext} test
 */
export function emptyFolder(test) {
  const folder = mkdtempSync(path.join(tmpdir(), 'affine-analyzer-test-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The packages of a kind for this platform, by their file names.
 *
 * @param {string} kind as `pack.mjs` knows it
 * @param {string} out
 */
export function pack(kind, out) {
  const script = path.join(root, 'packaging/pack.mjs');
  const command = [script, '--only', kind, '--out', out, '--maturin', path.join(tools, 'maturin')];
  execFileSync(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] });
  return readdirSync(out).sort();
}

/**
 * @param {string} command
 * @param {string[]} options
 * @param {import('node:child_process').SpawnSyncOptions} [settings]
 */
export function run(command, options, settings) {
  const { status, stdout, stderr, error } = spawnSync(command, options, { ...settings, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { status, stdout: String(stdout), stderr: String(stderr) };
}

/** An environment in which no program of ours is found, but for what is in a folder. */
export function environment(/** @type {string} */ folder) {
  return { ...process.env, PATH: `${folder}:/usr/bin:/bin`, NO_COLOR: '1' };
}

/** Writes a file with one error, one without, and one whose white space is not in order. */
export function writeSamples(/** @type {string} */ folder) {
  const text = (/** @type {string} */ size) =>
    `func.func @f(%a: memref<8xf32>) {\n  affine.for %i = 0 to ${size} {\n` +
    '    %x = affine.load %a[%i] : memref<8xf32>\n    affine.store %x, %a[%i] : memref<8xf32>\n  }\n  return\n}\n';
  writeFileSync(path.join(folder, 'wrong.mlir'), text('%n'));
  writeFileSync(path.join(folder, 'right.mlir'), text('8'));
  writeFileSync(path.join(folder, 'untidy.mlir'), text('8').replaceAll('\n  ', '\n'));
}
