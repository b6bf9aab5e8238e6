// Where the language server is: the setting, else the server that came with the extension, else PATH.
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

export interface Surroundings {
  /** `affine-analyzer.server.path`, empty when it is not set. */
  readonly setting: string;
  readonly extensionFolder: string;
  readonly workspaceFolder: string | undefined;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

export type ServerPath =
  | { readonly found: true; readonly path: string; readonly source: 'setting' | 'bundled' | 'PATH' }
  | { readonly found: false; readonly reason: string };

/** A setting that leads nowhere is an error: to run another server than the one asked for would only confuse. */
export function findServer(surroundings: Surroundings, isProgram = isProgramFile): ServerPath {
  const setting = surroundings.setting.trim();
  if (setting !== '') {
    const configured = expand(setting, surroundings);
    if (configured === undefined) {
      return missing(`The setting affine-analyzer.server.path is "${setting}", but no folder is open.`);
    }
    if (!path.isAbsolute(configured)) {
      return missing(`The setting affine-analyzer.server.path is "${setting}", which is not an absolute path.`);
    }
    return isProgram(configured)
      ? { found: true, path: configured, source: 'setting' }
      : missing(`The setting affine-analyzer.server.path is "${setting}", but there is no program in that place.`);
  }

  const program = surroundings.platform === 'win32' ? 'affine-analyzer.exe' : 'affine-analyzer';
  const bundled = path.join(surroundings.extensionFolder, 'bin', program);
  if (isProgram(bundled)) return { found: true, path: bundled, source: 'bundled' };

  for (const folder of searchPath(surroundings)) {
    const candidate = path.join(folder, program);
    if (isProgram(candidate)) return { found: true, path: candidate, source: 'PATH' };
  }
  return missing(`${program} did not come with this build of the extension and is not on PATH.`);
}

function missing(reason: string): ServerPath {
  return { found: false, reason };
}

function expand(setting: string, { home, workspaceFolder }: Surroundings): string | undefined {
  const variable = '${workspaceFolder}';
  if (setting.includes(variable)) {
    return workspaceFolder === undefined ? undefined : path.normalize(setting.replaceAll(variable, workspaceFolder));
  }
  return /^~(?=$|[\\/])/.test(setting) ? path.join(home, setting.slice(1)) : setting;
}

/** Relative entries of PATH are left out: they would let a workspace decide what runs. */
function searchPath({ env, platform }: Surroundings): string[] {
  // On Windows the variable's name is `Path` as often as `PATH`.
  const name = Object.keys(env).find((key) => (platform === 'win32' ? key.toUpperCase() : key) === 'PATH');
  const separator = platform === 'win32' ? ';' : ':';
  return (name === undefined ? '' : (env[name] ?? '')).split(separator).filter((folder) => path.isAbsolute(folder));
}

export function isProgramFile(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
