// Which nest is shown, and how much of it.
import type { IterationSpace, Range } from '../../protocol';
import type { IterationSpaceOptions, IterationSpacePicture, Nest } from '../../views/messages';
import { MOST_LOOPS, extentOf } from '../../views/extent';
import { followSwitch } from '../follow';
import { tell } from '../host';
import { html } from '../svg';

const EXTENTS = [4, 5, 6, 8, 10, 12, 16, 24, 32];

export function controls({ nests, space, options }: IterationSpacePicture, isFollowing: boolean): HTMLElement {
  const change = (changed: Partial<IterationSpaceOptions>) => {
    tell({ type: 'options', options: { ...options, ...changed } });
  };
  const parts: HTMLElement[] = [nestChoice(nests, space)];
  if (space !== null) {
    parts.push(
      depthChoice(space, (depth) => {
        change({ depth });
      }),
      choice(
        'Iterations per loop',
        EXTENTS.map((it) => [String(it), String(it)]),
        String(extentOf(options, space.loops.length)),
        (value) => {
          change({ extent: Number(value) });
        },
      ),
      ...Object.entries(space.symbols).map(([name, value]) =>
        symbolInput(name, value, (given) => {
          change({ symbols: { ...options.symbols, [name]: given } });
        }),
      ),
    );
  }
  return html('div', { class: 'controls' }, ...parts, followSwitch(isFollowing));
}

function nestChoice(nests: readonly Nest[], space: IterationSpace | null): HTMLElement {
  const current = nests.findIndex(({ range }) => space !== null && holdsInnermost(range, space));
  const names = nests.map(({ inside, loops, range }, index): [string, string] => {
    const line = `line ${range.start.line + 1}`;
    return [String(index), [inside, `(${loops})`, line].filter((it) => it !== '').join(' ')];
  });
  const unnamed: [string, string][] = current < 0 ? [['-1', 'around the cursor']] : [];
  return choice('Nest', [...unnamed, ...names], String(current), (value) => {
    const nest = nests[Number(value)];
    if (nest !== undefined) tell({ type: 'pick', position: nest.range.start });
  });
}

/** Whether the innermost loop of the answer is the one with this range. */
function holdsInnermost(range: Range, { nest }: IterationSpace): boolean {
  const innermost = nest.at(-1)?.range.start;
  // Results may stand before the name of the loop.
  return innermost !== undefined && innermost.line === range.start.line && innermost.character >= range.start.character;
}

function depthChoice(space: IterationSpace, choose: (depth: number) => void): HTMLElement {
  const depths = space.nest.slice(0, MOST_LOOPS).map((_, index): [string, string] => {
    const names = space.nest.slice(0, index + 1).map(({ name }) => name);
    return [String(index + 1), names.join(', ')];
  });
  return choice('Loops', depths, String(space.loops.length), (value) => {
    choose(Number(value));
  });
}

function choice(
  label: string,
  values: readonly (readonly [string, string])[],
  current: string,
  choose: (value: string) => void,
): HTMLElement {
  const list = html('select', {}, ...values.map(([value, text]) => html('option', { value }, text)));
  list.value = current;
  list.addEventListener('change', () => {
    choose(list.value);
  });
  return html('label', {}, label, list);
}

function symbolInput(name: string, value: number, choose: (value: number) => void): HTMLElement {
  const input = html('input', { type: 'number', step: 1, value });
  input.addEventListener('change', () => {
    if (Number.isSafeInteger(input.valueAsNumber)) choose(input.valueAsNumber);
  });
  return html('label', {}, name, input);
}
