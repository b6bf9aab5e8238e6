// A comparison such as the server answers.
import type { FunctionComparison, Witness } from '../../src/comparison';

const range = (line: number) => ({ start: { line, character: 2 }, end: { line, character: 40 } });

export const witness: Witness = {
  symbols: { '%n': 3 },
  sizes: { '%x': [6] },
  values: [
    { argument: '%x', subscripts: [3], value: '6.0' },
    { argument: '%x', subscripts: [4], value: '7.0' },
  ],
  moreValues: 0,
  otherValues: 0,
  difference: {
    argument: '%x',
    subscripts: [0],
    before: '6.0',
    after: '7.0',
    beforeStatement: { range: range(6) },
    afterStatement: { range: range(7) },
  },
};

export function comparison(parts: Partial<FunctionComparison>): FunctionComparison {
  return { name: 'copy', verdict: 'equal', reassociates: false, ...parts };
}
