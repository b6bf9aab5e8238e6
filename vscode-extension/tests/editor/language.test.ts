// What a language server is for: names, the outline, hints and lenses, as they are seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUS, inEditor, place } from './session';

const README = `# Kernel

\`\`\`mlir
affine.for %i = 0 to 8 {
}
\`\`\`

affine.for in prose.
`;

inEditor('the language', { files: { 'notes.md': README } }, (session) => {
  const workbench = () => session.workbench;

  test('a value is renamed where it is used, and nowhere else', async () => {
    const original = session.onDisk('stencil.mlir');
    const { line, column } = place(original, /%fifth = /);
    await workbench().openFile('stencil.mlir');
    await workbench().goTo(line, column + 1);
    await workbench().status(STATUS, (text) => text.includes('is running'));
    const input = workbench().page.locator('.rename-box input');
    await workbench().until('a new name is asked for', async () => {
      await workbench().page.keyboard.press('F2');
      await input.waitFor({ timeout: 5_000 });
    });
    await input.fill('%share');
    await workbench().page.keyboard.press('Enter');
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await workbench().save();
    await session.expectOnDisk('stencil.mlir', original.replaceAll('%fifth', '%share'));
    await workbench().page.keyboard.press('Control+KeyZ');
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await workbench().save();
    await session.expectOnDisk('stencil.mlir', original);
  });

  test('the outline has functions and their loops', async () => {
    await workbench().openFile('stencil.mlir');
    await workbench().page.keyboard.press('Control+Shift+KeyO');
    const rows = workbench().page.locator('.quick-input-widget .monaco-list-row');
    for (const name of ['@two_rows_below', 'affine.for %arg1', '@smooth_in_place', 'affine.for %j']) {
      await rows.filter({ hasText: name }).first().waitFor();
    }
    await workbench().page.keyboard.press('Escape');
  });

  test('hints say how often loops run', async () => {
    await workbench().openFile('stencil.mlir');
    const { line, column } = place(session.onDisk('stencil.mlir'), /affine\.for %i /);
    await workbench().goTo(line, column);
    await workbench()
      .page.locator('.view-line', { hasText: /62\s+iterations/ })
      .first()
      .waitFor();
  });

  test('a lens above a loop says what it carries, and a click offers to look at it', async () => {
    const { line, column } = place(session.onDisk('stencil.mlir'), /affine\.for %arg0/);
    await workbench().openFile('stencil.mlir');
    await workbench().goTo(line, column);
    const choice = workbench().page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Iteration space' });
    await workbench().clickLens('carries (2, 0)', choice);
    await choice.click();
    await workbench().status('status.editor.selection', (text) => text.startsWith(`Ln ${line},`));
    await workbench().view.locator('.point').nth(80).waitFor({ state: 'attached' });
  });

  test('code in Markdown is highlighted, prose is not', async () => {
    await workbench().openFile('notes.md');
    const coloursOf = (line: number) =>
      workbench()
        .page.locator('.editor-instance .view-line')
        .nth(line)
        .locator('span span')
        .evaluateAll((spans) => new Set(spans.map((span) => span.getAttribute('class'))).size);
    await workbench().until('the code has several colours', async () => {
      assert.ok((await coloursOf(3)) >= 3);
    });
    assert.equal(await coloursOf(7), 1);
  });

  test('dialects, operations, control, symbols, keywords and values have colours of their own', async () => {
    await workbench().openFile('stencil.mlir');
    const coloursOf = (text: string) =>
      workbench()
        .page.locator('.editor-instance .view-line', { hasText: text })
        .first()
        .locator('span span')
        .evaluateAll((spans) => spans.map((it) => [it.textContent.trim(), getComputedStyle(it).color] as const));
    const colour = async (line: string, word: string) =>
      (await coloursOf(line)).find(([text]) => text.replaceAll('\u00a0', ' ').trim() === word)?.[1];
    await workbench().until('the server has told words apart', async () => {
      const dialect = await colour('affine.store %cst', 'affine');
      const operation = await colour('affine.store %cst', 'store');
      const control = await colour('affine.for %arg0', 'for');
      const symbol = await colour('@two_rows_below', '@two_rows_below');
      const value = await colour('affine.store %cst', '%cst');
      const all = [dialect, operation, control, symbol, value];
      assert.ok(!all.includes(undefined), all.join('; '));
      assert.equal(new Set(all).size, all.length, all.join('; '));
      assert.notEqual(await colour('affine.for %arg0', 'to'), operation);
    });
  });

  test('the example of the walkthrough opens and is analysed', async () => {
    await workbench().openFile('stencil.mlir');
    await workbench().runCommand('affine-analyzer: Open an Example');
    // The file behind it has lenses of the same text.
    await workbench().page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
    await workbench().page.locator('.codelens-decoration', { hasText: 'carries' }).first().waitFor();
    await workbench().runCommand('affine-analyzer: Show Iteration Space');
    await workbench().view.locator('.arrow').first().waitFor({ state: 'attached' });
    // It is nobody's file: it may go.
    await workbench().runCommand('View: Revert and Close Editor');
  });

  test('an untitled document that is closed leaves no problems and no message', async () => {
    await workbench().openFile('stencil.mlir');
    let errors = -1;
    await workbench().until('all problems are told', async () => {
      const before = errors;
      await workbench().problems((found) => {
        errors = found;
        return true;
      });
      await workbench().page.waitForTimeout(1_000);
      assert.equal(errors, before);
    });
    await workbench().runCommand('affine-analyzer: Open an Example');
    await workbench().page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
    await workbench().page.locator('.codelens-decoration', { hasText: 'carries' }).first().waitFor();
    await workbench().page.keyboard.press('Control+End');
    await workbench().page.keyboard.type('func.func @g(%x: i32 { %y = arith.addi %z, %z : i32');
    await workbench().problems((found) => found > errors);
    // The editor asks for what follows the last key while the document goes.
    await workbench().page.keyboard.type(' }');
    await workbench().runCommand('View: Revert and Close Editor');
    await workbench().problems((found) => found === errors);
    await workbench().page.waitForTimeout(1_000);
    assert.equal(await workbench().page.locator('.notification-toast').count(), 0);
  });
});
