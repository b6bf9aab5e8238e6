import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layered, without } from '../../src/layered';

test('the later layer wins, key by key', () => {
  const user = { hints: { enable: false }, dialects: { names: ['a'], ods: ['a.td'] } };
  const workspace = { dialects: { names: [] }, tile: { size: 8 } };
  assert.deepEqual(layered(user, undefined, workspace), {
    hints: { enable: false },
    dialects: { names: [], ods: ['a.td'] },
    tile: { size: 8 },
  });
  assert.deepEqual(layered(undefined, null), {});
});

test('keys are left out, as a whole and in part', () => {
  const layer = { 'passes.tool': 'x', passes: { tool: 'x' }, passesOther: 1, tile: { size: 8 } };
  assert.deepEqual(without(layer, ['passes']), { passesOther: 1, tile: { size: 8 } });
  assert.equal(without(undefined, ['passes']), undefined);
});
