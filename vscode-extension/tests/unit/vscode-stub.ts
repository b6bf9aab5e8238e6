// Stands in for the editor's API: as much of it as the tested modules touch when they are loaded and called.

const settings = new Map<string, unknown>();

export function setSetting(name: string, value: unknown): void {
  settings.set(name, value);
}

/** The section's settings by layer, as the editor tells them apart. */
const layers: Record<string, unknown> = {};

export function setLayers(values: Readonly<Record<'globalValue' | 'workspaceValue', unknown>>): void {
  Object.assign(layers, values);
}

export const workspace = {
  isTrusted: false,
  getConfiguration: (section: string) => ({
    get: (name: string, fallback: unknown) => settings.get(`${section}.${name}`) ?? fallback,
    inspect: () => layers,
  }),
};
