// Texts that stand in no file, as read-only documents: the saved version of a file, the steps of passes.
import * as vscode from 'vscode';

const SCHEME = 'affine-analyzer-text';

export class VirtualTexts implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #last = 0;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? '',
    });
  }

  /**
   * A place of its own for a text. Whoever asks for it takes it back with `remove`.
   *
   * @param name what its tab says, with the extension `.mlir`
   */
  add(name: string, text: string): vscode.Uri {
    this.#last += 1;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${this.#last}/${name.replaceAll('/', '_')}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  remove(uri: vscode.Uri): void {
    this.#texts.delete(uri.toString());
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
