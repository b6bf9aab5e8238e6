import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsRestart, serverEnvironment, serverPathSetting, settingsForServer } from '../../src/config';
import { setLayers, setSetting, workspace } from './vscode-stub';

const change = (...settings: string[]) => ({
  affectsConfiguration: (section: string) => settings.some((it) => it === section || it.startsWith(`${section}.`)),
});

test('nothing is set', () => {
  assert.equal(serverPathSetting(), '');
  assert.deepEqual(serverEnvironment(), {});
});

test('numbers in the environment become text', () => {
  setSetting('affine-analyzer.server.extraEnv', { THREADS: 4, LOG: 'debug' });
  assert.deepEqual(serverEnvironment(), { THREADS: '4', LOG: 'debug' });
});

test('only what the server is started with asks for a restart', () => {
  assert.equal(needsRestart(change('affine-analyzer.server.path')), true);
  assert.equal(needsRestart(change('affine-analyzer.server.extraEnv')), true);
  assert.equal(needsRestart(change('affine-analyzer.trace.server')), false);
  assert.equal(needsRestart(change('affine-analyzer.hints.enable', 'editor.fontSize')), false);
});

test('the server hears whether the workspace is trusted, whatever the workspace says of it', () => {
  const claim = { workspace: { isTrusted: true }, 'workspace.isTrusted': true };
  const mine = { tile: { size: 8 }, passes: { tool: '/usr/bin/mlir-opt' } };
  const theirs = { ...claim, passes: { tool: './evil' }, 'passes.tool': './evil', tile: { size: 16 } };
  setLayers({ globalValue: { ...mine, ...claim }, workspaceValue: theirs });
  const expected = { tile: { size: 16 }, passes: { tool: '/usr/bin/mlir-opt' } };
  assert.deepEqual(settingsForServer(), { ...expected, workspace: { isTrusted: false } });
  workspace.isTrusted = true;
  assert.deepEqual(settingsForServer(), { ...expected, workspace: { isTrusted: true } });
});
