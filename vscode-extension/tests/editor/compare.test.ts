// *Compare With…*: from the choice of the other program to the statement that gives another number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEditor, place } from './session';

const COPY = `func.func @copy(%m: memref<4xi32>) {
  affine.for %i = 0 to 3 {
    %v = affine.load %m[%i + 1] : memref<4xi32>
    affine.store %v, %m[%i] : memref<4xi32>
  }
  return
}

func.func @backwards(%m: memref<4xi32>) {
  affine.for %i = 0 to 3 {
    %v = affine.load %m[3 - %i] : memref<4xi32>
    affine.store %v, %m[2 - %i] : memref<4xi32>
  }
  return
}
`;
/** Its first function runs the other way round. */
const EDITED = COPY.replace('%m[%i + 1]', '%m[3 - %i]').replace('%m[%i] :', '%m[2 - %i] :');
const SQUARES = `func.func @squares(%m: memref<16xi32>, %o: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %m[%i] : memref<16xi32>
    %w = arith.muli %v, %v : i32
    affine.store %w, %o[%i] : memref<16xi32>
  }
  return
}

func.func @powers(%m: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %m[%i] : memref<?xi32>
    %w = arith.muli %v, %v : i32
    affine.store %w, %m[%i] : memref<?xi32>
  }
  return
}
`;
/** The first function runs the other way round, the second multiplies by an operation of its own. */
const REWRITTEN = SQUARES.replace('%m[%i] : memref<16', '%m[15 - %i] : memref<16')
  .replace('%o[%i]', '%o[15 - %i]')
  .replace(/(@powers[^]*)arith\.muli/, '$1math.ipowi');
const COMMAND = 'affine-analyzer: Compare With…';

const FILES = { 'copy.mlir': COPY, 'edited.mlir': EDITED, 'squares.mlir': SQUARES, 'rewritten.mlir': REWRITTEN };

inEditor('Compare With…', { files: FILES }, (session) => {
  const workbench = () => session.workbench;
  const view = () => workbench().view;
  const row = (name: string) => view().locator('.row', { hasText: name });
  const keyboard = () => workbench().page.keyboard;
  const compareWith = async (choice: string) => {
    await workbench().runCommand(COMMAND);
    await workbench().pick(choice);
  };

  const compareWithFile = async (name: string) => {
    await compareWith('Another File…');
    const input = workbench().page.locator('.quick-input-widget input[type="text"]').first();
    const file = workbench().page.locator('.quick-input-widget .monaco-list-row', { hasText: name });
    await input.waitFor();
    await file.waitFor();
    await input.fill(`${session.workspace}/${name}`);
    await file.waitFor();
    await keyboard().press('Enter');
  };

  test('another file: what is equal, what is different, with which input, and where', async () => {
    await workbench().openFile('edited.mlir');
    await compareWithFile('copy.mlir');

    await row('@copy').getByText('different').waitFor();
    await row('@backwards').getByText('equal').waitFor();
    const said = await row('@copy').innerText();
    for (const part of ['%m[1] = 5, %m[3] = -2, all others 0', '%m[0]', 'line 4']) {
      assert.ok(said.includes(part), `"${part}" is not in\n${said}`);
    }
    assert.equal(await row('@copy').locator('tr', { hasText: 'before' }).locator('.value').innerText(), '5');
    assert.equal(await row('@copy').locator('tr', { hasText: 'after' }).locator('.value').innerText(), '-2');
    await session.pictures('comparison');

    await row('@copy').locator('tr', { hasText: 'before' }).getByRole('button').click();
    await workbench().page.locator('.tab.active', { hasText: 'copy.mlir' }).waitFor();
    await workbench().status('status.editor.selection', (text) => text.startsWith('Ln 4,'));
    await row('@copy').locator('tr', { hasText: 'after' }).getByRole('button').press('Enter');
    await workbench().page.locator('.tab.active', { hasText: 'edited.mlir' }).waitFor();
    await workbench().status('status.editor.selection', (text) => text.startsWith('Ln 4,'));
  });

  test('the text is active though the editor hears late of a click on the page', async () => {
    await workbench().hearLateOfFocus();
    await row('@copy').locator('tr', { hasText: 'before' }).getByRole('button').click();
    await workbench().page.locator('.tab.active', { hasText: 'copy.mlir' }).waitFor();
    // Until it has looked, and what comes of that.
    await workbench().page.waitForTimeout(1_000);
    await workbench().status('status.editor.selection', (text) => text.startsWith('Ln 4,'));
  });

  test('the difference opens as the editor shows differences', async () => {
    await view().getByRole('button', { name: 'Open diff' }).click();
    await workbench().page.locator('.tab.active', { hasText: 'copy.mlir ↔ edited.mlir' }).waitFor();
    await workbench().page.locator('.diff-editor, .monaco-diff-editor').first().waitFor();
  });

  test('the saved version of a file with edits that change nothing', async () => {
    await workbench().openFile('copy.mlir');
    const { line, column } = place(COPY, /affine\.for/);
    await workbench().goTo(line, column);
    await keyboard().insertText('// The same.\n');
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await compareWith('The Saved Version');
    await row('@copy').getByText('equal').waitFor();
    await view().getByText('2 equal').waitFor();
    await view().getByText('copy.mlir (saved)').waitFor();

    // An edit that changes the result, and the comparison again.
    await workbench().page.locator('.editor-instance .view-line').first().click();
    const bound = place(COPY, /(?<=0 to )3/);
    await workbench().goTo(bound.line + 1, bound.column);
    await keyboard().press('Delete');
    await keyboard().insertText('2');
    await view().getByRole('button', { name: 'Compare again' }).click();
    await row('@copy').getByText('different').waitFor();
    await row('@copy').locator('tr', { hasText: 'before' }).getByRole('button').click();
    await workbench().page.locator('.tab.active', { hasText: 'copy.mlir' }).waitFor();
    await workbench().status('status.editor.selection', (text) => text.startsWith('Ln 4,'));
    await keyboard().press('Control+KeyW');
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await workbench().page.locator('.editor-instance .view-line').first().click();
    await workbench().revert();
  });

  test('the function at the cursor with another of the same file', async () => {
    await workbench().openFile('copy.mlir');
    await workbench().goTo(place(COPY, /@copy/).line, 1);
    await compareWith('@copy with Another Function');
    await workbench().pick('@backwards');
    await view().getByText('@backwards in copy.mlir').waitFor();
    await view().getByText('1 different').waitFor();
  });

  test('why it is equal, and what is not shown to be', async () => {
    // No other file has a tab, so that the dialog opens.
    await workbench().runCommand('View: Close All Editors');
    await workbench().openFile('rewritten.mlir');
    await compareWithFile('squares.mlir');
    await row('@squares').getByText('Why: 1 pair of statements compute the same').click();
    const pair = row('@squares').locator('tr', { hasText: "i + i' = 15" });
    await pair.waitFor();
    await row('@powers').getByText('Not shown to compute the same').waitFor();
    await session.pictures('comparison-why');
    await pair.getByRole('button', { name: 'line 4' }).first().click();
    await workbench().page.locator('.tab.active', { hasText: 'squares.mlir' }).waitFor();
    await workbench().status('status.editor.selection', (text) => text.startsWith('Ln 4,'));
  });
});
