// *Permute…*: all orders of the loops at the cursor, the legal ones first.
import * as vscode from 'vscode';
import type { Server } from '../client';
import type { ListedOffer, Position } from '../protocol';
import { PARAMETERS, PREFIX } from './parameters';

interface Row extends vscode.QuickPickItem {
  /** `null` is a question. */
  readonly order?: ListedOffer | null;
}

/** The id of the chosen order, `null` to be asked for numbers, and `undefined` where the user has thought better of it. */
export async function chooseOrder(
  server: Server,
  uri: vscode.Uri,
  position: Position,
): Promise<string | null | undefined> {
  const params = {
    textDocument: { uri: uri.toString() },
    position,
    action: `${PREFIX}permute`,
    set: { orders: 'all' },
  };
  const { signal } = new AbortController();
  const orders = (await server.request<readonly ListedOffer[] | null>('affine/offers', params, signal)) ?? [];
  if (orders.length === 0) return null;
  const row = await vscode.window.showQuickPick(rowsOf(orders), {
    title: PARAMETERS.permute.title,
    placeHolder: 'An order, or words of a reason',
    matchOnDetail: true,
  });
  const order = row?.order;
  if (order === undefined || order === null) return order;
  if (order.reason === undefined) return order.id;
  void vscode.window.showErrorMessage(`Not possible here: ${order.reason}`);
  return undefined;
}

export function rowsOf(orders: readonly ListedOffer[]): Row[] {
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const possible = orders.filter(({ reason }) => reason === undefined);
  const refused = orders.filter(({ reason }) => reason !== undefined);
  return [
    ...possible.map((order) => ({ label: `$(wand) ${order.title}`, order })),
    { label: '$(edit) Some of the loops, by their numbers…', order: null },
    ...(refused.length > 0 ? [separator('not possible')] : []),
    ...refused.map((order) => ({
      label: `$(circle-slash) ${order.title}`,
      detail: order.reason ?? '',
      order,
    })),
  ];
}
