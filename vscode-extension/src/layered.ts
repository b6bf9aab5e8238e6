// Objects over each other, as the editor has settings of the user and of the workspace.

type Table = Record<string, unknown>;

/** What is in any of the layers; of two values of one key the later one, of two objects both. */
export function layered(...layers: readonly unknown[]): Table {
  const result: Table = {};
  for (const layer of layers.filter(isTable)) {
    for (const [key, value] of Object.entries(layer)) {
      const below = result[key];
      result[key] = isTable(below) && isTable(value) ? layered(below, value) : value;
    }
  }
  return result;
}

/** The layer without these keys, and without `key.more`; a key `a.b` is one of the table `a`, too. */
export function without(layer: unknown, keys: readonly string[]): unknown {
  if (!isTable(layer)) return layer;
  const isLeft = (name: string) => !keys.some((key) => name === key || name.startsWith(`${key}.`));
  const below = (name: string) =>
    keys.filter((key) => key.startsWith(`${name}.`)).map((key) => key.slice(name.length + 1));
  const left = Object.entries(layer).filter(([name]) => isLeft(name));
  return Object.fromEntries(left.map(([name, value]) => [name, without(value, below(name))]));
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
