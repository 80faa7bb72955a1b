import { expect, test } from 'vitest';

import { FIRST_STEPS, type NewcomerProgress, completedSteps } from './first-steps.ts';

const NOTHING: NewcomerProgress = {
  isConnected: false,
  hasFunds: false,
  bonds: [],
  stakes: [],
  sells: [],
};
const made = (progress: Partial<NewcomerProgress>): string[] => [
  ...completedSteps({ ...NOTHING, ...progress }),
];

test('no step is completed before a wallet is connected', () => {
  expect(made({})).toEqual([]);
  expect(made({ isConnected: true, hasFunds: true })).toEqual(['connect', 'funds']);
});

test('each step is recognized by its result', () => {
  const connected = { isConnected: true, hasFunds: true };
  const bond = { status: 'confirmed', claimable: false };
  expect(made({ ...connected, bonds: [{ ...bond, status: 'pending' }] })).not.toContain('bond');
  expect(made({ ...connected, bonds: [bond] }).at(-1)).toBe('bond');
  expect(made({ ...connected, bonds: [{ ...bond, claimable: true }] }).at(-1)).toBe('skip-lock');
  const claimed = { ...connected, bonds: [{ status: 'completed', claimable: false }] };
  expect(made(claimed).at(-1)).toBe('claim');
  const staked = (phase: string, cycleNumber = 1) =>
    made({ ...claimed, stakes: [{ phase, cycleNumber }] }).at(-1);
  expect(staked('vesting')).toBe('stake');
  expect(staked('ready')).toBe('stake');
  expect(staked('running')).toBe('activate');
  expect(staked('window')).toBe('skip-cycle');
  expect(staked('running', 2)).toBe('restake');
  expect(staked('completed')).toBe('restake');
});

test('a completed step also completes earlier steps that left no record', () => {
  const bonds = [{ status: 'completed', claimable: false }];
  const before = ['connect', 'funds', 'bond', 'skip-lock', 'claim', 'stake'];
  const inPhase = (phase: string) =>
    made({ isConnected: true, bonds, stakes: [{ phase, cycleNumber: 1 }] });
  expect(inPhase('window')).toEqual([...before, 'activate', 'skip-cycle']);
  expect(inPhase('completed')).toEqual([...before, 'activate', 'skip-cycle', 'restake']);
  expect(made({ sells: [{ status: 'pending' }] })).toEqual(['sell']);
});

test('all steps are completed once the owner has approved', () => {
  const all = made({
    isConnected: true,
    hasFunds: true,
    bonds: [{ status: 'completed', claimable: false }],
    stakes: [{ phase: 'window', cycleNumber: 2 }],
    sells: [{ status: 'approved' }],
  });
  expect(all).toEqual(FIRST_STEPS);
});
