import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { findServer, isProgramFile, type ServerPath, type Surroundings } from '../../src/server-path';

const BUNDLED = '/extension/bin/affine-analyzer';

function find(programs: string[], surroundings: Partial<Surroundings> = {}): ServerPath {
  const all: Surroundings = {
    setting: '',
    extensionFolder: '/extension',
    workspaceFolder: '/project',
    home: '/users/me',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    platform: 'linux',
    ...surroundings,
  };
  return findServer(all, (file) => programs.includes(file));
}

function reason(server: ServerPath): string {
  assert.ok(!server.found, 'expected no server');
  return server.reason;
}

test('the setting comes first', () => {
  const server = find(['/opt/aa', BUNDLED], { setting: '/opt/aa' });
  assert.deepEqual(server, { found: true, path: '/opt/aa', source: 'setting' });
});

test('a setting that leads nowhere is reported, and no other server runs', () => {
  const server = find([BUNDLED, '/usr/bin/affine-analyzer'], { setting: '/opt/aa' });
  assert.match(reason(server), /"\/opt\/aa", but there is no program/);
});

test('blanks around the setting do not matter', () => {
  assert.deepEqual(find([BUNDLED], { setting: '  ' }), { found: true, path: BUNDLED, source: 'bundled' });
  assert.equal(find(['/opt/aa'], { setting: ' /opt/aa ' }).found, true);
});

test('the home directory in the setting', () => {
  const server = find(['/users/me/aa'], { setting: '~/aa' });
  assert.deepEqual(server, { found: true, path: '/users/me/aa', source: 'setting' });
  assert.match(reason(find(['/users/me/you/aa'], { setting: '~you/aa' })), /not an absolute path/);
});

test('the workspace folder in the setting', () => {
  const setting = '${workspaceFolder}/../target/aa';
  assert.deepEqual(find(['/target/aa'], { setting }), { found: true, path: '/target/aa', source: 'setting' });
  assert.match(reason(find(['/target/aa'], { setting, workspaceFolder: undefined })), /no folder is open/);
});

test('a relative path in the setting is reported', () => {
  assert.match(reason(find(['bin/aa'], { setting: 'bin/aa' })), /not an absolute path/);
});

test('the bundled server comes before PATH', () => {
  const server = find([BUNDLED, '/usr/bin/affine-analyzer']);
  assert.deepEqual(server, { found: true, path: BUNDLED, source: 'bundled' });
});

test('PATH is searched in order', () => {
  const server = find(['/usr/bin/affine-analyzer', '/usr/local/bin/affine-analyzer']);
  assert.deepEqual(server, { found: true, path: '/usr/local/bin/affine-analyzer', source: 'PATH' });
});

test('relative entries of PATH are not searched', () => {
  assert.equal(find(['affine-analyzer', 'bin/affine-analyzer'], { env: { PATH: '.::bin' } }).found, false);
});

test('no PATH at all', () => {
  assert.match(reason(find([], { env: {} })), /not on PATH/);
});

test('on Windows the program has a suffix and PATH may be named Path', () => {
  const surroundings: Partial<Surroundings> = { platform: 'win32', env: { Path: '/a;/b' } };
  const bundled = '/extension/bin/affine-analyzer.exe';
  assert.deepEqual(find([bundled], surroundings), { found: true, path: bundled, source: 'bundled' });
  const onPath = find(['/b/affine-analyzer.exe'], surroundings);
  assert.deepEqual(onPath, { found: true, path: '/b/affine-analyzer.exe', source: 'PATH' });
});

test('a program is a file that may be executed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'affine-analyzer-'));
  try {
    const file = path.join(folder, 'program');
    assert.equal(isProgramFile(file), false, 'missing');
    assert.equal(isProgramFile(folder), false, 'a folder');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
    assert.equal(isProgramFile(file), true);
    if (process.platform !== 'win32') {
      chmodSync(file, 0o644);
      assert.equal(isProgramFile(file), false, 'not executable');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
