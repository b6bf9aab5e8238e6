// A picture of a view as a file, where its user wants it.
import * as vscode from 'vscode';
import { fileName } from './file-name';

/** @param beside the file that it is a picture of */
export async function exportPicture(title: string, svg: string, beside: vscode.Uri | undefined): Promise<void> {
  const name = `${title.toLowerCase().replaceAll(' ', '-')}.svg`;
  const folder = beside?.scheme === 'file' ? vscode.Uri.joinPath(beside, '..') : undefined;
  const uri = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { 'Scalable Vector Graphics': ['svg'] },
    title: `Export ${title}`,
  });
  if (uri === undefined) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(svg));
  void vscode.window.showInformationMessage(`The picture is in ${fileName(uri)}.`);
}
