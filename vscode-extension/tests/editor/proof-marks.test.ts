// Marks in the gutter of functions that differ from the version in git's HEAD.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { inEditor, place } from './session';

const loop = (from: number) => `  affine.for %i = ${from} to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %y[%i] : memref<64xf32>
  }
`;
const program = (from: number) => `func.func @first(%x: memref<64xf32>, %y: memref<64xf32>) {
${loop(0)}  return
}

func.func @second(%x: memref<64xf32>, %y: memref<64xf32>) {
${loop(from)}  return
}
`;

inEditor('proof-marks', { files: { 'copies.mlir': program(0) } }, (session) => {
  const workbench = () => session.workbench;
  // The editor's style sheet has the pictures, each at a class of its own.
  const marks = async (name: string) =>
    workbench().page.evaluate(
      (picture) =>
        [...document.querySelectorAll('.glyph-margin-widgets .cgmr, .margin-view-overlays .cgmr')].filter((it) =>
          getComputedStyle(it).backgroundImage.includes(picture),
        ).length,
      `proof-${name}.svg`,
    );
  const seen = (equal: number, different: number) =>
    workbench().until(`there are ${equal} ✓ and ${different} ✗`, async () => {
      assert.deepEqual([await marks('equal'), await marks('different')], [equal, different]);
    });

  test('a function that was rewritten is marked when the typing pauses', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: session.workspace });
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'x');
    await workbench().openFile('copies.mlir');
    const { line, column } = place(program(0), /affine\.for/);
    await workbench().goTo(line, column);
    await workbench().page.keyboard.press('Control+Period');
    const menu = workbench().page.locator('.action-widget');
    await menu.waitFor();
    await workbench().choose(menu.locator('.monaco-list-row', { hasText: 'Tile this loop' }));
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await seen(1, 0);
    await workbench().goTo(12, 19);
    await workbench().page.keyboard.press('Delete');
    await workbench().page.keyboard.type('1');
    await seen(1, 1);
    await session.pictures('proof-marks');
  });

  test('they can be turned off', async () => {
    session.configure({ 'affine-analyzer.proof.gutter': false });
    await seen(0, 0);
    session.configure({});
    await seen(1, 1);
    await workbench().revert();
    await seen(0, 0);
  });
});
