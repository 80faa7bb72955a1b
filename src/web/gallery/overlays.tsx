import { LogOut, Trash2, Wallet } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../kernel/ui/forms/button.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { DropdownMenu } from '../kernel/ui/overlays/dropdown-menu.tsx';
import { showToast } from '../kernel/ui/overlays/toast.ts';
import { DialogSpecimen } from './dialog-specimen.tsx';

const nothing = () => undefined;
const ITEMS = [
  { label: 'Phantom', icon: <Wallet aria-hidden />, note: 'Installed', onSelect: nothing },
  {
    label: 'Jupiter',
    icon: <Wallet aria-hidden />,
    note: 'Not Found',
    disabled: true,
    onSelect: nothing,
  },
  { label: 'Disconnect', icon: <LogOut aria-hidden />, onSelect: nothing },
  { label: 'Delete', icon: <Trash2 aria-hidden />, destructive: true, onSelect: nothing },
];

export function Overlays() {
  const [dialog, setDialog] = useState<'none' | 'open' | 'locked'>('none');
  return (
    <Card title="Overlays">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setDialog('open')}>Open dialog</Button>
        <Button onClick={() => setDialog('locked')}>Open locked dialog</Button>
        <DropdownMenu label="Wallets" trigger={<Button>Open menu</Button>} items={ITEMS} />
        <Button
          onClick={() =>
            showToast({
              tone: 'success',
              title: 'Vault Restaked!',
              detail: 'Restaked 4.1086 LMT for another 7-day vault period. Fee: 0.0625 LMT (1.5%)',
            })
          }
        >
          Success toast
        </Button>
        <Button
          onClick={() =>
            showToast({
              tone: 'failure',
              title: 'Restake Failed',
              detail: 'Failed to process restake',
            })
          }
        >
          Failure toast
        </Button>
        <Button onClick={() => showToast({ tone: 'info', title: 'Wallet Disconnected' })}>
          Info toast
        </Button>
      </div>
      <DialogSpecimen
        open={dialog !== 'none'}
        locked={dialog === 'locked'}
        onClose={() => setDialog('none')}
      />
    </Card>
  );
}
