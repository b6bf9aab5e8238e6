// Passes in a workspace that becomes trusted, and with tools that do not do what they should.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEditor } from './session';

const settings = { 'security.workspace.trust.enabled': true };

inEditor('tools', { settings, isTrusted: false, needs: ['mlir-opt'] }, (session) => {
  const workbench = () => session.workbench;
  const view = () => workbench().view;
  const button = (name: string) => view().getByRole('button', { name, exact: true });
  const line = () => view().getByRole('combobox');

  test('passes are run as soon as the workspace is trusted', async () => {
    await workbench().openFile('stencil.mlir');
    await workbench().runCommand('affine-analyzer: Run Passes…');
    const notification = workbench().notification('not done in Restricted Mode');
    await notification.getByText('Manage Workspace Trust').click();
    await workbench()
      .page.locator('.workspace-trust-editor')
      .getByRole('button', { name: 'Trust', exact: true })
      .click();
    await workbench().page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor({ state: 'detached' });
    await workbench().openFile('stencil.mlir');
    await workbench().runCommand('affine-analyzer: Run Passes…');
    await view().getByText('mlir-opt').first().waitFor();
    await line().fill('cse');
    await line().press('Enter');
    await view()
      .getByText(/^\d+ steps?, /)
      .waitFor();
  });

  test('a tool that is not there is reported, and asked again', async () => {
    session.configureMachine({ 'affine-analyzer.passes.tool': '/nowhere/opt' });
    await workbench().until('the tool is missed', async () => {
      await workbench().openFile('stencil.mlir');
      await workbench().runCommand('affine-analyzer: Run Passes…');
      await view().getByText('/nowhere/opt').waitFor({ timeout: 5_000 });
    });
    await workbench().screenshot('passes-no-tool');
    session.configureMachine({});
    await workbench().until('the tool is there', async () => {
      if (await button('Try again').isVisible()) await button('Try again').click();
      await view().getByText('mlir-opt').first().waitFor({ timeout: 5_000 });
    });
    await line().fill('canonicalize');
    await button('Run').click();
    await view()
      .getByText(/^\d+ steps?, /)
      .waitFor();
  });

  test('a tool that does not end is cancelled', async () => {
    // It answers questions about itself, and then no more.
    const program = session.script(
      'slow-opt',
      `case "$*" in *help*|*version*) exec $(command -v mlir-opt || command -v mlir-opt-22) "$@";; esac\nexec sleep 600`,
    );
    session.configureMachine({ 'affine-analyzer.passes.tool': program });
    await workbench().until('the tool is known', async () => {
      await workbench().openFile('stencil.mlir');
      await workbench().runCommand('affine-analyzer: Run Passes…');
      await view().getByText('slow-opt').waitFor({ timeout: 30_000 });
    });
    await line().fill('canonicalize');
    await button('Run').click();
    await view().getByText('Running canonicalize…').waitFor();
    assert.equal(await button('Run').isDisabled(), true);
    await button('Cancel').click();
    await view().getByText('The run was cancelled.').waitFor();
    assert.equal(await button('Run').isDisabled(), false);
  });
});
