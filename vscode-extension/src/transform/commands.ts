// *Tile…* and its like ask for sizes, factors and loops, and remember them for the workspace.
import * as vscode from 'vscode';
import { ResponseError } from 'vscode-languageclient/node';
import { ServerNotRunning, type Server } from '../client';
import { isAnalysed } from '../views/cursor';
import type { OutlineSymbol } from '../views/nests';
import { RefusalPanel } from '../views/refusal';
import { applyTransformation } from './apply';
import { bandAt, type BandLoop } from './band';
import { choose, type Choices } from './menu';
import { chooseOrder } from './orders';
import { PARAMETERS, PREFIX, inverted, mistakeIn, numbersOf, partsOf, type Kind, type Parameter } from './parameters';
import { whyNot } from './why-not';

export function registerTransformations(
  server: Server,
  extension: vscode.Uri,
  memento: vscode.Memento,
): vscode.Disposable {
  const panel = new RefusalPanel(server, extension);
  const atCursor = (act: (document: vscode.TextDocument, position: vscode.Position) => Promise<void>) => async () => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || !isAnalysed(editor.document)) {
      void vscode.window.showInformationMessage('Put the cursor into an MLIR file.');
      return;
    }
    try {
      await act(editor.document, editor.selection.active);
    } catch (error) {
      if (!(error instanceof ServerNotRunning)) throw error;
      void vscode.window.showErrorMessage(error.message);
    }
  };
  const asking = (kind: Kind) => atCursor((document, position) => transform(server, memento, kind, document, position));
  const reasons = atCursor((document, position) => whyNot(server, panel, document, position));
  // The server's action, which other clients show as a message.
  server.handle('affine.whyNot', reasons);
  server.handle('affine.chooseAction', (argument) => chooseAction(server, memento, argument as Choices));
  return vscode.Disposable.from(
    panel,
    vscode.commands.registerCommand('affine-analyzer.whyNot', reasons),
    vscode.commands.registerCommand('affine-analyzer.permute', asking('permute')),
    vscode.commands.registerCommand('affine-analyzer.tile', asking('tile')),
    vscode.commands.registerCommand('affine-analyzer.unroll', asking('unroll')),
    vscode.commands.registerCommand('affine-analyzer.unrollJam', asking('unrollJam')),
    vscode.commands.registerCommand('affine-analyzer.vectorize', asking('vectorize')),
    vscode.commands.registerCommand('affine-analyzer.copy', asking('copy')),
  );
}

async function chooseAction(server: Server, memento: vscode.Memento, choices: Choices): Promise<void> {
  const choice = await choose(choices);
  if (choice === undefined) return;
  try {
    if ('action' in choice) {
      await server.take(choice.action);
    } else {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(choices.uri));
      const { line, character } = choices.range.start;
      await transform(server, memento, choice.kind, document, new vscode.Position(line, character));
    }
  } catch (error) {
    if (!(error instanceof ServerNotRunning) && !(error instanceof ResponseError)) throw error;
    void vscode.window.showErrorMessage(`Not possible here: ${error.message}`);
  }
}

async function transform(
  server: Server,
  memento: vscode.Memento,
  kind: Kind,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<void> {
  const parameter = PARAMETERS[kind];
  const params = { textDocument: { uri: document.uri.toString() } };
  const { signal } = new AbortController();
  const outline = await server.request<OutlineSymbol[] | null>('textDocument/documentSymbol', params, signal);
  const band = bandAt(outline ?? [], position);
  if (band.length === 0) {
    void vscode.window.showInformationMessage('Put the cursor into an affine loop.');
    return;
  }
  const place = band[0]?.position;
  if (kind === 'permute' && place !== undefined) {
    const order = await chooseOrder(server, document.uri, place);
    if (order === undefined) return;
    if (order !== null) {
      await applyTransformation(server, { document, position: place, action: order });
      return;
    }
  }
  const isOfBand = kind === 'tile' || kind === 'permute';
  const loops = isOfBand ? await chooseLoops(band, parameter) : { from: 0, to: 1 };
  if (loops === undefined) return;
  const names = band.slice(loops.from, loops.to).map(({ name }) => name);
  const answer = await ask(memento, kind, parameter, names);
  if (answer === undefined) return;
  const way = await chooseWay(parameter);
  if (way === undefined) return;
  // A band ends before a loop of size 0.
  const end = kind === 'tile' && loops.to < band.length ? ['0'] : [];
  await applyTransformation(server, {
    document,
    position: band[loops.from]?.position ?? position,
    action: `${PREFIX}${kind}`,
    set: { [parameter.key]: [...numbersOf(answer), ...end].join(','), ...way },
  });
}

/** A second setting of a transformation, where it has one. */
async function chooseWay({ title, next }: Parameter): Promise<Readonly<Record<string, string>> | undefined> {
  if (next === undefined) return {};
  const chosen = await vscode.window.showQuickPick(next.choices, { title, placeHolder: next.prompt });
  if (chosen === undefined) return undefined;
  return chosen.value === undefined ? {} : { [next.key]: chosen.value };
}

async function chooseLoops(
  band: readonly BandLoop[],
  { title, isOrder }: Parameter,
): Promise<{ from: number; to: number } | undefined> {
  if (band.length === 1 && !isOrder) return { from: 0, to: 1 };
  const parts = partsOf(band.map(({ name }) => name)).filter(({ from, to }) => !isOrder || to - from > 1);
  if (parts.length === 0) void vscode.window.showInformationMessage('One loop alone has no other order.');
  if (parts.length <= 1) return parts[0];
  const items = parts.map((part) => ({
    label: band
      .slice(part.from, part.to)
      .map(({ name }) => name)
      .join(', '),
    part,
  }));
  return (await vscode.window.showQuickPick(items, { placeHolder: `${title} Which loops?` }))?.part;
}

async function ask(memento: vscode.Memento, kind: Kind, parameter: Parameter, loops: readonly string[]) {
  const count = loops.length;
  const key = `affine-analyzer.transform.${kind}.${count}`;
  const initial = parameter.isOrder ? inverted(count) : Array<string>(count).fill(parameter.fallback);
  const answer = await vscode.window.showInputBox({
    title: `${parameter.title} ${loops.join(', ')}`,
    prompt: parameter.prompt,
    value: memento.get(key, initial.join(', ')),
    validateInput: (text) => mistakeIn(text, parameter, count),
  });
  if (answer !== undefined) await memento.update(key, answer);
  return answer;
}
