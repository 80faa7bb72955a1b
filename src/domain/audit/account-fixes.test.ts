import { expect, test } from 'vitest';
import { codeOf } from '#test/domain/builders';
import { after, instant } from '../base/time.ts';
import { planName, planSnapshotAt } from './account-fixes.ts';

test('a plan names the instant of its snapshot, and is refused if that is in the future', () => {
  const upTo = instant(1_767_268_800_000);
  const plan = planName(upTo, '0f');
  expect(plan).toBe('1767268800000-0f');
  expect(planSnapshotAt(plan, upTo)).toEqual({ ok: true, value: upTo });
  expect(planSnapshotAt(plan, after(upTo, 1))).toEqual({ ok: true, value: upTo });
  expect(codeOf(planSnapshotAt(plan, after(upTo, -1)))).toBe('PLAN_CHANGED');
});
