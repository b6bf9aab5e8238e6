// The controls above the graph. They stay while pictures come and go, so that nobody who types is interrupted.
import { button } from '../button';
import { html } from '../svg';
import { Zoom } from '../zoom';
import { AT_FIRST, type Filter } from './filter';

const ALL = '';

export interface ToolbarActions {
  /** Another part of the graph is wanted. */
  readonly onFilter: () => void;
  readonly onSearch: (text: string) => void;
  /** The next of what was found is wanted. */
  readonly onNext: () => void;
  readonly onExport: () => void;
}

export class Toolbar {
  readonly element: HTMLElement;
  readonly zoom = new Zoom();
  readonly #memref = html('select', { 'aria-label': 'Memref' });
  readonly #flow = html('input', { type: 'checkbox' });
  readonly #search = html('input', { type: 'search', placeholder: 'Find a statement', 'aria-label': 'Find' });
  readonly #found = html('span', { class: 'quiet', role: 'status' });
  #filter: Filter = AT_FIRST;

  constructor({ onFilter, onSearch, onNext, onExport }: ToolbarActions) {
    this.#flow.checked = AT_FIRST.onlyFlow;
    const filter = () => {
      const memref = this.#memref.value;
      this.#filter = { memref: memref === ALL ? undefined : memref, onlyFlow: this.#flow.checked };
      onFilter();
    };
    this.#memref.addEventListener('change', filter);
    this.#flow.addEventListener('change', filter);
    this.#search.addEventListener('input', () => {
      onSearch(this.#search.value);
    });
    this.#search.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') onNext();
    });
    this.element = html(
      'div',
      { class: 'controls' },
      html('label', {}, 'Memref', this.#memref),
      html(
        'label',
        { title: 'Only dependences that carry a value from a write to a read' },
        this.#flow,
        'Value flow only',
      ),
      html('span', { class: 'search' }, this.#search, this.#found),
      this.zoom.element,
      button('Export SVG…', onExport),
    );
  }

  get filter(): Filter {
    return this.#filter;
  }

  get searched(): string {
    return this.#search.value;
  }

  /** What can be chosen in this picture. A choice that is gone is one of all. */
  offer(memrefs: readonly string[]): void {
    const chosen = this.#filter.memref;
    const isThere = chosen !== undefined && memrefs.includes(chosen);
    if (!isThere) this.#filter = { ...this.#filter, memref: undefined };
    this.#memref.replaceChildren(
      html('option', { value: ALL }, 'all'),
      ...memrefs.map((name) => html('option', { value: name }, name)),
    );
    this.#memref.value = isThere ? chosen : ALL;
  }

  /** How many statements were found; nothing where nothing is searched. */
  tellFound(count: number | undefined): void {
    this.#found.textContent = count === undefined ? '' : `${count} found`;
  }
}
