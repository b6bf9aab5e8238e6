// Makes every package of one platform of a program that Cargo has built.
//   --profile NAME    the profile in which it was built: `dist` for a release, else `release`
//   --target TRIPLE   the platform for which it was built with `--target`, else this one
//   --out FOLDER      where the packages go, else target/packages
//   --maturin FILE    the program that makes wheels, else `maturin`
//   --only KINDS      of archive, wheel, npm, vsix, with commas between them; else all
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, copyFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { release, root } from './cargo.mjs';
import { packLauncher, packPlatform } from './npm.mjs';
import { host, platform, program, TARGETS } from './targets.mjs';

const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: 'release' },
    target: { type: 'string' },
    out: { type: 'string' },
    maturin: { type: 'string', default: 'maturin' },
    only: { type: 'string', default: 'archive,wheel,npm,vsix' },
  },
});
const target = values.target === undefined ? host() : TARGETS.find(({ triple }) => triple === values.target);
if (target === undefined) {
  console.error(
    `There are no packages for ${values.target ?? 'this platform'}; packaging/targets.json lists the others.`,
  );
  process.exit(2);
}
const released = release();
const out = path.resolve(values.out ?? path.join(released.targetFolder, 'packages'));
const built = path.join(released.targetFolder, values.target ?? '', values.profile, program(target));
const makers = { archive, wheel, npm, vsix };
mkdirSync(out, { recursive: true });
for (const kind of values.only.split(',')) makers[/** @type {keyof typeof makers} */ (kind)](target);

/** @param {import('./targets.mjs').Target} target */
function archive(target) {
  const name = `affine-analyzer-${platform(target)}`;
  const parent = mkdtempSync(path.join(tmpdir(), 'affine-analyzer-archive-'));
  const folder = path.join(parent, name);
  mkdirSync(folder);
  copyFileSync(built, path.join(folder, program(target)));
  for (const file of ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md']) {
    copyFileSync(path.join(root, file), path.join(folder, file));
  }
  // Some programs of that name take what stands before a colon of the archive's path for a machine.
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: parent });
  copyFileSync(`${folder}.tar.gz`, path.join(out, `${name}.tar.gz`));
  rmSync(parent, { recursive: true });
}

/** @param {import('./targets.mjs').Target} target */
function wheel(target) {
  const platform = values.target === undefined ? [] : ['--target', values.target];
  // A static program has no library whose version would choose the tags.
  const tags = values.target === undefined ? [] : (target.wheel ?? []).flatMap((it) => ['--compatibility', it]);
  run(values.maturin, [
    'build',
    '--profile',
    values.profile,
    '--quiet',
    '--locked',
    '--out',
    out,
    ...platform,
    ...tags,
  ]);
}

/** @param {import('./targets.mjs').Target} target */
function npm(target) {
  packPlatform(target, built, released, out);
  packLauncher(released, out);
}

/** @param {import('./targets.mjs').Target} target */
function vsix(target) {
  const script = path.join(root, 'vscode-extension/scripts/package.mjs');
  // A program that was not built for the target itself runs on systems like this one, and on no other.
  const names = values.target === undefined ? [platform(target)] : target.vscode;
  for (const name of names) {
    run(process.execPath, [script, '--target', name, '--server', built, '--out', out]);
  }
}

/**
 * @param {string} command
 * @param {string[]} options
 */
function run(command, options) {
  execFileSync(command, options, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}
