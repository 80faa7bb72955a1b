import { entriesDuring } from '../base/history.ts';
import type { Journal } from '../base/ledger.ts';
import { type Lmt, lmt, max } from '../base/money.ts';
import type { Settings } from '../terms/settings.ts';
import { CYCLE_MS, type Terms, settingsAt } from '../terms/terms.ts';
import { MINUTE_MS, after } from '../base/time.ts';
import { currentApy } from '../terms/apy.ts';
import { cycleRewards } from '../vaults/vault.ts';

/** Maximum time from the decision of a change until it is stored; requests meanwhile use the earlier settings. */
const WRITTEN_WITHIN_MS = MINUTE_MS;

/**
 * Recomputes a user's gross rewards from their journals. Each maturity earns a whole cycle at the APY in
 * force seven days before, on the vault's LMT until then. Rewards that the owner took back are deducted.
 */
export function recomputedRewards(journals: readonly Journal[], terms: Terms): Lmt {
  const principals = new Map<string, bigint>();
  /** By vault: the last posted rewards, and the part unstaked before the owner took back the rest. */
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
      // Rewards unstaked from a cycle are not earned again when the cycle continues.
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

/** Returns the LMT that a journal moved into its vault. */
function movedIn({ subject, postings }: Journal): bigint {
  let moved = 0n;
  for (const { account, amount } of postings) {
    if (account.kind === 'vault' && account.ref === subject) moved += amount;
  }
  return moved;
}

/** Returns the LMT that a journal returned to the rewards account; negative if it took LMT from there. */
function givenBack({ postings }: Journal): bigint {
  let given = 0n;
  for (const { account, amount } of postings) if (account.kind === 'rewards') given += amount;
  return given;
}
