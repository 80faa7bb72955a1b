import { callNode } from '../checks/call-node.ts';
import { type Step, type StepResult, verify } from '../checks/verify.ts';
import { stepTexts } from '../texts.ts';
import { element, field } from './elements.ts';
import { pageTexts as texts } from './texts.ts';

const day = field(texts.day, texts.dayHint, { type: 'file', accept: '.json', required: '' });
const mine = field(texts.mine, texts.mineHint, { type: 'file', accept: '.json' });
const leaves = field(texts.leaves, texts.leavesHint, { type: 'file', accept: '.csv,.txt' });
const rpc = field(texts.rpc, texts.rpcHint, { type: 'url', spellcheck: 'false' });
const treasury = field(texts.treasury, texts.treasuryHint, { type: 'text', spellcheck: 'false' });
const start = element('button', { type: 'submit' }, texts.start);
const results = element('div', { 'aria-live': 'polite' });
const form = element(
  'form',
  {},
  element('fieldset', {}, element('legend', {}, texts.choose), day.row, mine.row, leaves.row),
  element('fieldset', {}, element('legend', {}, texts.chain), rpc.row, treasury.row),
  start,
);

document
  .getElementById('verifier')
  ?.append(
    element('h1', {}, texts.title),
    element('p', { class: 'quiet' }, texts.intro),
    form,
    results,
  );

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});

const fileOf = ({ input }: { readonly input: HTMLInputElement }): File | null =>
  input.files?.[0] ?? null;

/** The file's JSON; null if it holds none, undefined without a file. */
async function jsonOf(file: File | null): Promise<unknown> {
  if (!file) return undefined;
  try {
    return JSON.parse(await file.text()) as unknown;
  } catch {
    return null;
  }
}

async function check(): Promise<void> {
  start.disabled = true;
  results.replaceChildren();
  const shown = new Map<Step, HTMLElement>();
  const show = (result: StepResult): void => {
    const section = sectionOf(result);
    const before = shown.get(result.step);
    if (before) before.replaceWith(section);
    else results.append(section);
    shown.set(result.step, section);
  };
  const [url, known] = [rpc.input.value.trim(), treasury.input.value.trim()];
  const given = {
    day: await jsonOf(fileOf(day)),
    mine: await jsonOf(fileOf(mine)),
    leaves: fileOf(leaves)?.stream() ?? null,
    call: url === '' ? null : callNode(url),
    treasury: known === '' ? null : known,
  };
  await verify(given, show).finally(() => {
    start.disabled = false;
  });
}

function sectionOf({ step, outcome, lines }: StepResult): HTMLElement {
  const { state, message, where } = outcome;
  const place = where === undefined ? '' : ` ${stepTexts.where(where)}`;
  return element(
    'section',
    { 'data-state': state },
    element('h2', {}, stepTexts[step].title),
    element('p', {}, element('b', {}, stepTexts.states[state]), `: ${message}${place}`),
    ...lines.map((line) => element('p', { class: 'quiet' }, element('code', {}, line))),
  );
}
