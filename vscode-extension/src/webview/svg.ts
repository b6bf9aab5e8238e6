// Elements of the page. Texts are set as texts and never parsed.

type Attributes = Readonly<Record<string, string | number | undefined>>;

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly (Node | string)[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

export function html<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  return fill(document.createElement(name), attributes, children);
}

/** Pictures shrink to the width of the page, but not until nobody can read them; then the page scrolls. */
const LEAST_SCALE = 0.75;

export function keepLegible(picture: SVGSVGElement): void {
  picture.style.minWidth = `${LEAST_SCALE * Number(picture.getAttribute('width'))}px`;
}
