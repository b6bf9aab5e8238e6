// The extension's settings. What the analysis needs, the server asks for itself; here is what starting it takes.
import * as vscode from 'vscode';
import { layered, without } from './layered';

export const SECTION = 'affine-analyzer';

/** A change of these takes effect when the server starts again. */
const START_SETTINGS = [`${SECTION}.server.enable`, `${SECTION}.server.path`, `${SECTION}.server.extraEnv`];

export function isServerWanted(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get('server.enable', true);
}

export function serverPathSetting(): string {
  return startSetting('server.path', '');
}

export function serverEnvironment(): Record<string, string> {
  const extra = startSetting<Record<string, string | number>>('server.extraEnv', {});
  return Object.fromEntries(Object.entries(extra).map(([name, value]) => [name, String(value)]));
}

/**
 * A setting that a workspace may set when it is trusted. The editor holds it back by its name in the manifest, not where
 * it stands inside of an object: `"affine-analyzer": {"server.path": …}`.
 */
function startSetting<Value>(name: string, fallback: Value): Value {
  const settings = vscode.workspace.getConfiguration(SECTION);
  if (vscode.workspace.isTrusted) return settings.get(name, fallback);
  return settings.inspect<Value>(name)?.globalValue ?? fallback;
}

export function needsRestart(change: vscode.ConfigurationChangeEvent): boolean {
  return START_SETTINGS.some((setting) => change.affectsConfiguration(setting));
}

/**
 * The settings as the server reads them: what somebody has set. A default would win over the project's
 * `affine-analyzer.toml`. Beside them the server hears whether the workspace is trusted, which it is not told by itself.
 */
export function settingsForServer(): object {
  const all = vscode.workspace.getConfiguration().inspect<unknown>(SECTION);
  // The editor keeps a workspace from setting what belongs to the machine, but not inside of an object. What names
  // definitions reaches outside of the workspace, other than in its `affine-analyzer.toml`.
  const reaching = vscode.workspace.isTrusted ? [] : ['dialects.ods', 'dialects.include'];
  const ofUser = ['passes', 'workspace', ...reaching];
  const ofWorkspace = [all?.workspaceValue, all?.workspaceFolderValue].map((it) => without(it, ofUser));
  const settings = layered(without(all?.globalValue, ['workspace']), ...ofWorkspace);
  return { ...settings, workspace: { isTrusted: vscode.workspace.isTrusted } };
}
