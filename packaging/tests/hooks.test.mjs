// The hooks, run by pre-commit on what is staged. It installs them with `pip install .`, which the test of the wheel stands for.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../cargo.mjs';
import { emptyFolder, environment, run, targetFolder, tools, writeSamples } from './packages.mjs';

test('hooks check and put in order what is staged', (test) => {
  const folder = emptyFolder(test);
  const env = {
    ...environment(path.join(targetFolder, 'release')),
    PRE_COMMIT_HOME: path.join(folder, '.cache'),
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const settings = { cwd: folder, env };
  const git = (/** @type {string[]} */ ...options) => assert.equal(run('git', options, settings).status, 0);
  git('init', '--quiet');
  writeSamples(folder);
  const hooks = readFileSync(path.join(root, '.pre-commit-hooks.yaml'), 'utf8');
  const local = hooks.replaceAll('language: python', 'language: system').replace(/^(?=.)/gm, '      ');
  writeFileSync(path.join(folder, '.pre-commit-config.yaml'), `repos:\n  - repo: local\n    hooks:\n${local}`);
  const hook = (/** @type {string} */ name) => run(path.join(tools, 'pre-commit'), ['run', name], settings);

  git('add', 'right.mlir', '.pre-commit-config.yaml');
  for (const name of ['affine-analyzer-check', 'affine-analyzer-fmt']) {
    const { status, stdout } = hook(name);
    assert.match(stdout, /Passed/);
    assert.equal(status, 0, stdout);
  }
  git('add', '.');
  const checked = hook('affine-analyzer-check');
  assert.equal(checked.status, 1);
  assert.match(checked.stdout, /wrong\.mlir:2:24/);
  const formatted = hook('affine-analyzer-fmt');
  assert.equal(formatted.status, 1);
  assert.match(formatted.stdout, /files were modified/);
  assert.equal(
    readFileSync(path.join(folder, 'untidy.mlir'), 'utf8'),
    readFileSync(path.join(folder, 'right.mlir'), 'utf8'),
  );
});
