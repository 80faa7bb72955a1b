/** Defect as an engineer might introduce it: a source text and its replacement. */
export interface Planted {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/**
 * Defects in the rules. A simulation of 40 users and 60 days finds each, otherwise it would miss a real
 * defect of that kind.
 */
export const PLANTED: readonly Planted[] = [
  {
    name: 'bonds: a bond can be claimed an hour early',
    file: 'src/domain/bonds/bond.ts',
    find: "if (now < endsAt) return refuse('BOND_LOCKED'",
    replace: "if (now < endsAt - 3_600_000) return refuse('BOND_LOCKED'",
  },
  {
    name: 'quotes: a quoted price holds a minute too long',
    file: 'src/domain/bonds/quote.ts',
    find: 'payment.blockTime <= after(quote.expiresAt, QUOTE_GRACE_MS)',
    replace: 'payment.blockTime <= after(quote.expiresAt, 2 * QUOTE_GRACE_MS)',
  },
  {
    name: 'fees: the fee of a manual restake is one unit short',
    file: 'src/domain/vaults/vault-window.ts',
    find: 'const { fee } = restakePreview(caught.next, terms, now);',
    replace: 'const fee = (restakePreview(caught.next, terms, now).fee - 1n) as Lmt;',
  },
  {
    name: 'vesting: ends a millisecond late',
    file: 'src/domain/vaults/vault.ts',
    find: "return now < vault.vestingEndsAt ? 'vesting' : 'ready';",
    replace: "return now <= vault.vestingEndsAt ? 'vesting' : 'ready';",
  },
  {
    name: 'window ends: maturity and window end take effect a millisecond late',
    file: 'src/domain/vaults/vault-catch-up.ts',
    find: 'if (due === null || now < due) return null;',
    replace: 'if (due === null || now <= due) return null;',
  },
  {
    name: 'unstake cap: one unit more than half can be taken out',
    file: 'src/domain/vaults/vault-window.ts',
    find: 'if (amount > maximum) {',
    replace: 'if (amount > maximum + 1n) {',
  },
  {
    name: 'sell limit: the next period starts an hour early',
    file: 'src/domain/sells/sell-limit.ts',
    find: 'now >= after(period.startedAt, SELL_PERIOD_MS)',
    replace: 'now >= after(period.startedAt, SELL_PERIOD_MS - 3_600_000)',
  },
  {
    name: 'returned requests: the sell period of a cancelled request goes on',
    file: 'src/domain/sells/sell.ts',
    find: 'period: sell.periodBefore,',
    replace: 'period: { sold: sell.amount, startedAt: sell.requestedAt },',
  },
  {
    name: 'price steps: a minute early',
    file: 'src/domain/terms/price.ts',
    find: 'for (from = after(from, PRICE_STEP_MS); from <= now;',
    replace: 'for (from = after(from, PRICE_STEP_MS); from <= after(now, 60_000);',
  },
  {
    name: 'pauses: a window that opens during a pause is extended from the start of the pause',
    file: 'src/domain/terms/pause.ts',
    find: 'end = (to + (end - laterOf(opens, from))) as Instant;',
    replace: 'end = (to + (end - from)) as Instant;',
  },
];

/** More defects, some in how plans are written. Only `npm run prove -- full` plants them. */
export const PLANTED_IN_FULL: readonly Planted[] = [
  {
    name: 'a rounding: what is charged is rounded down',
    file: 'src/domain/base/money.ts',
    find: 'return (a * b + c - 1n) / c;',
    replace: 'return (a * b) / c;',
  },
  {
    name: 'a missing lock: a write does not look whether its user has changed since',
    file: 'src/server/kernel/write/write-plans.ts',
    find: 'where u.id = e.id and u.version = e.version',
    replace: 'where u.id = e.id',
  },
  {
    name: 'a dropped posting: the fee of a restake is not burned',
    file: 'src/domain/vaults/vault-catch-up.ts',
    find: "const postings = move(vaultAccount(vault.id), feeAccount('fee.restake'), fee);",
    replace: 'const postings: Journal["postings"] = [];',
  },
  {
    name: 'a fee charged twice: of a restake by itself',
    file: 'src/domain/vaults/vault-catch-up.ts',
    find: "return newCycle({ vault, type: 'auto', fee, at }, terms);",
    replace: "return newCycle({ vault, type: 'auto', fee: add(fee, fee), at }, terms);",
  },
  {
    name: 'a reward day lost: rewards accrue for six days',
    file: 'src/domain/vaults/vault.ts',
    find: 'now < endsAt ? now : endsAt), BigInt(CYCLE_MS));',
    replace: 'now < endsAt ? now : endsAt), BigInt((CYCLE_MS / 7) * 6));',
  },
  {
    name: 'an escrow not released: a returned request keeps a unit',
    file: 'src/domain/sells/sell.ts',
    find: 'const postings = move(escrowOf(sell.id), unstakedOf(sell.userId), sell.amount);',
    replace:
      'const postings = move(escrowOf(sell.id), unstakedOf(sell.userId), lmt(sell.amount - 1n));',
  },
];
