// What the editor tests need and where it is, or what is missing and how to come by it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { hostTarget } from '../../scripts/targets.mjs';
import { isProgramFile } from '../../src/server-path';
import manifest from '../../package.json';

/** npm runs scripts in the folder of the manifest. */
const root = process.cwd();

export interface Requirements {
  readonly chromium: string;
  /** The program of code-server, to be run by node. */
  readonly codeServer: string;
  readonly vsix: string;
  readonly examples: string;
}

export type LlvmProgram = 'mlir-opt' | 'FileCheck';

const PACKAGES: Readonly<Record<LlvmProgram, string>> = { 'mlir-opt': 'mlir-22-tools', FileCheck: 'llvm-22-tools' };

/** @param programs what is needed besides, as it is found by the server */
export function findRequirements(programs: readonly LlvmProgram[] = []): {
  readonly found: Requirements | undefined;
  readonly missing: string[];
} {
  const { env } = process;
  const chromium = env['AFFINE_ANALYZER_CHROMIUM'] ?? onPath('chromium', 'chromium-browser', 'google-chrome');
  const codeServerFolder = env['AFFINE_ANALYZER_CODE_SERVER'] ?? path.join(root, '.code-server');
  const codeServer = path.join(codeServerFolder, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
  const vsix =
    env['AFFINE_ANALYZER_VSIX'] ??
    path.join(root, `${manifest.name}-${hostTarget() ?? 'no-target'}-${manifest.version}.vsix`);
  const examples = env['AFFINE_ANALYZER_EXAMPLES'] ?? path.join(root, '..', 'examples');

  const missing: string[] = [];
  if (chromium === undefined || !isProgramFile(chromium)) {
    missing.push('Chromium: install it, or set AFFINE_ANALYZER_CHROMIUM');
  }
  // The installer writes this last.
  if (!existsSync(codeServer) || !existsSync(path.join(codeServerFolder, 'installed-version'))) {
    missing.push('code-server: run tests/editor/install-code-server.sh, or set AFFINE_ANALYZER_CODE_SERVER');
  }
  if (!existsSync(vsix)) missing.push(`the packaged extension ${vsix}: run \`npm run package\``);
  for (const name of programs) {
    if (onPath(name, `${name}-22`) === undefined) missing.push(`${name} on PATH: install ${PACKAGES[name]}`);
  }
  if (!existsSync(examples)) missing.push(`the examples in ${examples}`);

  return chromium === undefined || missing.length > 0
    ? { found: undefined, missing }
    : { found: { chromium, codeServer, vsix, examples }, missing };
}

/** The first of these programs that is installed. */
export function onPath(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgramFile);
}
