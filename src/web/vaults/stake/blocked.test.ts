import { expect, test } from 'vitest';

import { lmt } from '#domain/base/money';

import { blockedBy } from './blocked.ts';

const right = { kind: 'right', amount: lmt(1n), text: '0.00000001' } as const;
const fee = { quote: { lamports: '1' }, error: null } as unknown as Parameters<
  typeof blockedBy
>[0]['fee'];

test('a stake waits while a payment is under way, and without an amount', () => {
  const standing = { isPaused: false, isPaying: false, checked: right, fee };
  expect(blockedBy(standing)).toBeNull();
  expect(blockedBy({ ...standing, isPaying: true })).toBe(
    'A payment is under way: it is finished first.',
  );
  expect(blockedBy({ ...standing, checked: { kind: 'empty' } })).toBe(
    'Enter how much LMT to stake.',
  );
});
