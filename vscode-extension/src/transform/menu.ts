// What the light bulb offers beside the server's own actions: the same with other parameters.
import * as vscode from 'vscode';
import type { ProvideCodeActionsSignature } from 'vscode-languageclient';
import { commandOf } from './commands';
import { PARAMETERS, PREFIX, isKind } from './parameters';

const AFFINE = vscode.CodeActionKind.RefactorRewrite.append('affine');

export async function provideCodeActions(
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
  token: vscode.CancellationToken,
  next: ProvideCodeActionsSignature,
): Promise<(vscode.Command | vscode.CodeAction)[]> {
  const offers = (await next(document, range, context, token)) ?? [];
  // Who asks for one kind alone, by a key for example, wants to have it done at once.
  if (context.only !== undefined && !context.only.contains(AFFINE)) return offers;
  const rewrites = offers.filter((it) => it instanceof vscode.CodeAction && it.kind && AFFINE.contains(it.kind));
  return [...offers, ...furtherActions(rewrites as vscode.CodeAction[])];
}

function furtherActions(rewrites: readonly vscode.CodeAction[]): vscode.CodeAction[] {
  const isPossible = ({ disabled }: vscode.CodeAction) => disabled === undefined;
  const possible = rewrites.filter(isPossible).map(({ kind }) => kind?.value.slice(PREFIX.length) ?? '');
  const kinds = [...new Set(possible)].filter(isKind);
  return kinds.map((kind) => action(PARAMETERS[kind].title, AFFINE.append(kind), commandOf(kind)));
}

function action(title: string, kind: vscode.CodeActionKind, command: string): vscode.CodeAction {
  const action = new vscode.CodeAction(title, kind);
  action.command = { title, command };
  return action;
}
