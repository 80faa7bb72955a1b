import { expect, test } from 'vitest';
import { LMT, codeOf, contextOf, day, valueOf } from '#test/domain/builders';
import { MAX_AMOUNT } from '../base/money.ts';
import { iso } from '../base/time.ts';
import { readVaultEdit, vaultVersion } from './vault-edit-input.ts';

test('what the owner sends is read in units and instants; what is not named is not changed', () => {
  expect(valueOf(readVaultEdit({}))).toEqual({});
  expect(
    valueOf(
      readVaultEdit({
        amount: 12.5,
        rewardsAccrued: '0.00000001',
        status: 'active',
        cycleNumber: 3,
        autoRestakeEnabled: false,
        vaultStartTime: iso(day(1)),
        vaultEndTime: null,
        version: vaultVersion('a-b_c', day(2)),
      }),
    ),
  ).toEqual({
    amount: LMT('12.5'),
    rewardsAccrued: 1n,
    status: 'active',
    cycleNumber: 3,
    autoRestake: false,
    startsAt: day(1),
    read: { version: 'a-b_c', at: day(2) },
  });
});

test('a form that is no amount is malformed; one below 0 or beyond the ledger is out of range', () => {
  const malformed = readVaultEdit({ rewardsAccrued: '1e5' });
  expect(codeOf(malformed)).toBe('MALFORMED');
  for (const amount of ['-1', String(MAX_AMOUNT)]) {
    const refused = readVaultEdit({ amount });
    expect([codeOf(refused), contextOf(refused)]).toEqual([
      'SETTING_OUT_OF_RANGE',
      { name: 'amount', allowed: 'at least 0' },
    ]);
  }
});
