import type { Vault } from './account.ts';
import { amount, decimal, halfUp, inLmt, iso, isoOrNull } from './arithmetic.ts';
import { type Terms, apyAt, settingsAt, windowEnd } from './terms.ts';
import { phaseOf, restakeFee, rewardsAt, withdrawable } from './vault-figures.ts';

const STATUS = {
  vesting: 'vesting',
  ready: 'vesting',
  running: 'active',
  window: 'active',
  completed: 'completed',
} as const;

/** Displayed window end: during a pause, as if the pause ended now. */
function shownWindowEnd(terms: Terms, matured: number, now: number): number | null {
  const pauses = terms.pauses.map(({ from, to }) => ({ from, to: to ?? now }));
  return windowEnd({ ...terms, pauses }, matured);
}

/** Expected response for an up-to-date vault. */
export function showStake(vault: Vault, terms: Terms, now: number): Record<string, unknown> {
  const phase = phaseOf(vault, now);
  const apy = vault.cycle?.apy ?? apyAt(terms, now);
  const { cycle, restaked } = vault;
  return {
    ...(vault.id === '' ? {} : { id: vault.id }),
    amount: inLmt(vault.amount),
    originalAmount: inLmt(vault.original),
    status: STATUS[phase],
    phase,
    apy: decimal(apy, 2),
    dailyRate: decimal(halfUp(apy * 1_000_000n, 365n), 8),
    rewardsAccrued: inLmt(rewardsAt(vault, now)),
    totalRewardsEarned: inLmt(vault.earned),
    cycleNumber: vault.cycleNumber,
    lastRestakeType: restaked?.type ?? null,
    lastRestakeFeeAmount: restaked && inLmt(restaked.fee),
    vestingStartTime: iso(vault.createdAt),
    vestingEndTime: iso(vault.vestedAt),
    vaultStartTime: isoOrNull(cycle?.from ?? null),
    vaultEndTime: isoOrNull(cycle?.to ?? null),
    restakeWindowEndTime: cycle && isoOrNull(shownWindowEnd(terms, cycle.to, now)),
    restakeProcessedAt: isoOrNull(restaked?.at ?? null),
    autoRestakeEnabled: vault.auto,
    stakingFeePaid: amount('SOL', vault.feePaid),
    feeFinalized: vault.feeFinal,
    transactionHash: vault.signature,
    window: phase === 'window' ? showWindow(vault, terms) : null,
    voided: vault.voided,
    completedAt: isoOrNull(vault.completedAt),
    createdAt: iso(vault.createdAt),
  };
}

function showWindow(vault: Vault, terms: Terms): Record<string, unknown> {
  const all = vault.amount + vault.posted;
  const [manual, auto] = [restakeFee(vault, terms, 'manual'), restakeFee(vault, terms, 'auto')];
  const rates = settingsAt(terms, vault.cycle?.to ?? 0);
  return {
    withdrawable: inLmt(withdrawable(vault)),
    restake: { fee: inLmt(manual), netAmount: inLmt(all - manual) },
    autoRestake: { fee: inLmt(auto), netAmount: inLmt(all - auto) },
    restakeFee: decimal(rates.restakeFee, 6),
    withdrawalFee: rates.withdrawalFee === null ? null : decimal(rates.withdrawalFee, 6),
  };
}
