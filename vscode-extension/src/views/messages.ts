// What the extension and the pages of its views tell each other.
import type { FunctionComparison, Side } from '../comparison';
import type { Pass, PassRun, Step, Tool } from '../passes/protocol';
import type { DependenceGraph, IterationSpace, Place, Position, Range, Remedy } from '../protocol';

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
  | { readonly type: 'options'; readonly options: IterationSpaceOptions }
  /** Write a picture into a file. */
  | { readonly type: 'export'; readonly svg: string };

/** Why a transformation is refused. */
export interface RefusalPicture {
  readonly title: string;
  readonly reason: string;
  readonly places: readonly Place[];
  readonly remedies: readonly Remedy[];
  /** `null` where no iterations are in the way. */
  readonly space: IterationSpace | null;
  readonly lines: Lines;
}

export type FromRefusalPage =
  | { readonly type: 'ready' }
  | { readonly type: 'reveal'; readonly range: Range }
  /** Take a remedy. */
  | { readonly type: 'apply'; readonly id: string };

export interface ComparisonPicture {
  /** What was compared. */
  readonly names: Readonly<Record<Side, string>>;
  readonly state:
    | { readonly kind: 'running' }
    | { readonly kind: 'failed'; readonly reason: string }
    | {
        readonly kind: 'done';
        readonly functions: readonly FunctionComparison[];
        /** Of the statements that are named. */
        readonly lines: Readonly<Record<Side, Lines>>;
      };
}

export type FromComparisonPage =
  | { readonly type: 'ready' }
  | { readonly type: 'revealIn'; readonly side: Side; readonly range: Range }
  | { readonly type: 'diff' }
  | { readonly type: 'again' }
  | { readonly type: 'cancel' };

/** What is known before anything was run. */
export interface PassesSetup {
  readonly type: 'setup';
  readonly file: string;
  /** Why nothing can be run, or nothing yet. */
  readonly problem: string | null;
  readonly tool: Tool | null;
  readonly passes: readonly Pass[];
  /** Pipelines that were run on the file, the last one first. */
  readonly history: readonly string[];
  readonly pipeline: string;
}

/** What the next run begins with. */
export interface PassesInput {
  readonly type: 'input';
  readonly name: string;
  readonly isFile: boolean;
}

/** A step without its texts, of which a page shows but the lines that a witness names. */
export interface StepPicture extends Omit<Step, 'text' | 'diff'> {
  readonly lines: Readonly<Record<Side, Lines>>;
}

export interface PassRunPicture extends Omit<PassRun, 'steps' | 'before'> {
  readonly steps: readonly StepPicture[];
}

export interface PassesState {
  readonly type: 'state';
  readonly state:
    | { readonly kind: 'idle' }
    | { readonly kind: 'running'; readonly pipeline: string }
    | { readonly kind: 'failed'; readonly reason: string }
    | { readonly kind: 'done'; readonly run: PassRunPicture; readonly selected: number | null };
}

export type ToPassesPage = PassesSetup | PassesInput | PassesState;

export type FromPassesPage =
  | { readonly type: 'ready' }
  | { readonly type: 'typed'; readonly pipeline: string }
  | { readonly type: 'run'; readonly pipeline: string }
  | { readonly type: 'cancel' }
  | { readonly type: 'export' }
  /** The file is the input again. */
  | { readonly type: 'useFile' }
  | { readonly type: 'openSettings' }
  /** Ask again which passes there are. */
  | { readonly type: 'again' }
  /** Something about one step. */
  | { readonly type: 'openStep' | 'startFrom' | 'editStep' | 'keepStep'; readonly number: number }
  | { readonly type: 'revealInStep'; readonly number: number; readonly side: Side; readonly range: Range }
  | { readonly type: 'revealInput'; readonly range: Range };
