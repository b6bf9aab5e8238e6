// The packaged extension in a real editor, as a person sees it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { STATUS, inEditor, place } from './session';

const ACCESSES = `func.func @accesses(%A: memref<4x8xf64>, %B: memref<16xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<4x8xf64>
      affine.store %a, %A[%i, %j] : memref<4x8xf64>
    }
  }
  return
}
`;

const ONE_MISTAKE = `func.func @one_mistake() {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<()[s] -> (s)>()[%i]
  }
  return
}
`;

inEditor('a real editor', { files: { 'one-mistake.mlir': ONE_MISTAKE, 'accesses.mlir': ACCESSES } }, (session) => {
  const workbench = () => session.workbench;
  const onDisk = (name: string) => session.onDisk(name);
  /** Has another server run than the one that came with the extension. */
  const runServer = async (server: string) => {
    session.configure({ 'affine-analyzer.server.path': server });
    const offer = workbench().notification('settings that the affine-analyzer server is started with');
    await workbench().until(`the setting ${server} is in force`, async () => {
      if (await offer.isVisible()) await offer.getByText('Restart Server').click({ timeout: 2_000 });
      assert.ok((await workbench().statusText(STATUS)).includes(server));
    });
  };

  test('the server runs, and the status bar says so', async () => {
    await workbench().openFile('stencil.mlir');
    const label = await workbench().status(STATUS, (text) => text.includes('is running'));
    assert.match(label, /affine-analyzer \d+\.\d+\.\d+\S* is running/);
  });

  test('an error is underlined and counted', async () => {
    await workbench().openFile('one-mistake.mlir');
    await workbench().squiggles('error').first().waitFor();
    await workbench().problems((errors) => errors >= 1);
    const row = (await workbench().problemRows()).filter({ hasText: 'apply-dim-as-symbol' });
    await row.waitFor();
    assert.match(await row.innerText(), /%i/);
    await workbench().closePanel();
  });

  test('mistakes of many kinds are underlined', async () => {
    await workbench().openFile('mistakes.mlir');
    await workbench().squiggles('error').first().waitFor();
    await workbench().problems((errors) => errors >= 1);
    const rows = await workbench().problemRows();
    await rows.filter({ hasText: 'invalid-symbol' }).first().waitFor();
    // A click leads to the place and selects it; one on the code would lead to its page.
    const symbol = place(onDisk('mistakes.mlir'), /(?<=\(\)\[)%i\]/);
    await rows
      .filter({ hasText: 'apply-dim-as-symbol' })
      .first()
      .click({ position: { x: 90, y: 10 } });
    const selection = `Ln ${symbol.line}, Col ${symbol.column + '%i'.length} (2 selected)`;
    await workbench().status('status.editor.selection', (text) => text.startsWith(selection));
    await session.pictures('errors');
    await workbench().closePanel();
  });

  test('an error goes when it is mended, while typing', async () => {
    await workbench().openFile('one-mistake.mlir');
    await workbench().squiggles('error').first().waitFor();
    // `()[%i]` becomes `()[%c]`, after `%c` has been defined.
    await workbench().goTo(1, 27);
    await workbench().page.keyboard.press('End');
    await workbench().page.keyboard.insertText('\n  %c = arith.constant 4 : index');
    const at = place(ONE_MISTAKE, /%i\]/);
    await workbench().goTo(at.line + 1, at.column);
    await workbench().page.keyboard.press('Delete');
    await workbench().page.keyboard.press('Delete');
    await workbench().page.keyboard.insertText('%c');
    await workbench().squiggles('error').first().waitFor({ state: 'detached' });
    await workbench().revert();
    await workbench().squiggles('error').first().waitFor();
  });

  test('return behind a complete line makes a new line', async () => {
    await workbench().openFile('accesses.mlir');
    const at = place(ACCESSES, /(?<=%a = .*)$/m);
    await workbench().goTo(at.line, at.column);
    // As somebody types it: proposals for the last letters may be there.
    const typed = [
      ['Backspace', 'Backspace', '4', '>'],
      ['Backspace', 'Backspace', 'Backspace', 'Backspace', 'f', '6', '4', '>'],
    ];
    for (const keys of typed) {
      for (const key of keys) await workbench().page.keyboard.press(key);
      await workbench().page.waitForTimeout(1_000);
      await workbench().page.keyboard.press('Enter');
      await workbench().status('status.editor.selection', (text) => text.startsWith(`Ln ${at.line + 1}, Col 7`));
      await workbench().page.keyboard.press('Control+z');
      await workbench().status('status.editor.selection', (text) => text.startsWith(`Ln ${at.line}, Col`));
      await workbench().goTo(at.line, at.column);
    }
    await workbench().revert();
  });

  test('an access is completed with the memref, its type and subscripts', async () => {
    await workbench().openFile('accesses.mlir');
    const at = place(ACCESSES, /(?<=%a = .*)$/m);
    await workbench().goTo(at.line, at.column);
    await workbench().page.keyboard.press('Enter');
    await workbench().page.keyboard.insertText('affine.stor');
    const row = workbench().page.locator('.suggest-widget .monaco-list-row', { hasText: 'affine.store' }).first();
    await workbench().until('the operation is proposed', async () => {
      await workbench().page.keyboard.press('Control+Space');
      await row.waitFor({ timeout: 5_000 });
    });
    await workbench().page.keyboard.press('Enter');
    await workbench().page.keyboard.press('Escape');
    await workbench().page.keyboard.press('Escape');
    await workbench().save();
    const lines = session.onDisk('accesses.mlir').split('\n');
    assert.equal(lines[at.line]?.trim(), 'affine.store %a, %A[%i, %j] : memref<4x8xf64>');
  });

  test('the rest of the head of a loop is shown before it is there, and Tab takes it', async () => {
    await workbench().openFile('accesses.mlir');
    const at = place(onDisk('accesses.mlir'), /(?<=\n {2}}\n.*)return/);
    await workbench().goTo(at.line - 1, 4);
    await workbench().page.keyboard.press('Enter');
    await workbench().page.keyboard.type('affine.for %j = 0 ');
    const ghost = workbench().page.locator('.editor-instance [class*="ghost-text"]').first();
    await workbench().until('the rest is shown', async () => {
      // Only what is typed is gone on with.
      await workbench().page.keyboard.press('Backspace');
      await workbench().page.keyboard.press('Space');
      await ghost.waitFor({ timeout: 5_000 });
    });
    await session.pictures('inline-completion');
    await workbench().page.keyboard.press('Tab');
    await workbench().save();
    const lines = session.onDisk('accesses.mlir').split('\n');
    const loop = lines.findLastIndex((line) => line.includes('affine.for'));
    assert.deepEqual(
      lines.slice(loop, loop + 3).map((line) => line.trim()),
      ['affine.for %j = 0 to 8 {', '', '}'],
    );
  });

  test('a hover shows the exact distance of a dependence', async () => {
    const text = onDisk('stencil.mlir');
    const store = place(text, /affine\.store %\w+, %\w+\[%arg0, %arg1\]/);
    const load = place(text, /affine\.load %\w+\[%arg0 - 2, %arg1\]/);
    await workbench().openFile('stencil.mlir');
    const dependence = `RAW → line ${load.line} · distance (2, 0) · carried by %arg0 (depth 1)`;
    await workbench().hover(store.line, store.column, [dependence]);
    await session.pictures('hover');
    await workbench().hover(load.line, load.column, [`from line ${store.line}: ${dependence}`]);
    await workbench().page.keyboard.press('Escape');
  });

  test('the light bulb fuses two nests, and one undo takes it back', async () => {
    const original = onDisk('matmuls.mlir');
    await workbench().openFile('matmuls.mlir');
    // Hints about fusion are on outermost loops, those about vectorization further in.
    const leftmostHint = async () => {
      const hints = workbench().squiggles('hint');
      await hints.first().waitFor();
      return Math.min(...(await hints.evaluateAll((marks) => marks.map((it) => it.getBoundingClientRect().left))));
    };
    const fusionHint = await leftmostHint();
    const fuse = await workbench().openQuickFixes(workbench().squiggles('hint'), /^Fuse .*at depth 2/);
    await session.pictures('fusion-offered');
    await workbench().choose(fuse);
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await workbench().until('the hint about the fusion is gone', async () => {
      assert.ok((await leftmostHint()) > fusionHint);
    });
    await session.pictures('fusion-applied');
    await workbench().save();
    const fused = onDisk('matmuls.mlir');
    assert.notEqual(fused, original);
    assert.equal(outermostLoops(fused), outermostLoops(original) - 1, fused);

    await workbench().page.keyboard.press('Control+KeyZ');
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await workbench().save();
    await session.expectOnDisk('matmuls.mlir', original);
  });

  test('a server that cannot be found is reported, and found once the setting is right', async () => {
    await workbench().openFile('stencil.mlir');
    await runServer('/nowhere/affine-analyzer');
    const notification = workbench().notification('The affine-analyzer server was not found');
    await notification.getByText('Open Settings').waitFor();
    await workbench().status(STATUS, (text) => text.includes('there is no program in that place'));
    await workbench().screenshot('server-not-found');

    // No server runs that would have to be asked about: the new one starts by itself.
    session.configure({});
    await workbench().status(STATUS, (text) => text.includes('is running'));
    await workbench().dismissNotifications();
  });

  test('without the server files are highlighted alone', async () => {
    await workbench().openFile('stencil.mlir');
    await workbench().status(STATUS, (text) => text.includes('is running'));
    session.configure({ 'affine-analyzer.server.enable': false });
    await workbench().status(STATUS, (text) => text.includes('no server runs'));
    session.configure({});
    await workbench().status(STATUS, (text) => text.includes('is running'));
  });

  test('a server that ends at once is reported', async () => {
    await workbench().openFile('stencil.mlir');
    await runServer(session.script('ends-at-once', 'exit 3'));
    await workbench().notification('affine-analyzer').first().waitFor();
    await workbench().status(STATUS, (text) => text.includes('could not be started'));
    await workbench().dismissNotifications();
  });

  test('a server that dies is started again', async () => {
    const pidFile = path.join(session.folder, 'pid');
    const pid = () => Number(readFileSync(pidFile, 'utf8'));

    await workbench().openFile('one-mistake.mlir');
    await runServer(session.script('leaves-its-pid', `echo $$ >'${pidFile}'; exec '${session.server}' "$@"`));
    await workbench().status(STATUS, (text) => text.includes('is running') && text.includes('leaves-its-pid'));
    await workbench().squiggles('error').first().waitFor();

    const first = pid();
    process.kill(first, 'SIGKILL');
    await workbench().until('another server runs', () => {
      assert.notEqual(pid(), first);
      return Promise.resolve();
    });
    await workbench().status(STATUS, (text) => text.includes('is running'));
    await workbench().squiggles('error').first().waitFor();
  });
});

/** How many loops stand as far left as any. */
function outermostLoops(text: string): number {
  const indents = [...text.matchAll(/^( *)(?:%\S+ = )?affine\.(?:for|parallel)\b/gm)].map(
    (match) => match[1]?.length ?? 0,
  );
  return indents.filter((indent) => indent === Math.min(...indents)).length;
}
