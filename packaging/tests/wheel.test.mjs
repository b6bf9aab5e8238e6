// The wheel, installed into an empty environment of Python.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { emptyFolder, environment, pack, run, version, writeSamples } from './packages.mjs';

test('a wheel brings the program', (test) => {
  const folder = emptyFolder(test);
  const [wheel, ...others] = pack('wheel', path.join(folder, 'wheels'));
  assert.deepEqual(others, []);
  assert.match(wheel, new RegExp(`^affine_analyzer-${version}-py3-none-`));

  const home = path.join(folder, 'environment');
  assert.equal(run('python3', ['-m', 'venv', home]).status, 0);
  const bin = path.join(home, 'bin');
  const install = [
    'install',
    '--quiet',
    '--no-index',
    '--disable-pip-version-check',
    path.join(folder, 'wheels', wheel),
  ];
  const installed = run(path.join(bin, 'pip'), install);
  assert.equal(installed.status, 0, installed.stderr);

  const settings = { cwd: folder, env: environment(bin) };
  assert.equal(run('affine-analyzer', ['--version'], settings).stdout, `affine-analyzer ${version}\n`);
  writeSamples(folder);
  assert.equal(run('affine-analyzer', ['check', 'right.mlir'], settings).status, 0);
  const wrong = run('affine-analyzer', ['check', 'wrong.mlir'], settings);
  assert.equal(wrong.status, 1);
  assert.match(wrong.stdout, /undefined-value/);
});
