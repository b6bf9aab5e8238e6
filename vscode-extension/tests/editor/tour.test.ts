// Twenty seconds of what the extension does, filmed for the READMEs where screenshots are wanted: a mistake, the
// distance of a dependence, the iteration space, and a fusion. What is seen in it is tested elsewhere.
import path from 'node:path';
import { test } from 'node:test';
import { Film } from './film';
import { inEditor, place } from './session';
import { screenshots } from './workbench';

if (screenshots !== undefined) {
  const folder = path.join(screenshots, 'tour');
  inEditor('the tour', {}, (session) => {
    test('is filmed', async () => {
      const { workbench } = session;
      const { page, view } = workbench;
      session.configure({ 'workbench.colorTheme': 'Default Dark Modern', 'editor.cursorBlinking': 'solid' });
      await page.locator('.monaco-workbench.vs-dark').waitFor();
      const film = new Film(workbench, folder);

      await workbench.openFile('stencil.mlir');
      const stencil = session.onDisk('stencil.mlir');
      const subscript = place(stencil, /(?<=%0\[%arg0 - 2, %arg)1\]/);
      await workbench.goTo(subscript.line, subscript.column);
      await page
        .locator('.view-line', { hasText: /iterations/ })
        .first()
        .waitFor();
      await page.waitForTimeout(1_500);
      await film.show(1_200);
      await film.type(['Delete', '2']);
      await workbench.squiggles('error').first().waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+KeyK');
      await page.keyboard.press('Control+KeyI');
      await page.locator('.monaco-hover:not(.hidden)', { hasText: 'undefined' }).first().waitFor();
      await film.show(2_800);
      await page.keyboard.press('Escape');
      await page.keyboard.press('ArrowRight');
      await film.type(['Backspace', '1']);
      await workbench.squiggles('error').first().waitFor({ state: 'detached' });
      await film.show(600);

      const store = place(stencil, /affine\.store %\w+, %\w+\[%arg0, %arg1\]/);
      await workbench.hover(store.line, store.column, ['distance (2, 0)']);
      await film.show(3_200);
      await page.keyboard.press('Escape');

      await workbench.save();
      await workbench.goTo(store.line - 2, 5);
      await workbench.runCommand('affine-analyzer: Show Iteration Space');
      await view.locator('svg.picture').first().waitFor();
      await view.locator('.arrow').nth(62).waitFor({ state: 'attached' });
      await page.waitForTimeout(1_000);
      await film.show(3_200);

      await workbench.openFile('matmuls.mlir');
      await workbench.squiggles('hint').first().waitFor();
      await page.waitForTimeout(1_500);
      await film.show(1_200);
      const fuse = await workbench.openQuickFixes(workbench.squiggles('hint'), /^Fuse .*at depth 2/);
      await film.show(1_000);
      const box = await fuse.boundingBox();
      if (box !== null) await page.mouse.move(box.x + 20, box.y + box.height / 2);
      await film.show(1_300);
      await workbench.choose(fuse);
      await page.locator('.tab.active.dirty').waitFor();
      await page.waitForTimeout(1_500);
      await film.show(5_060);
      film.end();
    });
  });
}
