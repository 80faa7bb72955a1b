import { verifyTexts } from '../proof/verify-texts.ts';
import { type Result, checkFiles } from './check-files.ts';
import { element, field } from './elements.ts';
import type { Ask } from '../proof/checks/ask.ts';

const says = verifyTexts.file;

const day = field(says.day, says.dayHint, { type: 'file', accept: '.json', required: '' });
const mine = field(says.mine, says.mineHint, { type: 'file', accept: '.json' });
const leaves = field(says.leaves, says.leavesHint, { type: 'file', accept: '.csv,.txt' });
const rpc = field(says.rpc, says.rpcHint, { type: 'url', spellcheck: 'false' });
const treasury = field(says.treasury, says.treasuryHint, { type: 'text', spellcheck: 'false' });
const start = element('button', { type: 'submit' }, says.start);
const results = element('div', { 'aria-live': 'polite' });
const form = element(
  'form',
  {},
  element('fieldset', {}, element('legend', {}, says.choose), day.row, mine.row, leaves.row),
  element('fieldset', {}, element('legend', {}, says.chain), rpc.row, treasury.row),
  start,
);

document
  .getElementById('verifier')
  ?.append(
    element('h1', {}, says.title),
    element('p', { class: 'quiet' }, says.intro),
    form,
    results,
  );

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});

const fileOf = ({ input }: { readonly input: HTMLInputElement }): File | null =>
  input.files?.[0] ?? null;

async function check(): Promise<void> {
  start.disabled = true;
  results.replaceChildren();
  const shown = new Map<string, HTMLElement>();
  const tell = (result: Result): void => {
    const section = sectionOf(result);
    const before = shown.get(result.title);
    if (before) before.replaceWith(section);
    else results.append(section);
    shown.set(result.title, section);
  };
  const url = rpc.input.value.trim();
  const given = {
    day: fileOf(day),
    mine: fileOf(mine),
    leaves: fileOf(leaves),
    ask: url === '' ? null : askNode(url),
    treasury: treasury.input.value.trim(),
  };
  await checkFiles(given, tell).finally(() => {
    start.disabled = false;
  });
}

function sectionOf({ title, outcome, lines }: Result): HTMLElement {
  const { state, says: sentence, where } = outcome;
  const place = where === undefined ? '' : ` ${verifyTexts.where(where)}`;
  return element(
    'section',
    { 'data-state': state },
    element('h2', {}, title),
    element('p', {}, element('b', {}, verifyTexts.states[state]), `: ${sentence}${place}`),
    ...lines.map((line) => element('p', { class: 'quiet' }, element('code', {}, line))),
  );
}

const TIMEOUT_MS = 20_000;

/** Asks the reader's own node. Throws where it does not answer, or refuses. */
function askNode(url: string): Ask {
  return async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const { error } = JSON.parse(text) as { error?: { message: string } };
    if (error) throw new Error(error.message);
    if (!response.ok) throw new Error(`the node answered ${response.status}`);
    return text;
  };
}
