import type { Analytics } from '#contract/portfolio';
import type { NumberedItem } from '#domain/base/change';
import {
  APY_DECIMALS,
  type Apy,
  formatAmount,
  formatDecimal,
  lamports,
  lmt,
  sum,
  usdc,
} from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { realisedCycles, realisedYield } from '#domain/vaults/yield';
import type { Parts } from '../../parts.ts';
import { bondsOf } from '../../store/bonds/bonds.ts';
import { readHead } from '../../store/terms/head.ts';
import { historyOf } from '../../store/users/history.ts';
import { findUser } from '../../store/users/users.ts';
import { restakesOf, vaultEntriesOf } from '../../store/vaults/vault-entries.ts';

const percent = (value: Apy | null): string | null =>
  value === null ? null : formatDecimal(value, APY_DECIMALS);

/** What a user's finished cycles really gave, and what fees and bonds came to. */
export async function readAnalytics(
  { database, rules }: Parts,
  { userId }: { readonly userId: string },
): Promise<Result<Analytics>> {
  if (!(await findUser(database, { id: userId }))) return refuse('NOT_FOUND', { what: 'User' });
  const { termsVersion } = await readHead(database);
  const { terms } = await rules.at(termsVersion);
  const entries = await vaultEntriesOf(database, userId);
  const cycles = realisedCycles(entries, await restakesOf(database, userId), terms);
  const realised = realisedYield(cycles);
  const items = await historyOf(database, userId);
  const paid = (await bondsOf(database, userId)).filter(
    ({ status }) => status === 'confirmed' || status === 'completed',
  );
  const bonded = (token: 'SOL' | 'USDC'): bigint =>
    paid.filter((bond) => bond.token === token).reduce((total, { amount }) => total + amount, 0n);
  return ok({
    cycles: cycles.map((cycle) => ({
      stakeId: cycle.vaultId,
      cycleNumber: cycle.cycleNumber,
      startedAt: iso(cycle.startsAt),
      endedAt: iso(cycle.endsAt),
      principal: formatAmount('LMT', cycle.principal),
      rewards: formatAmount('LMT', cycle.rewards),
      apyShown: formatDecimal(cycle.apyShown, APY_DECIMALS),
      apyReceived: formatDecimal(cycle.apyReceived, APY_DECIMALS),
    })),
    realised: {
      rewards: formatAmount('LMT', realised.rewards),
      apyShown: percent(realised.apyShown),
      apyReceived: percent(realised.apyReceived),
    },
    feesPaid: {
      restake: formatAmount('LMT', lmt(feesOf(items, 'restake'))),
      withdraw: formatAmount('LMT', lmt(feesOf(items, 'withdraw'))),
      sell: formatAmount('LMT', lmt(feesOf(items, 'sell'))),
      stake: formatAmount('SOL', lamports(feesOf(items, 'stake'))),
    },
    bonded: {
      SOL: formatAmount('SOL', lamports(bonded('SOL'))),
      USDC: formatAmount('USDC', usdc(bonded('USDC'))),
      LMT: formatAmount('LMT', sum(paid.map(({ lmtAmount }) => lmtAmount))),
    },
  });
}

/** Fees of what was completed; what was rejected or taken back cost nothing. */
function feesOf(items: readonly NumberedItem[], type: NumberedItem['type']): bigint {
  return items
    .filter((item) => item.type === type && item.status === 'completed')
    .reduce((total, { fee }) => total + fee, 0n);
}
