// A VS Code of its own for the tests: fresh settings, the packaged extension, nothing else.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const START_TIMEOUT_MS = 60_000;

const SETTINGS = {
  'editor.minimap.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'git.enabled': false,
  // In a folder that nobody has been asked about, Restricted Mode.
  'security.workspace.trust.banner': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
  'workbench.reduceMotion': 'on',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

export interface CodeServerOptions {
  /** Settings of the user. */
  readonly settings?: object;
  /** Whether the workspace may do all it wants; else it opens in Restricted Mode. */
  readonly isTrusted?: boolean;
}

export interface CodeServer {
  readonly url: string;
  readonly extensionsFolder: string;
  stop(): Promise<void>;
}

/**
 * @param program code-server's entry point
 * @param folder a folder that belongs to this instance
 */
export async function startCodeServer(
  program: string,
  vsix: string,
  folder: string,
  { settings = {}, isTrusted = true }: CodeServerOptions,
): Promise<CodeServer> {
  const userData = path.join(folder, 'user-data');
  mkdirSync(path.join(userData, 'User'), { recursive: true });
  writeFileSync(
    path.join(userData, 'User', 'settings.json'),
    JSON.stringify({ ...SETTINGS, ...settings }, undefined, 2),
  );
  const config = path.join(folder, 'config.yaml');
  writeFileSync(config, 'auth: none\ncert: false\n');

  const extensionsFolder = path.join(folder, 'extensions');
  const folders = ['--config', config, '--user-data-dir', userData, '--extensions-dir', extensionsFolder];
  const env = environment(folder);
  await promisify(execFile)(process.execPath, [program, ...folders, '--install-extension', vsix], { env });

  const args = ['--auth', 'none', '--bind-addr', '127.0.0.1:0', '--disable-telemetry', '--disable-update-check'];
  if (isTrusted) args.push('--disable-workspace-trust');
  // A process group of its own, so that its extension hosts and language servers end with it.
  const child = spawn(process.execPath, [program, ...folders, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', resolve));
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid);
    await ended;
  };

  let log = '';
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        log += chunk.toString();
        const address = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(log)?.[1];
        if (address !== undefined) resolve(address);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.once('error', reject);
      child.once('exit', () => {
        reject(new Error('code-server ended'));
      });
      setTimeout(() => {
        reject(new Error('code-server did not start in time'));
      }, START_TIMEOUT_MS).unref();
    });
    return { url, extensionsFolder, stop };
  } catch (error) {
    await stop();
    throw new Error(`${String(error)}. Its output:\n${log}`, { cause: error });
  }
}

/** In a terminal of VS Code the variables `VSCODE_*` would turn code-server into a remote control of that editor. */
function environment(home: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VSCODE_'));
  return { ...Object.fromEntries(inherited), HOME: home };
}
