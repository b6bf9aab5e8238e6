// Builds a `.vsix` per platform, each with the server for it.
//   --target TARGET   the platform, else AFFINE_ANALYZER_TARGET, else this one
//   --server FILE     the server for it, else AFFINE_ANALYZER_SERVER, else ../target/release/affine-analyzer
//   --servers FOLDER  instead: one bundle for each TARGET/affine-analyzer[.exe] in the folder
//   --out FOLDER      where the bundles go, else here
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { readmeWithPictures } from './readme.mjs';
import { hostTarget, programFor, TARGETS } from './targets.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    server: { type: 'string' },
    servers: { type: 'string' },
    out: { type: 'string', default: root },
  },
});
const bundles = values.servers === undefined ? [theBundle()] : bundlesIn(values.servers);
execFileSync(process.execPath, [path.join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
writeFileSync(path.join(root, 'dist', 'README.md'), readmeWithPictures(root));
for (const bundle of bundles) await pack(bundle);

/** @typedef {{ target: string, server: string }} Bundle */

/** @returns {Bundle} */
function theBundle() {
  const target = values.target ?? process.env.AFFINE_ANALYZER_TARGET ?? hostTarget();
  if (target === undefined || !TARGETS.includes(target)) {
    fail(
      `There is no VS Code for ${target ?? `${process.platform} on ${process.arch}`}. Targets are ${TARGETS.join(', ')}.`,
    );
  }
  const built = path.join(root, '..', 'target', 'release', programFor(target));
  return { target, server: path.resolve(values.server ?? process.env.AFFINE_ANALYZER_SERVER ?? built) };
}

/**
 * @param {string} folder
 * @returns {Bundle[]}
 */
function bundlesIn(folder) {
  const targets = readdirSync(folder).filter((name) => TARGETS.includes(name));
  if (targets.length === 0) fail(`No folder in ${folder} is named after a target. Targets are ${TARGETS.join(', ')}.`);
  return targets.map((target) => ({ target, server: path.resolve(folder, target, programFor(target)) }));
}

/** @param {Bundle} bundle */
async function pack({ target, server }) {
  if (!existsSync(server) || !statSync(server).isFile()) {
    fail(`There is no server binary at ${server}. Run \`cargo build --release\`, or say where it is.`);
  }
  const bin = path.join(root, 'bin');
  rmSync(bin, { recursive: true, force: true });
  mkdirSync(bin);
  const program = path.join(bin, programFor(target));
  copyFileSync(server, program);
  chmodSync(program, 0o755);
  // Line tables are three quarters of the program. A server with them runs as well, where there is no `strip`.
  if (target.startsWith('linux')) spawnSync('strip', ['--strip-debug', program]);

  const { name, version } = /** @type {{ name: string, version: string }} */ (
    JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  );
  await createVSIX({
    cwd: root,
    target,
    packagePath: path.resolve(values.out, `${name}-${target}-${version}.vsix`),
    // Everything that runs is in the bundle.
    dependencies: false,
    readmePath: 'dist/README.md',
    rewriteRelativeLinks: false,
  });
  // What is left here would run when the extension is started from its sources, whatever platform it is for.
  rmSync(bin, { recursive: true });
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
