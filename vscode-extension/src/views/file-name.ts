// How a file is called.
import type { Uri } from 'vscode';

export function fileName(uri: Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
