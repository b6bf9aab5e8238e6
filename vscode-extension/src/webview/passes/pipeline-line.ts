// The line that a pipeline is written in, with a list of what may stand at the cursor.
import { complete, isComplete, type Completion, type Offer } from '../../passes/completion';
import { partner, unbalanced } from '../../passes/pipeline';
import type { Pass } from '../../passes/protocol';
import { html } from '../svg';
import { OfferList } from './offer-list';

export interface LineActions {
  readonly onType: (pipeline: string) => void;
  readonly onRun: (pipeline: string) => void;
}

const CLOSING = [')', '}', ']'];

export class PipelineLine {
  readonly element: HTMLElement;
  readonly problem = html('p', { id: 'pipeline-problem', class: 'balance', role: 'status' });
  readonly #input = html('input', {
    type: 'text',
    role: 'combobox',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: 'affine-loop-fusion,canonicalize',
    'aria-label': 'Pipeline',
    'aria-autocomplete': 'list',
    'aria-describedby': 'pipeline-problem',
  });
  readonly #list: OfferList;
  readonly #actions: LineActions;
  #passes: readonly Pass[] = [];
  #history: readonly string[] = [];

  constructor(actions: LineActions) {
    this.#actions = actions;
    this.#list = new OfferList(this.#input, (completion, offer) => {
      this.#take(completion, offer);
    });
    this.element = html('div', { class: 'line', role: 'group' }, this.#input, this.#list.element);
    this.#input.addEventListener('input', (event) => {
      this.#typed(event instanceof InputEvent ? (event.data ?? '') : '');
    });
    this.#input.addEventListener('keydown', (event) => {
      if (this.#key(event)) event.preventDefault();
    });
    this.#input.addEventListener('blur', () => {
      this.#list.close();
    });
  }

  know(passes: readonly Pass[], history: readonly string[]): void {
    this.#passes = passes;
    this.#history = history;
  }

  set(pipeline: string): void {
    this.#input.value = pipeline;
    this.#check();
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  run(): void {
    this.#list.close();
    this.#actions.onRun(this.#input.value);
  }

  /** The pipelines that were run before, to choose from. */
  showHistory(): void {
    this.#input.focus();
    const offers = this.#history.map((pipeline): Offer => ({
      kind: 'pass',
      label: pipeline,
      summary: '',
      insert: pipeline,
      cursor: pipeline.length,
    }));
    this.#list.open({ from: 0, to: this.#input.value.length, offers }, 0);
  }

  get #cursor(): number {
    return this.#input.selectionEnd ?? this.#input.value.length;
  }

  /** @returns whether the key meant something */
  #key({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    if (altKey || metaKey) return false;
    if (ctrlKey) {
      if (key === ' ') this.#offer(false);
      return key === ' ';
    }
    switch (key) {
      case 'Enter':
        if (!this.#list.accept()) this.run();
        return true;
      case 'Tab':
        return !shiftKey && this.#list.accept();
      case 'Escape':
        return this.#list.close();
      case 'ArrowUp':
        if (this.#list.isOpen) this.#list.move(-1);
        else if (this.#input.value === '') this.showHistory();
        return true;
      case 'ArrowDown':
        if (this.#list.isOpen) this.#list.move(1);
        else this.#offer(false);
        return true;
      default:
        return CLOSING.includes(key) && this.#stepOver(key);
    }
  }

  /** A closing bracket that is there already is not written once more. */
  #stepOver(key: string): boolean {
    const { value, selectionStart } = this.#input;
    const at = this.#cursor;
    const isThere = selectionStart === at && value.charAt(at) === key && unbalanced(value).length === 0;
    if (isThere) {
      this.#input.setSelectionRange(at + 1, at + 1);
      this.#list.close();
    }
    return isThere;
  }

  #typed(data: string): void {
    const at = this.#cursor;
    const { value } = this.#input;
    const closing = data === '' ? undefined : partner(value, at - 1);
    if (closing !== undefined && data.endsWith(value.charAt(at - 1))) {
      this.#input.setRangeText(closing, at, at, 'start');
    }
    this.#changed();
    if (data === '') this.#list.close();
    else this.#offer(true);
  }

  #changed(): void {
    this.#check();
    this.#actions.onType(this.#input.value);
  }

  /** Says which brackets have no partner. */
  #check(): void {
    const text = this.#input.value;
    const [first] = unbalanced(text);
    this.#input.setAttribute('aria-invalid', String(first !== undefined));
    if (first === undefined) {
      this.problem.replaceChildren();
      return;
    }
    const mark = html('mark', {}, text.charAt(first));
    const code = html('code', {}, text.slice(0, first), mark, text.slice(first + 1));
    const what = CLOSING.includes(text.charAt(first)) ? 'closes nothing' : 'is not closed';
    this.problem.replaceChildren(`\`${text.charAt(first)}\` ${what}: `, code);
  }

  /** @param isTyping whether nobody has asked: then the list stays away from what is written out already */
  #offer(isTyping: boolean): void {
    const text = this.#input.value;
    const completion = complete(text, this.#cursor, this.#passes);
    const hasWord = this.#cursor > completion.from;
    if (isTyping && hasWord && isComplete(text, this.#cursor, completion)) this.#list.close();
    // Where nothing is written yet, Enter runs the pipeline.
    else this.#list.open(completion, isTyping && !hasWord ? undefined : 0);
  }

  #take({ from, to }: Completion, { insert, cursor, kind }: Offer): void {
    this.#input.setRangeText(insert, from, to, 'end');
    this.#input.setSelectionRange(from + cursor, from + cursor);
    this.#changed();
    if (kind === 'nesting' || insert.endsWith('=')) this.#offer(true);
  }
}
