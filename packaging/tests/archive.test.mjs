// The archive of a release, as `action.yml` gets and runs it.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../cargo.mjs';
import { host, platform } from '../targets.mjs';
import { emptyFolder, environment, pack, run, writeSamples } from './packages.mjs';

test('the action checks with a release', (test) => {
  const folder = emptyFolder(test);
  const packages = path.join(folder, 'packages');
  const target = host();
  assert.ok(target !== undefined);
  const archive = `affine-analyzer-${platform(target)}.tar.gz`;
  assert.deepEqual(pack('archive', packages), [archive]);
  const sums = run('bash', [path.join(root, 'packaging/checksums.sh'), packages]);
  assert.equal(sums.status, 0, sums.stderr);
  const settings = { cwd: folder, env: { ...environment(downloader(folder)), ...inputs(packages) } };
  writeSamples(folder);

  const script = path.join(root, 'packaging/action.sh');
  const { status, stdout, stderr } = run('bash', [script], settings);
  assert.equal(status, 1, stderr);
  assert.match(stdout, /^::error file=wrong\.mlir,line=2,endLine=2,col=24,endColumn=26,title=undefined-value::/m);
  const { runs } = JSON.parse(readFileSync(path.join(folder, 'found.sarif'), 'utf8'));
  assert.deepEqual(
    runs[0].results.map((/** @type {{ ruleId: string }} */ it) => it.ruleId),
    ['undefined-value'],
  );

  settings.env.CHECK_PATHS = 'right.mlir\nuntidy.mlir\n';
  assert.deepEqual(run('bash', [script], settings).status, 0);
  settings.env.CHECK_PATHS = 'none.mlir';
  assert.deepEqual(run('bash', [script], settings).status, 2);

  // What was changed on its way does not run.
  appendFileSync(path.join(packages, archive), 'x');
  settings.env.CHECK_PATHS = 'right.mlir';
  const changed = run('bash', [script], settings);
  assert.equal(changed.status, 1);
  assert.doesNotMatch(changed.stdout, /::/);
});

/**
 * What the action gets of its inputs.
 *
 * @param {string} packages
 */
function inputs(packages) {
  return {
    ACTION_REPOSITORY: 'owner/affine-analyzer',
    ACTION_TAG: 'v1',
    CHECK_OPTIONS: '--severity=warning\n',
    CHECK_PATHS: '.',
    CHECK_SARIF: 'found.sarif',
    PACKAGES: packages,
  };
}

/**
 * A folder with a `gh` that downloads from a folder.
 *
 * @param {string} folder
 */
function downloader(folder) {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  const script = [
    '#!/usr/bin/env bash',
    'set -e',
    '[ "$1 $2 $3 $4 $5 $6" = "release download v1 --repo owner/affine-analyzer --dir" ]',
    'folder=$7; shift 7',
    'while [ "$1" = --pattern ]; do cp "$PACKAGES/$2" "$folder"; shift 2; done',
    '[ $# = 0 ]',
    '',
  ];
  writeFileSync(path.join(bin, 'gh'), script.join('\n'), { mode: 0o755 });
  return bin;
}
