// What the server answers to its own requests, beside the standard ones.

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A number, or its digits where a number would be rounded. */
export type Coordinate = number | string;

export type DependenceKind = 'raw' | 'war' | 'waw';

/** One load or store. */
export interface Access {
  readonly id: number;
  readonly op: string;
  readonly kind: 'read' | 'write';
  readonly memref: string;
  /** Of the operation's name. */
  readonly range: Range;
  /** Induction variables of the enclosing loops, outermost first. */
  readonly loops: readonly string[];
}

/** The least and the greatest distance in one loop; `null` where there is no bound. */
export interface Component {
  readonly lb: Coordinate | null;
  readonly ub: Coordinate | null;
}

export interface Dependence {
  /** Ids of accesses. */
  readonly source: number;
  readonly sink: number;
  readonly kind: DependenceKind;
  /** The loop that carries it, from 1; one more than there are common loops where none does. */
  readonly depth: number;
  readonly components: readonly Component[];
  readonly distances?: readonly (readonly Coordinate[])[];
  /** Of RAW: whether the value read is in some iteration the one written. */
  readonly flow?: boolean;
  readonly unknown?: string;
}

/** An operation that may touch the memory of accesses, nobody knows when. */
export interface Unanalysed {
  readonly op: string;
  readonly range: Range;
  readonly loops: readonly string[];
  /** Those that stand around it where all would be too many. */
  readonly accesses: readonly number[];
  readonly accessesLeftOut?: number;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly unknown: string;
}

/** One of `affine/diagnosticCodes` */
export interface KnownCode {
  readonly code: string;
  readonly severity: string;
  /** The first sentence of its page. */
  readonly title: string;
}

/** A code action, as far as it is read here. */
export interface Offer {
  readonly title: string;
  readonly kind: string;
  readonly disabled?: { readonly reason: string };
  readonly data?: {
    readonly id?: string;
    /** Of what is refused. */
    readonly forbiddenBy?: readonly Place[];
  };
}

/** A place that something is said about. */
export interface Place {
  readonly range: Range;
  readonly message: string;
}

/** `affine/remedies`: a transformation that makes others legal. */
export interface Remedy {
  /** For `affine.transform`. */
  readonly id: string;
  readonly title: string;
  /** Titles of what is refused before it. */
  readonly allows: readonly string[];
}

/** `affine/offers`: an offer of one transformation. */
export interface ListedOffer {
  /** For `affine.transform`. */
  readonly id: string;
  readonly title: string;
  /** Why it is not legal. */
  readonly reason?: string;
}

/** `affine.transform` */
export interface Transformation {
  readonly title: string;
  readonly edits: readonly { readonly range: Range; readonly newText: string }[];
  readonly applied: Applied | null;
}

/** `affine.changes` */
export interface Changes {
  readonly functions: readonly ChangedFunction[];
}

/** A function that differs from the version in git's HEAD. */
export interface ChangedFunction {
  readonly name: string;
  readonly range: Range;
  readonly verdict: 'equal' | 'different' | 'unknown';
  /** The verdict in words, with the input that shows a difference. */
  readonly text: string;
}

/** The verdict on an action that was applied. */
export interface Applied {
  readonly text: string;
  readonly detail: string;
  readonly proven: boolean;
}

/** `affine/dependenceGraph` */
export interface DependenceGraph {
  readonly functions: readonly FunctionGraph[];
}

export interface FunctionGraph {
  /** Empty for operations outside any function. */
  readonly name: string;
  readonly nodes: readonly Access[];
  /** Those near the range that was asked for where all would be too many. */
  readonly edges: readonly Dependence[];
  readonly edgesLeftOut: number;
  readonly notComputed: readonly NotComputed[];
  readonly unanalysed: readonly Unanalysed[];
}

/** Pairs of accesses that stand too far apart for all of them to be computed; each may be dependent. */
export interface NotComputed {
  readonly memrefs: readonly string[];
  readonly pairs: number;
  readonly unknown: string;
}

export interface InductionRange {
  readonly least: Coordinate | null;
  readonly greatest: Coordinate | null;
  /** Iterations beyond it are left out. */
  readonly lastShown: Coordinate | null;
  readonly step: number;
}

export interface IterationArrow {
  readonly kind: DependenceKind;
  readonly source: readonly Coordinate[];
  readonly sink: readonly Coordinate[];
  /** Of the memref; `null` where it is not one alone. */
  readonly element: readonly Coordinate[] | null;
  /** Indices into the dependences of the answer. */
  readonly dependences: readonly number[];
}

/** `affine/iterationSpace`; `null` where there is neither a loop nor an access. */
export interface IterationSpace {
  /** All loops around the place, outermost first. */
  readonly nest: readonly { readonly name: string; readonly range: Range }[];
  /** Those that are shown: the first of the nest. */
  readonly loops: readonly string[];
  readonly ranges: readonly InductionRange[];
  readonly symbols: Readonly<Record<string, number>>;
  readonly points: readonly (readonly Coordinate[])[];
  readonly truncated: boolean;
  readonly accesses: readonly Access[];
  readonly dependences: readonly Dependence[];
  readonly arrows: readonly IterationArrow[];
  readonly arrowsTruncated: boolean;
  readonly unknown: readonly string[];
}

export interface ConstraintTable {
  readonly title: string;
  /** Of the columns that stand for values. */
  readonly names: readonly string[];
  /** What each column stands for but the last, the constant. */
  readonly columns: readonly string[];
  readonly tableau: string;
  readonly isl: string;
}

/** `affine/polyhedron`; `null` where there is no access. */
export interface Polyhedron {
  readonly range: Range;
  readonly tables: readonly ConstraintTable[];
  readonly unknown: string | null;
  readonly dependences: readonly {
    readonly kind: DependenceKind;
    readonly source: Range;
    readonly sink: Range;
    readonly depth: number;
    readonly tables: readonly ConstraintTable[];
    readonly unknown: string | null;
  }[];
}

/** The best sequences of transformations for a nest or function. */
export interface Optimization {
  /** Of the function, without `@`. */
  readonly name: string;
  /** Of the function. */
  readonly range: Range;
  /** The best first. */
  readonly proposals: readonly Sequence[];
  /** A table of what each is predicted to cost before and after. */
  readonly costs: string;
}

export interface Sequence {
  readonly title: string;
  readonly steps: readonly {
    readonly title: string;
    /** What it is for. */
    readonly why: string;
    /** The whole function after the step. */
    readonly text: string;
  }[];
}
