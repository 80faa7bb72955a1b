import { LoaderCircle, Wallet, X } from 'lucide-react';
import { type ComponentProps, lazy, useState } from 'react';

import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { texts } from '../../ui/texts/shared-texts.ts';
import { leaveConnecting } from '../actions.ts';
import { type WalletState, useWallet } from '../state.ts';

const fetchMenu = () => import('./wallet-menu.tsx');
const WalletMenu = lazy(fetchMenu);

interface ConnectButtonProps {
  readonly size?: 'md' | 'sm';
  readonly align?: 'end' | 'center';
}

/** 'Connect Wallet' with the wallets below it; their code comes when a pointer or the focus nears. */
export function ConnectButton({ size = 'md', align = 'end' }: ConnectButtonProps) {
  const { phase } = useWallet();
  const [asked, setAsked] = useState(false);
  // One and the same button throughout: it keeps the focus.
  const button = <Trigger size={size} phase={phase} onClick={() => setAsked(true)} />;
  if (!asked || phase === 'connecting' || phase === 'restoring') return button;
  return (
    <LazyBoundary instead={button} onBroken={() => setAsked(false)}>
      <WalletMenu
        trigger={<Trigger size={size} />}
        align={align}
        onChosen={() => setAsked(false)}
      />
    </LazyBoundary>
  );
}

interface TriggerProps extends ComponentProps<typeof Button> {
  readonly phase?: WalletState['phase'];
}

function Trigger({ phase = 'disconnected', ...props }: TriggerProps) {
  const near = () => void fetchMenu();
  const { connect, connecting, leave } = texts.wallet;
  const turning = <LoaderCircle aria-hidden className="size-4 animate-turn" />;
  if (phase === 'restoring') {
    return (
      <Button {...props} onClick={undefined}>
        {turning}
        {connecting}
      </Button>
    );
  }
  if (phase === 'connecting') {
    return (
      <Button {...props} data-hint={leave} onClick={leaveConnecting}>
        {turning}
        {connecting}
        <X aria-hidden className="size-4" />
        <span className="sr-only">{leave}</span>
      </Button>
    );
  }
  return (
    <Button tone="primary" aria-haspopup="menu" onPointerEnter={near} onFocus={near} {...props}>
      <Wallet aria-hidden className="size-4" />
      {connect}
    </Button>
  );
}
