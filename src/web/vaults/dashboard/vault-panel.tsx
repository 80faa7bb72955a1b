import { MousePointerClick, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { AdminVaultJson } from '#contract/vaults/admin-vaults';
import { PATHS } from '#contract/base/paths';
import { shortId } from '#domain/base/short-id';

import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { captionsOf, timesOf } from '../vault-times.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { Card } from '../../kernel/ui/cards/card.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { adminVaultsTexts } from './admin-vault-texts.ts';
import { VaultTimeline } from '../vault-timeline.tsx';
import { VaultForm } from './vault-form.tsx';
import { formatTrimmed } from '../../kernel/ui/format/format.ts';
import { KeyValues } from '../../kernel/ui/tables/key-values.tsx';
import { dateText } from '../../kernel/ui/format/date-text.ts';
import { VaultBadge } from '../vault-badge.tsx';
import { SafeAddress, SafeFigure, SafeText } from '../../kernel/dashboard/sensitive.tsx';
import { adminCall } from '../../kernel/api/admin-client.ts';
import { WriteDialog } from '../../kernel/dashboard/confirm-dialog.tsx';

const { panel: words } = adminVaultsTexts;

interface VaultPanelProps {
  readonly vault: AdminVaultJson | null;
  /** The selection is cleared. */
  readonly onClose: () => void;
}

/** The chosen vault: everything about it, to look at or to edit. */
export function VaultPanel({ vault, onClose }: VaultPanelProps) {
  const [mode, setMode] = useState<'view' | 'edit' | 'delete'>('view');
  if (!vault) {
    return (
      <Card title={words.title}>
        <Empty icon={<MousePointerClick aria-hidden />} title={words.none} />
      </Card>
    );
  }
  if (mode === 'edit') {
    return (
      <Card title={words.title}>
        <VaultForm vault={vault} onCancel={() => setMode('view')} onSaved={onClose} />
      </Card>
    );
  }
  return (
    <Card title={words.title}>
      <div className="grid gap-5">
        <Timeline vault={vault} />
        <VaultFacts vault={vault} />
        <div className="flex flex-wrap items-center gap-2">
          <Button tone="primary" onClick={() => setMode('edit')}>
            <Pencil aria-hidden className="size-4" />
            {words.edit}
          </Button>
          <Button tone="grave" onClick={() => setMode('delete')}>
            <Trash2 aria-hidden className="size-4" />
            {words.delete}
          </Button>
        </div>
      </div>
      {mode === 'delete' && (
        <DeleteVaultDialog vault={vault} onDeleted={onClose} onClose={() => setMode('view')} />
      )}
    </Card>
  );
}

function Timeline({ vault }: { readonly vault: AdminVaultJson }) {
  const now = useServerNow();
  return <VaultTimeline times={timesOf(vault)} now={now} captions={captionsOf(vault)} />;
}

/** Every field of a vault. */
function VaultFacts({ vault }: { readonly vault: AdminVaultJson }) {
  const lmt = (value: string) => <SafeFigure value={value} unit="LMT" digits="fine" />;
  return (
    <KeyValues
      items={[
        { key: words.wallet, value: <SafeAddress address={vault.walletAddress} /> },
        { key: words.user, value: <SafeText>{vault.username}</SafeText> },
        { key: words.userId, value: <SafeAddress address={vault.userId} /> },
        { key: words.id, value: <SafeAddress address={vault.id} /> },
        { key: words.amount, value: lmt(vault.amount) },
        { key: words.original, value: <Original amount={vault.originalAmount} /> },
        { key: words.rewards, value: lmt(vault.rewardsAccrued) },
        { key: words.earned, value: lmt(vault.totalRewardsEarned) },
        { key: words.cycle, value: vault.cycleNumber },
        {
          key: words.status,
          value: <VaultBadge phase={vault.phase} />,
        },
        { key: words.apy, value: `${formatTrimmed(vault.apy, 2)}%` },
        { key: words.vestingStart, value: at(vault.vestingStartTime) },
        { key: words.vaultStart, value: at(vault.vaultStartTime) },
        { key: words.vaultEnd, value: at(vault.vaultEndTime) },
        { key: words.windowEnd, value: at(vault.restakeWindowEndTime) },
        { key: words.auto, value: vault.autoRestakeEnabled ? words.on : words.off },
        {
          key: words.restaked,
          value: vault.lastRestakeAt === null ? words.never : dateText(vault.lastRestakeAt),
        },
      ]}
    />
  );
}

function at(iso: string | null): string {
  return iso === null ? words.notYet : dateText(iso);
}

/** What was put in at first; vaults that came from elsewhere may not say. */
function Original({ amount }: { readonly amount: string | null | undefined }) {
  if (amount === null || amount === undefined || amount === '') return <>{words.notTracked}</>;
  return <SafeFigure value={amount} unit="LMT" digits="fine" />;
}

const { removing } = adminVaultsTexts;

interface DeleteVaultDialogProps {
  readonly vault: AdminVaultJson;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function DeleteVaultDialog({ vault, onDeleted, onClose }: DeleteVaultDialogProps) {
  const params = { vaultId: vault.id };
  return (
    <WriteDialog
      says={removing}
      write={(reason) => adminCall('DELETE', PATHS.adminVault, { params, query: { reason } })}
      told={() => removing.doneDetail(shortId(vault.id))}
      changes={[
        { label: removing.state, before: words.statuses[vault.status], after: removing.gone },
        {
          label: words.amount,
          before: <SafeFigure value={vault.amount} unit="LMT" digits="fine" />,
          after: <SafeFigure value="0" unit="LMT" digits="fine" />,
        },
      ]}
      wallet={{ label: words.wallet, address: vault.walletAddress }}
      destructive
      onDone={onDeleted}
      onClose={onClose}
    >
      <KeyValues
        items={[
          {
            key: words.id,
            value: <code className="font-mono text-[0.92em] break-all">{vault.id}</code>,
          },
          {
            key: words.amount,
            value: <SafeFigure value={vault.amount} unit="LMT" digits="fine" />,
          },
        ]}
      />
      <p className="text-sm text-quiet">{removing.effect}</p>
    </WriteDialog>
  );
}
