import { type ComponentProps, Suspense, lazy } from 'react';

import { Button } from '../../ui/forms/button.tsx';
import { NextStep } from '../../ui/cards/next-step.tsx';
import { texts } from '../../ui/texts/shared-texts.ts';
import { connectWallet, signInAgain } from '../actions.ts';
import { useWallet } from '../state.ts';

const HardwareStrip = lazy(() => import('./hardware-strip.tsx'));

/** What the wallet is needed for: a new signature, another kind of it, or its password. Nothing pops up by itself. */
export function SignInStrip() {
  const wallet = useWallet();
  if (wallet.phase === 'disconnected' && wallet.unsigned) {
    const { unsigned } = wallet;
    return <Hardware onSign={() => connectWallet(unsigned, 'transaction')} />;
  }
  if (wallet.phase !== 'connected') return null;
  if (wallet.session === 'open') {
    if (wallet.isMissing) return <Hardware missing={wallet.name} />;
    return wallet.isLocked ? <Hardware locked={wallet.name} /> : null;
  }
  if (wallet.isUnsigned && wallet.session === 'none') {
    return <Hardware onSign={() => signInAgain('transaction')} />;
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

function Hardware(about: ComponentProps<typeof HardwareStrip>) {
  return (
    <Suspense>
      <HardwareStrip {...about} />
    </Suspense>
  );
}
