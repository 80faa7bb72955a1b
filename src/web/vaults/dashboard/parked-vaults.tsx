import { useQuery } from '@tanstack/react-query';

import type { AdminVaultJson } from '#contract/vaults/admin-vaults';
import { PATHS } from '#contract/base/paths';

import { adminCall } from '../../kernel/api/admin-client.ts';
import { parkedVaultsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { shortId } from '#domain/base/short-id';
import { Notice } from '../../kernel/ui/cards/notice.tsx';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import { adminVaultsTexts } from './admin-vault-texts.ts';
import { SafeAddress } from '../../kernel/dashboard/sensitive.tsx';
import { useAdminWrite } from '../../kernel/dashboard/use-admin-write.ts';

const { parked: words } = adminVaultsTexts;

/** Vaults that the sweep leaves to the owner, each to be tried again; nothing where there are none. */
export function ParkedVaults() {
  const { data } = useQuery(parkedVaultsQuery());
  if (!data || data.body.length === 0) return null;
  const { body: parked, nextCursor } = data;
  // The server's count may be older than the list: a whole list is counted, and a page has one more at least.
  const total = nextCursor === null ? parked.length : Math.max(data.total, parked.length + 1);
  return (
    <Notice tone="bad" title={words.title(total)}>
      <p className="text-quiet">{words.hint}</p>
      <ul className="mt-2 grid gap-2">
        {parked.map((vault) => (
          <li key={vault.id}>
            <ParkedVault vault={vault} />
          </li>
        ))}
      </ul>
      {total > parked.length && (
        <p className="mt-2 text-quiet">{words.more(total - parked.length)}</p>
      )}
    </Notice>
  );
}

function ParkedVault({ vault }: { readonly vault: AdminVaultJson }) {
  const id = shortId(vault.id);
  const write = useAdminWrite({
    write: () => adminCall('POST', PATHS.retryVault, { params: { vaultId: vault.id }, body: {} }),
    success: () => ({ title: words.done, detail: words.doneDetail(id) }),
    failure: { title: words.failed, detail: words.failedDetail },
  });
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <code className="font-mono">{id}</code>
      <SafeAddress address={vault.walletAddress} />
      {vault.parkedSince !== null && (
        <span className="text-quiet">{words.since(dateTimeText(vault.parkedSince))}</span>
      )}
      <Button
        size="sm"
        aria-label={words.of(id)}
        busy={write.isPending}
        onClick={() => write.start(undefined)}
      >
        {words.retry}
      </Button>
    </span>
  );
}
