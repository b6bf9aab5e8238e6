// Commands that open the views.
import * as vscode from 'vscode';
import type { Server } from '../client';
import { registerBytecode } from './bytecode';
import { registerComparison } from './compare/command';
import { Cursor } from './cursor';
import { DependenceGraphView } from './dependence-graph';
import { FollowedDocument, SCHEME } from './followed-document';
import { FollowingPanel } from './following-panel';
import { IterationSpaceView } from './iteration-space';
import { registerOptimize } from './optimize';
import { registerPasses } from './passes/command';
import { PolyhedronView } from './polyhedron';
import { registerProofMarks } from './proof-marks';
import { registerRunLines } from './run-lines';
import { SyntaxTreeView } from './syntax-tree';
import { VirtualTexts } from './virtual-texts';

export function registerViews(server: Server, extension: vscode.Uri, memento: vscode.Memento): vscode.Disposable {
  const cursor = new Cursor();
  const texts = new VirtualTexts();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const tell = (uri: vscode.Uri) => {
    changed.fire(uri);
  };
  const graph = new FollowingPanel(new DependenceGraphView(server), extension, cursor, server);
  const space = new FollowingPanel(new IterationSpaceView(server), extension, cursor, server);
  const polyhedron = new FollowedDocument(new PolyhedronView(server), cursor, server, tell);
  const tree = new FollowedDocument(new SyntaxTreeView(server), cursor, server, tell);
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) =>
      [polyhedron, tree].find((it) => it.uri.toString() === uri.toString())?.text ?? '',
  };
  return vscode.Disposable.from(
    cursor,
    changed,
    graph,
    space,
    polyhedron,
    tree,
    texts,
    registerComparison(server, extension, cursor, texts),
    registerBytecode(server),
    registerOptimize(server, cursor, texts),
    registerRunLines(server),
    registerProofMarks(server, extension),
    registerPasses(server, extension, cursor, texts, memento),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    vscode.commands.registerCommand('affine-analyzer.showDependenceGraph', () => {
      graph.show();
    }),
    vscode.commands.registerCommand('affine-analyzer.showIterationSpace', () => {
      space.show();
    }),
    vscode.commands.registerCommand('affine-analyzer.showPolyhedron', () => polyhedron.show()),
    vscode.commands.registerCommand('affine-analyzer.showSyntaxTree', () => tree.show()),
  );
}
