import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '../../src/status';

test('a running server says which it is', () => {
  const { text, detail, label, severity } = present({ kind: 'running', version: '0.1.0', path: '/opt/aa' });
  assert.equal(text, 'affine-analyzer 0.1.0');
  assert.equal(detail, 'running');
  assert.equal(label, 'affine-analyzer 0.1.0 is running: /opt/aa');
  assert.equal(severity, 'Information');
});

test('a server that does not give its version', () => {
  assert.match(present({ kind: 'running', version: undefined, path: '/opt/aa' }).text, /version unknown/);
});

test('a server that does not run can be started', () => {
  const stopped = present({ kind: 'stopped' });
  assert.equal(stopped.command.command, 'affine-analyzer.restartServer');
  assert.equal(stopped.severity, 'Warning');
  const failed = present({ kind: 'failed', reason: 'No program there.' });
  assert.equal(failed.command.command, 'affine-analyzer.restartServer');
  assert.match(failed.detail, /No program there\./);
  assert.equal(failed.severity, 'Error');
});

test('without a server the way to its setting is near', () => {
  const { detail, severity, command } = present({ kind: 'unwanted' });
  assert.deepEqual([detail, severity], ['highlighting alone', 'Information']);
  assert.deepEqual(command.arguments, ['affine-analyzer.server.enable']);
});

test('a server that starts is busy, and its log may tell why', () => {
  const { isBusy, command } = present({ kind: 'starting' });
  assert.equal(isBusy, true);
  assert.equal(command.command, 'affine-analyzer.showLog');
});
