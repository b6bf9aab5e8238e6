// What views are made of beside their pictures.
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import manifest from '../../package.json';
import { carriedText, difference, distanceText } from '../../src/distance';
import { escapeHtml } from '../../src/html';
import { Debounced } from '../../src/views/debounced';
import { extentOf } from '../../src/views/extent';
import { linesOf } from '../../src/views/lines';
import { nestsOf } from '../../src/views/nests';
import { newNonce, pageHtml } from '../../src/views/page';
import { lineOfTree } from '../../src/views/tree-place';
import { polyhedronText } from '../../src/views/polyhedron-text';
import { nextIndex } from '../../src/webview/roving';
import { dependence } from './sample-space';

const range = (line: number, character = 0) => ({ start: { line, character }, end: { line, character } });

describe('pages', () => {
  const parts = { title: 'T', scriptUri: 'https://a/s.js', styleUri: 'https://a/s.css', cspSource: 'https://a' };

  test('only the script with the nonce runs', () => {
    const html = pageHtml({ ...parts, nonce: 'abc' });
    const policy = "default-src 'none'; script-src 'nonce-abc'; style-src https://a";
    assert.ok(html.includes(`content="${escapeHtml(policy)}"`));
    assert.deepEqual([...html.matchAll(/<script[^>]*>/g)].flat(), ['<script nonce="abc" src="https://a/s.js">']);
    assert.doesNotMatch(html, /unsafe|<style| style=| on\w+=/);
  });

  test('texts cannot become markup', () => {
    const html = pageHtml({ ...parts, title: '<img src=x onerror="alert(1)">', nonce: 'abc' });
    assert.ok(html.includes('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;'));
    assert.ok(!html.includes('<img'));
    assert.equal(escapeHtml(`&<>"'`), '&amp;&lt;&gt;&quot;&#39;');
  });

  test('nonces are long and new', () => {
    const nonces = new Set(Array.from({ length: 100 }, newNonce));
    assert.equal(nonces.size, 100);
    for (const nonce of nonces) assert.match(nonce, /^[\w-]{32}$/);
  });
});

describe('distances', () => {
  test('as hovers have them', () => {
    assert.equal(distanceText(dependence({})), '(2, 0)');
    const components = [
      { lb: 1, ub: 7 },
      { lb: null, ub: null },
      { lb: -1, ub: null },
    ];
    assert.equal(distanceText(dependence({ components })), '([1, 7], [*, *], [-1, *])');
    assert.equal(distanceText(dependence({ unknown: 'a reason' })), 'not known');
    assert.equal(distanceText(dependence({ components: [] })), 'no common loop');
  });

  test('the loop that carries', () => {
    assert.equal(carriedText(dependence({}), ['%i', '%j']), 'carried by %i (depth 1)');
    assert.equal(carriedText(dependence({ depth: 3 }), ['%i', '%j']), 'loop-independent');
  });

  test('differences are exact', () => {
    assert.deepEqual(difference([0, '9007199254740993'], [2, '9007199254740992']), ['2', '-1']);
  });
});

describe('refreshing', () => {
  test('waits for rest, and lets go of what it was doing', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const signals: AbortSignal[] = [];
      const debounced = new Debounced(100, (signal) => {
        signals.push(signal);
        return Promise.resolve();
      });
      debounced.schedule();
      mock.timers.tick(60);
      debounced.schedule();
      mock.timers.tick(60);
      assert.equal(signals.length, 0);
      mock.timers.tick(40);
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [false],
      );
      debounced.schedule();
      assert.equal(signals[0]?.aborted, true, 'the picture asked for before is not wanted any more');
      debounced.run();
      assert.equal(signals.length, 2);
      debounced.cancel();
      mock.timers.tick(1_000);
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [true, true],
      );
    } finally {
      mock.timers.reset();
    }
  });
});

describe('answers', () => {
  test('lines that are gone are left out', () => {
    const lines = ['  a', 'b  '];
    const text = { lineCount: 2, lineAt: (line: number) => ({ text: lines[line] ?? assert.fail() }) };
    assert.deepEqual(linesOf(text, [range(0), range(1), range(5)]), { 0: 'a', 1: 'b' });
  });

  test('a nest for each innermost loop', () => {
    const loop = (name: string, line: number, children: object[] = []) => ({
      name,
      range: range(line),
      selectionRange: range(line),
      children,
    });
    const outline = [
      { name: '#map', range: range(0) },
      {
        name: '@f',
        range: range(1),
        children: [
          loop('affine.for %i', 2, [
            loop('affine.for %j', 3, [{ name: 'affine.if', range: range(4) }]),
            { name: 'affine.if', range: range(5), children: [loop('affine.parallel %x, %y', 6)] },
          ]),
          loop('affine.for %k', 7),
        ],
      },
    ];
    assert.deepEqual(
      nestsOf(outline as unknown as Parameters<typeof nestsOf>[0]).map(({ inside, loops, range: { start } }) => [
        inside,
        loops,
        start.line,
      ]),
      [
        ['@f', '%i, %j', 3],
        ['@f', '%i, %x, %y', 6],
        ['@f', '%k', 7],
      ],
    );
  });

  test('the polyhedron as text', () => {
    const tableau =
      'Domain: 0, Range: 2, Symbols: 0, Locals: 0\n2 constraints\n(Value None const)\n1 0 -12 = 0\n-1 10 0 >= 0\n';
    const table = { title: 'srcRel', names: ['%i'], columns: ['%i', '[0]'], tableau, isl: '{ [i0] }' };
    const text = polyhedronText(
      {
        range: range(4),
        tables: [table],
        unknown: null,
        dependences: [{ kind: 'raw', source: range(4), sink: range(5), depth: 1, tables: [], unknown: 'too large' }],
      },
      { 4: 'affine.store', 5: 'affine.load' },
    );
    for (const part of [
      'Access: line 5: affine.store\n',
      'Values: %i\n',
      '%i  [0]    1\n 1    0  -12   = 0\n-1   10    0  >= 0\n',
      '{ [i0] }',
      'RAW at depth 1\nfrom line 5: affine.store\nto   line 6: affine.load\n',
      'Not known: too large.',
    ]) {
      assert.ok(text.includes(part), `"${part}" is not in\n${text}`);
    }
  });

  test('the place of the cursor in a syntax tree is the deepest node there', () => {
    const tree = 'SOURCE_FILE@0..9\n  OPERATION@0..8\n    OP_NAME@0..3\n    TOKEN@3..8 "@1..2"\n  NEWLINE@8..9 "\\n"\n';
    assert.deepEqual(
      [0, 2, 3, 7, 8, 9].map((offset) => lineOfTree(tree, offset)),
      [2, 2, 3, 3, 4, 4],
    );
    assert.equal(lineOfTree('', 0), undefined);
  });

  test('how much is shown depends on the loops, until somebody says', () => {
    const all = [0, 1, 2, 3].map((loops) => extentOf({ symbols: {} }, loops));
    assert.ok(all.every((extent, index) => index === 0 || extent <= (all[index - 1] ?? 0)));
    assert.equal(extentOf({ symbols: {}, extent: 7 }, 2), 7);
  });
});

test('arrow keys go round, Home and End to the ends', () => {
  assert.deepEqual(
    ['ArrowRight', 'ArrowUp', 'Home', 'End', 'Tab'].map((key) => nextIndex(key, 0, 5)),
    [1, 4, 0, 4, undefined],
  );
  assert.equal(nextIndex('ArrowDown', 4, 5), 0);
  assert.equal(nextIndex('ArrowDown', 0, 0), undefined);
});

test('colours of dependences stand out from the background of every theme', () => {
  const backgrounds = { dark: '#1f1f1f', light: '#ffffff', highContrast: '#000000', highContrastLight: '#ffffff' };
  const least = { dark: 4.5, light: 4.5, highContrast: 7, highContrastLight: 7 };
  for (const { id, defaults } of manifest.contributes.colors) {
    for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
      const ratio = contrast(defaults[theme], backgrounds[theme]);
      assert.ok(ratio >= least[theme], `${id} in ${theme}: ${ratio.toFixed(2)}`);
    }
  }
});

/** As WCAG 2.1 defines it. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
      const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
