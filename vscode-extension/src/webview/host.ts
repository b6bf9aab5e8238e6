// The page's side of the conversation with the extension.
import type { FromComparisonPage, FromPage, FromPassesPage, FromRefusalPage } from '../views/messages';

type FromAnyPage = FromPage | FromComparisonPage | FromPassesPage | FromRefusalPage;

declare function acquireVsCodeApi(): { postMessage(message: FromAnyPage): void };

const host = acquireVsCodeApi();

export function tell(message: FromAnyPage): void {
  host.postMessage(message);
}

/** Shows everything that comes, and asks for the first. */
// What comes was sent by the extension's side of the same view.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function listen<Message>(show: (message: Message) => void): void {
  window.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    show(data);
  });
  tell({ type: 'ready' });
}
