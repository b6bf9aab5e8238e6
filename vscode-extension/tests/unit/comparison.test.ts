// Verdicts and witnesses in words, and the choice of functions.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  inputText,
  nameText,
  outcomeOf,
  outcomeText,
  placeText,
  summaryText,
  valueText,
  type FunctionComparison,
} from '../../src/comparison';
import { functionAt, functionsOf } from '../../src/views/compare/functions';
import { comparison, witness } from './sample-comparison';

describe('witnesses', () => {
  test('name symbols, sizes and numbers as the command line does', () => {
    assert.equal(inputText(witness), '%n = 3, %x of 6, %x[3] = 6.0, %x[4] = 7.0, all others 0');
  });

  test('of many numbers some are written out', () => {
    const values = Array.from({ length: 10 }, (_, index) => ({ argument: '%m', subscripts: [index, 0], value: index }));
    const text = inputText({ ...witness, symbols: {}, sizes: {}, values, moreValues: 5 });
    assert.ok(text.startsWith('%m[0, 0] = 0, '), text);
    assert.ok(text.endsWith('%m[7, 0] = 7, 7 more numbers, all others 0'), text);
  });

  test('the place and both numbers', () => {
    assert.equal(placeText(witness.difference), '%x[0]');
    assert.equal(placeText({ result: 1, subscripts: [] }), 'result 1');
    assert.deepEqual([valueText(witness.difference, 'before'), valueText(witness.difference, 'after')], ['6.0', '7.0']);
  });

  test('a fault of the second program', () => {
    const fault = { fault: 'a store out of bounds' };
    assert.equal(valueText(fault, 'before'), 'defined');
    assert.equal(valueText(fault, 'after'), 'undefined: a store out of bounds');
    assert.equal(placeText(fault), '');
  });
});

test('verdicts in words', () => {
  const all: FunctionComparison[] = [
    comparison({}),
    comparison({ reassociates: true }),
    comparison({ verdict: 'different', witness }),
    comparison({ verdict: 'unknown', reason: 'a call' }),
    comparison({}),
  ];
  assert.deepEqual(all.map(outcomeOf), ['equal', 'reassociates', 'different', 'unknown', 'equal']);
  assert.equal(outcomeText('reassociates'), 'equal, but for the rounding of floats in another order');
  assert.equal(summaryText(all), '2 equal, 1 equal but for rounding, 1 different, 1 unknown');
  assert.equal(nameText(''), 'outside any function');
});

test('functions are found also in modules, and the one around the cursor', () => {
  const range = (from: number, to: number) => ({
    start: { line: from, character: 0 },
    end: { line: to, character: 1 },
  });
  const functions = functionsOf([
    { name: '#map', kind: 14, range: range(0, 0) },
    { name: '@f', kind: 12, range: range(1, 4), children: [{ name: 'affine.for %i', kind: 18, range: range(2, 3) }] },
    { name: '@inner', kind: 2, range: range(5, 9), children: [{ name: '@g', kind: 12, range: range(6, 8) }] },
  ]);
  assert.deepEqual(
    functions.map(({ name }) => name),
    ['f', 'g'],
  );
  const at = (line: number, character: number) => functionAt(functions, { line, character })?.name;
  assert.deepEqual(
    [at(0, 0), at(1, 0), at(4, 1), at(4, 2), at(7, 9), at(9, 0)],
    [undefined, 'f', 'f', undefined, 'g', undefined],
  );
});
