import { Button } from '../../ui/forms/button.tsx';
import { NextStep } from '../../ui/cards/next-step.tsx';
import { hardwareTexts } from '../../texts/hardware.ts';
import { texts } from '../../texts/texts.ts';
import { connectWallet, leaveOffer, signInAgain } from '../../wallet/actions.ts';
import { useWallet } from '../../wallet/state.ts';

/** What the wallet is needed for: a new signature, another kind of it, or its password. Nothing pops up by itself. */
export function SignInStrip() {
  const wallet = useWallet();
  if (wallet.phase === 'disconnected' && wallet.unsigned) {
    const { unsigned } = wallet;
    return <HardwareOffer onSign={() => connectWallet(unsigned, 'transaction')} />;
  }
  if (wallet.phase !== 'connected') return null;
  if (wallet.session === 'open') return wallet.isLocked ? <Locked name={wallet.name} /> : null;
  if (wallet.isUnsigned && wallet.session === 'none') {
    return <HardwareOffer onSign={() => signInAgain('transaction')} />;
  }
  const { signInTitle, signInHint, signIn } = texts.wallet;
  return (
    <NextStep
      title={signInTitle}
      hint={signInHint(wallet.name)}
      actions={
        <Button tone="primary" busy={wallet.session === 'signing'} onClick={() => signInAgain()}>
          {signIn}
        </Button>
      }
    />
  );
}

function HardwareOffer({ onSign }: { readonly onSign: () => void }) {
  const { title, hint, sign, leave } = hardwareTexts;
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

function Locked({ name }: { readonly name: string }) {
  const { lockedTitle, lockedHint } = hardwareTexts;
  return <NextStep title={lockedTitle} hint={lockedHint(name)} />;
}
