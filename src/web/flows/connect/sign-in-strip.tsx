import { Button } from '../../ui/forms/button.tsx';
import { NextStep } from '../../ui/cards/next-step.tsx';
import { texts } from '../../texts/texts.ts';
import { signInAgain } from '../../wallet/actions.ts';
import { useWallet } from '../../wallet/state.ts';

/** Asks for a new signature where the wallet is there and the session is not. Nothing pops up by itself. */
export function SignInStrip() {
  const wallet = useWallet();
  if (wallet.phase !== 'connected' || wallet.session === 'open') return null;
  const { signInTitle, signInHint, signIn } = texts.wallet;
  return (
    <NextStep
      title={signInTitle}
      hint={signInHint(wallet.name)}
      actions={
        <Button tone="primary" busy={wallet.session === 'signing'} onClick={signInAgain}>
          {signIn}
        </Button>
      }
    />
  );
}
