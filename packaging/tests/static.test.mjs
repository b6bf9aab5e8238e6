// A static program, run where there is nothing but it. Releases take musl for it; the C library of this machine will do
// for a test.
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { emptyFolder, run, targetFolder, version, writeSamples } from './packages.mjs';

test('a static program needs nothing beside it', (test) => {
  const folder = emptyFolder(test);
  copyFileSync(path.join(targetFolder, 'static/affine-analyzer'), path.join(folder, 'affine-analyzer'));
  writeSamples(folder);
  const enter = process.getuid?.() === 0 ? ['chroot', folder] : ['unshare', '--map-root-user', `--root=${folder}`];
  const inside = (/** @type {string[]} */ ...options) =>
    run(enter[0], [...enter.slice(1), '/affine-analyzer', ...options]);
  const named = inside('--version');
  assert.equal(named.stdout, `affine-analyzer ${version}\n`, named.stderr);
  assert.equal(inside('check', '/right.mlir').status, 0);
  const wrong = inside('check', '/wrong.mlir');
  assert.equal(wrong.status, 1, wrong.stderr);
  assert.match(wrong.stdout, /undefined-value/);
});
