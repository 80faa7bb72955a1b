import { LoaderCircle, Wallet } from 'lucide-react';
import { type ComponentProps, Suspense, lazy, useState } from 'react';

import { Button } from '../../ui/forms/button.tsx';
import { texts } from '../../texts/texts.ts';
import { useWallet } from '../../wallet/state.ts';

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
  if (phase === 'connecting' || phase === 'restoring') return <Connecting size={size} />;
  const button = <Trigger size={size} onClick={() => setAsked(true)} />;
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <WalletMenu
        trigger={<Trigger size={size} />}
        align={align}
        onChosen={() => setAsked(false)}
      />
    </Suspense>
  );
}

function Trigger(props: ComponentProps<typeof Button>) {
  const near = () => void fetchMenu();
  return (
    <Button tone="primary" aria-haspopup="menu" onPointerEnter={near} onFocus={near} {...props}>
      <Wallet aria-hidden className="size-4" />
      {texts.wallet.connect}
    </Button>
  );
}

function Connecting({ size }: { readonly size: 'md' | 'sm' }) {
  return (
    <Button size={size} aria-disabled aria-busy>
      <LoaderCircle aria-hidden className="size-4 animate-turn" />
      {texts.wallet.connecting}
    </Button>
  );
}
