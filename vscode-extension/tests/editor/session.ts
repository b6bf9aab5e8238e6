// An editor with a workspace of its own, for one file of tests.
import assert from 'node:assert/strict';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test, type TestContext } from 'node:test';
import { startCodeServer, type CodeServer, type CodeServerOptions } from './code-server';
import { findRequirements, type LlvmProgram } from './requirements';
import { Workbench } from './workbench';

export interface SessionOptions extends CodeServerOptions {
  /** Files of the workspace beside the examples, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Programs of LLVM that the tests run. */
  readonly needs?: readonly LlvmProgram[];
}

export class Session {
  // The editor names files by their real path.
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'affine-analyzer-editor-')));
  readonly workspace = path.join(this.folder, 'examples');
  #codeServer: CodeServer | undefined;
  #workbench: Workbench | undefined;

  get workbench(): Workbench {
    assert.ok(this.#workbench, 'the workbench did not open');
    return this.#workbench;
  }

  /** The server that came with the extension. */
  get server(): string {
    assert.ok(this.#codeServer);
    const { extensionsFolder } = this.#codeServer;
    const extension = readdirSync(extensionsFolder).find((name) => name.startsWith('affine-analyzer.'));
    assert.ok(extension, 'the extension is not installed');
    return path.join(extensionsFolder, extension, 'bin', 'affine-analyzer');
  }

  /** A file of the workspace, as it was saved last. */
  onDisk(name: string): string {
    return readFileSync(path.join(this.workspace, name), 'utf8');
  }

  /**
   * Waits until a file of the workspace has the text that is wanted. An editor empties a file before it writes, and one
   * whose changes were undone shows no sign of being saved.
   */
  async expectOnDisk(name: string, wanted: string | RegExp): Promise<void> {
    const end = Date.now() + 20_000;
    const isWanted = () => {
      const text = this.onDisk(name);
      return typeof wanted === 'string' ? text === wanted : wanted.test(text);
    };
    while (!isWanted() && Date.now() < end) await this.workbench.page.waitForTimeout(100);
    if (typeof wanted === 'string') assert.equal(this.onDisk(name), wanted);
    else assert.match(this.onDisk(name), wanted);
  }

  /** Settings of the workspace. */
  configure(settings: object): void {
    mkdirSync(path.join(this.workspace, '.vscode'), { recursive: true });
    writeFileSync(path.join(this.workspace, '.vscode', 'settings.json'), JSON.stringify(settings));
  }

  /** Settings of the machine that the editor's extensions run on, where the user's own have no say. */
  configureMachine(settings: object): void {
    mkdirSync(path.join(this.folder, 'user-data', 'Machine'), { recursive: true });
    writeFileSync(path.join(this.folder, 'user-data', 'Machine', 'settings.json'), JSON.stringify(settings));
  }

  /** A program outside the workspace. */
  script(name: string, body: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    return file;
  }

  async open(requirements: NonNullable<ReturnType<typeof findRequirements>['found']>, options: SessionOptions) {
    cpSync(requirements.examples, this.workspace, { recursive: true });
    for (const [name, text] of Object.entries(options.files ?? {})) {
      mkdirSync(path.dirname(path.join(this.workspace, name)), { recursive: true });
      writeFileSync(path.join(this.workspace, name), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
    }
    this.#codeServer = await startCodeServer(requirements.codeServer, requirements.vsix, this.folder, options);
    this.#workbench = await Workbench.open(requirements.chromium, this.#codeServer.url, this.workspace);
  }

  /** Screenshots in a dark and in a light theme, where they are wanted. */
  async pictures(name: string): Promise<void> {
    if (!Workbench.takesScreenshots) return;
    for (const [suffix, theme, look] of [
      ['dark', 'Default Dark Modern', 'vs-dark'],
      ['light', 'Default Light Modern', 'vs'],
    ] as const) {
      this.configure({ 'workbench.colorTheme': theme });
      await this.workbench.page.locator(`.monaco-workbench.${look}`).waitFor();
      await this.workbench.screenshot(`${name}-${suffix}`);
    }
    this.configure({});
  }

  async screenshotOfFailure(name: string): Promise<void> {
    await this.#workbench?.screenshot(`failed-${name.replaceAll(/\W+/g, '-')}`);
  }

  async close(): Promise<void> {
    await this.#workbench?.close();
    await this.#codeServer?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Declares tests in an editor; they are skipped, or with `CI` fail, where something is missing. */
export function inEditor(name: string, options: SessionOptions, declare: (session: Session) => void): void {
  const { found: requirements, missing } = findRequirements(options.needs);
  if (requirements === undefined) {
    const isCi = !['', '0', 'false'].includes(process.env['CI'] ?? '');
    const explanation = `the editor tests need ${missing.join('; ')}`;
    test(name, { skip: isCi ? false : explanation }, () => {
      assert.fail(explanation);
    });
    return;
  }
  describe(name, { timeout: 15 * 60_000 }, () => {
    const session = new Session();
    before(() => session.open(requirements, options));
    afterEach(async (context) => {
      const { name: test, passed } = context as TestContext & { passed?: boolean };
      if (passed === false) await session.screenshotOfFailure(test);
    });
    after(() => session.close());
    declare(session);
  });
}

/** Where a pattern is first found. Line and column count from one. */
export function place(text: string, pattern: RegExp): { line: number; column: number } {
  const match = pattern.exec(text);
  assert.ok(match, `${String(pattern)} is not in the text`);
  const before = text.slice(0, match.index).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The item of the status bar that has the server's state in it. */
export const STATUS = 'status.languageStatus';
