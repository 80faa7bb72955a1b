import { NextStep } from '../../ui/cards/next-step.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { hardwareTexts } from '../../texts/hardware.ts';
import { leaveOffer } from '../../wallet/actions.ts';

interface HardwareStripProps {
  /** The name of a wallet that is locked; without one, another kind of signature is offered. */
  readonly locked?: string;
  readonly onSign?: () => void;
}

/** What few wallets need, loaded when one does. */
export default function HardwareStrip({ locked, onSign }: HardwareStripProps) {
  const { title, hint, sign, leave, lockedTitle, lockedHint } = hardwareTexts;
  if (locked !== undefined) return <NextStep title={lockedTitle} hint={lockedHint(locked)} />;
  return (
    <NextStep
      title={title}
      hint={hint}
      actions={
        <>
          <Button onClick={leaveOffer}>{leave}</Button>
          <Button tone="primary" onClick={onSign}>
            {sign}
          </Button>
        </>
      }
    />
  );
}
