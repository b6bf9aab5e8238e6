// *Optimize*: the menu of sequences, one of them step by step, and what they are predicted to cost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEditor } from './session';

const TWICE = `func.func @twice(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  // Row by row would be better.
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
// The same on each machine.
const MACHINE = '[optimize]\nbits = 256\nregisters = 16\nl1 = 32\nl2 = 1024\nl3 = 32768\n';
const MENU = 'affine-analyzer: Optimize This Nest or Function…';
const STEPS = 'affine-analyzer: Optimize Step by Step…';
const PREVIEW = 'affine-analyzer: Preview Optimization…';
const COSTS = 'affine-analyzer: Show Predicted Costs of Optimizations';

inEditor('Optimize', { files: { 'twice.mlir': TWICE, 'affine-analyzer.toml': MACHINE } }, (session) => {
  const workbench = () => session.workbench;
  const line = (text: string) => workbench().page.locator('.view-line', { hasText: text }).first();
  const undo = () => workbench().page.keyboard.press('Control+z');

  test('the best sequence is one edit and one undo', async () => {
    await workbench().openFile('twice.mlir');
    await workbench().goTo(4, 7);
    await workbench().runCommand(MENU);
    const best = workbench().page.locator('.action-widget .monaco-list-row.action', { hasText: 'Optimize @twice' });
    await best.first().waitFor();
    await workbench().choose(best.first());
    await line('vector_load').waitFor();
    await line('// Row by row would be better.').waitFor();
    await undo();
    await line('affine.load %a[%j, %i]').waitFor();
    await workbench().save();
    await session.expectOnDisk('twice.mlir', TWICE);
  });

  test('step by step, each an undo of its own', async () => {
    await workbench().goTo(4, 7);
    await workbench().runCommand(STEPS);
    await workbench().pick('times as fast');
    const told = workbench().notification('Step 1 of');
    const steps = Number(/Step 1 of (\d+)/.exec(await told.innerText())?.[1]);
    assert.ok(steps > 1);
    await workbench().save();
    await session.expectOnDisk('twice.mlir', /%j = 0 to 64 \{\n {4}affine\.for %i/);
    const first = session.onDisk('twice.mlir');
    for (let step = 1; step < steps; step++) {
      const told = workbench().notification(step + 1 < steps ? `Step ${step + 1} of` : 'That was the last one.');
      await workbench().until(`step ${step + 1} is taken`, async () => {
        if (!(await told.isVisible())) {
          await workbench().notification(`Step ${step} of`).getByText('Next Step').click({ timeout: 2_000 });
        }
        await told.waitFor({ timeout: 10_000 });
      });
    }
    await line('vector_load').waitFor();
    await workbench().dismissNotifications();
    await line('vector_load').click();
    for (let step = 1; step < steps; step++) await undo();
    await workbench().save();
    await session.expectOnDisk('twice.mlir', first);
    await undo();
    await workbench().save();
    await session.expectOnDisk('twice.mlir', TWICE);
  });

  test('a preview is a difference, and applies when asked to', async () => {
    const question = workbench().notification('times as fast');
    await workbench().until('the preview is applied', async () => {
      // The question goes away by itself after a while, which a slow machine can miss.
      if (!(await question.isVisible())) {
        await workbench().openFile('twice.mlir');
        await workbench().goTo(4, 7);
        await workbench().runCommand(PREVIEW);
        await workbench().pick('times as fast');
        const changed = workbench().page.locator('.monaco-diff-editor .view-line', { hasText: 'vector_load' });
        await changed.first().waitFor();
        await session.pictures('preview');
      }
      await question.getByText('Apply').click({ timeout: 5_000 });
    });
    // What closes the tabs must not come before the edit.
    await workbench().page.locator('.tab.dirty').first().waitFor();
    await workbench().openFile('twice.mlir');
    await line('vector_load').waitFor();
    await line('vector_load').click();
    await undo();
    await workbench().save();
    await session.expectOnDisk('twice.mlir', TWICE);
  });

  test('what the sequences are predicted to cost', async () => {
    await workbench().openFile('twice.mlir');
    await workbench().goTo(4, 7);
    await workbench().runCommand(COSTS);
    await line('lines into L1').waitFor();
    await line('cycles').waitFor();
  });
});
