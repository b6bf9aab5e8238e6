// What the extension and the pages of its views tell each other.
import type { FunctionComparison, Side } from '../comparison';
import type { DependenceGraph, IterationSpace, Position, Range } from '../protocol';

/** The text of a line that holds an access, by its number from zero. */
export type Lines = Readonly<Record<number, string>>;

/** A loop without loops inside, with those around it. */
export interface Nest {
  /** The function's name, or what else the loops are in. */
  readonly inside: string;
  /** `%i, %j` */
  readonly loops: string;
  readonly range: Range;
}

export interface IterationSpaceOptions {
  /** Loops that are shown, from the outermost; as many as a picture can show where it is absent. */
  readonly depth?: number;
  /** Iterations of each loop that are shown; by the number of loops where it is absent. */
  readonly extent?: number;
  readonly symbols: Readonly<Record<string, number>>;
}

export interface IterationSpacePicture {
  readonly file: string;
  /** `null` where there is neither a loop nor an access. */
  readonly space: IterationSpace | null;
  readonly nests: readonly Nest[];
  readonly lines: Lines;
  readonly options: IterationSpaceOptions;
}

export interface DependenceGraphPicture {
  readonly file: string;
  readonly graph: DependenceGraph;
  readonly lines: Lines;
  /** The cursor's line, from zero. */
  readonly line: number;
}

/** `Picture` is what the view shows; a text says why it shows nothing. */
export type ToPage<Picture> =
  | { readonly type: 'picture'; readonly picture: Picture; readonly isFollowing: boolean }
  | { readonly type: 'nothing'; readonly reason: string };

export type FromPage =
  | { readonly type: 'ready' }
  /** Show a place in the editor. */
  | { readonly type: 'reveal'; readonly range: Range }
  /** Draw the picture of another place. */
  | { readonly type: 'pick'; readonly position: Position }
  | { readonly type: 'follow'; readonly isFollowing: boolean }
  | { readonly type: 'options'; readonly options: IterationSpaceOptions };

export interface ComparisonPicture {
  /** What was compared. */
  readonly names: Readonly<Record<Side, string>>;
  readonly state:
    | { readonly kind: 'running' }
    | { readonly kind: 'failed'; readonly reason: string }
    | {
        readonly kind: 'done';
        readonly functions: readonly FunctionComparison[];
        /** Of the statements of witnesses. */
        readonly lines: Readonly<Record<Side, Lines>>;
      };
}

export type FromComparisonPage =
  | { readonly type: 'ready' }
  | { readonly type: 'revealIn'; readonly side: Side; readonly range: Range }
  | { readonly type: 'diff' }
  | { readonly type: 'again' }
  | { readonly type: 'cancel' };
