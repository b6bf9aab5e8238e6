// The timeline of a run, its history, and the file that it is exported to.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PassRun, Step, StepVerdict } from '../../src/passes/protocol';
import { reportHtml } from '../../src/passes/report';
import { neighbour, rowsOf, runText, textBefore } from '../../src/passes/steps';
import { History } from '../../src/views/passes/history';
import { pictureOf } from '../../src/views/passes/picture';
import { comparison, witness } from './sample-comparison';

const EVIL = '<img src=x onerror="alert(1)">&\'';

const step = (number: number, verdict: StepVerdict, parts: Partial<Step> = {}): Step => ({
  number,
  pass: `pass-${number}`,
  on: 'func.func @f',
  changed: verdict !== 'unchanged',
  text: `text ${number}\n`,
  diff:
    verdict === 'unchanged' ? '' : `--- before\n+++ step ${number}\n@@ -1 +1 @@\n-old\n--- removed\n+text ${number}\n`,
  verdict,
  functions: [],
  reasons: [],
  ...parts,
});

const RANGE = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

const run = (steps: readonly Step[], parts: Partial<PassRun> = {}): PassRun => ({
  tool: { path: '/usr/bin/mlir-opt', version: 'LLVM version 22' },
  pipeline: 'func.func(cse)',
  names: 'kept',
  before: 'text 0\n',
  steps,
  wrong: null,
  unmet: [],
  failures: [],
  diagnostics: [],
  ...parts,
});

const MIXED = [
  step(1, 'unchanged'),
  step(2, 'unchanged'),
  step(3, 'equal'),
  step(4, 'different'),
  step(5, 'unchanged'),
];

describe('steps', () => {
  test('that changed nothing are folded with their neighbours', () => {
    const rows = rowsOf(MIXED).map((row) => (row.kind === 'step' ? row.step.number : row.steps.map((it) => it.number)));
    assert.deepEqual(rows, [[1, 2], 3, 4, [5]]);
    assert.deepEqual(rowsOf([]), []);
  });

  test('forwards and backwards', () => {
    assert.deepEqual(
      [neighbour(MIXED, undefined, 1), neighbour(MIXED, 3, 1), neighbour(MIXED, 4, 1)],
      [3, 4, undefined],
    );
    assert.deepEqual(
      [neighbour(MIXED, undefined, -1), neighbour(MIXED, 5, -1), neighbour(MIXED, 3, -1)],
      [4, 4, undefined],
    );
  });

  test('begin with the text of the one before', () => {
    assert.deepEqual([textBefore(run(MIXED), 1), textBefore(run(MIXED), 3)], ['text 0\n', 'text 2\n']);
  });

  test('in a sentence', () => {
    assert.equal(
      runText(run(MIXED, { wrong: 4 })),
      '5 steps, 2 of them changed the program. Step 4 is wrong: pass-4 changed the result.',
    );
    const failure = { message: 'm', pass: null, diagnostics: [] };
    assert.equal(runText(run([], { failures: [failure] })), 'No step was run. The run did not come to its end.');
    assert.equal(runText(run([step(1, 'unchanged')])), '1 step, which changed nothing.');
    const unmet = {
      pass: 'cse',
      anchors: ['gpu.module'],
      message: '`cse` ran on nothing: the pipeline meets no `gpu.module`',
    };
    assert.equal(
      runText(run([], { unmet: [unmet] })),
      'No step was run. cse ran on nothing: the pipeline meets no gpu.module.',
    );
    assert.equal(runText(run([step(1, 'equal')])), '1 step, which changed the program.');
  });

  test('a page gets the lines of a witness, and no texts', () => {
    const lines = Array.from({ length: 9 }, (_, index) => `  line ${index}`).join('\n');
    const wrong = step(1, 'different', { text: lines, functions: [comparison({ verdict: 'different', witness })] });
    const [picture] = pictureOf(run([wrong], { before: lines })).steps;
    assert.deepEqual(picture?.lines, { before: { 6: 'line 6' }, after: { 7: 'line 7' } });
    assert.ok(!('text' in picture) && !('diff' in picture));
  });
});

describe('the exported file', () => {
  const wrong = step(2, 'different', {
    pass: EVIL,
    on: EVIL,
    text: EVIL,
    diff: `--- before\n+++ step 2\n@@ -1 +1 @@\n-${EVIL}\n+new ${EVIL}\n`,
    functions: [
      comparison({
        name: EVIL,
        verdict: 'different',
        witness: { ...witness, symbols: { [EVIL]: 1 }, otherValues: EVIL },
      }),
      comparison({ name: 'g', verdict: 'unknown', reason: EVIL }),
    ],
  });
  const message = { severity: 'error', message: EVIL, range: null } as const;
  const html = reportHtml(
    run([step(1, 'unchanged', { pass: EVIL, reasons: [{ range: RANGE, text: EVIL }] }), wrong], {
      tool: { path: EVIL, version: EVIL },
      pipeline: EVIL,
      before: EVIL,
      wrong: 2,
      failures: [{ message: EVIL, pass: EVIL, diagnostics: [message] }],
      diagnostics: [message],
    }),
    EVIL,
  );

  test('no text becomes markup', () => {
    assert.ok(!html.includes('<img'));
    assert.ok(html.includes('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;'));
    const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)[^>]*>/g)].map((it) => it[1]));
    for (const tag of ['script', 'img', 'iframe', 'object', 'a']) assert.ok(!tags.has(tag), tag);
    assert.doesNotMatch(html, /<[^>]* on\w+=/);
  });

  test('nothing is taken from elsewhere', () => {
    assert.ok(html.includes(`content="default-src 'none'; style-src 'unsafe-inline'"`));
    assert.doesNotMatch(html, /https?:|src=x[^&]*>/);
  });

  test('steps, verdicts, witnesses and diffs are in it', () => {
    const html = reportHtml(
      run(
        [step(1, 'unchanged'), step(2, 'different', { functions: [comparison({ verdict: 'different', witness })] })],
        { wrong: 2 },
      ),
      'a.mlir',
    );
    for (const part of [
      '1 step changed nothing: 1. <code>pass-1</code>',
      '<h2>2. <code>pass-2</code> <span class="quiet">on func.func @f</span></h2>',
      'changed the result · the first wrong step',
      '<code>%n = 3, %x of 6, %x[3] = 6.0, %x[4] = 7.0, all others 0</code>',
      '<del>-old</del><del>--- removed</del><ins>+text 2</ins>',
      '<pre>text 0\n</pre>',
    ]) {
      assert.ok(html.includes(part), `${part} is not in\n${html}`);
    }
    assert.ok(!html.includes('+++ step'));
  });
});

test('the history of a file has each pipeline once, the last first', async () => {
  const store = new Map<string, unknown>();
  const memento = {
    get: <T>(key: string, fallback?: T) => (store.get(key) ?? fallback) as T,
    update: (key: string, value: unknown) => {
      store.set(key, value);
      return Promise.resolve();
    },
  };
  const history = new History(memento);
  for (const pipeline of ['a', 'b', 'a']) await history.add('f', pipeline);
  await history.add('g', 'c');
  assert.deepEqual([history.of('f'), history.of('g'), history.of('h')], [['a', 'b'], ['c'], []]);
  for (let number = 0; number < 30; number += 1) await history.add('f', String(number));
  assert.equal(history.of('f').length, 20);
  assert.equal(history.of('f')[0], '29');
});
