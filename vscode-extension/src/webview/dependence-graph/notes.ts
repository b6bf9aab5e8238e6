// What a drawing does not show, in sentences.
import type { FunctionGraph } from '../../protocol';
import type { Graph } from './model';

/** @param hidden how many dependences are filtered out because they carry no value */
export function notesOn(graph: Graph, { notComputed }: FunctionGraph, hidden = 0): string[] {
  const notes: string[] = [];
  if (hidden > 0) {
    const count = hidden === 1 ? 'One dependence carries' : `${hidden} dependences carry`;
    notes.push(
      `${count} no value from a write to a read, and only the order of statements: see all without “Value flow only”.`,
    );
  }
  if (graph.nodesLeftOut > 0) {
    notes.push(`The ${graph.nodes.length} statements nearest to the cursor are shown; ${graph.nodesLeftOut} are not.`);
  }
  if (graph.edgesLeftOut > 0) notes.push(`${graph.edgesLeftOut} edges are not shown.`);
  for (const { memrefs, pairs, unknown } of notComputed) {
    notes.push(
      `${pairs} pairs of accesses of ${memrefs.join(', ')} are not computed and may be dependent: ${unknown}.`,
    );
  }
  const isWhole = graph.edgesLeftOut === 0 && notComputed.length === 0 && hidden === 0;
  if (graph.edges.length === 0 && isWhole) notes.push('No access depends on another.');
  if (graph.nodes.some(({ kind }) => kind === 'unanalysed')) {
    notes.push('Operations that are not analysed count as dependent on all that they may touch, in both directions.');
  }
  return notes;
}
