// The page of the view *Run Passes…*: the pipeline, and the steps of its run.
import { runText } from '../../passes/steps';
import type { Failure, ToolMessage } from '../../passes/protocol';
import type { PassRunPicture, PassesInput, PassesSetup, PassesState, ToPassesPage } from '../../views/messages';
import { button } from '../button';
import { listen, tell } from '../host';
import { lineText, link } from '../statement';
import { html } from '../svg';
import { PipelineLine } from './pipeline-line';
import { Timeline } from './timeline';

const page = document.querySelector('main') ?? document.body;
const line = new PipelineLine({
  onType: (pipeline) => {
    tell({ type: 'typed', pipeline });
  },
  onRun: (pipeline) => {
    tell({ type: 'run', pipeline });
  },
});
const run = button(
  'Run',
  () => {
    line.run();
  },
  { class: 'button primary', title: 'Enter' },
);
const cancel = button('Cancel', () => {
  tell({ type: 'cancel' });
});
const history = button(
  'History',
  () => {
    line.showHistory();
  },
  { title: 'Arrow up in an empty line' },
);
const tool = html('span', { class: 'quiet' });
const setup = html('div');
const input = html('div', { class: 'source' });
const status = html('p', { class: 'summary', role: 'status' });
const results = html('div');
let isFirstSetup = true;

page.replaceChildren(
  html('div', { class: 'pipeline' }, line.element, html('span', { class: 'buttons' }, run, cancel, history)),
  line.problem,
  setup,
  html('div', { class: 'controls' }, input, tool),
  status,
  results,
);
showState({ kind: 'idle' });

listen<ToPassesPage>((message) => {
  switch (message.type) {
    case 'setup':
      showSetup(message);
      break;
    case 'input':
      showInput(message);
      break;
    case 'state':
      showState(message.state);
      break;
  }
});

function showSetup({ file, problem, tool: found, passes, history: pipelines, pipeline }: PassesSetup): void {
  line.know(passes, pipelines);
  if (isFirstSetup) {
    isFirstSetup = false;
    line.element.setAttribute('aria-label', `Pipeline for ${file}`);
    line.set(pipeline);
    line.focus();
  }
  history.disabled = pipelines.length === 0;
  tool.textContent = found === null ? '' : [found.path, found.version].filter((it) => it !== '').join(', ');
  setup.replaceChildren(...(problem === null ? [] : [problemNote(problem)]));
}

function problemNote(problem: string): HTMLElement {
  const ways = [
    button('Open settings', () => {
      tell({ type: 'openSettings' });
    }),
    button('Try again', () => {
      tell({ type: 'again' });
    }),
  ];
  return html(
    'div',
    { class: 'note failure', role: 'alert' },
    html('p', {}, problem),
    html('span', { class: 'buttons' }, ...ways),
  );
}

function showInput({ name, isFile }: PassesInput): void {
  const back = button('Use the file', () => {
    tell({ type: 'useFile' });
  });
  input.replaceChildren('Runs on ', html('b', {}, name), ...(isFile ? [] : [' ', back]));
}

function showState(state: PassesState['state']): void {
  const isRunning = state.kind === 'running';
  run.disabled = isRunning;
  cancel.hidden = !isRunning;
  status.className = isRunning ? 'working' : 'summary';
  switch (state.kind) {
    case 'idle':
      status.textContent = '';
      results.replaceChildren();
      break;
    case 'running':
      status.textContent = `Running ${state.pipeline}…`;
      break;
    case 'failed':
      status.textContent = state.reason;
      results.replaceChildren();
      break;
    case 'done':
      status.textContent = runText(state.run);
      results.replaceChildren(...resultElements(state.run, state.selected));
      break;
  }
}

function resultElements(picture: PassRunPicture, selected: number | null): HTMLElement[] {
  const timeline = new Timeline(picture, selected);
  const steps = html(
    'div',
    { class: 'controls' },
    html(
      'span',
      { class: 'buttons' },
      button('Previous step', () => {
        timeline.go(-1);
      }),
      button('Next step', () => {
        timeline.go(1);
      }),
      button('Export as HTML…', () => {
        tell({ type: 'export' });
      }),
    ),
  );
  const plain = 'This tool does not print the names of the source.';
  return [
    ...picture.failures.map(failureElement),
    ...messageList(picture.diagnostics),
    ...(picture.names === 'plain' ? [html('p', { class: 'note' }, plain)] : []),
    ...(picture.steps.length === 0 ? [] : [steps, timeline.element]),
  ];
}

function failureElement({ message, pass, diagnostics }: Failure): HTMLElement {
  const where = pass === null ? [] : [' in ', html('code', {}, pass)];
  return html('div', { class: 'note failure' }, html('p', {}, message, ...where), ...messageList(diagnostics));
}

function messageList(messages: readonly ToolMessage[]): HTMLElement[] {
  if (messages.length === 0) return [];
  const items = messages.map(({ severity, message, range }) => {
    const what = `${severity}: ${message}`;
    if (range === null) return html('li', {}, what);
    const way = link(what, lineText({ range }), () => {
      tell({ type: 'revealInput', range });
    });
    return html('li', {}, way);
  });
  return [html('ul', { class: 'messages' }, ...items)];
}
