import {
  APY_DECIMALS,
  type Lmt,
  RATE_DECIMALS,
  formatAmount,
  formatDecimal,
  lmt,
} from '#domain/base/money';
import { type Terms, settingsAt } from '#domain/terms/terms';
import { type Instant, iso, isoOrNull } from '#domain/base/time';
import { currentApy, dailyRate } from '#domain/terms/apy';
import {
  type Vault,
  phaseAt,
  rewardsAt,
  windowEndsShown,
  withdrawable,
} from '#domain/vaults/vault';
import { autoRestakePreview, restakePreview } from '#domain/vaults/vault-window';
import type { AdminVaultJson } from './admin-vaults.ts';
import type { StakeJson } from './vaults.ts';

const DAILY_RATE_DECIMALS = 8;
const LMT = (amount: Lmt): string => formatAmount('LMT', amount);

/** Serializes a vault that is caught up to `now`. */
export function serializeStake(vault: Vault, terms: Terms, now: Instant): StakeJson {
  const phase = phaseAt(vault, terms, now);
  const apy = vault.cycle?.apy ?? currentApy(settingsAt(terms, now));
  return {
    id: vault.id,
    userId: vault.userId,
    amount: LMT(vault.amount),
    originalAmount: LMT(vault.originalAmount),
    type: 'manual',
    status: vault.status,
    // A caught-up vault is never 'due'.
    phase: phase === 'due' ? 'window' : phase,
    apy: formatDecimal(apy, APY_DECIMALS),
    dailyRate: formatDecimal(dailyRate(apy), DAILY_RATE_DECIMALS),
    duration: 7,
    rewardsAccrued: LMT(rewardsAt(vault, now)),
    totalRewardsEarned: LMT(vault.totalRewardsEarned),
    cycleNumber: vault.cycleNumber,
    lastRestakeType: vault.lastRestake?.type ?? null,
    lastRestakeFeeAmount: vault.lastRestake && LMT(vault.lastRestake.fee),
    lastRestakeFeeToken: 'LMT',
    vestingStartTime: iso(vault.vestingStartsAt),
    vestingEndTime: iso(vault.vestingEndsAt),
    vaultStartTime: isoOrNull(vault.cycle?.startsAt ?? null),
    vaultEndTime: isoOrNull(vault.cycle?.endsAt ?? null),
    restakeWindowEndTime: isoOrNull(windowEndsShown(vault, terms, now)),
    restakeProcessedAt: isoOrNull(vault.lastRestake?.at ?? null),
    autoRestakeEnabled: vault.autoRestake,
    stakingFeePaid: formatAmount('SOL', vault.feePaid),
    feeTokenType: 'SOL',
    feeFinalized: vault.feeFinalized,
    transactionHash: vault.feeSignature,
    window: phase === 'window' ? serializeWindow(vault, terms, now) : null,
    voided: vault.voided,
    completedAt: isoOrNull(vault.completedAt),
    createdAt: iso(vault.createdAt),
  };
}

function serializeWindow(vault: Vault, terms: Terms, now: Instant): StakeJson['window'] {
  const [manual, auto] = [restakePreview(vault, terms, now), autoRestakePreview(vault, terms, now)];
  const { restakeFee, withdrawalFee } = settingsAt(terms, vault.cycle?.endsAt ?? now);
  return {
    withdrawable: LMT(withdrawable(vault)),
    restake: { fee: LMT(manual.fee), netAmount: LMT(manual.net) },
    autoRestake: { fee: LMT(auto.fee), netAmount: LMT(auto.net) },
    restakeFee: formatDecimal(restakeFee, RATE_DECIMALS),
    withdrawalFee: withdrawalFee === null ? null : formatDecimal(withdrawalFee, RATE_DECIMALS),
  };
}

/** Serializes a vault with its user, caught up to `now`. */
export function serializeAdminVault(
  {
    vault,
    listed,
  }: {
    readonly vault: Vault;
    readonly listed: {
      readonly wallet: string;
      readonly username: string;
      readonly parkedAt: Instant | null;
      readonly released: Lmt;
      readonly version: string;
    };
  },
  terms: Terms,
  now: Instant,
): AdminVaultJson {
  const shown = serializeStake(vault, terms, now);
  return {
    ...shown,
    walletAddress: listed.wallet,
    username: listed.username,
    lastRestakeAt: shown.restakeProcessedAt,
    parkedSince: isoOrNull(listed.parkedAt),
    releasedAmount: LMT(listed.released),
    version: listed.version,
  };
}

/** Serializes a vault that was just restaked, with its new amount and the fee. */
export function serializeRestaked(vault: Vault, terms: Terms, now: Instant) {
  return {
    ...serializeStake(vault, terms, now),
    netAmount: LMT(vault.amount),
    fee: LMT(vault.lastRestake?.fee ?? lmt(0n)),
  };
}

/** Serializes a vault after a withdrawal, with the amount withdrawn and the fee. */
export function serializeWithdrawn(
  {
    vault,
    taken: { amount, fee },
  }: { readonly vault: Vault; readonly taken: { readonly amount: Lmt; readonly fee: Lmt } },
  terms: Terms,
  now: Instant,
) {
  return {
    ...serializeStake(vault, terms, now),
    withdrawn: LMT(amount),
    fee: LMT(fee),
    netAmount: LMT(lmt(amount - fee)),
  };
}
