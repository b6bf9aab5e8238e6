// How large pictures are drawn: as is best at first, as wide as the page, all of it, or by a factor that somebody has chosen.
import { button } from './button';
import { html } from './svg';

type Scale = 'first' | 'width' | 'all' | number;

const STEP = 1.25;
const LIMITS = { least: 0.1, most: 4 };
/** A picture that is as wide as the page shrinks for it, but not until nobody can read it; then it scrolls. */
const LEAST_LEGIBLE = 0.75;
/** A picture fits its page at first, but texts are not smaller than this for it. */
const LEAST_AT_FIRST = 0.5;

/** Where the page has no more room below what stands above the picture, it scrolls. */
const LEAST_ROOM = 160;

export class Zoom {
  readonly element: HTMLElement;
  readonly #shown = html('span', { class: 'scale', role: 'status' });
  #scale: Scale = 'first';
  #pictures: readonly { readonly frame: HTMLElement; readonly picture: SVGSVGElement }[] = [];

  constructor() {
    this.element = html(
      'div',
      { class: 'zoom', role: 'group', 'aria-label': 'Zoom' },
      button(
        '−',
        () => {
          this.#by(1 / STEP);
        },
        { 'aria-label': 'Zoom out', title: 'Zoom out (Ctrl+Wheel)' },
      ),
      this.#shown,
      button(
        '+',
        () => {
          this.#by(STEP);
        },
        { 'aria-label': 'Zoom in', title: 'Zoom in (Ctrl+Wheel)' },
      ),
      button(
        'Fit',
        () => {
          this.#set('all');
        },
        { title: 'Show all of it' },
      ),
      button(
        'Width',
        () => {
          this.#set('width');
        },
        { title: 'As wide as the page' },
      ),
    );
    window.addEventListener('resize', () => {
      this.#apply();
    });
  }

  /** Takes care of pictures, each in a frame that scrolls. */
  watch(pictures: readonly { readonly frame: HTMLElement; readonly picture: SVGSVGElement }[]): void {
    this.#pictures = pictures;
    for (const { frame } of pictures) {
      frame.addEventListener(
        'wheel',
        (event) => {
          if (!event.ctrlKey) return;
          event.preventDefault();
          this.#by(event.deltaY < 0 ? STEP : 1 / STEP, event);
        },
        { passive: false },
      );
    }
    this.#apply();
  }

  #by(factor: number, at?: MouseEvent): void {
    const [first] = this.#pictures;
    if (first === undefined) return;
    const before = this.#factor(first.frame, first.picture);
    const after = Math.min(LIMITS.most, Math.max(LIMITS.least, before * factor));
    const frame = at?.currentTarget instanceof HTMLElement ? at.currentTarget : undefined;
    this.#set(after);
    // What is under the pointer stays there.
    if (frame === undefined || at === undefined) return;
    const { left, top } = frame.getBoundingClientRect();
    const [x, y] = [at.clientX - left, at.clientY - top];
    frame.scrollLeft = (frame.scrollLeft + x) * (after / before) - x;
    frame.scrollTop = (frame.scrollTop + y) * (after / before) - y;
  }

  #set(scale: Scale): void {
    this.#scale = scale;
    this.#apply();
  }

  #apply(): void {
    this.#pictures.forEach(({ frame, picture }, index) => {
      const factor = this.#factor(frame, picture);
      const { width, height } = picture.viewBox.baseVal;
      picture.style.width = `${width * factor}px`;
      picture.style.height = `${height * factor}px`;
      if (index === 0) this.#shown.textContent = `${Math.round(factor * 100)} %`;
    });
  }

  #factor(frame: HTMLElement, picture: SVGSVGElement): number {
    if (typeof this.#scale === 'number') return this.#scale;
    const { width, height } = picture.viewBox.baseVal;
    const asWide = Math.min(1, frame.clientWidth / width);
    if (this.#scale === 'width') return Math.max(LEAST_LEGIBLE, asWide);
    const above = frame.getBoundingClientRect().top + window.scrollY;
    const room = Math.max(LEAST_ROOM, window.innerHeight - above - 12);
    const least = this.#scale === 'first' ? LEAST_AT_FIRST : LIMITS.least;
    return Math.max(least, Math.min(asWide, room / height));
  }
}
