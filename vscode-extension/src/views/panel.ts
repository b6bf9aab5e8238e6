// A panel beside the text with a page of the extension in it.
import * as vscode from 'vscode';
import { newNonce, pageHtml } from './page';

export interface Page {
  readonly viewType: string;
  readonly title: string;
  /** The name of its script in `dist/webview`. */
  readonly page: string;
}

/** @param takesFocus whether the keyboard goes to the panel at once */
export function openPanel(extension: vscode.Uri, { viewType, title, page }: Page, takesFocus = false) {
  const folder = vscode.Uri.joinPath(extension, 'dist', 'webview');
  const panel = vscode.window.createWebviewPanel(
    viewType,
    title,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: !takesFocus },
    { enableScripts: true, localResourceRoots: [folder] },
  );
  panel.iconPath = vscode.Uri.joinPath(extension, 'images', 'icon.png');
  const uri = (file: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
  panel.webview.html = pageHtml({
    title,
    scriptUri: uri(`${page}.js`),
    styleUri: uri('style.css'),
    cspSource: panel.webview.cspSource,
    nonce: newNonce(),
  });
  return panel;
}
