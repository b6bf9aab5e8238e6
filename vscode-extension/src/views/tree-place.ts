// Where a place of the text is in its syntax tree.

const RANGE = /^\s*[A-Z_]+@(\d+)\.\.(\d+)/;

/**
 * The line of the deepest node or token at an offset, of a text in which each stands in a line, those inside below.
 *
 * @param offset in bytes; at the end of the text the last one is meant
 */
export function lineOfTree(tree: string, offset: number): number | undefined {
  const nodes = tree.split('\n').flatMap((line, index) => {
    const [, start, end] = RANGE.exec(line) ?? [];
    return start === undefined || end === undefined ? [] : [{ index, start: Number(start), end: Number(end) }];
  });
  const around = nodes.findLast(({ start, end }) => start <= offset && offset < end);
  return (around ?? nodes.at(-1))?.index;
}
