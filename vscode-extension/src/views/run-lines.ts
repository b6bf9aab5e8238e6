// What a click on a lens above a `RUN:` line does: runs the test, or writes what it is to find.
import * as vscode from 'vscode';
import type { Server } from '../client';
import type { ToolMessage } from '../passes/protocol';
import { fileName } from './file-name';
import { Problems } from './passes/problems';
import { replaceText } from './replace-text';

/** `affine.runTest` */
interface TestRun {
  readonly passed: boolean;
  /** Why not. */
  readonly reason: string | null;
  readonly diagnostics: readonly ToolMessage[];
  readonly output: string;
}

/** `affine.checkExpected` */
interface Expected {
  readonly expected: readonly { readonly found: boolean }[];
  readonly diagnostics: readonly ToolMessage[];
}

/** The argument of a lens. */
interface RunLine {
  readonly uri: string;
  readonly line: number;
}

export function registerRunLines(server: Server): vscode.Disposable {
  const problems = new Problems('affine-analyzer tests');
  const output = vscode.window.createOutputChannel('affine-analyzer tests', 'mlir');
  server.handle('affine.runTest', async (argument) => {
    const line = argument as RunLine;
    const run = await ask<TestRun>(server, 'affine.runTest', line, 'Running the test');
    if (run === undefined) return;
    problems.show(vscode.Uri.parse(line.uri), run.diagnostics, 'RUN line');
    await tell(run, line, output);
  });
  server.handle('affine.checkExpected', async (argument) => {
    const line = argument as RunLine;
    const checked = await ask<Expected>(server, 'affine.checkExpected', line, 'Checking expected errors');
    if (checked === undefined) return;
    problems.show(vscode.Uri.parse(line.uri), checked.diagnostics, 'expected errors');
    const found = checked.expected.filter((it) => it.found).length;
    void vscode.window.showInformationMessage(
      `Without the tool ${found} of ${checked.expected.length} expected errors are found.`,
    );
  });
  for (const command of ['affine.writeChecks', 'affine.insertExpected']) {
    server.handle(command, async (argument) => {
      const line = argument as RunLine;
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(line.uri));
      const { version } = document;
      const answer = await ask<{ readonly text: string }>(server, command, line, 'Asking the tool');
      if (answer === undefined) return;
      if (document.version === version) await replaceText(document, answer.text);
      else void vscode.window.showErrorMessage(`${fileName(document.uri)} has changed meanwhile; nothing was written.`);
    });
  }
  return vscode.Disposable.from(problems, output);
}

async function tell({ passed, reason, output }: TestRun, { line }: RunLine, channel: vscode.OutputChannel) {
  if (passed) {
    void vscode.window.showInformationMessage(`The test in line ${line + 1} passed.`);
    return;
  }
  channel.replace(output);
  const show = 'Show Output';
  const why = reason === null ? '.' : `: ${reason}.`;
  const chosen = await vscode.window.showErrorMessage(`The test in line ${line + 1} failed${why}`, show);
  if (chosen === show) channel.show(true);
}

/** The server's answer; what goes wrong is said, and a question that was cancelled is forgotten. */
async function ask<Answer>(server: Server, command: string, line: RunLine, title: string): Promise<Answer | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_, cancellation) => {
    const asked = new AbortController();
    cancellation.onCancellationRequested(() => {
      asked.abort();
    });
    try {
      return await server.execute<Answer>(command, line, asked.signal);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!asked.signal.aborted) void vscode.window.showErrorMessage(message);
      return undefined;
    }
  });
}
