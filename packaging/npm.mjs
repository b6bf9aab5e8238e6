// npm packages: one with the program for each platform, and one that starts the right one of them.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './cargo.mjs';
import { platform, program, TARGETS } from './targets.mjs';

const licences = ['LICENSE-APACHE', 'LICENSE-MIT'];

/**
 * The package with the program for a platform.
 *
 * @param {import('./targets.mjs').Target} target
 * @param {string} built the program
 * @param {import('./cargo.mjs').Release} release
 * @param {string} out the folder that the package goes to
 */
export function packPlatform(target, built, release, out) {
  const manifest = {
    name: `@affine-analyzer/${platform(target)}`,
    description: `The program of affine-analyzer for ${platform(target)}`,
    ...shared(release),
    os: [target.npm.os],
    cpu: [target.npm.cpu],
    files: [program(target)],
    preferUnplugged: true,
  };
  pack(manifest, { [program(target)]: built }, out);
}

/**
 * The package that users name.
 *
 * @param {import('./cargo.mjs').Release} release
 * @param {string} out the folder that the package goes to
 */
export function packLauncher(release, out) {
  const names = TARGETS.map((target) => `@affine-analyzer/${platform(target)}`);
  const manifest = {
    name: 'affine-analyzer',
    description: release.description,
    ...shared(release),
    keywords: ['mlir', 'affine', 'language-server', 'linter', 'formatter'],
    bin: { 'affine-analyzer': 'launcher.cjs' },
    files: ['launcher.cjs'],
    engines: { node: '>=18' },
    optionalDependencies: Object.fromEntries(names.map((name) => [name, release.version])),
  };
  const files = {
    'launcher.cjs': path.join(root, 'packaging/npm/launcher.cjs'),
    'README.md': path.join(root, 'README.md'),
  };
  pack(manifest, files, out);
}

/** @param {import('./cargo.mjs').Release} release */
function shared({ version, license }) {
  return { version, license: `(${license})` };
}

/**
 * @param {object} manifest
 * @param {Record<string, string>} files where each file of the package comes from
 * @param {string} out
 */
function pack(manifest, files, out) {
  const folder = mkdtempSync(path.join(tmpdir(), 'affine-analyzer-npm-'));
  try {
    mkdirSync(out, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const licence of licences) copyFileSync(path.join(root, licence), path.join(folder, licence));
    for (const [name, source] of Object.entries(files)) {
      copyFileSync(source, path.join(folder, name));
      if (!name.endsWith('.md')) chmodSync(path.join(folder, name), 0o755);
    }
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    execFileSync(npm, ['pack', '--silent', '--pack-destination', path.resolve(out)], {
      cwd: folder,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
