import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';

import type { StakeJson } from '#contract/vaults/vaults';
import { stakeOf } from '#test/web/builders';

import { stakesQuery } from '../../kernel/api/reads/vault-queries.ts';
import { VaultManager } from './vault-manager.tsx';

const vault = (id: string, phase: StakeJson['phase']): StakeJson =>
  stakeOf({ id: `0199bbbb-0000-7000-8000-000000${id}`, phase });

/** The vaults' short names, as the manager lists them. */
function listed(stakes: readonly StakeJson[]): string[] {
  const client = new QueryClient();
  client.setQueryData(stakesQuery('holder').queryKey, [...stakes]);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/" ssrSearch="tab=stake">
        <VaultManager userId="holder" />
      </Router>
    </QueryClientProvider>,
  );
  return [...html.matchAll(/font-mono text-\[0\.92em\]">(\w{6})</g)].map(([, name]) => name!);
}

test('a vault that is activated stays where it is: no other button slides under the pointer', () => {
  const before = [vault('aaaaaa', 'ready'), vault('bbbbbb', 'ready'), vault('cccccc', 'running')];
  const after = [vault('aaaaaa', 'running'), ...before.slice(1)];
  expect(listed(before)).toEqual(['aaaaaa', 'bbbbbb', 'cccccc']);
  expect(listed(after)).toEqual(listed(before));
});

test('vaults that have ended are not drawn, every second, before their list is opened', () => {
  const stakes = [vault('aaaaaa', 'running'), vault('bbbbbb', 'completed')];
  expect(listed(stakes)).toEqual(['aaaaaa']);
});
