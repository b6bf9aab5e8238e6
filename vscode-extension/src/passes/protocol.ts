// What the server answers to `affine.passes` and to `affine.runPasses`.
import type { FunctionComparison } from '../comparison';
import type { Range } from '../protocol';

export interface Tool {
  readonly path: string;
  /** A line of its own words; empty where it says none. */
  readonly version: string;
}

/** `affine.passes` */
export interface Passes {
  readonly tool: Tool;
  readonly passes: readonly Pass[];
}

export interface Pass {
  readonly name: string;
  readonly summary: string;
  /** The operation that it has to be nested in; `null` where that is not known, or any. */
  readonly anchor: string | null;
  /** Whether it stands for several. */
  readonly isPipeline: boolean;
  readonly options: readonly PassOption[];
}

export interface PassOption {
  readonly name: string;
  readonly summary: string;
  /** Those that it takes, where they are few. */
  readonly values: readonly string[];
}

/** `affine.runPasses` */
export interface PassRun {
  readonly tool: Tool;
  readonly pipeline: string;
  /** Whether values have their names of the source. */
  readonly names: 'kept' | 'plain';
  /** The text that the first step began with. */
  readonly before: string;
  readonly steps: readonly Step[];
  /** The number of the first step that changed the result. */
  readonly wrong: number | null;
  /** The passes that met no operation to run on. */
  readonly unmet: readonly Unmet[];
  readonly failures: readonly Failure[];
  /** What the tool says of the source beside failures. */
  readonly diagnostics: readonly ToolMessage[];
}

export type StepVerdict = 'unchanged' | 'equal' | 'reassociates' | 'different' | 'unknown' | 'not-checked';

export interface Step {
  /** From 1. */
  readonly number: number;
  readonly pass: string;
  /** `func.func @f` */
  readonly on: string | null;
  readonly changed: boolean;
  /** The whole file after the step. */
  readonly text: string;
  /** From the text before, as `diff -u` writes it. */
  readonly diff: string;
  readonly verdict: StepVerdict;
  readonly functions: readonly FunctionComparison[];
  /** Why it changed nothing, where it could have. */
  readonly reasons: readonly StepReason[];
}

export interface StepReason {
  /** In the text of the step. */
  readonly range: Range;
  readonly text: string;
}

export interface Unmet {
  readonly pass: string;
  /** What it was to run on, and what that was looked for in. */
  readonly anchors: readonly string[];
  readonly message: string;
}

export interface Failure {
  readonly message: string;
  readonly pass: string | null;
  readonly diagnostics: readonly ToolMessage[];
}

export interface ToolMessage {
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  /** In the source; `null` where the tool named no place. */
  readonly range: Range | null;
}
