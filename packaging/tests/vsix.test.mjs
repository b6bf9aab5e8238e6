// The extension of this platform, unpacked. That they run in VS Code is tested by the tests of the editor.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { host, platform } from '../targets.mjs';
import { emptyFolder, pack, run, version } from './packages.mjs';

test('an extension holds the program', (test) => {
  const folder = emptyFolder(test);
  const target = host();
  assert.ok(target !== undefined);
  const name = `affine-analyzer-${platform(target)}-${version}.vsix`;
  assert.deepEqual(pack('vsix', folder), [name]);
  const unpacked = path.join(folder, `${name}.d`);
  const unpack = run('python3', ['-m', 'zipfile', '--extract', name, unpacked], { cwd: folder });
  assert.equal(unpack.status, 0, unpack.stderr);
  // Python leaves out the permissions, which VS Code and the archive have.
  const program = path.join(unpacked, 'extension/bin/affine-analyzer');
  assert.equal(run('chmod', ['+x', program]).status, 0);
  assert.equal(run(program, ['--version']).stdout, `affine-analyzer ${version}\n`);
});
