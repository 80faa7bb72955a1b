import { expect, test } from 'vitest';
import { shrink } from './shrink.ts';

const upTo = (length: number): number[] => Array.from({ length }, (_, i) => i);

test('shrink keeps only the steps that a failure needs', async () => {
  const groups = [upTo(40), upTo(40).map((i) => 40 + i), upTo(20).map((i) => 80 + i)];
  const fails = async (steps: readonly number[]): Promise<boolean> =>
    steps.includes(47) && steps.includes(90);
  const { steps, tries } = await shrink(upTo(100), { groups, fails, triesMax: 200 });
  expect(steps).toEqual([47, 90]);
  expect(tries).toBeLessThan(60);
});

test('shrink stops at its limit of attempts, with a list that still fails', async () => {
  const fails = async (steps: readonly number[]): Promise<boolean> => steps.length >= 30;
  const { steps, tries } = await shrink(upTo(100), { groups: [], fails, triesMax: 10 });
  expect(tries).toBe(10);
  expect(steps.length).toBeGreaterThanOrEqual(30);
});
