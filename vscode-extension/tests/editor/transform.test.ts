// Transformations with parameters, and the reasons why others are not possible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEditor, place } from './session';

const PRODUCT = `func.func @product(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %C: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %a = affine.load %A[%i, %k] : memref<64x64xf32>
        %b = affine.load %B[%k, %j] : memref<64x64xf32>
        %c = affine.load %C[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

func.func @chain(%m: memref<64xf32>) {
  affine.for %i = 1 to 64 {
    %v = affine.load %m[%i - 1] : memref<64xf32>
    affine.store %v, %m[%i] : memref<64xf32>
  }
  return
}
`;

/** Values come from the row before, one column to the right. */
const DIAGONAL = `func.func @diagonal(%A: memref<64x64xf32>) {
  affine.for %i = 1 to 64 {
    affine.for %j = 0 to 63 {
      %v = affine.load %A[%i - 1, %j + 1] : memref<64x64xf32>
      affine.store %v, %A[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
`;

inEditor(
  'transform',
  { files: { 'product.mlir': PRODUCT, 'diagonal.mlir': DIAGONAL, 'refused.mlir': DIAGONAL } },
  (session) => {
    const workbench = () => session.workbench;
    const rows = () => workbench().page.locator('.quick-input-widget .monaco-list-row');
    const input = () => workbench().page.locator('.quick-input-widget .quick-input-box input');

    const at = async (pattern: RegExp) => {
      await workbench().openFile('product.mlir');
      const { line, column } = place(PRODUCT, pattern);
      await workbench().goTo(line, column);
    };

    test('every transformation that is refused has its reason', async () => {
      await at(/affine\.for %i = 1/);
      await workbench().runCommand('affine-analyzer: Why Can This Not Be…?');
      const refused = rows().filter({ hasText: 'in parallel' });
      await refused.waitFor();
      assert.match(await refused.innerText(), /%m/);
      await workbench().screenshot('why-not');
      await workbench().pick('in parallel');
      await workbench()
        .view.getByText(/Not possible: .*%m/)
        .waitFor();
      await workbench().runCommand('View: Close All Editors');
    });

    test('what is possible is applied from the same list', async () => {
      await at(/affine\.for %i = 1/);
      await workbench().runCommand('affine-analyzer: Why Can This Not Be…?');
      await input().fill('Peel the first');
      await workbench().pick('Peel the first iteration');
      await workbench().page.locator('.tab.active.dirty').waitFor();
      await workbench().save();
      await session.expectOnDisk('product.mlir', /affine\.for %i = 2 to 64/);
      await workbench().page.keyboard.press('Control+KeyZ');
      await workbench().save();
      await session.expectOnDisk('product.mlir', PRODUCT);
    });

    test('what would make a refused transformation possible is applied from the same list', async () => {
      await workbench().openFile('diagonal.mlir');
      const { line, column } = place(DIAGONAL, /affine\.for %i/);
      await workbench().goTo(line, column);
      await workbench().runCommand('affine-analyzer: Why Can This Not Be…?');
      await input().fill('then:');
      const remedy = rows().filter({ hasText: 'then: ' });
      await remedy.waitFor();
      assert.match(await remedy.innerText(), /Skew %j by %i[^]*Interchange %i and %j/);
      await session.pictures('remedies');
      await workbench().pick('Skew %j by %i');
      await workbench().page.locator('.tab.active.dirty').waitFor();
      await workbench().save();
      await session.expectOnDisk('diagonal.mlir', /%j = /);
      await workbench().runCommand('affine-analyzer: Why Can This Not Be…?');
      await input().fill('Interchange %i and %j');
      await workbench().pick('Interchange %i and %j');
      await workbench().page.locator('.tab.active.dirty').waitFor();
      await workbench().save();
      await session.expectOnDisk('diagonal.mlir', /for %j[^]*for %i/);
    });

    test('a page shows the iterations that are in the way, and takes what would make it possible', async () => {
      await workbench().openFile('refused.mlir');
      const { line, column } = place(DIAGONAL, /affine\.for %i/);
      await workbench().goTo(line, column);
      await workbench().runCommand('affine-analyzer: Why Can This Not Be…?');
      await input().fill('Interchange %i and %j');
      await workbench().pick('Interchange %i and %j');
      const page = workbench().view;
      await page.locator('.arrow.forbids.lit').waitFor({ state: 'attached' });
      assert.equal(await page.locator('.arrow.forbids').count(), 1);
      await page.getByText('(%i, %j) from (1, 1) to (2, 0)').waitFor();
      await session.pictures('refusal');
      await page.getByRole('button', { name: /line 5/ }).click();
      await workbench().status('status.editor.selection', (text) => text.startsWith('Ln 5,'));
      await page.getByRole('button', { name: 'Skew %j by %i' }).click();
      await workbench().page.locator('.tab.dirty').waitFor();
      await workbench().save();
      await session.expectOnDisk('refused.mlir', /for %j = #|for %j = affine_map/);
    });

    test('Tile… asks for loops and sizes, and remembers the sizes', async () => {
      await at(/affine\.for %i = 0/);
      await workbench().runCommand('affine-analyzer: Tile…');
      await rows().filter({ hasText: '%i, %j, %k' }).waitFor();
      assert.deepEqual(
        (await rows().allInnerTexts()).map((it) => it.trim()),
        ['%i, %j, %k', '%i, %j', '%j, %k', '%i', '%j', '%k'],
      );
      await rows().filter({ hasText: '%j, %k' }).last().click();
      await workbench().until('it asks for two sizes', async () => {
        assert.equal(await input().inputValue({ timeout: 1_000 }), '32, 32');
      });
      await input().fill('8, 0');
      await workbench().page.getByText('Give 2 whole numbers, as “16, 16”, from 1 on.').waitFor();
      await input().fill('8, 16');
      await workbench().screenshot('tile');
      await workbench().page.keyboard.press('Enter');
      await workbench().page.locator('.tab.active.dirty').waitFor();
      await workbench().save();
      const tiled = session.onDisk('product.mlir');
      assert.match(
        tiled,
        /affine\.for %i = 0 to 64 \{\n\s+affine\.for %j_tile = 0 to 64 step 8 \{\n\s+affine\.for %k_tile = 0 to 64 step 16 \{/,
      );
      await workbench().page.keyboard.press('Control+KeyZ');
      await workbench().save();
      await session.expectOnDisk('product.mlir', PRODUCT);

      await at(/affine\.for %i = 0/);
      await workbench().runCommand('affine-analyzer: Tile…');
      await rows().filter({ hasText: '%i, %j' }).nth(1).click();
      await workbench().until('it proposes what was given before', async () => {
        assert.equal(await input().inputValue({ timeout: 1_000 }), '8, 16');
      });
      await workbench().page.keyboard.press('Enter');
      await workbench().page.locator('.tab.active.dirty').waitFor();
      await workbench().save();
      await session.expectOnDisk('product.mlir', /%j_tile = 0 to 64 step 16 \{\n\s+affine\.for %i = /);
      await workbench().page.keyboard.press('Control+KeyZ');
      await workbench().save();
    });

    test('Permute… lists the legal orders first', async () => {
      await at(/affine\.for %i = 0/);
      await workbench().runCommand('affine-analyzer: Permute…');
      await rows().filter({ hasText: 'Permute %i, %j, %k to %i, %k, %j' }).waitFor();
      await workbench().screenshot('permute');
      const texts = await rows().allInnerTexts();
      assert.match(texts[0] ?? '', /to %i, %k, %j: innermost steps 0, 1, 1, 1 instead of 1, 64, 0, 0/);
      assert.ok(texts.some((it) => it.includes('Some of the loops, by their numbers…')));
      await workbench().pick('to %i, %k, %j');
      await workbench().page.locator('.tab.active.dirty').waitFor();
      await workbench().save();
      await session.expectOnDisk(
        'product.mlir',
        /affine\.for %i = 0 to 64 \{\n\s+affine\.for %k = 0 to 64 \{\n\s+affine\.for %j = 0 to 64 \{/,
      );
      await workbench().page.keyboard.press('Control+KeyZ');
      await workbench().save();
    });

    test('Copy to Buffer… asks how the elements are moved', async () => {
      await at(/affine\.for %k = 0/);
      await workbench().runCommand('affine-analyzer: Copy to Buffer…');
      await workbench().until('it asks for a memref', async () => {
        assert.equal(await input().inputValue({ timeout: 1_000 }), '0');
      });
      await workbench().page.keyboard.press('Enter');
      await rows().filter({ hasText: 'By loops' }).waitFor();
      await workbench().screenshot('copy-ways');
      await workbench().pick('By DMA');
      await workbench().page.locator('.tab.active.dirty').waitFor();
      await workbench().save();
      await session.expectOnDisk('product.mlir', /affine\.dma_start %A\[%i, 0\]/);
      await workbench().page.keyboard.press('Control+KeyZ');
      await workbench().save();
    });

    test('what cannot be vectorized says why', async () => {
      await at(/affine\.for %i = 1/);
      await workbench().runCommand('affine-analyzer: Vectorize…');
      await input().fill('8');
      await workbench().page.keyboard.press('Enter');
      await workbench()
        .notification(/Not possible here: .*%m/)
        .waitFor();
      await workbench().dismissNotifications();
    });

    /** Opens the menu of the light bulb at the loop over `%i`, and gives its text. */
    const menuText = async () => {
      let text = '';
      await workbench().page.locator('.editor-instance .view-line').first().waitFor();
      await workbench().until('the menu opens', async () => {
        await workbench().page.keyboard.press('Escape');
        await workbench().goTo(4, 7);
        await workbench().page.keyboard.press('Control+Period');
        const menu = workbench().page.locator('.action-widget');
        await menu.waitFor({ timeout: 5_000 });
        text = await menu.innerText();
        assert.ok(text.includes('Tile this loop'), text);
      });
      return text;
    };

    test('the light bulb has one entry for each transformation', async () => {
      await at(/affine\.for %k = 0/);
      const text = await menuText();
      const count = (words: string) => text.split(words).length - 1;
      assert.deepEqual(['Vectorize', 'Copy what', 'Peel', 'Unroll %k'].map(count), [1, 1, 1, 1], text);
      for (const title of ['Other choices…', 'Why can this not be …?']) assert.equal(count(title), 1, text);
      await session.pictures('menu');
      await workbench().page.keyboard.press('Escape');
    });

    test('what the menu leaves out can be chosen, and is said to compute the same', async () => {
      await at(/affine\.for %k = 0/);
      await menuText();
      await workbench().choose(
        workbench().page.locator('.action-widget .monaco-list-row', { hasText: 'Other choices…' }),
      );
      await rows().filter({ hasText: 'Unroll…' }).first().waitFor();
      await session.pictures('other-choices');
      await input().fill('Copy what %k touches of %B');
      await rows().filter({ hasText: 'of %B' }).first().click();
      await workbench().page.locator('.tab.active.dirty').waitFor();
      // What is said of an earlier one may be there still.
      const line = workbench().page.locator('.statusbar-item', { hasText: 'Copied to a buffer · computes the same ✓' });
      await line.waitFor();
      await session.pictures('applied');
      await line.click();
      await workbench().view.getByText('equal').first().waitFor();
      await session.pictures('applied-compared');
      await workbench().page.locator('.tab', { hasText: 'Comparison' }).locator('.codicon-close').click();
      await at(/affine\.for %k = 0/);
      await workbench().page.keyboard.press('Control+KeyZ');
      await workbench().save();
      assert.equal(session.onDisk('product.mlir'), PRODUCT);
    });

    test('an entry of the light bulb is said to compute the same', async () => {
      await at(/affine\.for %k = 0/);
      await menuText();
      await workbench().choose(workbench().page.locator('.action-widget .monaco-list-row', { hasText: 'Unroll %k' }));
      await workbench().page.locator('.tab.active.dirty').waitFor();
      await workbench().page.locator('.statusbar-item', { hasText: 'Unrolled · computes the same ✓' }).waitFor();
      await workbench().revert();
    });
  },
);
