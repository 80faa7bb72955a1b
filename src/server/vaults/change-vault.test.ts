import { expect, test } from 'vitest';
import { day, runningVault, termsOf } from '#test/domain/builders';
import type { Writer } from '../kernel/write/commit.ts';
import { restake } from './change-vault.ts';

test('refuses to change a vault during a pause, even if its request passed the guard before', async () => {
  const vault = runningVault({ matured: true });
  const terms = termsOf([], [{ from: day(8), to: null }]);
  const commit: Writer['commit'] = async ({ decide }) =>
    decide({ vault, now: day(8) } as never, { terms } as never).answer;
  const parts = { writer: { commit } as unknown as Writer };
  const caller = { userId: vault.userId };
  const answer = await restake(parts, caller, { stakeId: vault.id });
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'PAUSED' } });
});
