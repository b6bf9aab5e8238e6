// The page's side of the conversation with the extension.
import type { FromPage, ToPage } from '../views/messages';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const host = acquireVsCodeApi();

export function tell(message: FromPage): void {
  host.postMessage(message);
}

/** Shows every picture that comes, and asks for the first. */
export function listen<Picture>(show: (message: ToPage<Picture>) => void): void {
  window.addEventListener('message', ({ data }: MessageEvent<ToPage<Picture>>) => {
    show(data);
  });
  tell({ type: 'ready' });
}
