// Buttons of pages.
import { html } from './svg';

export function button(text: string, onPress: () => void, attributes: Readonly<Record<string, string>> = {}) {
  const element = html('button', { type: 'button', class: 'button', ...attributes }, text);
  element.addEventListener('click', onPress);
  return element;
}
