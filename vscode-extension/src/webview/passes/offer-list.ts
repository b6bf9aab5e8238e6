// The list under a combobox, as ARIA describes it: the keyboard stays in the line, and the list says what is active.
import type { Completion, Offer } from '../../passes/completion';
import { html } from '../svg';

export class OfferList {
  readonly element = html('ul', { id: 'offers', class: 'offers', role: 'listbox', 'aria-label': 'Completions' });
  readonly #input: HTMLInputElement;
  readonly #take: (completion: Completion, offer: Offer) => void;
  #completion: Completion | undefined;
  #active: number | undefined;

  constructor(input: HTMLInputElement, take: (completion: Completion, offer: Offer) => void) {
    this.#input = input;
    this.#take = take;
    input.setAttribute('aria-controls', this.element.id);
    this.#show();
  }

  get isOpen(): boolean {
    return this.#completion !== undefined;
  }

  /** @param active the offer that Enter takes, if any */
  open(completion: Completion, active: number | undefined): void {
    this.#completion = completion.offers.length === 0 ? undefined : completion;
    this.#active = active;
    this.#show();
  }

  /** @returns whether it was open */
  close(): boolean {
    const wasOpen = this.isOpen;
    this.#completion = undefined;
    this.#show();
    return wasOpen;
  }

  move(step: 1 | -1): void {
    const count = this.#completion?.offers.length ?? 0;
    if (count === 0) return;
    const from = this.#active ?? (step === 1 ? -1 : 0);
    this.#active = (from + step + count) % count;
    this.#mark();
  }

  /** Takes what is active; `false` if nothing is. */
  accept(): boolean {
    const completion = this.#completion;
    const offer = this.#active === undefined ? undefined : completion?.offers[this.#active];
    this.close();
    if (completion === undefined || offer === undefined) return false;
    this.#take(completion, offer);
    return true;
  }

  #show(): void {
    const offers = this.#completion?.offers ?? [];
    this.element.replaceChildren(...offers.map((offer, index) => this.#item(offer, index)));
    this.element.hidden = offers.length === 0;
    this.#input.setAttribute('aria-expanded', String(offers.length > 0));
    this.#mark();
  }

  #item({ label, summary, kind }: Offer, index: number): HTMLElement {
    const item = html(
      'li',
      { id: `offer-${index}`, class: `offer ${kind}`, role: 'option', title: summary },
      html('code', {}, label),
      html('span', { class: 'quiet' }, summary),
    );
    // The line keeps the focus.
    item.addEventListener('mousedown', (event) => {
      event.preventDefault();
    });
    item.addEventListener('click', () => {
      this.#active = index;
      this.accept();
    });
    return item;
  }

  #mark(): void {
    const items = [...this.element.children];
    items.forEach((item, index) => {
      item.setAttribute('aria-selected', String(index === this.#active));
    });
    const active = this.#active === undefined ? undefined : items[this.#active];
    if (active === undefined) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', active.id);
    active?.scrollIntoView({ block: 'nearest' });
  }
}
