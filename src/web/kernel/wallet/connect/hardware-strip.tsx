import { NextStep } from '../../ui/cards/next-step.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { hardwareTexts } from '../hardware-texts.ts';
import { leaveOffer } from '../actions.ts';

interface HardwareStripProps {
  /** Name of the locked wallet. */
  readonly locked?: string;
  /** Name of the wallet that has not registered. With neither name, another kind of signature is offered. */
  readonly missing?: string;
  readonly onSign?: () => void;
}

/** Banner about the wallet itself. Lazy-loaded, because few wallets need it. */
export default function HardwareStrip({ locked, missing, onSign }: HardwareStripProps) {
  const { title, hint, sign, leave, lockedTitle, lockedHint } = hardwareTexts;
  const { missingTitle, missingHint } = hardwareTexts;
  if (missing !== undefined)
    return <NextStep title={missingTitle(missing)} hint={missingHint(missing)} />;
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
