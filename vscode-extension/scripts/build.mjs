// Bundles the extension into `dist/extension.js` and the pages of its views into `dist/webview`, or with an argument (`unit`, `editor`) that folder's tests into `dist/tests`.
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { writeNotices } from './notices.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** @type {esbuild.BuildOptions} */
const shared = { absWorkingDir: root, bundle: true, platform: 'node', target: 'node20', logLevel: 'warning' };

async function buildExtension() {
  const { metafile } = await esbuild.build({
    ...shared,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.js',
    format: 'cjs',
    external: ['vscode'],
    minify: true,
    metafile: true,
  });
  const pages = await buildPages();
  const schema = 'affine-analyzer.schema.json';
  copyFileSync(path.join(root, '..', 'docs', schema), path.join(root, 'dist', schema));
  const inputs = [...Object.keys(metafile.inputs), ...pages];
  writeNotices(root, inputs, path.join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'));
}

/** @returns {Promise<string[]>} the files that went into the bundles */
async function buildPages() {
  const { metafile } = await esbuild.build({
    ...shared,
    entryPoints: {
      'iteration-space': 'src/webview/iteration-space/main.ts',
      refusal: 'src/webview/refusal/main.ts',
      'dependence-graph': 'src/webview/dependence-graph/main.ts',
      passes: 'src/webview/passes/main.ts',
      comparison: 'src/webview/comparison/main.ts',
      style: 'src/webview/style.css',
    },
    outdir: 'dist/webview',
    platform: 'browser',
    // The oldest VS Code that is supported has this Chromium.
    target: 'chrome122',
    format: 'iife',
    minify: true,
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

/** @param {string} folder */
async function buildTests(folder) {
  const from = path.join('tests', folder);
  const to = path.join('dist', 'tests', folder);
  rmSync(path.join(root, to), { recursive: true, force: true });
  await esbuild.build({
    ...shared,
    entryPoints: readdirSync(path.join(root, from))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => path.join(from, name)),
    outdir: to,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    packages: 'external',
    // Outside the editor there is no module `vscode`; the stub has only what the tests reach.
    ...(folder === 'unit' ? { alias: { vscode: path.join(root, from, 'vscode-stub.ts') } } : {}),
    logOverride: { 'import-is-undefined': 'silent' },
  });
}

const folder = process.argv[2];
await (folder === undefined ? buildExtension() : buildTests(folder));
