import { MousePointerClick, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { AdminVaultJson } from '#contract/admin-vaults';

import { useServerNow } from '../../../api/use-server-now.ts';
import { captionsOf, timesOf } from '../../../flows/vault/vault-times.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { Empty } from '../../../ui/cards/empty.tsx';
import { adminVaultsTexts } from '../../../texts/admin-vaults.ts';
import { VaultTimeline } from '../../../ui/vault/vault-timeline.tsx';
import { DeleteVaultDialog } from './delete-vault-dialog.tsx';
import { VaultFacts } from './vault-facts.tsx';
import { VaultForm } from './vault-form.tsx';

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
