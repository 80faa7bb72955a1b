import { describe, expect, test } from 'vitest';

import { subjectOf } from './subject.ts';

describe('subjectOf a question', () => {
  test.each([
    ['What is the staking fee?', 'staking fee'],
    ["what's the fee for staking", 'staking fee'],
    ['how much is the stake fee now?', 'staking fee'],
    ['How do I unstake my LMT tokens?', 'unstaking'],
    ['When can I sell?', 'selling'],
    ['Do you support Ledger?', 'Ledger'],
    ['What is LMT?', 'LMT'],
  ])('is its plain subject: %s', (question, subject) => {
    expect(subjectOf(question)).toBe(subjectOf(subject));
    expect(subjectOf(subject)).not.toBe('');
  });

  test.each(['Why can I not sell?', 'what happens if I unstake early', 'can I sell half'])(
    'is longer than the plain subject for: %s',
    (question) => {
      expect(['selling', 'unstaking'].map(subjectOf)).not.toContain(subjectOf(question));
    },
  );

  test('is empty if a question only asks', () => {
    expect(subjectOf('what is it?')).toBe('');
  });
});
