// The switch between a picture that follows the cursor and one that stays.
import { tell } from './host';
import { html } from './svg';

export function followSwitch(isFollowing: boolean): HTMLLabelElement {
  const box = html('input', { type: 'checkbox' });
  box.checked = isFollowing;
  box.addEventListener('change', () => {
    tell({ type: 'follow', isFollowing: box.checked });
  });
  return html('label', { class: 'follow' }, box, 'Follow the cursor');
}
