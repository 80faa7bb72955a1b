/** A defect as an engineer might write it: what stands in a file, and what would stand there instead. */
export interface Planted {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Each is found by the simulation: else it would not see a real one of its kind. */
export const PLANTED: readonly Planted[] = [
  {
    name: 'a rounding: what is charged is rounded down',
    file: 'src/domain/base/money.ts',
    find: 'return (a * b + c - 1n) / c;',
    replace: 'return (a * b) / c;',
  },
  {
    name: 'a missing lock: a write does not look whether its user has changed since',
    file: 'src/server/store/write/write-plans.ts',
    find: 'where u.id = e.id and u.version = e.version',
    replace: 'where u.id = e.id',
  },
  {
    name: 'a dropped posting: the fee of a restake is not burned',
    file: 'src/domain/vaults/vault-catch-up.ts',
    find: "const postings = move(vaultAccount(vault.id), system('feesBurned', 'LMT'), fee);",
    replace: 'const postings: Journal["postings"] = [];',
  },
  {
    name: 'a limit off by one: a unit more than half of a vault can be taken out',
    file: 'src/domain/vaults/vault-window.ts',
    find: 'if (amount > maximum) {',
    replace: 'if (amount > maximum + 1n) {',
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
  {
    name: 'a cancelled request counted: its period goes on',
    file: 'src/domain/sells/sell.ts',
    find: 'period: sell.periodBefore,',
    replace: 'period: { sold: sell.amount, startedAt: sell.requestedAt },',
  },
  {
    name: 'a pause ignored: it takes its time from an open window',
    file: 'src/domain/terms/pause.ts',
    find: 'if (opens < to) end = (to + (end - later(opens, from))) as Instant;',
    replace: 'if (opens < to) end = later(end, from);',
  },
  {
    name: 'a price step early: by a minute',
    file: 'src/domain/terms/price.ts',
    find: 'for (from = after(from, PRICE_STEP_MS); from <= now;',
    replace: 'for (from = after(from, PRICE_STEP_MS); from <= after(now, 60_000);',
  },
];
