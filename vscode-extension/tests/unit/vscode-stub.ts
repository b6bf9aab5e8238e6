// Stands in for the editor's API: as much of it as the tested modules touch when they are loaded and called.

const settings = new Map<string, unknown>();

export function setSetting(name: string, value: unknown): void {
  settings.set(name, value);
}

/** Those of the user alone. */
const userSettings = new Map<string, unknown>();

export function setUserSetting(name: string, value: unknown): void {
  userSettings.set(name, value);
}

/** The section's settings by layer, as the editor tells them apart. */
const layers: Record<string, unknown> = {};

export function setLayers(values: Readonly<Record<'globalValue' | 'workspaceValue', unknown>>): void {
  Object.assign(layers, values);
}

export const workspace = {
  isTrusted: false,
  getConfiguration: (section = '') => ({
    get: (name: string, fallback: unknown) => settings.get(`${section}.${name}`) ?? fallback,
    inspect: (name: string) => (section === '' ? layers : { globalValue: userSettings.get(`${section}.${name}`) }),
  }),
};
