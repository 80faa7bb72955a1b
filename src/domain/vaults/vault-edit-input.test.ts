import { expect, test } from 'vitest';
import { LMT, codeOf, contextOf, day, valueOf } from '#test/domain/builders';
import { MAX_AMOUNT, formatDecimal } from '../base/money.ts';
import { iso } from '../base/time.ts';
import { shortId } from '../base/short-id.ts';
import { readVaultEdit, vaultVersion } from './vault-edit-input.ts';

test('parses an edit into units and instants, without fields that were not sent', () => {
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

test('refuses a malformed amount, and one below 0 or above the maximum', () => {
  const malformed = readVaultEdit({ rewardsAccrued: '1e5' });
  expect(codeOf(malformed)).toBe('MALFORMED');
  expect(contextOf(malformed)).toEqual({
    issues: ['body.rewardsAccrued: must be a plain decimal'],
  });
  for (const amount of ['-1', String(MAX_AMOUNT)]) {
    const refused = readVaultEdit({ amount });
    expect([codeOf(refused), contextOf(refused)]).toEqual([
      'SETTING_OUT_OF_RANGE',
      { name: 'amount', allowed: 'at least 0' },
    ]);
  }
});

test('accepts 0 and the maximum amount', () => {
  expect(readVaultEdit({ amount: '0' })).toEqual({ ok: true, value: { amount: 0n } });
  const most = formatDecimal(MAX_AMOUNT, 8);
  expect(readVaultEdit({ amount: most })).toEqual({ ok: true, value: { amount: MAX_AMOUNT } });
  expect(codeOf(readVaultEdit({ amount: formatDecimal(MAX_AMOUNT + 1n, 8) }))).toBe(
    'SETTING_OUT_OF_RANGE',
  );
});

test('omits fields that were not sent, instead of setting them to undefined', () => {
  expect(Object.keys(valueOf(readVaultEdit({})))).toEqual([]);
  expect(readVaultEdit({ vaultEndTime: iso(day(9)) })).toEqual({
    ok: true,
    value: { endsAt: day(9) },
  });
});

test.each(['2026-01-99T12:00:00.000Z-state', 'no version', '1970-01-01T00:00:00.000Z-state'])(
  'refuses the version %j as malformed',
  (version) => {
    const refused = readVaultEdit({ version });
    expect(codeOf(refused)).toBe('MALFORMED');
    expect(contextOf(refused)).toEqual({ issues: ['body.version'] });
  },
);

test('a short id has the last six characters of the id', () => {
  expect(shortId('0123456789abcdef')).toBe('abcdef');
});
