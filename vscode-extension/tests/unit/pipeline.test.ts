// What the line of a pipeline knows of what is written in it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { complete, isComplete } from '../../src/passes/completion';
import { around, missingEnd, partner, unbalanced } from '../../src/passes/pipeline';
import type { Pass } from '../../src/passes/protocol';

const pass = (name: string, parts: Partial<Pass> = {}): Pass => ({
  name,
  summary: `does ${name}`,
  anchor: null,
  isPipeline: false,
  options: [],
  ...parts,
});

const PASSES = [
  pass('affine-loop-fusion', {
    options: [
      { name: 'maximal', summary: 'Enables maximal loop fusion', values: [] },
      { name: 'mode', summary: 'fusion mode to attempt', values: ['greedy', 'producer', 'sibling'] },
    ],
  }),
  pass('affine-loop-tile', { anchor: 'func.func' }),
  pass('canonicalize'),
  pass('gpu-kernel-outlining', { anchor: 'gpu.module' }),
  pass('sparsifier', { isPipeline: true }),
];

/** Offers at the `|` of a text. */
const offersAt = (marked: string) => {
  const cursor = marked.indexOf('|');
  return complete(marked.replace('|', ''), cursor, PASSES);
};
const labelsAt = (marked: string) => offersAt(marked).offers.map(({ label }) => label);
/** The text after one of the offers was taken, with a `|` where the cursor is then. */
const taken = (marked: string, label: string) => {
  const text = marked.replace('|', '');
  const { from, to, offers } = offersAt(marked);
  const offer = offers.find((it) => it.label === label);
  assert.ok(offer, `${label} is not offered at ${marked}`);
  const inserted = `${offer.insert.slice(0, offer.cursor)}|${offer.insert.slice(offer.cursor)}`;
  return `${text.slice(0, from)}${inserted}${text.slice(to)}`;
};

describe('offers', () => {
  test('passes that begin with what is written come first, then those with a part that does', () => {
    assert.deepEqual(labelsAt('affine-loop-f|'), ['affine-loop-fusion']);
    assert.deepEqual(labelsAt('cse,tile|'), ['affine-loop-tile']);
    assert.deepEqual(labelsAt('loop|'), ['affine-loop-fusion', 'affine-loop-tile']);
    assert.deepEqual(labelsAt('nonsense|'), []);
  });

  test('nothing written: all, and operations to nest in', () => {
    const labels = labelsAt('|');
    for (const label of [...PASSES.map(({ name }) => name), 'func.func(', 'builtin.module(', 'gpu.module(']) {
      assert.ok(labels.includes(label), label);
    }
  });

  test('inside an operation, what runs on it', () => {
    assert.deepEqual(labelsAt('builtin.module(func.func(|))'), [
      'affine-loop-fusion',
      'affine-loop-tile',
      'canonicalize',
    ]);
    const inModule = labelsAt('builtin.module(|)');
    assert.ok(inModule.includes('func.func(') && inModule.includes('sparsifier'));
    assert.ok(!inModule.includes('builtin.module(') && !inModule.includes('affine-loop-tile'));
  });

  test('options that are not given yet, and the values of one', () => {
    assert.deepEqual(labelsAt('affine-loop-fusion{|}'), ['maximal', 'mode']);
    assert.deepEqual(labelsAt('func.func(affine-loop-fusion{maximal=1 |})'), ['mode']);
    assert.deepEqual(labelsAt('affine-loop-fusion{mode=|}'), ['greedy', 'producer', 'sibling']);
    assert.deepEqual(labelsAt('affine-loop-fusion{mode=s|}'), ['sibling']);
    assert.deepEqual(labelsAt('canonicalize{|}'), []);
    assert.deepEqual(labelsAt('no-such-pass{|}'), []);
    assert.deepEqual(labelsAt('affine-loop-fusion{mode={|}}'), []);
    assert.deepEqual(labelsAt('affine-loop-fusion{mode=greedy},can|'), ['canonicalize']);
  });

  test('take the place of the whole word', () => {
    assert.equal(taken('func.func(aff|ine,cse)', 'affine-loop-fusion'), 'func.func(affine-loop-fusion|,cse)');
    assert.equal(taken('fu|', 'func.func('), 'func.func(|)');
    assert.equal(taken('affine-loop-fusion{mo|de=greedy}', 'mode'), 'affine-loop-fusion{mode=|greedy}');
    assert.equal(taken('affine-loop-fusion{mode=gr|}', 'greedy'), 'affine-loop-fusion{mode=greedy|}');
  });

  test('the end of all that is open', () => {
    const [end] = offersAt('builtin.module(func.func(canonicalize|').offers;
    assert.deepEqual([end?.label, end?.summary], ['))', 'ends func.func, builtin.module']);
    assert.equal(taken('builtin.module(func.func(canonicalize|', '))'), 'builtin.module(func.func(canonicalize))|');
    assert.ok(!labelsAt('builtin.module(func.func(|').includes('))'));
  });

  test('what is written out is complete', () => {
    const isCompleteAt = (marked: string) => isComplete(marked.replace('|', ''), marked.indexOf('|'), offersAt(marked));
    assert.equal(isCompleteAt('canonicalize|'), true);
    assert.equal(isCompleteAt('canonicaliz|'), false);
  });
});

describe('brackets', () => {
  test('without a partner are found', () => {
    assert.deepEqual(unbalanced('builtin.module(func.func(a{b=1},c))'), []);
    assert.deepEqual(unbalanced('a(b(c)'), [1]);
    assert.deepEqual(unbalanced('a)b{c)'), [1, 3, 5]);
    assert.deepEqual(unbalanced('a{b="(" c=\'}\'}'), []);
    assert.equal(missingEnd('a(b{c=[1,'), ']})');
  });

  test('around a place, with what they belong to', () => {
    assert.deepEqual(
      around('builtin.module( func.func(a{b', 28).map(({ kind, name }) => `${name}${kind}`),
      ['builtin.module(', 'func.func(', 'a{'],
    );
  });

  test('come in pairs, but not before a word', () => {
    assert.deepEqual(
      [partner('a(', 1), partner('a{)', 1), partner('a(b', 1), partner('ab', 1)],
      [')', '}', undefined, undefined],
    );
  });
});
