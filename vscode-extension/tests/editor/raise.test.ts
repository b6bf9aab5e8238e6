// Loops of `scf`: what is shown of them, and a transformation that raises them first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEditor, place } from './session';

const LOWERED = `func.func @smooth(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  // rows
  scf.for %i = %c1 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %above = arith.subi %i, %c1 : index
      %v = memref.load %A[%above, %j] : memref<64x64xf32> // the row before
      memref.store %v, %A[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
`;

inEditor('raise', { files: { 'lowered.mlir': LOWERED } }, (session) => {
  const workbench = () => session.workbench;
  const rows = () => workbench().page.locator('.quick-input-widget .monaco-list-row');
  const input = () => workbench().page.locator('.quick-input-widget .quick-input-box input');

  const at = async (pattern: RegExp) => {
    await workbench().openFile('lowered.mlir');
    const { line, column } = place(LOWERED, pattern);
    await workbench().goTo(line, column);
  };

  test('lenses and hovers tell of loops of scf', async () => {
    await at(/scf\.for %i/);
    const lenses = workbench().page.locator('.codelens-decoration');
    await lenses.filter({ hasText: 'carries (1, 0)' }).first().waitFor();
    await lenses.filter({ hasText: 'parallel' }).first().waitFor();
    const { line, column } = place(LOWERED, /memref\.store/);
    await workbench().hover(line, column, ['RAW', 'distance', '(1, 0)']);
    await workbench().screenshot('hover');
    await workbench().page.keyboard.press('Escape');
  });

  test('their iterations have a picture', async () => {
    await at(/scf\.for %i/);
    await workbench().runCommand('affine-analyzer: Show Iteration Space');
    await workbench().view.locator('svg.picture').first().waitFor();
    await workbench().view.locator('.arrow').first().waitFor({ state: 'attached' });
    await session.pictures('raise-iteration-space');
  });

  test('one entry raises and vectorizes, and one step takes it back', async () => {
    await at(/scf\.for %j/);
    await workbench().runCommand('affine-analyzer: Why Can This Not Be…?');
    await input().fill('Raise to affine and vectorize');
    await rows().filter({ hasText: 'Raise to affine and vectorize' }).first().waitFor();
    await workbench().screenshot('raise-and-vectorize');
    await rows().filter({ hasText: 'Raise to affine and vectorize' }).first().click();
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await workbench().save();
    const raised = session.onDisk('lowered.mlir');
    assert.match(raised, /affine\.for %i = 1 to 64 \{/);
    assert.match(raised, /affine\.vector_load|vector\.transfer_read/);
    assert.match(raised, /\/\/ the row before/);
    assert.doesNotMatch(raised, /scf\./);
    await workbench().page.keyboard.press('Control+KeyZ');
    await workbench().save();
    await session.expectOnDisk('lowered.mlir', LOWERED);
  });
});
