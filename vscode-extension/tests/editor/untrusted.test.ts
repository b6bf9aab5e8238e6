// Restricted Mode: a workspace that nobody trusts chooses neither the server nor its environment.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { STATUS, inEditor } from './session';

const SERVER = '#!/bin/sh\n: > "$(dirname "$0")/has-run"\nexit 1\n';

const files = {
  'server.sh': SERVER,
  '.vscode/settings.json': JSON.stringify({
    'affine-analyzer.server.path': '${workspaceFolder}/server.sh',
    'affine-analyzer.server.extraEnv': { PATH: '/nowhere' },
    'affine-analyzer.codeLens.loops': false,
    'affine-analyzer': { server: { path: '${workspaceFolder}/server.sh' }, 'server.extraEnv': { PATH: '/nowhere' } },
    'affine-analyzer.passes.tool': '${workspaceFolder}/server.sh',
  }),
};

const settings = { 'security.workspace.trust.enabled': true };

inEditor('a workspace that is not trusted', { files, settings, isTrusted: false }, (session) => {
  test('the bundled server runs, and the one of the workspace does not', async () => {
    const { workbench } = session;
    await workbench.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await workbench.openFile('mistakes.mlir');
    const label = await workbench.status(STATUS, (text) => text.includes('is running'));
    assert.ok(label.includes(session.server), label);
    await workbench.squiggles('error').first().waitFor();
    assert.ok(!existsSync(path.join(session.workspace, 'has-run')));
  });

  test('what is harmless it may still set', async () => {
    const { workbench } = session;
    await workbench.openFile('stencil.mlir');
    await workbench.page
      .locator('.view-line', { hasText: /62\s+iterations/ })
      .first()
      .waitFor();
    assert.equal(await workbench.page.locator('.codelens-decoration').count(), 0);
  });

  test('no passes are run, and the reason is said', async () => {
    const { workbench } = session;
    await workbench.openFile('stencil.mlir');
    await workbench.runCommand('affine-analyzer: Run Passes…');
    const notification = workbench.notification('not done in Restricted Mode');
    await notification.waitFor();
    await workbench.screenshot('passes-untrusted');
    await notification.getByText('Manage Workspace Trust').click();
    await workbench.page.locator('.tab.active', { hasText: 'Workspace Trust' }).waitFor();
    assert.ok(!existsSync(path.join(session.workspace, 'has-run')));
  });
});
