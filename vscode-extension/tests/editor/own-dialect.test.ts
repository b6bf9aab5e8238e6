// A dialect that nobody built in, with its definitions in the workspace: from the hint to the jump into the `.td` file.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { inEditor, place } from './session';

const definitions = path.join(process.cwd(), '..', 'tests', 'cli', 'definitions');
const read = (name: string) => readFileSync(path.join(definitions, name), 'utf8');
const TD = 'include/Mine/MineOps.td';
const TEXT = `func.func @scaled(%a: f32, %n: index) -> f32 {
  %0 = mine.scale %a by %n : f32
  %1 = mine.scale %0 by %n times 2 : f32
  return %1 : f32
}
`;

const files = {
  'mine.mlir': TEXT,
  'include/mlir/IR/OpBase.td': read('base.td'),
  [TD]: read('mine.td'),
};

inEditor('a dialect of the workspace', { files }, (session) => {
  const workbench = () => session.workbench;
  const scale = place(TEXT, /mine\.scale/);
  const isNow = async (what: string, attempt: () => Promise<void>) => workbench().until(what, attempt);
  /** The classes of the word's span, which say its colour; without any where it is coloured as its neighbours. */
  const colour = async (word: string) => {
    const spans = workbench().page.locator('.editor-instance .view-line span span', { hasText: word });
    const texts = await spans.evaluateAll((all) =>
      all.map((it) => [it.textContent.trim(), it.getAttribute('class') ?? ''] as const),
    );
    return texts.find(([text]) => text === word)?.[1];
  };

  test('one hint leads to the definitions', async () => {
    await workbench().openFile('mine.mlir');
    const hints = workbench().squiggles('hint');
    await hints.first().waitFor();
    assert.equal(await hints.count(), 1);
    const fix = await workbench().openQuickFixes(hints, /^Read dialect `mine` from include\/Mine\/MineOps\.td$/);
    await workbench().choose(fix);
    await isNow('the project is configured', async () => {
      await workbench().runCommand('File: Save All');
      await session.expectOnDisk('affine-analyzer.toml', `[dialects]\nods = ["${TD}"]\n`);
    });
    await workbench().openFile('mine.mlir');
    await hints.first().waitFor({ state: 'detached' });
    // Other files of the workspace have problems of their own.
    await workbench().squiggles('error').first().waitFor({ state: 'detached' });
    await workbench().squiggles('warning').first().waitFor({ state: 'detached' });
    await isNow('operations and the words of their forms are coloured', async () => {
      const [operation, keyword] = [await colour('scale'), await colour('times')];
      assert.ok(operation !== undefined && keyword !== undefined && operation !== keyword);
      // Operations that move control are coloured as keywords are.
      assert.deepEqual([keyword, keyword], [await colour('return'), await colour('by')]);
    });
  });

  test('operations are described and completed', async () => {
    await workbench().openFile('mine.mlir');
    await workbench().hover(scale.line, scale.column + 6, ['Scales a value', 'Once or more often.']);
    await workbench().page.keyboard.press('Escape');
    await workbench().goTo(3, 1);
    await workbench().page.keyboard.press('End');
    await workbench().page.keyboard.insertText('\n  mine.re');
    const rows = workbench().page.locator('.suggest-widget .monaco-list-row');
    await isNow('the operation is proposed', async () => {
      await workbench().page.keyboard.press('Control+Space');
      await rows.filter({ hasText: 'mine.region' }).first().waitFor({ timeout: 5_000 });
    });
    await workbench().page.keyboard.press('Escape');
    await workbench().revert();
  });

  test('the definition is in the `.td` file, and a change of it is seen', async () => {
    await workbench().openFile('mine.mlir');
    await workbench().goTo(scale.line, scale.column + 6);
    const target = place(read('mine.td'), /(?<=def )ScaleOp/);
    await isNow('the definition is open', async () => {
      await workbench().page.keyboard.press('F12');
      await workbench().page.locator('.tab.active', { hasText: 'MineOps.td' }).waitFor({ timeout: 5_000 });
    });
    await workbench().status('status.editor.selection', (text) =>
      text.startsWith(`Ln ${target.line}, Col ${target.column}`),
    );
    writeFileSync(path.join(session.workspace, TD), read('mine.td').replace('`times`', '`repeated`'));
    await workbench().openFile('mine.mlir');
    await workbench().squiggles('error').first().waitFor();
    const row = (await workbench().problemRows()).filter({ hasText: 'times' });
    await row.first().waitFor();
    await workbench().closePanel();
  });
});
