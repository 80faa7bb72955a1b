import type { Journal } from '../base/ledger.ts';
import { type Lmt, lmt } from '../base/money.ts';
import { CYCLE_MS, type Terms, settingsAt } from '../terms/terms.ts';
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
      const apy = currentApy(settingsAt(terms, after(journal.at, -CYCLE_MS)));
      total += cycleRewards(lmt(principal), apy);
    } else {
      total -= takenBack(journal);
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

/** What a journal other than a maturity gave back to where rewards come from. */
function takenBack({ postings }: Journal): bigint {
  return postings
    .filter(({ account }) => account.kind === 'rewards')
    .reduce((sum, { amount }) => sum + amount, 0n);
}
