// *Other choices…* of the light bulb: the same transformations with other parameters, and the rest of its menu.
import * as vscode from 'vscode';
import type { CodeAction } from 'vscode-languageclient';
import { PARAMETERS, PREFIX, isKind, type Kind } from './parameters';

/** The argument of `affine.chooseAction`. */
export interface Choices {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
  readonly actions: readonly CodeAction[];
  /** Kinds of transformations that ask for parameters. */
  readonly withParameters: readonly string[];
}

export type Choice = { readonly kind: Kind } | { readonly action: CodeAction };

interface Row extends vscode.QuickPickItem {
  readonly choice?: Choice;
}

/** `undefined` where the user has thought better of it. */
export async function choose(choices: Choices): Promise<Choice | undefined> {
  const options = { title: 'Other choices', placeHolder: 'A transformation and its parameters' };
  return (await vscode.window.showQuickPick(rowsOf(choices), options))?.choice;
}

/** By kind, a question before the choices that need none. */
export function rowsOf({ actions, withParameters }: Choices): Row[] {
  const kindOf = ({ kind }: CodeAction) => kind ?? '';
  const kinds = [...new Set([...withParameters, ...actions.map(kindOf)])];
  return kinds.flatMap((kind) => {
    const name = kind.startsWith(PREFIX) ? kind.slice(PREFIX.length) : kind;
    const asks = withParameters.includes(kind) && isKind(name) ? [name] : [];
    return [
      { label: name, kind: vscode.QuickPickItemKind.Separator },
      ...asks.map((it) => ({ label: `$(edit) ${PARAMETERS[it].title}`, choice: { kind: it } })),
      ...actions
        .filter((it) => kindOf(it) === kind)
        .map((action) => ({ label: `$(wand) ${action.title}`, choice: { action } })),
    ];
  });
}
