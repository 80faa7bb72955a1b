import { expect, test } from 'vitest';

import type { AdminVaultJson } from '#contract/vaults/admin-vaults';

import { changesOf } from './changes-of.tsx';

const at = (local: string) => new Date(local).toISOString();

test('a vault end that moves by seconds alone is told as it is and as it will be', () => {
  const vault = { vaultEndTime: at('2026-12-12T07:24:31') } as AdminVaultJson;
  expect(changesOf(vault, { vaultEndTime: at('2026-12-12T07:24:00') })).toEqual([
    { label: 'Vault end', before: '12 Dec 2026, 07:24:31', after: '12 Dec 2026, 07:24' },
  ]);
});
