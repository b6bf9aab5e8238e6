// A run of passes as one HTML file, to be read anywhere: no script, nothing from elsewhere.
import {
  inputText,
  nameText,
  outcomeOf,
  outcomeText,
  placeText,
  statementOf,
  valueText,
  type FunctionComparison,
  type Side,
} from '../comparison';
import { escapeHtml } from '../html';
import type { Failure, PassRun, Step, ToolMessage } from './protocol';
import { foldedText, reasonText, rowsOf, runText, textBefore, verdictText } from './steps';

const STYLE = `
:root { color-scheme: light dark; --faint: color-mix(in srgb, currentColor 15%, transparent); }
body { max-width: 70em; margin: 2em auto; padding: 0 1em; font-family: system-ui, sans-serif; line-height: 1.45; }
pre, code { font-family: ui-monospace, monospace; font-size: 0.92em; }
pre { overflow: auto; padding: 0.6em; border: 1px solid var(--faint); border-radius: 4px; line-height: 1.35; }
h2 { font-size: 1.1em; margin: 1.4em 0 0.3em; }
table { border-collapse: collapse; }
th, td { padding: 0.1em 1em 0.1em 0; text-align: left; vertical-align: baseline; }
th { font-weight: normal; }
caption { text-align: left; }
.quiet, th { opacity: 0.75; }
.wrong { border-left: 4px solid #c62828; padding-left: 0.8em; }
.different { font-weight: bold; color: light-dark(#b00020, #ff8a80); }
ins, del, .hunk { display: block; text-decoration: none; }
ins { background: color-mix(in srgb, #2e7d32 22%, transparent); }
del { background: color-mix(in srgb, #c62828 22%, transparent); }
.hunk { opacity: 0.6; }
`;

/** @param file the name of what the passes ran on */
export function reportHtml(run: PassRun, file: string): string {
  const { tool, pipeline } = run;
  const rows = rowsOf(run.steps).map((row) => (row.kind === 'step' ? stepHtml(row.step, run) : foldedHtml(row.steps)));
  const last = run.steps.at(-1)?.text ?? run.before;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`Passes on ${file}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(`Passes on ${file}`)}</h1>
<p><code>${escapeHtml(pipeline)}</code></p>
<p class="quiet">${escapeHtml([tool.path, tool.version].filter((it) => it !== '').join(', '))}</p>
<p>${escapeHtml(runText(run))}</p>
${rows.join('\n')}
${run.failures.map(failureHtml).join('\n')}
${messagesHtml(run.diagnostics)}
<h2>Before</h2>
<pre>${escapeHtml(run.before)}</pre>
<h2>After</h2>
<pre>${escapeHtml(last)}</pre>
</body>
</html>
`;
}

function stepHtml(step: Step, run: PassRun): string {
  const { number, pass, on, verdict, functions, diff } = step;
  const place = on === null ? '' : ` <span class="quiet">on ${escapeHtml(on)}</span>`;
  const first = number === run.wrong ? ' · the first wrong step' : '';
  const told = functions.filter((it) => outcomeOf(it) !== 'equal').map((it) => functionHtml(it, step, run));
  return `<section${verdict === 'different' ? ' class="wrong"' : ''}>
<h2>${number}. <code>${escapeHtml(pass)}</code>${place}</h2>
<p class="${escapeHtml(verdict)}">${escapeHtml(verdictText(verdict))}${first}</p>
${told.join('\n')}
<pre>${diffHtml(diff)}</pre>
</section>`;
}

function foldedHtml(steps: readonly Step[]): string {
  const names = steps.map(({ number, pass }) => `${number}. <code>${escapeHtml(pass)}</code>`);
  const reasons = steps.flatMap((step) => step.reasons.map((it) => `<li>${escapeHtml(reasonText(it))}</li>`));
  const list = reasons.length === 0 ? '' : `\n<ul class="quiet">${reasons.join('')}</ul>`;
  return `<p class="quiet">${foldedText(steps.length)} ${names.join(', ')}</p>${list}`;
}

function functionHtml(comparison: FunctionComparison, { number, text }: Step, run: PassRun): string {
  const { name, reason, witness } = comparison;
  const what = `${nameText(name)}: ${outcomeText(outcomeOf(comparison))}${reason === undefined ? '' : `: ${reason}`}`;
  if (witness === undefined) return `<p>${escapeHtml(what)}</p>`;
  const { difference } = witness;
  const texts = { before: textBefore(run, number), after: text };
  const row = (side: Side) => {
    const range = statementOf(difference, side)?.range;
    const line = range === undefined ? '' : (texts[side].split('\n')[range.start.line]?.trim() ?? '');
    const where = range === undefined ? '' : ` <span class="quiet">line ${range.start.line + 1}</span>`;
    const value = escapeHtml(valueText(difference, side));
    return `<tr><th scope="row">${side}</th><td><code>${value}</code></td><td><code>${escapeHtml(line)}</code>${where}</td></tr>`;
  };
  return `<p>${escapeHtml(what)}, with <code>${escapeHtml(inputText(witness))}</code></p>
<table><caption><code>${escapeHtml(placeText(difference))}</code></caption>${row('before')}${row('after')}</table>`;
}

function failureHtml({ message, pass, diagnostics }: Failure): string {
  const where = pass === null ? '' : ` (<code>${escapeHtml(pass)}</code>)`;
  return `<section class="wrong"><p>${escapeHtml(message)}${where}</p>${messagesHtml(diagnostics)}</section>`;
}

function messagesHtml(messages: readonly ToolMessage[]): string {
  if (messages.length === 0) return '';
  const items = messages.map(({ severity, message, range }) => {
    const where = range === null ? '' : `line ${range.start.line + 1}: `;
    return `<li>${escapeHtml(`${where}${severity}: ${message}`)}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

/** Lines in the colours of a diff; the names of the two texts are left out. */
function diffHtml(diff: string): string {
  const lines = diff.split('\n');
  const head = lines[0]?.startsWith('--- ') === true ? 2 : 0;
  return lines
    .slice(head)
    .map((line) => {
      const text = escapeHtml(line);
      if (line.startsWith('+')) return `<ins>${text}</ins>`;
      if (line.startsWith('-')) return `<del>${text}</del>`;
      return line.startsWith('@@') ? `<span class="hunk">${text}</span>` : `${text}\n`;
    })
    .join('');
}
