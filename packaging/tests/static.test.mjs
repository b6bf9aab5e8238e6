// A static program, run where there is nothing but it. Releases take musl for it; the C library of this machine will do
// for a test, and a debug build without optimizations, which is soon there.
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../cargo.mjs';
import { emptyFolder, run, targetFolder, version, writeSamples } from './packages.mjs';

const OPTIMIZED = ['presburger', 'syntax', 'rowan', 'salsa', 'rustc-hash'];

test('a static program needs nothing beside it', (test) => {
  const host = run('rustc', ['--print', 'host-tuple']).stdout.trim();
  const plain = OPTIMIZED.flatMap((it) => ['--config', `profile.dev.package.${it}.opt-level=0`]);
  // Macros are libraries of the compiler's own, which are never static: with a target named, it alone is.
  const build = ['build', '--quiet', '--target', host, '--config', 'profile.dev.debug=false', ...plain];
  const env = { ...process.env, RUSTFLAGS: '-C target-feature=+crt-static' };
  const built = run('cargo', build, { cwd: root, env });
  assert.equal(built.status, 0, built.stderr);

  const folder = emptyFolder(test);
  copyFileSync(path.join(targetFolder, host, 'debug/affine-analyzer'), path.join(folder, 'affine-analyzer'));
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
