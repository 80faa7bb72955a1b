import { describe, expect, test } from 'vitest';
import { codeUnder, madeUp } from './sources.ts';
import { strayRefusals, strayTransactions, unusedExceptions } from './writes.ts';

test('a transaction is opened only by the executor of writes and its two helpers', () => {
  expect(strayTransactions(codeUnder('src'))).toEqual([]);
});

test('actions and jobs refuse only what the domain cannot decide', () => {
  expect(strayRefusals(codeUnder('src'))).toEqual([]);
  expect(unusedExceptions(codeUnder('src'))).toEqual([]);
});

describe('the checker of transactions', () => {
  const text = 'export const f = (database) => database.transaction(async () => {});';

  test.each([
    'bonds/open-bond.ts',
    'vaults/sweep-vaults.ts',
    'bonds/bond-queries.ts',
    'treasury/movement-queries.ts',
    'app.ts',
  ])('finds one in %s', (path) => {
    expect(strayTransactions([madeUp(`src/server/${path}`, text)])).toEqual([
      `src/server/${path}:1 opens a transaction`,
    ]);
  });

  test('finds one that was taken out of its database', () => {
    const taken = 'export const f = ({ transaction }) => transaction(async () => {});';
    expect(strayTransactions([madeUp('src/server/start/maintenance-jobs.ts', taken)])).toHaveLength(
      1,
    );
  });

  test.each(['kernel/write/commit.ts', 'kernel/db/transactions.ts', 'kernel/db/pglite.ts'])(
    'lets one pass in %s',
    (path) => {
      expect(strayTransactions([madeUp(`src/server/${path}`, text)])).toEqual([]);
    },
  );

  test('lets a transaction of the chain pass, and tests', () => {
    const chain = 'export const f = (built) => built.transaction;';
    expect(strayTransactions([madeUp('src/server/kernel/chain/sign.ts', chain)])).toEqual([]);
    expect(strayTransactions([madeUp('src/server/start/maintenance-jobs.test.ts', text)])).toEqual(
      [],
    );
  });
});

describe('the checker of refusals', () => {
  const refusing = (path: string, code: string): string[] =>
    strayRefusals([madeUp(`src/server/${path}`, `export const f = () => refuse(${code});`)]);

  test('finds a rule in an action and in a job', () => {
    expect(refusing('bonds/quote-bond.ts', "'SUPPLY_EXCEEDED', { available: '1' }")).toEqual([
      'src/server/bonds/quote-bond.ts:1 refuses SUPPLY_EXCEEDED',
    ]);
    expect(refusing('bonds/follow-bonds.ts', "'BOND_FAILED'")).toHaveLength(1);
  });

  test('finds a code that is not written out, and an exception of another file', () => {
    expect(refusing('bonds/quote-bond.ts', 'code')).toEqual([
      'src/server/bonds/quote-bond.ts:1 refuses what it does not name',
    ]);
    expect(refusing('payouts/refunds.ts', "'PAYOUT_EXPIRED'")).toHaveLength(1);
  });

  test.each(["'NOT_FOUND', { what: 'Bond' }", "'NOT_YOURS'", "'CHAIN_UNAVAILABLE'"])(
    'lets refuse(%s) pass',
    (code) => {
      expect(refusing('bonds/claim-bond.ts', code)).toEqual([]);
    },
  );

  test('lets guards and the domain refuse what they decide', () => {
    expect(refusing('kernel/guards/session.ts', "'SESSION_EXPIRED'")).toEqual([]);
    expect(refusing('payouts/pay-out.ts', "'PAYOUT_MISMATCH'")).toEqual([]);
  });

  test('finds exceptions that nothing uses any more', () => {
    expect(unusedExceptions([])).toContain('payouts/pay-out.ts: PAYOUT_MISMATCH');
  });
});
