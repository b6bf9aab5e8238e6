// Statements of the program in a page: what they say, and a way to them.
import type { Range } from '../protocol';
import type { Lines } from '../views/messages';
import { tell } from './host';
import { html } from './svg';

interface Statement {
  readonly op: string;
  readonly range: Range;
}

/** The statement without its type, which says little where several stand side by side. */
export function statementText({ op, range }: Statement, lines: Lines): string {
  const line = lines[range.start.line];
  if (line === undefined || !line.includes(op)) return op;
  return line.replace(/\s*\/\/.*$/, '').replace(/\s*:\s*(?:memref|vector)<.*$/, '');
}

export function lineText({ range }: Pick<Statement, 'range'>): string {
  return `line ${range.start.line + 1}`;
}

/** A button that shows the statement in the editor. */
export function statementLink(statement: Statement, lines: Lines): HTMLButtonElement {
  return link(statementText(statement, lines), lineText(statement), () => {
    reveal(statement);
  });
}

/** A button that leads to a piece of code. */
export function link(code: string, where: string, onPress: () => void): HTMLButtonElement {
  const button = html(
    'button',
    { type: 'button', class: 'statement' },
    html('code', {}, code),
    html('span', { class: 'quiet' }, ` ${where}`),
  );
  button.addEventListener('click', onPress);
  return button;
}

export function reveal({ range }: Statement): void {
  tell({ type: 'reveal', range });
}
