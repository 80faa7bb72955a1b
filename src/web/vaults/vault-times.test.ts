import { expect, test } from 'vitest';

import { stakeOf } from '#test/web/builders';

import { dateTimeText } from '../kernel/ui/format/times.ts';
import { captionsOf } from './vault-times.ts';

test('the end of vesting is not told as past while it is ahead', () => {
  const vestingEndTime = '2126-01-11T00:00:00.000Z';
  const ahead = { phase: 'vesting', vaultStartTime: null, vaultEndTime: null } as const;
  const [, caption] = captionsOf(stakeOf({ ...ahead, vestingEndTime }));
  expect(caption).toBe(`vesting until ${dateTimeText(vestingEndTime)}`);
});
