import type { Portfolio } from '#contract/portfolio/portfolio';
import type { StakeJson } from '#contract/vaults/vaults';
import { shortId } from '#domain/base/short-id';

import { offlineTexts as says } from './offline-texts.ts';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import { formatUsd } from '../kernel/ui/format/format.ts';
import { ageText, dateTimeText } from '../kernel/ui/format/times.ts';
import { element } from '#proof/page/elements';
import { FIGURES } from '../worker/offline-cache.ts';

/** Each minute the figures are a minute older. */
const AGE_MS = 60_000;

interface Seen {
  readonly portfolio: Portfolio;
  readonly at: number;
}

/** What the page's worker kept; null where there is nothing, or it cannot be read. */
async function lastSeen(): Promise<Seen | null> {
  try {
    const kept = await caches.match(FIGURES.key);
    if (!kept) return null;
    const at = Number(kept.headers.get(FIGURES.seenAt));
    return { portfolio: (await kept.json()) as Portfolio, at };
  } catch {
    return null;
  }
}

const row = (name: string, value: string): HTMLElement =>
  element('div', {}, element('dt', {}, name), element('dd', {}, value));

function figures(portfolio: Portfolio): HTMLElement {
  const { totalValueUSD, ...names } = says.figures;
  const amounts = Object.entries(names).map(([field, name]) =>
    row(name, `${amountText('LMT', portfolio[field as keyof typeof names])} LMT`),
  );
  return element(
    'dl',
    {},
    row(totalValueUSD, `$${formatUsd(portfolio.totalValueUSD)}`),
    ...amounts,
  );
}

/** What its clock does next, as it was known. */
function nextOf(stake: StakeJson, now: number): string {
  const { vestingEndTime, vaultEndTime, restakeWindowEndTime } = stake;
  if (vaultEndTime === null) return says.vests(dateTimeText(vestingEndTime));
  return now < Date.parse(vaultEndTime) || restakeWindowEndTime === null
    ? says.matures(dateTimeText(vaultEndTime))
    : says.closes(dateTimeText(restakeWindowEndTime));
}

function vaults({ activeStakes }: Portfolio, now: number): HTMLElement[] {
  if (activeStakes.length === 0) return [];
  const rows = activeStakes.map((stake) =>
    row(
      `${vaultTexts.name(shortId(stake.id))}, ${amountText('LMT', stake.amount)} LMT`,
      nextOf(stake, now),
    ),
  );
  return [element('h2', {}, says.vaults), element('dl', {}, ...rows)];
}

async function show(): Promise<void> {
  const seen = await lastSeen();
  const now = Date.now();
  const again = element('button', { type: 'button' }, says.tryAgain);
  again.addEventListener('click', () => location.reload());
  const parts = seen
    ? [
        element('p', {}, says.last(ageText(now - seen.at))),
        figures(seen.portfolio),
        ...vaults(seen.portfolio, now),
      ]
    : [element('p', {}, says.none)];
  const page = document.querySelector('main');
  page?.replaceChildren(element('h1', {}, says.title), ...parts, again);
}

addEventListener('online', () => location.reload());
setInterval(() => void show(), AGE_MS);
void show();
