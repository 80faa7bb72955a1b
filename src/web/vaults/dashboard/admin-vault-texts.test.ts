import { expect, test } from 'vitest';

import { adminVaultsTexts } from './admin-vault-texts.ts';

test('a search that leaves one vault says so', () => {
  const { title } = adminVaultsTexts.list;
  expect([0, 1, 2].map(title)).toEqual([
    'Vault Management (0 vaults)',
    'Vault Management (1 vault)',
    'Vault Management (2 vaults)',
  ]);
});
