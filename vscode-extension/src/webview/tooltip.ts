// What stands beside the mark that the pointer or the focus is on.
import { html } from './svg';

export class Tooltip {
  readonly element = html('div', { class: 'tooltip', role: 'status' });

  constructor() {
    this.hide();
  }

  /** Beside a place of the window, inside of it. */
  show(at: { readonly x: number; readonly y: number }, ...children: (Node | string)[]): void {
    this.element.replaceChildren(...children);
    this.element.hidden = false;
    const { width, height } = this.element.getBoundingClientRect();
    const [left, top] = [at.x + 14, at.y + 14];
    const below = top + height < window.innerHeight ? top : at.y - height - 14;
    this.element.style.left = `${Math.max(4, Math.min(left, window.innerWidth - width - 8))}px`;
    this.element.style.top = `${Math.max(4, below)}px`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
