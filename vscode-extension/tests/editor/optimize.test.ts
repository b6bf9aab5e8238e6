// "Optimize This Function…": proposals in the editor's own menu, one edit, one undo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEditor } from './session';

const TEXT = `func.func @twice(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%j, %i] : memref<64x64xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%j, %i] : memref<64x64xf32>
    }
  }
  return
}
`;

inEditor('Optimize This Function…', { files: { 'twice.mlir': TEXT } }, (session) => {
  const workbench = () => session.workbench;

  test('a proposal is chosen, and undone', async () => {
    await workbench().openFile('twice.mlir');
    await workbench().goTo(5, 7);
    const proposals = workbench()
      .page.locator('.action-widget')
      .locator('.monaco-list-row.action', { hasText: /Optimize @twice, about \d/ });
    await workbench().until('there are proposals', async () => {
      await workbench().page.keyboard.press('Escape');
      await workbench().runCommand('affine-analyzer: Optimize This Function…');
      await proposals.first().waitFor({ timeout: 15_000 });
    });
    assert.ok((await proposals.count()) <= 3);
    await workbench().choose(proposals.first());
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await workbench().page.locator('.view-line', { hasText: 'step' }).first().waitFor();
    await workbench().page.keyboard.press('Control+KeyZ');
    await workbench().page.locator('.tab.active:not(.dirty)').waitFor();
  });
});
