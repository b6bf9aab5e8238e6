import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsRestart, serverEnvironment, serverPathSetting, settingsForServer } from '../../src/config';
import { setLayers, setSetting, setUserSetting, workspace } from './vscode-stub';

const change = (...settings: string[]) => ({
  affectsConfiguration: (section: string) => settings.some((it) => it === section || it.startsWith(`${section}.`)),
});

test('nothing is set', () => {
  assert.equal(serverPathSetting(), '');
  assert.deepEqual(serverEnvironment(), {});
});

test("what starts the server is the user's alone where the workspace is not trusted", () => {
  setSetting('affine-analyzer.server.path', './evil');
  assert.equal(serverPathSetting(), '');
  setUserSetting('affine-analyzer.server.path', '/mine');
  assert.equal(serverPathSetting(), '/mine');
  workspace.isTrusted = true;
  assert.equal(serverPathSetting(), './evil');
  workspace.isTrusted = false;
});

test('numbers in the environment become text', () => {
  workspace.isTrusted = true;
  setSetting('affine-analyzer.server.extraEnv', { THREADS: 4, LOG: 'debug' });
  assert.deepEqual(serverEnvironment(), { THREADS: '4', LOG: 'debug' });
  workspace.isTrusted = false;
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

test('definitions outside of a workspace are read where it is trusted', () => {
  const theirs = { dialects: { ods: ['/**'], include: ['/'], names: ['a'] }, 'dialects.ods': ['/**'] };
  setLayers({ globalValue: undefined, workspaceValue: theirs });
  workspace.isTrusted = false;
  assert.deepEqual(settingsForServer(), { dialects: { names: ['a'] }, workspace: { isTrusted: false } });
  workspace.isTrusted = true;
  assert.deepEqual(settingsForServer(), { ...theirs, workspace: { isTrusted: true } });
  workspace.isTrusted = false;
});
