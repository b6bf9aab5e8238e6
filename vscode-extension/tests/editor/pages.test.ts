// The pages of diagnostics, from everywhere that leads to them, and the extension's own page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inEditor, place } from './session';

const BROKEN = `func.func @kernel(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %k = arith.muli %i, %j : index
      %v = affine.load %m[%k] : memref<8xf32>
      affine.store %v, %m[%i] : memref<8xf32>
    }
  }
  return
}
`;

inEditor('pages', { files: { 'broken.mlir': BROKEN } }, (session) => {
  const workbench = () => session.workbench;
  const heading = (code: string) => workbench().view.locator('h1', { hasText: code });

  const seesPage = async (code: string) => {
    await heading(code).waitFor();
    const page = workbench().view.locator('body');
    const text = await page.innerText();
    for (const part of ['Severity: error', 'Rejected', 'Accepted', 'See also']) {
      assert.ok(text.includes(part), `"${part}" is not in\n${text}`);
    }
    const link = page.locator('a[href^="https://mlir.llvm.org/docs/"]');
    assert.ok((await link.count()) > 0, 'no link to the documentation of MLIR');
  };

  test('a hover leads to the other end of a dependence, and its words to the glossary', async () => {
    await workbench().openFile('stencil.mlir');
    const text = session.onDisk('stencil.mlir');
    const load = place(text, /affine\.load %0/);
    const store = place(text, /affine\.store %cst/);
    const shown = workbench().page.locator('.monaco-hover:not(.hidden)');
    await workbench().goTo(load.line, load.column);
    await workbench().hover(load.line, load.column, [`from line ${store.line}`, 'Glossary']);
    await session.pictures('hover-links');
    await shown
      .locator('a', { hasText: `from line ${store.line}` })
      .first()
      .click();
    await workbench().status('status.editor.selection', (it) => it.startsWith(`Ln ${store.line},`));
    await workbench().hover(load.line, load.column, ['Glossary']);
    await shown.locator('a', { hasText: 'distance' }).last().click();
    await workbench().view.getByRole('heading', { name: 'distance', exact: true }).waitFor();
    await session.pictures('glossary');
  });

  test('the code in a hover leads to its page', async () => {
    await workbench().openFile('broken.mlir');
    await workbench().squiggles('error').first().waitFor();
    const { line, column } = place(BROKEN, /%k\] : memref/);
    await workbench().hover(line, column, ['invalid-dim']);
    await workbench().page.locator('.monaco-hover:not(.hidden) a', { hasText: 'invalid-dim' }).first().click();
    await seesPage('invalid-dim');
    await session.pictures('page');
  });

  test('the code in the list of problems leads to its page', async () => {
    await workbench().openFile('broken.mlir');
    const row = (await workbench().problemRows()).filter({ hasText: 'invalid-dim' }).first();
    await row.locator('a', { hasText: 'invalid-dim' }).click();
    await seesPage('invalid-dim');
    await workbench().closePanel();
  });

  test('the light bulb offers it', async () => {
    await workbench().openFile('broken.mlir');
    await workbench().choose(
      await workbench().openQuickFixes(workbench().squiggles('error'), /Explain invalid-dim|Explain `invalid-dim`/),
    );
    await seesPage('invalid-dim');
  });

  test('a command has all of them, those at the cursor first', async () => {
    await workbench().openFile('broken.mlir');
    await workbench().squiggles('error').first().waitFor();
    const { line, column } = place(BROKEN, /%k\] : memref/);
    await workbench().goTo(line, column);
    await workbench().runCommand('affine-analyzer: Explain Diagnostic…');
    const rows = workbench().page.locator('.quick-input-widget .monaco-list-row');
    await rows.filter({ hasText: 'at the cursor' }).first().waitFor();
    assert.match(await rows.first().innerText(), /invalid-dim/);
    await workbench().screenshot('explain');
    await workbench().page.locator('.quick-input-widget .quick-input-box input').fill('non-affine-mul');
    await workbench().pick('non-affine-mul');
    await seesPage('non-affine-mul');
  });

  test('the page of the extension shows its pictures', async () => {
    await workbench().runCommand('View: Close All Editors');
    await workbench().page.keyboard.press('Control+Shift+KeyX');
    const entry = workbench().page.locator('.extension-list-item', { hasText: 'affine-analyzer' }).first();
    await entry.click();
    await workbench().page.locator('.extension-editor').waitFor();
    const pictures = workbench().view.locator('img[src^="data:image/png"]');
    const expected = (await readFile('README.md', 'utf8')).match(/<picture>/g)?.length ?? 0;
    await workbench().until('its pictures are drawn', async () => {
      const widths = await pictures.evaluateAll((all) => all.map((it) => (it as HTMLImageElement).naturalWidth));
      assert.equal(widths.length, expected);
      assert.ok(
        widths.every((width) => width > 100),
        String(widths),
      );
    });
    await workbench().screenshot('extension');
    await workbench().runCommand('View: Toggle Primary Side Bar Visibility');
  });
});
