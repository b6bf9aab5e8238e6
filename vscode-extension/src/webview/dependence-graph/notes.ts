// What a drawing does not show, in sentences.
import type { FunctionGraph } from '../../protocol';
import type { Graph } from './model';

export function notesOn(graph: Graph, { notComputed }: FunctionGraph): string[] {
  const notes: string[] = [];
  if (graph.nodesLeftOut > 0) {
    notes.push(`The ${graph.nodes.length} statements nearest to the cursor are shown; ${graph.nodesLeftOut} are not.`);
  }
  if (graph.edgesLeftOut > 0) notes.push(`${graph.edgesLeftOut} edges are not shown.`);
  for (const { memrefs, pairs, unknown } of notComputed) {
    notes.push(
      `${pairs} pairs of accesses of ${memrefs.join(', ')} are not computed and may be dependent: ${unknown}.`,
    );
  }
  const isWhole = graph.edgesLeftOut === 0 && notComputed.length === 0;
  if (graph.edges.length === 0 && isWhole) notes.push('No access depends on another.');
  if (graph.nodes.some(({ kind }) => kind === 'unanalysed')) {
    notes.push('Operations that are not analysed count as dependent on all that they may touch, in both directions.');
  }
  return notes;
}
