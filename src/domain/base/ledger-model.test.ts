import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyLmt } from '#test/domain/arbitraries';
import { OPS, type Op } from '#test/domain/model-ops';
import { UserModel } from '#test/domain/model';

import { FEES, type FeeLine, type FeesPaid, feesPaid, isFee } from './fees.ts';
import {
  type AccountKind,
  type Journal,
  type JournalKind,
  accountKey,
  bondAccount,
  escrowOf,
  imbalance,
  isHeld,
  vaultAccount,
} from './ledger.ts';
import { DAY_MS, HOUR_MS } from './time.ts';
import type { VaultEdit } from '../vaults/vault-edit.ts';

const anyEdit: fc.Arbitrary<VaultEdit> = fc.record(
  {
    amount: anyLmt,
    status: fc.constantFrom('vesting', 'active', 'completed'),
    cycleNumber: fc.integer({ min: 0, max: 5 }),
    rewardsAccrued: anyLmt,
    autoRestake: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** Time between two operations: mostly the product's own periods, sometimes weeks. */
const anyWait = fc.oneof(
  fc.constantFrom(0, 1, HOUR_MS, 12 * HOUR_MS, DAY_MS - 1, DAY_MS, DAY_MS, 7 * DAY_MS, 7 * DAY_MS),
  fc.integer({ min: 0, max: 20 * DAY_MS }),
);

const anyOp: fc.Arbitrary<Op> = fc.record({
  kind: fc.constantFrom(...OPS),
  waitMs: anyWait,
  share: fc.bigInt(0n, 1_000n),
  pick: fc.nat(20),
  edit: anyEdit,
  startsInMs: fc.option(fc.integer({ min: -9 * DAY_MS, max: DAY_MS })),
  endsInMs: fc.option(fc.integer({ min: -2 * DAY_MS, max: 8 * DAY_MS })),
});

/** One complete path, with random operations before, between and after its steps. */
const anyLife: fc.Arbitrary<Op[]> = fc
  .tuple(
    fc.array(anyOp, { maxLength: 12 }),
    fc.constantFrom(
      ['bond', 'stake', 'credit', 'stake', 'voidStake', 'failBond'],
      ['bond', 'finalize', 'claim', 'stake', 'activate', 'unstake', 'sell', 'settle'],
      ['bond', 'finalize', 'claim', 'stake', 'activate', 'unstake', 'restake', 'claim'],
      ['credit', 'stake', 'activate', 'mature', 'editVault', 'editVault', 'editVault', 'look'],
      ['credit', 'stake', 'activate', 'unstake', 'sell', 'cancel', 'sell', 'reject', 'sell'],
    ),
    fc.array(anyOp, { minLength: 9, maxLength: 9 }),
    fc.array(anyOp, { maxLength: 12 }),
  )
  .map(([before, path, ops, rest]) => {
    const steps = path.map((step, i) => {
      const kind = step === 'mature' ? 'look' : step;
      return Object.assign({}, ops[i], { kind, waitMs: WAITS[step] ?? HOUR_MS, share: 900n });
    });
    return before.concat(steps, rest);
  });
const WAITS: { readonly [kind: string]: number } = {
  claim: DAY_MS,
  activate: DAY_MS,
  mature: 7 * DAY_MS,
  unstake: 7 * DAY_MS,
};

/** System accounts of LMT and fees that each kind of journal may post to. */
const SOURCES: { readonly [K in JournalKind]?: readonly AccountKind[] } = {
  bondPaid: ['issuance'],
  bondFailed: ['issuance'],
  matured: ['rewards'],
  staked: ['fee.stake'],
  stakeVoided: ['fee.stake'],
  restaked: ['fee.restake'],
  unstaked: ['fee.unstake'],
  sellPaid: ['fee.sell', 'soldBurned'],
  adjusted: ['adjusted'],
  reversed: ['rewards'],
};

/** Returns the faults of one journal. */
function faultsOf(journal: Journal): string[] {
  const faults: string[] = [];
  if (imbalance(journal).size > 0) faults.push('does not balance');
  for (const { account, amount } of journal.postings) {
    const key = accountKey(account);
    if (amount === 0n) faults.push(`posts nothing to ${key}`);
    const takesFee = isFee(account.kind);
    if ((account.asset !== 'LMT' && !takesFee) || isHeld(account.kind)) continue;
    if (SOURCES[journal.kind]?.includes(account.kind) !== true) faults.push(`touches ${key}`);
    const burns = account.asset === 'LMT' && (takesFee || account.kind === 'soldBurned');
    if (burns && amount < 0n) faults.push(`takes from ${key}`);
    if (journal.kind === 'matured' && account.kind === 'rewards' && amount > 0n) {
      faults.push(`reverses rewards`);
    }
  }
  return faults.map((fault) => `${journal.kind} of ${journal.subject} ${fault}`);
}

/** Returns the balances that the user's bonds, vaults and sell requests imply. */
function expectedBalances(model: UserModel): Map<string, bigint> {
  const expected = new Map<string, bigint>();
  for (const { id, status, lmtAmount } of model.bonds) {
    expected.set(accountKey(bondAccount(id)), status === 'confirmed' ? lmtAmount : 0n);
  }
  for (const { id, amount, postedRewards } of model.vaults) {
    expected.set(accountKey(vaultAccount(id)), amount + postedRewards);
  }
  for (const { id, status, amount } of model.sells) {
    expected.set(accountKey(escrowOf(id)), status === 'pending' ? amount : 0n);
  }
  return expected;
}

/** Returns the fees charged according to vaults, settled sells, and history lines of restakes and unstakes. */
function chargedFees({ vaults, sells, items }: UserModel): FeesPaid {
  const total = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);
  const ofLines = (wanted: FeeLine): bigint =>
    total(items.flatMap(({ type, fee }) => (type === wanted ? [fee] : [])));
  return {
    restake: ofLines('restake'),
    withdraw: ofLines('withdraw'),
    sell: total(sells.flatMap(({ settledAt, fee }) => (settledAt === null ? [] : [fee]))),
    stake: total(vaults.flatMap(({ voided, feePaid }) => (voided ? [] : [feePaid]))),
  };
}

/** Returns all violated invariants of a user, checking journals from index `from` on. */
function faults(model: UserModel, from: number): string[] {
  const balances = model.balances();
  const found = model.journals.slice(from).flatMap(faultsOf);
  for (const [key, amount] of balances) {
    const kind = key.split(/[:/]/)[0] as AccountKind;
    if (isHeld(kind) && amount < 0n) found.push(`${key} is ${amount}`);
  }
  for (const [key, amount] of expectedBalances(model)) {
    const held = balances.get(key) ?? 0n;
    if (held !== amount) found.push(`${key} holds ${held} instead of ${amount}`);
  }
  const postings = model.journals.flatMap((journal) => journal.postings);
  const posted = feesPaid(postings.map(({ account: { kind }, amount }) => ({ kind, amount })));
  const charged = chargedFees(model);
  for (const { line } of Object.values(FEES)) {
    if (charged[line] === posted[line]) continue;
    found.push(`${line} charged ${charged[line]} and posted ${posted[line]}`);
  }
  const lmtTotal = [...balances]
    .filter(([key]) => key.endsWith('/LMT'))
    .reduce((sum, [, amount]) => sum + amount, 0n);
  if (lmtTotal !== 0n) found.push(`LMT does not add up: ${lmtTotal}`);
  for (const { id, totalRewardsEarned, withdrawn, amount, postedRewards } of model.vaults) {
    if ([totalRewardsEarned, withdrawn, amount, postedRewards].some((n) => n < 0n)) {
      found.push(`vault ${id} has a figure below zero`);
    }
  }
  return found;
}

test('no sequence of operations makes a balance negative, creates or loses a unit', () => {
  fc.assert(
    fc.property(anyLife, (ops) => {
      const model = new UserModel();
      for (const op of ops) {
        const before = model.journals.length;
        model.apply(op);
        expect(faults(model, before)).toEqual([]);
      }
    }),
    { numRuns: 250 },
  );
});

test('the random operations produce every kind of journal', () => {
  const seen = new Set<JournalKind>();
  for (const ops of fc.sample(anyLife, { numRuns: 200, seed: 1 })) {
    const model = new UserModel();
    for (const op of ops) model.apply(op);
    for (const { kind } of model.journals) seen.add(kind);
  }
  expect([...seen].toSorted()).toEqual([
    'adjusted',
    'bondClaimed',
    'bondFailed',
    'bondPaid',
    'depositUnmatched',
    'feePaid',
    'matured',
    'released',
    'restaked',
    'reversed',
    'sellPaid',
    'sellRequested',
    'sellReturned',
    'stakeVoided',
    'staked',
    'unstaked',
  ]);
});

test('operations of the user alone post no adjustments', () => {
  const OWN = OPS.filter((kind) => !/edit|delete|credit|debit|burn|settings/.test(kind));
  fc.assert(
    fc.property(fc.array(anyOp, { maxLength: 30 }), (ops) => {
      const model = new UserModel();
      for (const op of ops) if (OWN.includes(op.kind)) model.apply(op);
      expect(model.balances().get('adjusted/LMT') ?? 0n).toBe(0n);
    }),
    { numRuns: 50 },
  );
});
