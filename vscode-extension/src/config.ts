// The extension's settings. What the analysis needs, the server asks for itself; here is what starting it takes.
import * as vscode from 'vscode';

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

/** The settings as the server reads them, so that its first answers honour them already. */
export function initializationOptions(): unknown {
  const { diagnostics, hints, fusion, vectorize, tile, unroll, codeLens, inlayHints, docs } =
    vscode.workspace.getConfiguration(SECTION);
  return {
    diagnostics: diagnostics as unknown,
    hints: hints as unknown,
    fusion: fusion as unknown,
    vectorize: vectorize as unknown,
    tile: tile as unknown,
    unroll: unroll as unknown,
    codeLens: codeLens as unknown,
    inlayHints: inlayHints as unknown,
    docs: docs as unknown,
  };
}
