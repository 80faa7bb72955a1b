import { entriesDuring } from '../base/history.ts';
import type { Journal } from '../base/ledger.ts';
import { type Lmt, lmt, max } from '../base/money.ts';
import type { Settings } from '../terms/settings.ts';
import { CYCLE_MS, type Terms, settingsAt } from '../terms/terms.ts';
import { MINUTE_MS, after } from '../base/time.ts';
import { currentApy } from '../terms/apy.ts';
import { cycleRewards } from '../vaults/vault.ts';

/** A change counts from when it is decided; until it is written, requests are decided by the settings before it. */
const WRITTEN_WITHIN_MS = MINUTE_MS;

/**
 * Gross rewards that a user's journals call for: for each maturity, a whole cycle at the APY in force
 * seven days before it on what stood in the vault until then, less rewards that the owner took back.
 */
export function recomputedRewards(journals: readonly Journal[], terms: Terms): Lmt {
  const principals = new Map<string, bigint>();
  /** By vault: what its cycle posted last, and what had left it of that when the owner took the rest back. */
  const cycles = new Map<string, { readonly posted: bigint; readonly taken: bigint }>();
  let total = 0n;
  for (const journal of journals) {
    const moved = movedIn(journal);
    const principal = principals.get(journal.subject) ?? 0n;
    const { posted, taken } = cycles.get(journal.subject) ?? { posted: 0n, taken: 0n };
    const given = -givenBack(journal);
    if (journal.kind === 'matured') {
      const start = after(journal.at, -CYCLE_MS);
      const at = ({ value }: { readonly value: Settings }): Lmt =>
        cycleRewards(lmt(principal), currentApy(value));
      const since = after(start, -WRITTEN_WITHIN_MS);
      const possible = entriesDuring(terms.settings, since, start).map(at);
      // What was taken out of a cycle is not earned again when it goes on.
      const again = possible.map((rewards) => max(0n, rewards - taken));
      const made = [...possible, ...again].find((rewards) => rewards === given);
      total += made ?? at({ value: settingsAt(terms, start) });
      cycles.set(journal.subject, { posted: given, taken });
    } else {
      total += given;
      if (journal.kind === 'reversed') {
        cycles.set(journal.subject, { posted: 0n, taken: taken + posted + given });
      }
      if (journal.kind === 'restaked') cycles.delete(journal.subject);
    }
    principals.set(journal.subject, principal + moved);
  }
  return lmt(total);
}

/** What a journal moved into the vault that it is about. */
function movedIn({ subject, postings }: Journal): bigint {
  let moved = 0n;
  for (const { account, amount } of postings) {
    if (account.kind === 'vault' && account.ref === subject) moved += amount;
  }
  return moved;
}

/** What a journal gave back to where rewards come from; what it took from there is negative. */
function givenBack({ postings }: Journal): bigint {
  let given = 0n;
  for (const { account, amount } of postings) if (account.kind === 'rewards') given += amount;
  return given;
}
