// A picture as a file of its own: what the style sheet and the theme say of it stands in the elements.

/** What of the style makes the look of a picture; all but the opacity is handed on to what is inside. */
const PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
] as const;

/** Only for the mouse. */
const UNSEEN = '.reach';

export function standaloneSvg(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const originals = [picture, ...picture.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  copies.forEach((element, index) => {
    const original = originals[index];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    if (style.display === 'none' || element.matches(UNSEEN)) {
      element.remove();
      return;
    }
    for (const name of ['class', 'style', 'tabindex', 'role']) element.removeAttribute(name);
    const above = index === 0 || original.parentElement === null ? undefined : getComputedStyle(original.parentElement);
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property);
      const isSaid = property === 'opacity' ? value === '1' : value === above?.getPropertyValue(property);
      if (!isSaid) setPlainly(element, property, value);
    }
  });
  const { width, height } = picture.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  background.setAttribute('width', '100%');
  background.setAttribute('height', '100%');
  background.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(background);
  return new XMLSerializer().serializeToString(copy);
}

/** Colours as every program reads them, without those that a style sheet has mixed. */
function setPlainly(element: Element, property: string, value: string): void {
  const mixed = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(value);
  const written = mixed ?? /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(value);
  if (written === null) {
    element.setAttribute(property, value);
    return;
  }
  const channels = written.slice(1, 4).map((it) => Math.round(Number(it) * (mixed === null ? 1 : 255)));
  element.setAttribute(property, `rgb(${channels.join(', ')})`);
  element.setAttribute(`${property}-opacity`, written[4] ?? '1');
}
