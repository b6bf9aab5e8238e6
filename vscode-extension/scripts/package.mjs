// Builds the `.vsix` for one platform, with the server in it.
//   AFFINE_ANALYZER_SERVER   the server binary, else ../target/release/affine-analyzer
//   AFFINE_ANALYZER_TARGET   the platform it was built for, else this one's
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVSIX } from '@vscode/vsce';
import { hostTarget, TARGETS } from './targets.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const target = process.env.AFFINE_ANALYZER_TARGET ?? hostTarget();
if (target === undefined || !TARGETS.includes(target)) {
  fail(
    `There is no VS Code for ${target ?? `${process.platform} on ${process.arch}`}. Targets are ${TARGETS.join(', ')}.`,
  );
}

const program = target.startsWith('win32') ? 'affine-analyzer.exe' : 'affine-analyzer';
const server = path.resolve(process.env.AFFINE_ANALYZER_SERVER ?? path.join(root, '..', 'target', 'release', program));
if (!existsSync(server) || !statSync(server).isFile()) {
  fail(`There is no server binary at ${server}. Run \`cargo build --release\`, or set AFFINE_ANALYZER_SERVER.`);
}

execFileSync(process.execPath, [path.join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });

const bin = path.join(root, 'bin');
rmSync(bin, { recursive: true, force: true });
mkdirSync(bin);
copyFileSync(server, path.join(bin, program));
chmodSync(path.join(bin, program), 0o755);
// Line tables are three quarters of the program. A server with them runs as well, where there is no `strip`.
if (target.startsWith('linux')) {
  spawnSync('strip', ['--strip-debug', path.join(bin, program)]);
}

const { name, version } = /** @type {{ name: string, version: string }} */ (
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
);
const packagePath = path.join(root, `${name}-${target}-${version}.vsix`);
await createVSIX({
  cwd: root,
  target,
  packagePath,
  // Everything that runs is in the bundle.
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
