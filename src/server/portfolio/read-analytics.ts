import type { Analytics } from '#contract/portfolio/portfolio';
import { serializeAnalytics } from '#contract/portfolio/serialize-portfolio';
import { type Result, ok, refuse } from '#domain/base/result';
import { lmtPriceAt, lmtPriceChanges } from '#domain/terms/price';
import { heldEntries, vaultEntries } from '#domain/portfolio/held-entries';
import { valueCurve } from '#domain/portfolio/value-curve';
import { catchUpAll } from '#domain/vaults/vault-catch-up';
import { realisedCycles } from '#domain/vaults/yield';
import type { Parts } from '../kernel/parts.ts';
import { bondsOf } from '../bonds/bond-queries.ts';
import { snapshot } from '../kernel/db/transactions.ts';
import { entriesOf, restakesOf } from './held-entry-queries.ts';
import { readPortfolioOf } from './portfolio-queries.ts';

/** Returns a user's value over time, the yield of finished cycles, fees paid, and bonds. */
export async function readAnalytics(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  { userId }: { readonly userId: string },
): Promise<Result<Analytics>> {
  const read = await snapshot(database, async (session) => ({
    stored: await readPortfolioOf(session, userId),
    entries: await entriesOf(session, userId),
    restakes: await restakesOf(session, userId),
    bonds: await bondsOf(session, userId),
  }));
  const { stored, bonds } = read;
  const { held, fees } = read.entries;
  if (!stored) return refuse('NOT_FOUND', { what: 'User' });
  const { now, holdings, termsVersion } = stored;
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const caught = catchUpAll(holdings.vaults, terms, now);
  const entries = [...held, ...heldEntries(caught.journals)].sort((a, b) => a.at - b.at);
  const restakes = [
    ...read.restakes,
    ...caught.items
      .filter(({ type }) => type === 'restake')
      .map(({ subject, at }) => ({ vaultId: subject, at })),
  ];
  const cycles = realisedCycles(vaultEntries(entries), restakes, terms);
  const curve = valueCurve(
    {
      entries,
      cycles,
      vaults: caught.next,
      earnedInDeleted: holdings.earnedInDeleted,
      priceChanges: lmtPriceChanges(lmtPrices, entries[0]?.at ?? now, now),
      priceAt: (at) => lmtPriceAt(lmtPrices, terms, at),
    },
    now,
  );
  return ok(serializeAnalytics({ cycles, curve, fees, bonds }));
}
