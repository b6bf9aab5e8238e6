// The views beside the text: the pictures, and what the mouse and the keyboard do in them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import type { Access, Coordinate, Dependence } from '../../src/protocol';
import { inEditor, place, type Session } from './session';

const CUBE = `func.func @cube(%A: memref<8x8x8xf32>) {
  affine.for %i = 1 to 8 {
    affine.for %j = 1 to 8 {
      affine.for %k = 0 to 7 {
        %0 = affine.load %A[%i - 1, %j, %k + 1] : memref<8x8x8xf32>
        %1 = affine.load %A[%i, %j - 1, %k] : memref<8x8x8xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %A[%i, %j, %k] : memref<8x8x8xf32>
      }
    }
  }
  return
}
`;

const TRIANGLE = `func.func @triangle(%A: memref<?xf32>, %n: index, %v: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %v, %A[%i + %j] : memref<?xf32>
    }
  }
  affine.for %k = 0 to 5 {
    affine.store %v, %A[%k] : memref<?xf32>
  }
  return
}
`;

interface Arrow {
  readonly kind: string;
  readonly source: readonly number[];
  readonly sink: readonly number[];
}

/** Sweeps up and down over one array: more edges than there is room for labels. */
const DENSE = `func.func @dense(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  affine.for %t = 0 to 8 {
${[0, 1, 2, 3, 4, 5]
  .map(
    (step) => `    affine.for %i = 4 to 60 {
      %a${step} = affine.load %A[%i - ${step + 1}, %i] : memref<64x64xf32>
      %b${step} = affine.load %B[%i, %i + ${step}] : memref<64x64xf32>
      affine.store %a${step}, %B[%i, %i] : memref<64x64xf32>
      affine.store %b${step}, %A[%i, %i] : memref<64x64xf32>
    }
`,
  )
  .join('')}  }
  return
}
`;

inEditor('views', { files: { 'cube.mlir': CUBE, 'triangle.mlir': TRIANGLE, 'dense.mlir': DENSE } }, (session) => {
  const workbench = () => session.workbench;
  const view = () => workbench().view;

  /** Opens a view for the place where a pattern is first found. */
  const show = async (name: string, pattern: RegExp, command: string) => {
    await workbench().openFile(name);
    const { line, column } = place(session.onDisk(name), pattern);
    await workbench().goTo(line, column);
    await workbench().runCommand(`affine-analyzer: ${command}`);
    await view().locator('svg.picture').first().waitFor();
  };

  test('arrows of the stencil are those of `deps`', async () => {
    await show('stencil.mlir', /affine\.for %arg0/, 'Show Iteration Space');
    await view().locator('.arrow').nth(62).waitFor({ state: 'attached' });
    const points = await pointsOf(session);
    assert.equal(points.length, 81);
    assert.deepEqual(points[0], [0, 0]);
    assert.deepEqual(await view().locator('.axes code').allInnerTexts(), ['%arg0', '%arg1']);
    assert.deepEqual(sorted(await arrowsOf(session)), sorted(expectedArrows(session, 'two_rows_below', points)));
    await session.pictures('iteration-space');
  });

  test('of a large nest a part is shown, with the arrows that `deps` has for it', async () => {
    const { line, column } = place(session.onDisk('stencil.mlir'), /affine\.for %j/);
    await workbench().page.locator('.editor-instance .view-line').first().click();
    await workbench().goTo(line, column);
    await view().getByText('Only a part is shown: %i from 1 to 10 of 1 to 62; %j from 1 to 10 of 1 to 62.').waitFor();
    const points = await pointsOf(session);
    assert.equal(points.length, 100);
    assert.deepEqual(sorted(await arrowsOf(session)), sorted(expectedArrows(session, 'smooth_in_place', points)));
  });

  test('an arrow tells its vector and both statements, and leads to the source', async () => {
    await show('stencil.mlir', /affine\.for %arg0/, 'Show Iteration Space');
    const text = session.onDisk('stencil.mlir');
    const store = place(text, /affine\.store %cst/);
    const load = place(text, /affine\.load %0\[%arg0 - 2/);
    const arrow = view().locator('.arrow[data-source="3,4"][data-sink="5,4"]');
    assert.equal(
      await arrow.getAttribute('aria-label'),
      'RAW · distance (2, 0) · (%arg0, %arg1) from (3, 4) to (5, 4)',
    );
    await arrow.locator('.head').hover();
    const tooltip = view().locator('.tooltip');
    await tooltip.waitFor();
    const said = await tooltip.innerText();
    for (const part of [
      'RAW · distance (2, 0)',
      'affine.store %cst, %0[%arg0, %arg1]',
      `line ${store.line}`,
      '%1 = affine.load %0[%arg0 - 2, %arg1]',
      `line ${load.line}`,
      'element %0[3, 4]',
    ]) {
      assert.ok(said.includes(part), `the tooltip does not say "${part}":\n${said}`);
    }
    await view().locator('.point[data-iteration="5,4"]').hover();
    await view().getByText(`reads %0[3, 4], written in (3, 4) by line ${store.line}`).waitFor();
    await session.pictures('iteration-tooltip');
    await arrow.locator('.head').click();
    await workbench().status('status.editor.selection', (it) => it.startsWith(`Ln ${store.line},`));
  });

  test('arrows are reached and followed with the keyboard', async () => {
    await show('stencil.mlir', /affine\.for %arg0/, 'Show Iteration Space');
    const arrows = view().locator('.arrow');
    await arrows.nth(0).focus();
    await workbench().page.keyboard.press('ArrowRight');
    await workbench().page.keyboard.press('ArrowRight');
    await workbench().page.keyboard.press('ArrowLeft');
    await view().locator('.arrow:focus').waitFor({ state: 'attached' });
    assert.equal(
      await view().locator('.arrow:focus').getAttribute('aria-label'),
      await arrows.nth(1).getAttribute('aria-label'),
    );
    assert.equal(await view().locator('.arrow[tabindex="0"]').count(), 1, 'one stop of the Tab key');
    await workbench().page.keyboard.press('Enter');
    const { line } = place(session.onDisk('stencil.mlir'), /affine\.store %cst/);
    await workbench().status('status.editor.selection', (it) => it.startsWith(`Ln ${line},`));
  });

  test('the picture follows the cursor and edits', async () => {
    await show('stencil.mlir', /affine\.for %arg0/, 'Show Iteration Space');
    await view().locator('.point').nth(80).waitFor({ state: 'attached' });
    const { line, column } = place(session.onDisk('stencil.mlir'), /(?<=affine\.for %arg0 = 0 to )9/);
    await workbench().page.locator('.editor-instance .view-line').first().click();
    await workbench().goTo(line, column);
    await workbench().page.keyboard.press('Delete');
    await workbench().page.keyboard.insertText('4');
    await workbench().until('there are 36 points', async () => {
      assert.equal(await view().locator('.point').count(), 36);
    });
    await workbench().page.keyboard.press('Backspace');
    await workbench().page.keyboard.insertText('9');
    await workbench().until('there are 81 points again', async () => {
      assert.equal(await view().locator('.point').count(), 81);
    });
    await workbench().revert();
  });

  test('the names of axes stay in view in a small page', async () => {
    await show('stencil.mlir', /affine\.for %j/, 'Show Iteration Space');
    await workbench().page.setViewportSize({ width: 700, height: 400 });
    await view().locator('.dependences li').last().scrollIntoViewIfNeeded();
    await view()
      .locator('.picture')
      .evaluate((it) => {
        it.scrollIntoView({ block: 'end' });
      });
    const names = view().locator('.axes');
    await workbench().until('they are seen', async () => {
      const top = await names.evaluate((it) => it.getBoundingClientRect().top);
      assert.ok(top >= 0 && top < 400, String(top));
    });
    assert.deepEqual(await names.locator('code').allInnerTexts(), ['%i', '%j']);
    await workbench().screenshot('axes');
    await workbench().page.setViewportSize({ width: 1120, height: 760 });
  });

  test('three loops are drawn in space', async () => {
    await show('cube.mlir', /affine\.for %k/, 'Show Iteration Space');
    const points = await pointsOf(session);
    assert.equal(points.length, 64);
    assert.deepEqual(sorted(await arrowsOf(session)), sorted(expectedArrows(session, 'cube', points, 'cube.mlir')));
    await session.pictures('iteration-space-3d');
    await view().getByLabel('Loops').selectOption({ label: '%i' });
    await workbench().until('one loop is on a line', async () => {
      assert.equal(await view().locator('.point').count(), 7);
    });
    await view().getByLabel('Loops').selectOption({ label: '%i, %j, %k' });
  });

  test('symbols get values, nests are picked, kinds are switched off, and the picture may stay', async () => {
    await show('triangle.mlir', /affine\.for %i/, 'Show Iteration Space');
    const count = (marks: string, expected: number) =>
      workbench().until(`there are ${expected} of ${marks}`, async () => {
        assert.equal(await view().locator(marks).count(), expected);
      });
    await count('.point', 36);
    await view().getByLabel('%n').fill('3');
    await view().getByLabel('%n').press('Tab');
    await count('.point', 6);
    await view().getByText('Drawn for %n = 3.').waitFor();
    await count('.arrow:visible', 1);
    await view().locator('#kind-waw').uncheck();
    await count('.arrow:visible', 0);
    await view().locator('#kind-waw').check();

    await view().getByLabel('Nest').selectOption({ label: '@triangle (%k) line 7' });
    await count('.point', 5);
    await workbench().status('status.editor.selection', (it) => it.startsWith('Ln 7,'));
    await view().getByLabel('Follow the cursor').uncheck();
    await workbench().page.locator('.editor-instance .view-line').first().click();
    await workbench().goTo(2, 3);
    await view().getByLabel('Follow the cursor').waitFor();
    await count('.point', 5);
    await view().getByLabel('Follow the cursor').check();
    await count('.point', 6);
  });

  test('the dependence graph has the edges of `deps`', async () => {
    await show('stencil.mlir', /affine\.for %j/, 'Show Dependence Graph');
    const values = view().getByLabel('Value flow only');
    assert.ok(await values.isChecked());
    await view().getByText('3 dependences carry no value').waitFor();
    assert.equal(await view().locator('.arrow:not(.raw)').count(), 0);
    await session.pictures('value-flow');
    await values.uncheck();
    await view().locator('.arrow.war').first().waitFor({ state: 'attached' });
    assert.equal(await view().locator('.shapes .node').count(), 2);
    await workbench().until('all of it is seen', async () => {
      const frame = view().locator('.frame');
      assert.ok(await frame.evaluate((it) => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight));
    });
    const { accesses, dependences } = functionOf(session, 'smooth_in_place');
    const edges = await view()
      .locator('.arrow')
      .evaluateAll((marks) =>
        marks.map((mark) => ['kind', 'source', 'sink'].map((it) => mark.getAttribute(`data-${it}`)).join(' ')),
      );
    const expected = new Set(dependences.map(({ kind, source, sink }) => `${kind} a${source} a${sink}`));
    assert.deepEqual(edges.sort(), [...expected].sort());
    const ends = new Set(dependences.flatMap(({ source, sink }) => [source, sink]));
    assert.equal(await view().locator('.picture .node').count(), ends.size);
    assert.equal(await view().locator('.picture .node, .dependences li').count(), accesses.length);
    await session.pictures('dependence-graph');
    const store = place(session.onDisk('stencil.mlir'), /affine\.store %mean/);
    await view().locator('.picture .node.write').click();
    await workbench().status('status.editor.selection', (it) => it.startsWith(`Ln ${store.line},`));
  });

  test('the graph is searched, filtered, zoomed, follows the cursor, and becomes a file', async () => {
    await show('stencil.mlir', /affine\.store %mean/, 'Show Dependence Graph');
    const text = session.onDisk('stencil.mlir');
    const here = view().locator('.node.here');
    await here.filter({ hasText: 'affine.store' }).waitFor();
    assert.equal(await here.count(), 1);
    const load = place(text, /affine\.load %\w+\[%i - 1/);
    await workbench().runCommand('View: Focus First Editor Group');
    await workbench().goTo(load.line, load.column);
    await here.filter({ hasText: `line ${load.line}` }).waitFor();

    await view().getByLabel('Find').fill('affine.load');
    const loads = await view().locator('.picture .node.read').count();
    await view().getByText(`${loads} found`).waitFor();
    assert.equal(await view().locator('.node.found').count(), loads);
    await session.pictures('graph-searched');
    await view().getByLabel('Find').fill('');

    const picture = view().locator('svg.picture.graph');
    const width = async () => (await picture.boundingBox())?.width ?? 0;
    const before = await width();
    await view().getByRole('button', { name: 'Zoom in' }).click();
    assert.ok((await width()) > before * 1.2);
    await view().getByRole('button', { name: 'Fit' }).click();
    await workbench().until('all of it is seen', async () => {
      assert.ok((await width()) < before * 1.2);
      const fits = await picture.evaluate((it) => it.getBoundingClientRect().height <= window.innerHeight);
      assert.ok(fits);
    });

    const few = await view().locator('.arrow').count();
    await view().getByLabel('Value flow only').uncheck();
    await workbench().until('all are there', async () => {
      assert.ok((await view().locator('.arrow.war, .arrow.waw').count()) > 0);
    });
    await view().getByLabel('Value flow only').check();
    await workbench().until('no dependence on memory alone is left', async () => {
      assert.equal(await view().locator('.arrow').count(), few);
      assert.equal(await view().locator('.arrow.war, .arrow.waw').count(), 0);
    });
    const memrefs = await view().getByLabel('Memref').locator('option').allInnerTexts();
    assert.ok(memrefs.length > 1 && memrefs[0] === 'all', memrefs.join());
    await view()
      .getByLabel('Memref')
      .selectOption({ label: memrefs[1] ?? '' });
    await view().locator('.picture .node').first().waitFor();
    await view().getByLabel('Memref').selectOption({ label: 'all' });

    await view().getByRole('button', { name: 'Export SVG…' }).click();
    const input = workbench().page.locator('.quick-input-widget input[type="text"]').first();
    await workbench().until('a name is proposed', async () => {
      assert.match(await input.inputValue(), /dependence-graph\.svg$/);
    });
    await workbench().page.keyboard.press('Enter');
    await workbench().notification('The picture is in dependence-graph.svg').waitFor();
    await workbench().dismissNotifications();
    const svg = session.onDisk('dependence-graph.svg');
    assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.ok(svg.includes('affine.store') && !svg.includes('class=') && !svg.includes('var('));
    assert.match(svg, /stroke="rgb\(/);
    assert.doesNotMatch(svg, /color\(srgb|rgba\(/);
  });

  test('a dense graph is drawn with few crossings', async () => {
    await show('dense.mlir', /affine\.for %t/, 'Show Dependence Graph');
    await view().getByLabel('Value flow only').uncheck();
    await view().locator('svg.picture.crowded').waitFor();
    await view().getByRole('button', { name: 'Fit' }).click();
    await session.pictures('graph-dense');
    await view().locator('.arrow .line').first().waitFor({ state: 'attached' });
    await view().locator('.arrow').nth(5).focus();
    await view().locator('.tooltip').waitFor();
    await view().locator('.caption.lit').first().waitFor();
    await workbench().screenshot('graph-dense-pointed');
  });

  test('pages take nothing from elsewhere', async () => {
    await show('stencil.mlir', /affine\.for %arg0/, 'Show Iteration Space');
    const policy = await view()
      .locator('meta[http-equiv="Content-Security-Policy"]')
      .evaluate((it) => it.getAttribute('content'));
    assert.match(policy ?? '', /^default-src 'none'; script-src 'nonce-[\w-]{32}'; style-src [^;]+$/);
    assert.doesNotMatch(policy ?? '', /unsafe|\*;|\s\*$/);
  });

  test('the polyhedron is a document that cannot be changed', async () => {
    const { line, column } = place(session.onDisk('stencil.mlir'), /affine\.store %cst/);
    await workbench().openFile('stencil.mlir');
    await workbench().goTo(line, column);
    await workbench().runCommand('affine-analyzer: Show Dependence Polyhedron');
    const tab = workbench().page.locator('.tab.active', { hasText: 'Dependence Polyhedron' });
    await tab.waitFor();
    await workbench().until('the tables are there', async () => {
      const text = await textOfSecondEditor(session);
      for (const part of [
        `Access: line ${line}: affine.store %cst, %0[%arg0, %arg1]`,
        'Values: %arg0, %arg1',
        '%arg0  %arg1  [0]  [1]  1',
        '(Value Value None None const)',
        '   -1      0    0    0  8  >= 0',
        '{ [i0, i1] -> [o0, o1] : i0 = o0 and i1 = o1 and i0 >= 0',
      ]) {
        assert.ok(text.includes(part), `"${part}" is not in\n${text}`);
      }
    });
  });

  test('the syntax tree is a document', async () => {
    await workbench().openFile('stencil.mlir');
    await workbench().goTo(1, 1);
    await workbench().runCommand('affine-analyzer: Show Syntax Tree');
    await workbench().page.locator('.tab.active', { hasText: 'Syntax Tree' }).waitFor();
    await workbench().until('the tree is there', async () => {
      assert.match(await textOfSecondEditor(session), /SOURCE_FILE@0\.\./);
    });
  });

  test('the syntax tree follows the cursor', async () => {
    await workbench().openFile('stencil.mlir');
    await workbench().runCommand('affine-analyzer: Show Syntax Tree');
    await workbench().page.locator('.tab.active', { hasText: 'Syntax Tree' }).waitFor();
    await workbench().runCommand('View: Focus First Editor Group');
    for (const pattern of [/(?<=%fifth = )arith/, /smooth_in_place/]) {
      const { line, column } = place(session.onDisk('stencil.mlir'), pattern);
      await workbench().goTo(line, column);
      const word = /[\w.]+/.exec(session.onDisk('stencil.mlir').slice(session.onDisk('stencil.mlir').search(pattern)));
      await workbench().until(`${word?.[0] ?? ''} is seen in the tree`, async () => {
        assert.ok((await textOfSecondEditor(session)).includes(word?.[0] ?? ''));
      });
    }
    await workbench().screenshot('syntax-tree');
  });
});

async function textOfSecondEditor(session: Session): Promise<string> {
  const lines = session.workbench.page.locator('.editor-instance').last().locator('.view-lines');
  return (await lines.innerText()).replaceAll('\u00a0', ' ');
}

async function pointsOf(session: Session): Promise<number[][]> {
  const points = await session.workbench.view
    .locator('.point')
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-iteration') ?? ''));
  return points.map(numbers).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0));
}

async function arrowsOf(session: Session): Promise<Arrow[]> {
  const arrows = await session.workbench.view
    .locator('.arrow')
    .evaluateAll((marks) =>
      marks.map((mark) => ['kind', 'source', 'sink'].map((it) => mark.getAttribute(`data-${it}`) ?? '')),
    );
  return arrows.map(([kind = '', source = '', sink = '']) => ({ kind, source: numbers(source), sink: numbers(sink) }));
}

function numbers(text: string): number[] {
  return text.split(',').map(Number);
}

interface Function {
  readonly name: string;
  readonly accesses: readonly Access[];
  readonly dependences: readonly Dependence[];
}

/** What the command line says about a function. */
function functionOf(session: Session, name: string, file = 'stencil.mlir'): Function {
  const args = ['deps', path.join(session.workspace, file), '--format', 'json'];
  const { functions } = JSON.parse(execFileSync(session.server, args, { encoding: 'utf8' })) as {
    functions: Function[];
  };
  const found = functions.find((it) => it.name === name);
  assert.ok(found, `deps does not know ${name}`);
  return found;
}

/**
 * The arrows that the distance vectors of `deps` give between points.
 *
 * All subscripts of these functions are induction variables plus constants, so a vector holds at every iteration.
 */
function expectedArrows(session: Session, name: string, points: readonly number[][], file?: string): Arrow[] {
  const { dependences } = functionOf(session, name, file);
  const isPoint = new Set(points.map((point) => point.join()));
  const arrows = new Map<string, Arrow>();
  for (const { kind, distances, unknown } of dependences) {
    assert.equal(unknown, undefined);
    assert.ok(distances, 'deps lists the distances');
    for (const distance of distances) {
      if (distance.every((it: Coordinate) => it === 0)) continue;
      for (const source of points) {
        const sink = source.map((value, index) => value + Number(distance[index]));
        if (isPoint.has(sink.join())) arrows.set(`${kind} ${source.join()} ${sink.join()}`, { kind, source, sink });
      }
    }
  }
  return [...arrows.values()];
}

function sorted(arrows: readonly Arrow[]): string[] {
  return arrows.map(({ kind, source, sink }) => `${kind} (${source.join()}) → (${sink.join()})`).sort();
}
