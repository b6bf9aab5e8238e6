import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '../../src/status';

test('a running server says which it is', () => {
  const { text, detail, severity } = present({ kind: 'running', version: '0.1.0', path: '/opt/aa' });
  assert.equal(text, 'affine-analyzer');
  assert.equal(detail, 'affine-analyzer 0.1.0 is running.\n/opt/aa');
  assert.equal(severity, undefined);
});

test('a server that does not give its version', () => {
  assert.match(present({ kind: 'running', version: undefined, path: '/opt/aa' }).detail, /version unknown/);
});

test('a click on a server that does not run starts it', () => {
  assert.equal(present({ kind: 'stopped' }).command, 'affine-analyzer.restartServer');
  const failed = present({ kind: 'failed', reason: 'No program there.' });
  assert.equal(failed.command, 'affine-analyzer.restartServer');
  assert.match(failed.detail, /No program there\./);
  assert.equal(failed.severity, 'error');
});

test('a click on a server that runs or starts shows its output', () => {
  assert.equal(present({ kind: 'starting' }).command, 'affine-analyzer.showOutput');
  assert.equal(present({ kind: 'running', version: '1', path: '' }).command, 'affine-analyzer.showOutput');
});
