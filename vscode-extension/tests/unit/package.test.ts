// Bundles for several platforms at once. The servers are no programs: what counts is where they end up.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import manifest from '../../package.json';
import { TARGETS, programFor } from '../../scripts/targets.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'affine-analyzer-package-'));
const script = path.join(process.cwd(), 'scripts', 'package.mjs');

after(() => {
  rmSync(folder, { recursive: true });
});

test('a bundle per platform, each with its own server', () => {
  const servers = path.join(folder, 'servers');
  const targets = ['darwin-arm64', 'win32-x64'];
  for (const target of targets) {
    mkdirSync(path.join(servers, target), { recursive: true });
    writeFileSync(path.join(servers, target, programFor(target)), `for ${target}`);
  }
  execFileSync(process.execPath, [script, '--servers', servers, '--out', folder], { stdio: 'ignore' });
  const bundles = readdirSync(folder).filter((file) => file.endsWith('.vsix'));
  assert.deepEqual(
    bundles.sort(),
    targets.map((target) => `${manifest.name}-${target}-${manifest.version}.vsix`),
  );
  for (const target of targets) {
    const file = `${manifest.name}-${target}-${manifest.version}.vsix`;
    const names = entriesOf(readFileSync(path.join(folder, file)));
    const inBin = names.filter((name) => name.startsWith('extension/bin/'));
    assert.deepEqual(inBin, [`extension/bin/${programFor(target)}`]);
    for (const name of [
      'dist/extension.js',
      'dist/webview/iteration-space.js',
      'dist/webview/refusal.js',
      'dist/webview/style.css',
      'package.json',
    ]) {
      assert.ok(names.includes(`extension/${name}`), `${file} lacks ${name}`);
    }
    const stray = names.filter((name) => /\.(?:ts|map)$|node_modules|tests\//.test(name));
    assert.deepEqual(stray, []);
  }
});

test('a platform that VS Code does not run on is refused', () => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--target', 'plan9-x64'], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.ok(stderr.includes('There is no VS Code for plan9-x64.'));
  assert.ok(TARGETS.every((target) => stderr.includes(target)));
});

/** The names in a ZIP archive's directory. */
function entriesOf(archive: Buffer): string[] {
  const names: string[] = [];
  const signature = Buffer.from('PK\u0001\u0002');
  for (let at = archive.indexOf(signature); at >= 0; at = archive.indexOf(signature, at + 4)) {
    const length = archive.readUInt16LE(at + 28);
    names.push(archive.toString('utf8', at + 46, at + 46 + length));
  }
  return names;
}
