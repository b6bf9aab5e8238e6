// What can be chosen of transformations, and of which loops.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bandAt } from '../../src/transform/band';
import { PARAMETERS, mistakeIn, numbersOf, partsOf } from '../../src/transform/parameters';
import type { OutlineSymbol } from '../../src/views/nests';

function symbol(name: string, from: number, to: number, children: OutlineSymbol[] = []): OutlineSymbol {
  const range = { start: { line: from, character: 2 }, end: { line: to, character: 3 } };
  return { name, range, selectionRange: { start: range.start, end: range.start }, children };
}

describe('bands', () => {
  const outline = [
    symbol('@f', 0, 20, [
      symbol('affine.for %i', 1, 10, [
        symbol('affine.for %j', 2, 9, [symbol('affine.for %k', 3, 4), symbol('affine.for %l', 5, 6)]),
      ]),
      symbol('affine.for %m', 12, 14, [symbol('affine.if', 13, 13)]),
    ]),
  ];
  const names = (line: number, character = 0) => bandAt(outline, { line, character }).map(({ name }) => name);

  test('the loop at the cursor and those that are alone in it', () => {
    assert.deepEqual(names(1), ['%i', '%j']);
    assert.deepEqual(names(2, 5), ['%j']);
    assert.deepEqual(names(5), ['%l']);
  });

  test('a place in a body belongs to the innermost loop around it', () => {
    assert.deepEqual(names(13, 9), ['%m']);
    assert.deepEqual(names(8), ['%j']);
  });

  test('outside of loops there is none', () => {
    assert.deepEqual(names(11), []);
    assert.deepEqual(names(30), []);
  });

  test('parts are those of neighbours, the longest first', () => {
    const texts = partsOf(['i', 'j', 'k']).map(({ from, to }) => ['i', 'j', 'k'].slice(from, to).join(''));
    assert.deepEqual(texts, ['ijk', 'ij', 'jk', 'i', 'j', 'k']);
  });
});

describe('answers', () => {
  test('as many numbers as there are loops, none too small', () => {
    assert.equal(mistakeIn('32, 16', PARAMETERS.tile, 2), undefined);
    assert.equal(mistakeIn('32×16', PARAMETERS.tile, 2), undefined);
    for (const wrong of ['32', '32, 0', '32, x', '32, -4', '', '1, 2, 3', '1.5, 2']) {
      assert.match(mistakeIn(wrong, PARAMETERS.tile, 2) ?? '', /^Give 2 whole numbers/, wrong);
    }
    assert.match(mistakeIn('1', PARAMETERS.vectorize, 1) ?? '', /^Give a whole number from 2 on\.$/);
  });

  test('an order has each loop once', () => {
    assert.equal(mistakeIn('2, 0, 1', PARAMETERS.permute, 3), undefined);
    for (const wrong of ['0, 1', '0, 0, 1', '1, 2, 3', '']) {
      assert.match(mistakeIn(wrong, PARAMETERS.permute, 3) ?? '', /^Give each number from 0 to 2 once/, wrong);
    }
  });

  test('a loop is unrolled fully by a word', () => {
    assert.equal(mistakeIn('full', PARAMETERS.unroll, 1), undefined);
    assert.match(mistakeIn('full', PARAMETERS.unrollJam, 1) ?? '', /^Give/);
  });

  test('numbers may be parted in the ways in which people write them', () => {
    assert.deepEqual(numbersOf(' 8, 16 × 32 '), ['8', '16', '32']);
  });
});
