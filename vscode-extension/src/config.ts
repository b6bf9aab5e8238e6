// The extension's settings. What the analysis needs, the server asks for itself; here is what starting it takes.
import * as vscode from 'vscode';
import { layered } from './layered';

export const SECTION = 'affine-analyzer';

/** A change of these takes effect when the server starts again. */
const START_SETTINGS = [`${SECTION}.server.path`, `${SECTION}.server.extraEnv`];

export function serverPathSetting(): string {
  return vscode.workspace.getConfiguration(SECTION).get<string>('server.path', '');
}

export function serverEnvironment(): Record<string, string> {
  const extra = vscode.workspace.getConfiguration(SECTION).get<Record<string, string | number>>('server.extraEnv', {});
  return Object.fromEntries(Object.entries(extra).map(([name, value]) => [name, String(value)]));
}

export function needsRestart(change: vscode.ConfigurationChangeEvent): boolean {
  return START_SETTINGS.some((setting) => change.affectsConfiguration(setting));
}

/**
 * The settings as the server reads them: what somebody has set. A default would win over the project's
 * `affine-analyzer.toml`.
 */
export function settingsForServer(): object {
  const all = vscode.workspace.getConfiguration().inspect<unknown>(SECTION);
  return layered(all?.globalValue, all?.workspaceValue, all?.workspaceFolderValue);
}
