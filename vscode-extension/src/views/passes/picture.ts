// What a page shows of a run.
import { statementOf, type Side } from '../../comparison';
import type { PassRun, Step } from '../../passes/protocol';
import { textBefore } from '../../passes/steps';
import { linesOf } from '../lines';
import type { Lines, PassRunPicture, StepPicture } from '../messages';

export function pictureOf(run: PassRun): PassRunPicture {
  const { tool, pipeline, names, wrong, unmet, failures, diagnostics } = run;
  return {
    tool,
    pipeline,
    names,
    wrong,
    unmet,
    failures,
    diagnostics,
    steps: run.steps.map((step) => stepPicture(step, run)),
  };
}

function stepPicture(step: Step, run: PassRun): StepPicture {
  const { number, pass, on, changed, verdict, functions, reasons, text } = step;
  const lines = { before: linesFor(step, textBefore(run, number), 'before'), after: linesFor(step, text, 'after') };
  return { number, pass, on, changed, verdict, functions, reasons, lines };
}

function linesFor({ functions }: Step, text: string, side: Side): Lines {
  const ranges = functions.flatMap(({ witness }) => {
    const place = witness && statementOf(witness.difference, side);
    return place === undefined ? [] : [place.range];
  });
  if (ranges.length === 0) return {};
  const lines = text.split('\n');
  return linesOf({ lineCount: lines.length, lineAt: (line) => ({ text: lines[line] ?? '' }) }, ranges);
}
