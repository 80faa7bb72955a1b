import { entriesDuring } from '../base/history.ts';
import type { Journal } from '../base/ledger.ts';
import { type Lmt, lmt } from '../base/money.ts';
import { CYCLE_MS, type Settings, type Terms, settingsAt } from '../terms/terms.ts';
import { after } from '../base/time.ts';
import { currentApy } from '../terms/apy.ts';
import { cycleRewards } from '../vaults/vault.ts';

/**
 * Gross rewards that a user's journals call for: for each maturity, a whole cycle at the APY in force
 * seven days before it on what stood in the vault until then, less rewards that the owner took back.
 */
export function recomputedRewards(journals: readonly Journal[], terms: Terms): Lmt {
  const principals = new Map<string, bigint>();
  let total = 0n;
  for (const journal of journals) {
    const moved = movedIn(journal);
    const principal = principals.get(journal.subject) ?? 0n;
    if (journal.kind === 'matured') {
      const start = after(journal.at, -CYCLE_MS);
      const at = ({ value }: { readonly value: Settings }): Lmt =>
        cycleRewards(lmt(principal), currentApy(value));
      // In the very millisecond of a change, who came first was still served by the settings before.
      const possible = entriesDuring(terms.settings, after(start, -1), start).map(at);
      const made = possible.find((rewards) => rewards === -givenBack(journal));
      total += made ?? at({ value: settingsAt(terms, start) });
    } else {
      total -= givenBack(journal);
    }
    principals.set(journal.subject, principal + moved);
  }
  return lmt(total);
}

/** What a journal moved into the vault that it is about. */
function movedIn({ subject, postings }: Journal): bigint {
  return postings
    .filter(({ account }) => account.kind === 'vault' && account.ref === subject)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** What a journal gave back to where rewards come from; what it took from there is negative. */
function givenBack({ postings }: Journal): bigint {
  return postings
    .filter(({ account }) => account.kind === 'rewards')
    .reduce((sum, { amount }) => sum + amount, 0n);
}
