import { Button } from '../kernel/ui/forms/button.tsx';
import { Dialog } from '../kernel/ui/overlays/dialog.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { Notice } from '../kernel/ui/cards/notice.tsx';

interface DialogSpecimenProps {
  readonly open: boolean;
  readonly locked: boolean;
  readonly onClose: () => void;
}

export function DialogSpecimen({ open, locked, onClose }: DialogSpecimenProps) {
  return (
    <Dialog
      open={open}
      locked={locked}
      onOpenChange={onClose}
      title="Manual Restake"
      description="Starts another 7-day cycle with everything in the vault."
      footer={
        <>
          <Button disabled={locked} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" busy={locked}>
            Restake
          </Button>
        </>
      }
    >
      <KeyValues
        items={[
          { key: 'Vault total', value: <Figure value="4.17123287" unit="LMT" /> },
          {
            key: 'Fee',
            note: '1.5% of the vault total',
            value: <Figure value="-0.06256850" unit="LMT" />,
          },
          { key: 'Restaked', value: <Figure value="4.10866437" unit="LMT" /> },
        ]}
      />
      <Notice>
        Do nothing, and it restakes by itself with a fee of 1.5% of the rewards alone.
      </Notice>
    </Dialog>
  );
}
