// *Run Passes…*: from the pipeline line to a step that is kept in the file, with the `mlir-opt` that is installed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { onPath } from './requirements';
import { inEditor, place } from './session';

const CHAIN = `func.func @chain(%x: memref<20xf32>, %y: memref<20xf32>) {
  %t = memref.alloc() : memref<20xf32>
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    // The square of each element.
    %square = arith.mulf %v, %v : f32
    affine.store %square, %t[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 20 {
    %v = affine.load %t[%i] : memref<20xf32>
    %n = arith.negf %v : f32
    affine.store %n, %y[%i] : memref<20xf32>
  }
  return
}
`;

/** Ten iterations are no multiple of four: what \`affine-super-vectorize\` of LLVM 22 makes of them writes two elements too many. */
const MIDDLE = `// Squares the middle of a row.
func.func @middle(%x: memref<16xf32>) {
  affine.for %i = 3 to 13 {
    %v = affine.load %x[%i] : memref<16xf32>
    %square = arith.mulf %v, %v : f32
    affine.store %square, %x[%i] : memref<16xf32>
  }
  return
}
`;
const WRONG = 'func.func(canonicalize,affine-super-vectorize{virtual-vector-size=4},cse)';

const BAD = CHAIN.replace('%n = arith.negf %v', '%n = arith.negf %nowhere');

// The editor looks for files once: the one of bytecode is filled later.
const files = { 'chain.mlir': CHAIN, 'middle.mlir': MIDDLE, 'bad.mlir': BAD, 'chain.mlirbc': '' };

inEditor('Run Passes…', { files, needs: ['mlir-opt'] }, (session) => {
  const workbench = () => session.workbench;
  const view = () => workbench().view;
  const keyboard = () => workbench().page.keyboard;
  const line = () => view().getByRole('combobox');
  const step = (pass: string) => view().locator('.step', { hasText: pass });
  const button = (name: string) => view().getByRole('button', { name, exact: true });
  const activeTab = (name: string) => workbench().page.locator('.tab.active', { hasText: name }).first().waitFor();
  /** The panel's tab is active and clean as well, and says nothing about the file. */
  const saveAll = () =>
    workbench().until('everything is saved', async () => {
      await keyboard().press('Control+KeyS');
      assert.equal(await workbench().page.locator('.tab.dirty').count(), 0);
    });
  const openLab = async (name: string) => {
    await workbench().openFile(name);
    await workbench().runCommand('affine-analyzer: Run Passes…');
    await line().waitFor();
    // The passes are known.
    await view().getByText('mlir-opt').first().waitFor();
  };
  const run = async (name: string, pipeline: string) => {
    await openLab(name);
    await line().fill(pipeline);
    await button('Run').click();
  };

  test('the line completes passes, options and nesting, and knows brackets', async () => {
    await openLab('chain.mlir');
    await workbench().until('the line has the keyboard', async () => {
      assert.equal(await line().evaluate((it) => it.ownerDocument.activeElement === it), true);
    });
    const active = view().locator('.offer[aria-selected="true"]');
    await keyboard().type('func');
    await active.getByText('func.func(').waitFor();
    await keyboard().press('Enter');
    await keyboard().type('affine-loop-fusi');
    await active.getByText('Fuse affine loop nests').waitFor();
    assert.equal(await line().getAttribute('aria-activedescendant'), await active.getAttribute('id'));
    await session.pictures('passes-completion');
    await keyboard().press('Tab');
    await keyboard().type('{mod');
    await active.getByText('fusion mode to attempt').waitFor();
    await keyboard().press('Enter');
    await view().getByRole('option', { name: 'sibling' }).waitFor();
    await keyboard().press('ArrowDown');
    await active.getByText('greedy').waitFor();
    await keyboard().press('Enter');
    assert.equal(await line().inputValue(), 'func.func(affine-loop-fusion{mode=greedy})');
    await keyboard().type('}');
    await keyboard().press('Escape');
    assert.equal(await line().inputValue(), 'func.func(affine-loop-fusion{mode=greedy})');

    await keyboard().press('End');
    await keyboard().press('Backspace');
    await view().getByText('`(` is not closed').waitFor();
    assert.equal(await line().getAttribute('aria-invalid'), 'true');
    await keyboard().press('Control+Space');
    await active.getByText('ends func.func').waitFor();
    await keyboard().press('Enter');
    assert.equal(await line().inputValue(), 'func.func(affine-loop-fusion{mode=greedy})');
    assert.equal(await line().getAttribute('aria-invalid'), 'false');
  });

  test('a fusion: the steps, their verdicts, and the difference in the diff editor', async () => {
    await openLab('chain.mlir');
    await line().fill('affine-loop-fusion,canonicalize,cse');
    await line().press('Enter');
    await step('affine-loop-fusion').getByText('equal').waitFor();
    await view().getByText('2 steps changed nothing: canonicalize, cse').waitFor();
    await step('affine-loop-fusion').locator('.head-of-step').press('Enter');
    await activeTab('chain.mlir: 1. affine-loop-fusion');
    await workbench().page.locator('.monaco-diff-editor .line-delete').first().waitFor();
    await session.pictures('passes');
  });

  test('a step is kept in the file, and one undo takes it back', async () => {
    await button('Keep in file').click();
    await workbench().page.locator('.tab.active.dirty', { hasText: 'chain.mlir' }).waitFor();
    await saveAll();
    const kept = session.onDisk('chain.mlir');
    assert.equal(kept.match(/affine\.for/g)?.length, 1, kept);
    assert.ok(kept.includes('// The square of each element.\n    %square = arith.mulf %v, %v : f32'), kept);
    await keyboard().press('Control+KeyZ');
    await workbench().page.locator('.tab.dirty').waitFor();
    await saveAll();
    await session.expectOnDisk('chain.mlir', CHAIN);
  });

  test('a file that has changed since is replaced only when somebody says so', async () => {
    await keyboard().press('Control+Home');
    await keyboard().insertText('// Mine.\n');
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await button('Keep in file').click();
    const dialog = workbench().page.locator('.monaco-dialog-box', { hasText: 'chain.mlir has changed' });
    await dialog.waitFor();
    await dialog.getByText('Cancel').click();
    await activeTab('chain.mlir');
    await workbench().page.locator('.editor-instance .view-line').first().click();
    await workbench().page.locator('.view-line', { hasText: '// Mine.' }).first().waitFor();
    await workbench().revert();
  });

  test('a wrong pass is marked, with the input that shows it and both places', async () => {
    await run('middle.mlir', WRONG);
    const wrong = view().locator('.step.wrong');
    await wrong.getByText('first wrong step').waitFor();
    const said = await wrong.innerText();
    for (const part of [
      'affine-super-vectorize',
      'changed the result',
      '%x[13] = 4.0, all others 0',
      '%x[13]',
      '16.0',
    ]) {
      assert.ok(said.includes(part), `"${part}" is not in\n${said}`);
    }
    await view().getByText('Step 2 is wrong: affine-super-vectorize changed the result.').waitFor();
    assert.equal(await wrong.locator('tr', { hasText: 'before' }).locator('.value').innerText(), '4.0');
    await session.pictures('passes-wrong');
    await wrong.locator('tr', { hasText: 'after' }).getByRole('button').click();
    await activeTab('middle, step 2.mlir');
    await workbench().page.locator('.view-line', { hasText: 'vector.transfer_write' }).first().waitFor();
    await workbench().status('status.editor.selection', (text) => text.startsWith('Ln 7,'));
  });

  test('steps are gone through forwards and backwards', async () => {
    await button('Next step').click();
    await activeTab('middle.mlir: 2. affine-super-vectorize');
    await view().getByText('1 step changed nothing: canonicalize').click();
    await step('canonicalize').locator('.head-of-step').click();
    await activeTab('middle.mlir: 1. canonicalize');
    await button('Next step').press('Enter');
    await activeTab('middle.mlir: 2. affine-super-vectorize');
    assert.equal(
      await view().locator('[aria-current="step"]').innerText(),
      await view().locator('.step.wrong .head-of-step').innerText(),
    );
  });

  test('the run is exported as one file that anybody can read', async () => {
    await button('Export as HTML…').click();
    const input = workbench().page.locator('.quick-input-widget input[type="text"]').first();
    await workbench().until('a name is proposed', async () => {
      assert.match(await input.inputValue(), /middle\.passes\.html$/);
    });
    await keyboard().press('Enter');
    await workbench().notification('The run is in middle.passes.html').waitFor();
    await workbench().dismissNotifications();
    const html = readFileSync(path.join(session.workspace, 'middle.passes.html'), 'utf8');
    for (const part of [
      'first wrong step',
      'affine-super-vectorize',
      '<ins>+  affine.for %i = 3 to 13 step 4 {</ins>',
    ]) {
      assert.ok(html.includes(part), part);
    }
    const context = await workbench().page.context().browser()?.newContext({ javaScriptEnabled: false });
    assert.ok(context);
    const page = await context.newPage();
    await page.setContent(html);
    await page.locator('del', { hasText: 'affine.for %i = 3 to 13 {' }).waitFor();
    await context.close();
  });

  test('a run begins with a step, and with an edited one', async () => {
    await button('Start from here').click();
    await view().getByText('Runs on step 2, affine-super-vectorize').waitFor();
    await line().fill('canonicalize');
    await button('Run').click();
    await view()
      .getByText(/^1 step, /)
      .waitFor();
    await button('Use the file').click();
    await view().getByText('Runs on middle.mlir').waitFor();

    await line().fill(WRONG);
    await button('Run').click();
    await view().locator('.step.wrong .head-of-step').click();
    await button('Edit step').click();
    await activeTab('Untitled');
    await view().getByText('Runs on the edited step in Untitled').waitFor();
    await workbench().page.locator('.view-line', { hasText: 'Squares the middle' }).first().click();
    const text = MIDDLE.replace('%x[%i] : memref', '%x[15 - %i] : memref');
    await keyboard().press('Control+KeyA');
    await keyboard().insertText(text);
    await line().fill('affine-loop-unroll{unroll-factor=2}');
    await button('Run').click();
    await step('affine-loop-unroll').getByText('equal').waitFor();
    await step('affine-loop-unroll').locator('.head-of-step').click();
    await workbench()
      .page.locator('.view-line', { hasText: '%x[-%i + 15]' })
      .or(workbench().page.locator('.view-line', { hasText: '15' }))
      .first()
      .waitFor();
    const untitled = workbench().page.locator('.tab', { hasText: 'Untitled' });
    // The editor may take the focus back for the difference that it has just opened.
    await workbench().until('the edited step is closed', async () => {
      if ((await untitled.count()) === 0) return;
      await untitled.click({ timeout: 5_000 });
      await workbench().runCommand('View: Revert and Close Editor');
      await untitled.waitFor({ state: 'detached', timeout: 5_000 });
    });
  });

  test('pipelines of the file are remembered', async () => {
    await openLab('middle.mlir');
    assert.equal(await line().inputValue(), 'affine-loop-unroll{unroll-factor=2}');
    await line().fill('');
    await line().press('ArrowUp');
    assert.deepEqual(await view().getByRole('option').locator('code').allInnerTexts(), [
      'affine-loop-unroll{unroll-factor=2}',
      WRONG,
      'canonicalize',
    ]);
    await keyboard().press('ArrowDown');
    await keyboard().press('Enter');
    assert.equal(await line().inputValue(), WRONG);
  });

  test('what the tool says of the source is at its place', async () => {
    await run('bad.mlir', 'cse');
    await view().getByText('The run did not come to its end.').waitFor();
    const at = place(BAD, /%nowhere/);
    await view().locator('.messages button').first().click();
    await workbench().status('status.editor.selection', (text) => text.startsWith(`Ln ${at.line},`));
    const row = (await workbench().problemRows()).filter({ hasText: 'mlir-opt' });
    await row.first().waitFor();
    await workbench().closePanel();
  });

  test('a file of bytecode is opened as text by a click', async () => {
    const tool = onPath('mlir-opt', 'mlir-opt-22') ?? '';
    execFileSync(tool, ['--emit-bytecode', 'chain.mlir', '-o', 'chain.mlirbc'], { cwd: session.workspace });
    await workbench().openTab('chain.mlirbc');
    await view().getByText('chain.mlirbc is bytecode of MLIR').waitFor();
    await session.pictures('bytecode');
    await view().getByText('Open as text').click();
    await workbench().page.locator('.view-line', { hasText: 'func.func @chain' }).first().waitFor();
    await session.pictures('bytecode-text');
  });
});
