// *Why can this not be …?*: every transformation at the cursor, those that are not possible with the reason.
import * as vscode from 'vscode';
import type { Server } from '../client';
import type { Offer, Remedy } from '../protocol';
import type { RefusalPanel } from '../views/refusal';
import { applyTransformation } from './apply';
import { PREFIX } from './parameters';

/** A search that takes a second or two. */
const OPTIMIZE = `${PREFIX}optimize`;

interface Row extends vscode.QuickPickItem {
  readonly offer?: Offer;
  readonly remedy?: Remedy;
}

export async function whyNot(
  server: Server,
  panel: RefusalPanel,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<void> {
  const place = {
    textDocument: { uri: document.uri.toString() },
    range: { start: position, end: position },
  };
  const params = {
    ...place,
    // Kinds asked for by their names are listed whole.
    context: { diagnostics: [], only: server.actionKinds.filter((it) => it.startsWith(PREFIX) && it !== OPTIMIZE) },
  };
  const { signal } = new AbortController();
  const offers = (await server.request<readonly Offer[] | null>('textDocument/codeAction', params, signal)) ?? [];
  if (offers.length === 0) {
    void vscode.window.showInformationMessage('Nothing can be transformed here. Put the cursor into an affine loop.');
    return;
  }
  const remedies = (await server.request<readonly Remedy[] | null>('affine/remedies', place, signal)) ?? [];
  const chosen = await vscode.window.showQuickPick(rowsOf(offers, remedies), {
    title: 'What can be done here, and why the rest cannot',
    placeHolder: 'A transformation, or words of a reason',
    matchOnDetail: true,
  });
  const { offer, remedy } = chosen ?? {};
  if (remedy !== undefined) await applyTransformation(server, { document, position, action: remedy.id });
  if (offer === undefined) return;
  if (offer.disabled === undefined) {
    await applyTransformation(server, { document, position, action: offer.data?.id ?? offer.kind });
  } else {
    const allowing = remedies.filter(({ allows }) => allows.includes(offer.title));
    const { viewColumn } = vscode.window.activeTextEditor ?? {};
    await panel.show({ document, position, viewColumn }, offer, allowing);
  }
}

/** What is refused comes first: that is what was asked for. */
export function rowsOf(offers: readonly Offer[], remedies: readonly Remedy[]): Row[] {
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const refused = offers.filter(({ disabled }) => disabled !== undefined);
  const possible = offers.filter(({ disabled }) => disabled === undefined);
  return [
    ...(refused.length > 0 ? [separator('not possible')] : []),
    ...refused.map((offer) => ({
      label: `$(circle-slash) ${offer.title}`,
      detail: offer.disabled?.reason ?? '',
      offer,
    })),
    ...(remedies.length > 0 ? [separator('makes some of it possible: choose one to apply it')] : []),
    ...remedies.map((remedy) => ({
      label: `$(key) ${remedy.title}`,
      detail: `then: ${remedy.allows.join(' · ')}`,
      remedy,
    })),
    ...(possible.length > 0 ? [separator('possible: choose one to apply it')] : []),
    ...possible.map((offer) => ({ label: `$(wand) ${offer.title}`, offer })),
  ];
}
