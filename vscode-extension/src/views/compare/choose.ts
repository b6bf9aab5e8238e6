// Asks what a document is to be compared with.
import * as vscode from 'vscode';
import type { Server } from '../../client';
import { isAnalysed, type Place } from '../cursor';
import { fileName } from '../file-name';
import { functionAt, functionsIn, type NamedFunction } from './functions';
import type { Pair, Subject } from './subject';

interface Choice<Value> extends vscode.QuickPickItem {
  readonly value: () => Promise<Value | undefined>;
}

/** `undefined` where somebody has thought better of it. The document itself is what comes after. */
export async function choosePair(server: Server, { document, position }: Place): Promise<Pair | undefined> {
  const whole: Subject = { uri: document.uri, isSaved: false };
  const choices: Choice<Pair>[] = [
    {
      label: '$(file) Another File…',
      description: 'functions of the same name',
      value: async () => {
        const other = await chooseFile(document);
        return other && { before: { uri: other.uri, isSaved: false }, after: whole };
      },
    },
  ];
  if (document.isDirty && document.uri.scheme === 'file') {
    choices.push({
      label: '$(save) The Saved Version',
      description: 'what the file was before these edits',
      value: () => Promise.resolve({ before: { ...whole, isSaved: true }, after: whole }),
    });
  }
  const functions = await functionsIn(server, document, AbortSignal.timeout(5_000));
  const current = functionAt(functions, position);
  if (current !== undefined) {
    choices.push({
      label: `$(symbol-function) @${current.name} with Another Function…`,
      description: 'of this file or of another',
      value: async () => {
        const others = functions.filter((it) => it !== current);
        const before = await chooseFunction(server, document, others, current);
        return before && { before, after: { ...whole, function: current.name } };
      },
    });
  }
  return pick(choices, `Compare ${fileName(document.uri)} with`);
}

async function pick<Value>(choices: readonly Choice<Value>[], placeHolder: string): Promise<Value | undefined> {
  const chosen = await vscode.window.showQuickPick(choices, { placeHolder, matchOnDescription: true });
  return chosen?.value();
}

async function chooseFile(than: vscode.TextDocument): Promise<vscode.TextDocument | undefined> {
  const choices = openFiles(than.uri).map((uri): Choice<vscode.Uri> => ({
    label: `$(file) ${fileName(uri)}`,
    description: vscode.workspace.asRelativePath(uri),
    value: () => Promise.resolve(uri),
  }));
  const uri =
    choices.length === 0
      ? await openDialog(than.uri)
      : await pick(
          [...choices, { label: '$(folder-opened) Choose a File…', value: () => openDialog(than.uri) }],
          'The file that comes before',
        );
  return uri && vscode.workspace.openTextDocument(uri);
}

/** Files of MLIR that have a tab, whether it was in front already or not. */
function openFiles(than: vscode.Uri): vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const isMlir = (uri: vscode.Uri) => {
    const document = vscode.workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
    return document === undefined ? uri.scheme === 'file' && uri.path.endsWith('.mlir') : isAnalysed(document);
  };
  const wanted = uris.filter((uri) => uri.toString() !== than.toString() && isMlir(uri));
  return [...new Map(wanted.map((uri) => [uri.toString(), uri])).values()];
}

async function openDialog(beside: vscode.Uri): Promise<vscode.Uri | undefined> {
  const defaultUri = beside.scheme === 'file' ? { defaultUri: vscode.Uri.joinPath(beside, '..') } : {};
  const filters = { MLIR: ['mlir'], 'All files': ['*'] };
  const chosen = await vscode.window.showOpenDialog({ ...defaultUri, filters, title: 'Compare With' });
  return chosen?.[0];
}

async function chooseFunction(
  server: Server,
  document: vscode.TextDocument,
  functions: readonly NamedFunction[],
  current: NamedFunction,
): Promise<Subject | undefined> {
  const choices = functions.map(({ name, range }): Choice<Subject> => ({
    label: `$(symbol-function) @${name}`,
    description: `${fileName(document.uri)}, line ${range.start.line + 1}`,
    value: () => Promise.resolve({ uri: document.uri, isSaved: false, function: name }),
  }));
  const inAnotherFile: Choice<Subject> = {
    label: '$(file) In Another File…',
    value: async () => {
      const other = await chooseFile(document);
      if (other === undefined) return undefined;
      const found = await functionsIn(server, other, AbortSignal.timeout(5_000));
      // The one of the same name is the likeliest.
      const isNamesake = ({ name }: NamedFunction) => name === current.name;
      const ordered = [...found.filter(isNamesake), ...found.filter((it) => !isNamesake(it))];
      return chooseFunction(server, other, ordered, current);
    },
  };
  return pick([...choices, inAnotherFile], `The function that comes before @${current.name}`);
}
