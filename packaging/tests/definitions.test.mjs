// Files that only a service reads: they are valid, and agree with what they name.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { TARGETS as VSCODE } from '../../vscode-extension/scripts/targets.mjs';
import { root } from '../cargo.mjs';
import { platform, TARGETS } from '../targets.mjs';
import { differences } from '../versions.mjs';
import { run, tools, version } from './packages.mjs';

test('every version is that of Cargo.toml', () => {
  assert.deepEqual(differences(undefined), []);
  assert.deepEqual(differences(version), []);
  assert.deepEqual(differences('0.0.0'), [`the tag has version 0.0.0, Cargo.toml ${version}`]);
});

for (const file of ['action.yml', '.github/workflows/ci.yml', '.github/workflows/release.yml']) {
  test(`${file} is valid, and the files that it names exist`, () => {
    const validator = path.join(root, 'packaging/node_modules/.bin/action-validator');
    const { status, stdout, stderr } = run(validator, [path.join(root, file)]);
    assert.equal(status, 0, stdout + stderr);
    const text = readFileSync(path.join(root, file), 'utf8');
    const named = text.match(/(packaging|tests)\/[\w.-]+/g) ?? [];
    assert.ok(named.length > 0);
    for (const it of named) assert.ok(existsSync(path.join(root, it)), it);
  });
}

test('.pre-commit-hooks.yaml is valid', () => {
  const { status, stdout } = run(path.join(tools, 'pre-commit'), [
    'validate-manifest',
    path.join(root, '.pre-commit-hooks.yaml'),
  ]);
  assert.equal(status, 0, stdout);
});

test('a platform has one target, and names that VS Code knows', () => {
  const names = TARGETS.flatMap(({ vscode }) => vscode);
  assert.deepEqual(
    names.filter((it) => !VSCODE.includes(it)),
    [],
  );
  for (const all of [names, TARGETS.map(platform), TARGETS.map(({ triple }) => triple)]) {
    assert.equal(new Set(all).size, all.length);
  }
  for (const target of TARGETS) {
    const cpu = target.npm.cpu === 'x64' ? 'x86_64' : 'aarch64';
    const os = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[target.npm.os];
    assert.match(target.triple, new RegExp(`^${cpu}-.*-${os}`));
    assert.ok(target.vscode.includes(platform(target)));
  }
});

test('a pull request runs steps that `tests/run` has', () => {
  const script = readFileSync(path.join(root, 'tests/run'), 'utf8');
  const steps = [...script.matchAll(/^step_(\w+)\(\)/gm)].map((it) => it[1]);
  const workflow = readFileSync(path.join(root, '.github/workflows/ci.yml'), 'utf8');
  const runs = [...workflow.matchAll(/- run: tests\/run *(.*)$/gm)].map((it) => it[1].split(' ').filter(Boolean));
  assert.ok(
    runs.some((it) => it.length === 0),
    'none runs all of them',
  );
  for (const step of runs.flat()) assert.ok(step === 'quick' || steps.includes(step), step);
});
