import type { BondJson } from '#contract/bonds/bonds';
import type { SellJson } from '#contract/sells/sells';
import type { StakeJson } from '#contract/vaults/vaults';

/** A pending request of 2 LMT as it comes over the wire, with the given differences. */
export function sellOf(changes: Partial<SellJson> = {}): SellJson {
  return {
    id: '0199aaaa-0000-7000-8000-000000000001',
    userId: '0199aaaa-0000-7000-8000-0000000000aa',
    walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    username: 'User7xKXtg2C',
    lmtAmount: '2.00000000',
    lmtPrice: '4.935000000',
    fixedPrices: { lmtUSDC: '987.000000', solUSD: '200.000000000000' },
    sellFee: '0.30000000',
    netLMT: '1.70000000',
    payoutAmount: '8.389500000',
    payoutCurrency: 'SOL',
    status: 'pending',
    requestedAt: '2026-01-19T00:00:00.000Z',
    reviewedAt: null,
    notes: null,
    payout: null,
    queue: { place: 1, answerBy: '2026-01-21T00:00:00.000Z', overdue: false },
    ...changes,
  };
}

/** A payout that was sent, with the given differences. */
export function payoutOf(
  changes: Partial<NonNullable<SellJson['payout']>> = {},
): NonNullable<SellJson['payout']> {
  return {
    status: 'sent',
    amount: '8.389500000',
    rentCharged: '0.000000000',
    signature: '5'.repeat(88),
    createdAt: '2026-01-19T10:00:00.000Z',
    expiresAt: '2026-01-19T10:02:00.000Z',
    settledAt: null,
    error: null,
    ...changes,
  };
}

/** A bond of 49.35 SOL whose payment was seen, as it comes over the wire, with the given differences. */
export function bondOf(changes: Partial<BondJson> = {}): BondJson {
  return {
    id: '0199cccc-0000-7000-8000-000000000001',
    userId: '0199aaaa-0000-7000-8000-0000000000aa',
    tokenType: 'SOL',
    amount: '49.350000000',
    lmtAmount: '10.00000000',
    unpricedAmount: '0.000000000',
    status: 'confirmed',
    transactionHash: null,
    transactionSignature: null,
    bondingStartTime: '2026-01-19T00:00:00.000Z',
    bondingEndTime: '2026-01-20T00:00:00.000Z',
    claimable: false,
    createdAt: '2026-01-19T00:00:01.000Z',
    ...changes,
  };
}

/** A running vault of 5 LMT as it comes over the wire, with the given differences. */
export function stakeOf(changes: Partial<StakeJson> = {}): StakeJson {
  return {
    id: '0199bbbb-0000-7000-8000-0000003fa91c',
    userId: '0199aaaa-0000-7000-8000-0000000000aa',
    amount: '5.00000000',
    originalAmount: '5.00000000',
    type: 'manual',
    status: 'active',
    phase: 'running',
    apy: '1000.00',
    dailyRate: '2.73972603',
    duration: 7,
    rewardsAccrued: '0.00000000',
    totalRewardsEarned: '0.00000000',
    cycleNumber: 1,
    lastRestakeType: null,
    lastRestakeFeeAmount: null,
    lastRestakeFeeToken: 'LMT',
    vestingStartTime: '2026-01-10T00:00:00.000Z',
    vestingEndTime: '2026-01-11T00:00:00.000Z',
    vaultStartTime: '2026-01-11T00:00:00.000Z',
    vaultEndTime: '2026-01-18T00:00:00.000Z',
    restakeWindowEndTime: '2026-01-19T00:00:00.000Z',
    restakeProcessedAt: null,
    autoRestakeEnabled: false,
    stakingFeePaid: '0.493500000',
    feeTokenType: 'SOL',
    feeFinalized: true,
    transactionHash: null,
    window: null,
    voided: false,
    completedAt: null,
    createdAt: '2026-01-10T00:00:00.000Z',
    ...changes,
  };
}
