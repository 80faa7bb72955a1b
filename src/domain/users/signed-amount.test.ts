import { expect, test } from 'vitest';

import { LMT, T0, TERMS, day, runningVault, toEdit, valueOf } from '#test/domain/builders';

import type { HistoryItem } from '../base/change.ts';
import { ownerItem } from '../base/owner-item.ts';
import { editVault } from '../vaults/vault-edit.ts';
import { signedAmount } from './signed-amount.ts';

const item = (type: HistoryItem['type'], note: string | null = null): HistoryItem => ({
  ...ownerItem({ type, userId: 'u1', subject: 'u1', amount: LMT('2'), at: T0, reason: null }),
  note,
});

test.each([
  ['bond', LMT('2')],
  ['withdraw', LMT('2')],
  ['restake', LMT('2')],
  ['stake', -LMT('2')],
  ['sell', -LMT('2')],
] as const)('signs the amount of a %s by its effect on what the user can use', (type, signed) => {
  expect(signedAmount(item(type))).toBe(signed);
});

test('LMT that the owner took is negative, LMT given or released is positive', () => {
  const adjusted = (type: HistoryItem['type'], reason: string | null) =>
    signedAmount(
      ownerItem({ type, userId: 'u1', subject: 'u1', amount: LMT('2'), at: T0, reason }),
    );
  expect([adjusted('bond', null), adjusted('withdraw', null)]).toEqual([LMT('2'), -LMT('2')]);
  expect(adjusted('withdraw', 'paid twice')).toBe(-LMT('2'));
  const corrected = (edit: Parameters<typeof editVault>[0]['asked']) =>
    valueOf(editVault({ facts: toEdit(runningVault()), asked: edit }, TERMS, day(4.5))).items.map(
      signedAmount,
    );
  expect(corrected({ amount: LMT('3') })).toEqual([-LMT('2')]);
  expect(corrected({ amount: LMT('7') })).toEqual([LMT('2')]);
  expect(corrected({ status: 'completed' })).toEqual([LMT('5')]);
});
