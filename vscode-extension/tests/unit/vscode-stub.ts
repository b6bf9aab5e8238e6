// Stands in for the editor's API: as much of it as the tested modules touch when they are loaded and called.

const settings = new Map<string, unknown>();

export function setSetting(name: string, value: unknown): void {
  settings.set(name, value);
}

export const workspace = {
  getConfiguration: (section: string) => ({
    get: (name: string, fallback: unknown) => settings.get(`${section}.${name}`) ?? fallback,
  }),
};
