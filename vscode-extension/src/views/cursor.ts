// Where the cursor is, or was last, in a file that the server knows.
import * as vscode from 'vscode';

export interface Place {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly viewColumn: vscode.ViewColumn | undefined;
}

export function isAnalysed(document: vscode.TextDocument): boolean {
  return document.languageId === 'mlir' && ['file', 'untitled'].includes(document.uri.scheme);
}

export class Cursor implements vscode.Disposable {
  readonly #moved = new vscode.EventEmitter<Place>();
  readonly #edited = new vscode.EventEmitter<vscode.TextDocument>();
  readonly #subscriptions: vscode.Disposable;
  #place: Place | undefined;

  readonly onDidMove = this.#moved.event;
  /** A document that the server knows has another text. */
  readonly onDidEdit = this.#edited.event;

  constructor() {
    this.#look(vscode.window.activeTextEditor);
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.#look(editor);
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        this.#look(textEditor);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && isAnalysed(document)) this.#edited.fire(document);
      }),
    );
  }

  get place(): Place | undefined {
    return this.#place?.document.isClosed === true ? undefined : this.#place;
  }

  #look(editor: vscode.TextEditor | undefined): void {
    if (editor === undefined || !isAnalysed(editor.document)) return;
    this.#place = { document: editor.document, position: editor.selection.active, viewColumn: editor.viewColumn };
    this.#moved.fire(this.#place);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#moved.dispose();
    this.#edited.dispose();
  }
}
