// What may stand at a place of a pipeline: passes, their options and values, operations to nest in, closing brackets.
import { around, missingEnd } from './pipeline';
import type { Pass } from './protocol';

export interface Offer {
  readonly kind: 'pass' | 'nesting' | 'option' | 'value' | 'end';
  readonly label: string;
  readonly summary: string;
  readonly insert: string;
  /** Where the cursor is afterwards, in what is inserted. */
  readonly cursor: number;
}

/** What takes the place of the text between `from` and `to`. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly offers: readonly Offer[];
}

const MOST_OFFERS = 100;
const NESTINGS = ['func.func', 'builtin.module'];

export function complete(text: string, cursor: number, passes: readonly Pass[]): Completion {
  const brackets = around(text, cursor);
  const innermost = brackets.at(-1);
  if (innermost === undefined || innermost.kind === '(') {
    const from = startOf(text, cursor, /[^\s(){},]*$/);
    const word = text.slice(from, cursor);
    const to = cursor + (/^[\w.-]*/.exec(text.slice(cursor))?.[0].length ?? 0);
    const offers = [...passOffers(passes, innermost?.name), ...nestingOffers(passes, innermost?.name)];
    return { from, to, offers: [...endOffers(text, cursor), ...matching(offers, word)] };
  }
  // Inside a list of values nothing is known.
  const isOwn = innermost.kind === '{' && brackets.at(-2)?.kind !== '{';
  const pass = isOwn ? passes.find(({ name }) => name === innermost.name) : undefined;
  if (pass === undefined) return { from: cursor, to: cursor, offers: [] };
  return optionCompletion(text, cursor, innermost.at, pass);
}

/** Whether what stands before the cursor is already one of the offers. */
export function isComplete(text: string, cursor: number, { from, offers }: Completion): boolean {
  return offers.some(({ label }) => label === text.slice(from, cursor));
}

function optionCompletion(text: string, cursor: number, open: number, pass: Pass): Completion {
  const from = startOf(text, cursor, /[^\s{}]*$/);
  const word = text.slice(from, cursor);
  const equals = word.indexOf('=');
  const to = cursor + (/^[\w.-]*/.exec(text.slice(cursor))?.[0].length ?? 0);
  if (equals >= 0) {
    const option = pass.options.find(({ name }) => name === word.slice(0, equals));
    const offers = (option?.values ?? []).map((value) => offer('value', value, option?.summary ?? '', value));
    return { from: from + equals + 1, to, offers: matching(offers, word.slice(equals + 1)) };
  }
  const given = new Set([...text.slice(open + 1, from).matchAll(/([\w-]+)=/g)].map((it) => it[1]));
  const offers = pass.options
    .filter(({ name }) => !given.has(name))
    .map(({ name, summary, values }) => {
      const one = values.length === 0 ? '' : ` (${values.join(', ')})`;
      return offer('option', name, `${summary}${one}`, `${name}=`);
    });
  // An option that has its `=` already keeps it.
  const end = text.charAt(to) === '=' ? to + 1 : to;
  return { from, to: end, offers: matching(offers, word) };
}

/** @param anchor the operation around, which some passes do not run on */
function passOffers(passes: readonly Pass[], anchor: string | undefined): Offer[] {
  const fits = ({ anchor: own, isPipeline }: Pass) =>
    anchor === undefined ||
    anchor === 'any' ||
    own === anchor ||
    (own === null && !(isPipeline && anchor === 'func.func'));
  return passes
    .filter(fits)
    .map(({ name, summary, anchor: own }) =>
      offer('pass', name, own === null || own === anchor ? summary : `${summary} (on ${own})`, name),
    );
}

function nestingOffers(passes: readonly Pass[], anchor: string | undefined): Offer[] {
  if (anchor !== undefined && !anchor.endsWith('.module')) return [];
  const names = new Set([...NESTINGS, ...passes.flatMap((it) => it.anchor ?? [])]);
  return [...names]
    .filter((name) => name !== anchor && !(name === 'builtin.module' && anchor !== undefined))
    .map((name) => ({
      kind: 'nesting',
      label: `${name}(`,
      summary: `passes that run on each ${name}`,
      insert: `${name}()`,
      cursor: name.length + 1,
    }));
}

/** At the end of the text, what closes all that is open. */
function endOffers(text: string, cursor: number): Offer[] {
  const end = missingEnd(text);
  const isAfterPass = /[\w)}]$/.test(text.slice(0, cursor));
  if (end === '' || !isAfterPass || cursor !== text.length) return [];
  const names = around(text, cursor).map(({ name }) => name);
  const before = /[\w.-]*$/.exec(text)?.[0] ?? '';
  return [
    {
      kind: 'end',
      label: end,
      summary: `ends ${names.reverse().join(', ')}`,
      insert: `${before}${end}`,
      cursor: before.length + end.length,
    },
  ];
}

function offer(kind: Offer['kind'], label: string, summary: string, insert: string): Offer {
  return { kind, label, summary, insert, cursor: insert.length };
}

function startOf(text: string, cursor: number, word: RegExp): number {
  return word.exec(text.slice(0, cursor))?.index ?? cursor;
}

/** Those that begin with the word first, then those with a part that does, then those that have it anywhere. */
function matching(offers: readonly Offer[], word: string): Offer[] {
  const wanted = word.toLowerCase();
  const rank = (label: string) => {
    if (label.startsWith(wanted)) return 0;
    if (label.split(/[-.]/).some((part) => part.startsWith(wanted)) || label.includes(`-${wanted}`)) return 1;
    return label.includes(wanted) ? 2 : 3;
  };
  return offers
    .map((it) => ({ it, rank: rank(it.label.toLowerCase()) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_OFFERS)
    .map(({ it }) => it);
}
