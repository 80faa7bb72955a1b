import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PayToken, lamports, usdPrice, usdc } from '../base/money.ts';
import {
  type ConfirmedTransfer,
  type ReadInstruction,
  type ReadTransaction,
  faultOfTransfer,
} from './payout-bytes.ts';

const SYSTEM = '11111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_ACCOUNT = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const BUDGET = 'ComputeBudget111111111111111111111111111111';
const SYSVAR = 'SysvarRecentB1ockHashes11111111111111111111';
const AMOUNT = 11_733_267_054n;
const addresses = {
  treasury: 'treasury',
  usdcMint: 'mint',
  treasuryTokenAccount: 'treasury’s USDC',
  receiverTokenAccount: 'receiver’s USDC',
  subjectKey: 'subject',
  nonceAccounts: ['nonce 0', 'nonce 1'],
};

const bytesOf = (units: bigint, length: number): number[] =>
  Array.from({ length }, (_, i) => Number((units >> BigInt(8 * i)) & 255n));
const instruction = (
  program: string,
  accounts: readonly string[],
  ...data: readonly number[]
): ReadInstruction => ({ program, accounts, data: new Uint8Array(data) });

const advance = instruction(SYSTEM, ['nonce 1', SYSVAR, 'server'], 4, 0, 0, 0);
const limit = instruction(BUDGET, [], 2, ...bytesOf(120_000n, 4));
const price = (microLamports: bigint) => instruction(BUDGET, [], 3, ...bytesOf(microLamports, 8));
const sol = (to = 'receiver', amount = AMOUNT, named = ['subject', 'payout', 'server']) =>
  instruction(SYSTEM, ['treasury', to, ...named], 2, 0, 0, 0, ...bytesOf(amount, 8));
const create = instruction(
  TOKEN_ACCOUNT,
  ['treasury', 'receiver’s USDC', 'receiver', 'mint', SYSTEM, TOKEN],
  0,
);
const checked = instruction(
  TOKEN,
  ['treasury’s USDC', 'mint', 'receiver’s USDC', 'treasury', 'subject', 'payout', 'server'],
  12,
  ...bytesOf(AMOUNT, 8),
  6,
);
const budget = [limit, price(10_000n)];
const signedBoth = (...instructions: readonly ReadInstruction[]): ReadTransaction => ({
  isLegacy: true,
  signers: ['treasury', 'server'],
  instructions,
});
const payout = (...paying: readonly ReadInstruction[]) => signedBoth(advance, ...paying);
const confirmed = (token: PayToken, more: Partial<ConfirmedTransfer> = {}): ConfirmedTransfer => {
  const amount = token === 'SOL' ? lamports(AMOUNT) : usdc(AMOUNT);
  return { purpose: 'sell', subject: 'id', receiver: 'receiver', token, amount, ...more };
};
const faultOf = (transaction: ReadTransaction, of = confirmed('SOL')) =>
  faultOfTransfer(transaction, of, addresses);

const GOOD: readonly (readonly [string, ReadTransaction, PayToken])[] = [
  ['SOL', payout(...budget, sol()), 'SOL'],
  ['USDC', payout(...budget, checked), 'USDC'],
  ['USDC to a new account', payout(...budget, create, checked), 'USDC'],
];

test.each(GOOD)('%s: accepts the transfer that the server builds', (_, transaction, token) => {
  expect(faultOf(transaction, confirmed(token))).toBeNull();
});

/** Returns an instruction with one more data byte. */
const longer = (of: ReadInstruction): ReadInstruction => ({
  ...of,
  data: new Uint8Array([...of.data, 0]),
});

test('accepts a transfer without the server’s key, and the maximum fee', () => {
  expect(faultOf(payout(sol('receiver', AMOUNT, ['subject', 'payout'])))).toBeNull();
  const units = instruction(BUDGET, [], 2, ...bytesOf(1_000_000n, 4));
  expect(faultOf(payout(units, price(5_000_000n), sol()))).toBeNull();
  expect(faultOf(payout(units, price(5_000_001n), sol()))).toBe('priority-fee');
});

describe('refuses', () => {
  const other = payout(...budget, sol('thief'));
  const nonceOf = (...accounts: string[]) => signedBoth({ ...advance, accounts }, ...budget, sol());
  test.each([
    ['another receiver', other, 'receiver'],
    ['a unit more', payout(...budget, sol('receiver', AMOUNT + 1n)), 'amount'],
    ['a unit less', payout(...budget, sol('receiver', AMOUNT - 1n)), 'amount'],
    ['one more transfer', payout(...budget, sol('thief', 1n), sol()), 'instructions'],
    ['another transfer after it', payout(...budget, sol(), sol('thief', 1n)), 'instructions'],
    ['no transfer', payout(...budget), 'instructions'],
    ['an empty transaction', signedBoth(), 'nonce'],
    ['a payout with a blockhash', signedBoth(...budget, sol()), 'nonce'],
    ['USDC in the place of SOL', payout(...budget, checked), 'instructions'],
    ['another program', payout(...budget, { ...sol(), program: 'program' }), 'instructions'],
    [
      'the key of another request',
      payout(sol('receiver', AMOUNT, ['other', 'payout', 'server'])),
      'subject',
    ],
    ['a transfer without the request’s key', payout(sol('receiver', AMOUNT, [])), 'subject'],
    ['one more key', payout(sol('receiver', AMOUNT, ['subject', 'p', 'server', 'x'])), 'signers'],
    ['another nonce', nonceOf('nonce of another', SYSVAR, 'server'), 'nonce'],
    ['a nonce of the treasury’s own', nonceOf('nonce 1', SYSVAR, 'treasury'), 'nonce'],
    ['a nonce with another authority', nonceOf('nonce 1', SYSVAR, 'thief'), 'nonce'],
    ['a nonce with one more account', nonceOf('nonce 1', SYSVAR, 'server', 'x'), 'nonce'],
    [
      'a nonce without an authority',
      { ...nonceOf('nonce 1', SYSVAR), signers: ['treasury'] },
      'nonce',
    ],
    ['a nonce with a byte more', signedBoth(longer(advance), ...budget, sol()), 'nonce'],
    ['a transfer with a byte more', payout(longer(sol())), 'instructions'],
    ['a limit with a byte more', payout(longer(limit), sol()), 'instructions'],
    ['two limits', payout(limit, limit, sol()), 'instructions'],
    [
      'a transfer without the payout’s key',
      payout(sol('receiver', AMOUNT, ['subject'])),
      'subject',
    ],
    ['a nonce that is not first', signedBoth(limit, advance, sol()), 'nonce'],
    ['two nonces', payout(advance, sol()), 'instructions'],
    ['fees that burn the treasury', payout(limit, price(10n ** 9n), sol()), 'priority-fee'],
    ['a high price without a compute limit', payout(price(4_000_000n), sol()), 'priority-fee'],
    ['two prices', payout(price(1n), price(1n), sol()), 'instructions'],
    [
      'a budget of another kind',
      payout(instruction(BUDGET, [], 1, 0, 0, 4, 0), sol()),
      'instructions',
    ],
    [
      'an assertion instruction added by a wallet',
      payout(instruction('guard', []), sol()),
      'instructions',
    ],
    ['another fee payer', { ...other, signers: ['thief', 'treasury'] }, 'fee-payer'],
    ['a third signer', { ...other, signers: ['treasury', 'server', 'thief'] }, 'signers'],
    ['lookup tables', { ...other, isLegacy: false }, 'form'],
  ] as const)('%s', (_, transaction, fault) => {
    expect(faultOf(transaction)).toBe(fault);
  });

  const usdcWith = (at: number, account: string) =>
    payout({ ...checked, accounts: checked.accounts.with(at, account) });
  const createWith = (at: number, account: string) =>
    payout({ ...create, accounts: create.accounts.with(at, account) }, checked);
  test.each([
    ['another mint', usdcWith(1, 'other'), 'token'],
    ['another account of the treasury', usdcWith(0, 'other'), 'token'],
    ['another receiver', usdcWith(2, 'thief’s USDC'), 'receiver'],
    ['another authority', usdcWith(3, 'server'), 'instructions'],
    ['other decimals', payout({ ...checked, data: checked.data.with(9, 9) }), 'token'],
    [
      'an unchecked transfer',
      payout({ ...checked, data: checked.data.with(0, 3) }),
      'instructions',
    ],
    ['an account of another token', createWith(3, 'other'), 'token'],
    ['an account of another wallet', createWith(2, 'thief'), 'receiver'],
    ['an account at another place', createWith(1, 'thief’s USDC'), 'receiver'],
    ['a transfer with a byte more', payout(longer(checked)), 'instructions'],
    ['an account creation with a byte more', payout(longer(create), checked), 'instructions'],
    [
      'an account creation with one more account',
      payout({ ...create, accounts: [...create.accounts, 'x'] }, checked),
      'instructions',
    ],
    ['SOL in the place of USDC', payout(sol()), 'instructions'],
    ['SOL beside USDC', payout(sol('thief', 1n), checked), 'instructions'],
  ] as const)('in USDC: %s', (_, transaction, fault) => {
    expect(faultOf(transaction, confirmed('USDC'))).toBe(fault);
  });
});

test('accepts a deduction up to the rent of a new account, at about the given price', () => {
  // 0.00203928 SOL at 200 USD, twice: the price may have moved.
  const [rent, most] = [407_856n, 815_712n];
  const due = confirmed('USDC', { rentPrice: usdPrice(200_000000000000n) });
  const paying = (amount: bigint): ReadInstruction => {
    const data = [12, ...bytesOf(amount, 8), 6];
    return instruction(TOKEN, checked.accounts, ...data);
  };
  const made = (kept: bigint) => payout(...budget, create, paying(AMOUNT - kept));
  for (const kept of [0n, 1n, rent, most]) expect(faultOf(made(kept), due)).toBeNull();
  for (const kept of [-1n, most + 1n]) expect(faultOf(made(kept), due)).toBe('amount');
  expect(faultOf(made(1n), confirmed('USDC')), 'no price, no rent').toBe('amount');
  const idempotent = { ...create, data: new Uint8Array([1]) };
  expect(faultOf(payout(idempotent, paying(AMOUNT - rent)), due)).toBe('instructions');
  expect(faultOf(payout(paying(AMOUNT - rent)), due), 'no account made').toBe('amount');
  const little = confirmed('USDC', { ...due, amount: usdc(rent) });
  expect(faultOf(payout(create, paying(0n)), little)).toBe('amount');
});

test('accepts a partial refund of fee credit, but no larger amount', () => {
  const credit = confirmed('SOL', { purpose: 'credit' });
  const paying = (amount: bigint) => payout(sol('receiver', amount));
  expect(faultOf(paying(AMOUNT), credit)).toBeNull();
  expect(faultOf(paying(AMOUNT - 5n), credit)).toBeNull();
  expect(faultOf(paying(AMOUNT + 1n), credit)).toBe('amount');
  expect(faultOf(paying(0n), credit)).toBe('amount');
});

test('accepts fee money for the server’s key only as a small plain transfer signed by the treasury', () => {
  const fees = (amount: bigint) =>
    confirmed('SOL', { purpose: 'fees', receiver: 'server', amount: lamports(amount) });
  const plain = (amount: bigint, named: string[] = []) => ({
    ...signedBoth(sol('server', amount, named), ...budget),
    signers: ['treasury'],
  });
  expect(faultOf(plain(43_000_000n), fees(43_000_000n))).toBeNull();
  expect(faultOf(plain(44_000_000n), fees(43_000_000n))).toBe('amount');
  expect(faultOf(plain(100_000_000n), fees(100_000_000n))).toBeNull();
  expect(faultOf(plain(100_000_001n), fees(100_000_001n))).toBe('amount');
  expect(faultOf(plain(1n, ['subject']), fees(1n))).toBe('instructions');
  expect(faultOf(signedBoth(sol('server', 1n, [])), fees(1n))).toBe('signers');
  const named = checked.accounts.slice(0, 4);
  const inUsdc = {
    ...plain(1n),
    instructions: [create, instruction(TOKEN, named, 12, ...bytesOf(100_000_001n, 8), 6)],
  };
  const usdcFees = { ...fees(100_000_001n), token: 'USDC', rentPrice: usdPrice(1n) } as const;
  expect(faultOf(inUsdc, { ...usdcFees, receiver: 'receiver' })).toBe('amount');
  const nonced = { ...plain(1n), instructions: [advance, sol('server', 1n, [])] };
  expect(faultOf(nonced, fees(1n))).toBe('instructions');
});

/** Changes one place of a transaction: a program, a data byte, an account, a signer, or an extra instruction. */
const anotherOf = (transaction: ReadTransaction) => {
  const all = transaction.instructions;
  const at = fc.nat(all.length - 1);
  const changed = (i: number, change: (of: ReadInstruction) => ReadInstruction) =>
    ({ ...transaction, instructions: all.with(i, change(all[i]!)) }) as ReadTransaction;
  return fc.oneof(
    at.map((i) => changed(i, (of) => ({ ...of, program: 'another' }))),
    fc.tuple(at, fc.nat(), fc.integer({ min: 1, max: 255 })).map(([i, n, by]) =>
      changed(i, ({ data, ...of }) => {
        const k = n % data.length;
        return { ...of, data: data.with(k, data[k]! ^ by) };
      }),
    ),
    fc.tuple(at, fc.nat()).map(([i, n]) =>
      changed(i, (of) => {
        const { accounts } = of;
        return {
          ...of,
          accounts: accounts.length > 0 ? accounts.with(n % accounts.length, 'x') : ['x'],
        };
      }),
    ),
    fc.tuple(at, fc.nat()).map(([i, n]) => {
      const extra = instruction('another', ['treasury'], n % 256);
      return { ...transaction, instructions: all.toSpliced(i, 0, extra) };
    }),
    fc.constantFrom(...transaction.signers.keys()).map((i) => ({
      ...transaction,
      signers: transaction.signers.with(i, 'x'),
    })),
  );
};

/** True if only the payout's key or the compute budget differs, which the server may choose. */
const isHarmless = (transaction: ReadTransaction, good: ReadTransaction): boolean =>
  transaction.signers.join() === good.signers.join() &&
  transaction.instructions.length === good.instructions.length &&
  transaction.instructions.every(
    (of, i) =>
      of.program === good.instructions[i]!.program &&
      (of.program === BUDGET ||
        (of.data.join() === good.instructions[i]!.data.join() &&
          of.accounts.every((account, n) => {
            const same = good.instructions[i]!.accounts[n]!;
            return account === same || same === 'payout';
          }))),
  );

test.each(GOOD)('%s: refuses any other byte, account, program or signer', (_, good, token) => {
  fc.assert(
    fc.property(anotherOf(good), (transaction) => {
      fc.pre(!isHarmless(transaction, good));
      expect(faultOf(transaction, confirmed(token))).not.toBeNull();
    }),
    { numRuns: 200 },
  );
});
