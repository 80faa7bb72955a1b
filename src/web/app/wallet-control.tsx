import { LogOut } from 'lucide-react';
import { type RefObject, Suspense, lazy, useEffect, useRef } from 'react';

import { ConnectButton } from '../flows/connect/connect-button.tsx';
import { cx } from '../ui/format/cx.ts';
import { IconButton } from '../ui/forms/icon-button.tsx';
import { shortAddress } from '../ui/format/short-address.ts';
import { texts } from '../texts/texts.ts';
import { disconnectWallet } from '../wallet/actions.ts';
import { type WalletState, useWallet } from '../wallet/state.ts';

const WalletHelp = lazy(() => import('../flows/connect/wallet-help.tsx'));

/** The header's end: connect, or who is connected and a way out. */
export function WalletControl() {
  const wallet = useWallet();
  const control = useFocusOnConnect(wallet.phase);
  if (wallet.phase !== 'connected') {
    return (
      <>
        <ConnectButton size="sm" />
        {wallet.phase === 'disconnected' && wallet.help === true && (
          <Suspense>
            <WalletHelp />
          </Suspense>
        )}
      </>
    );
  }
  const { name, address, session } = wallet;
  return (
    <div
      ref={control}
      role="group"
      aria-label={texts.wallet.connected(name)}
      tabIndex={-1}
      className="flex min-w-0 items-center rounded-full border border-line pl-3 text-sm text-quiet pointer-fine:pr-0.5"
    >
      <span className="flex min-w-0 items-center gap-2 whitespace-nowrap">
        <i
          aria-hidden
          className={cx(
            'size-[7px] shrink-0 rounded-full',
            session === 'open' ? 'bg-accent' : 'bg-amber-fill',
          )}
        />
        <span className="truncate">{name}</span>
        <b
          className="min-w-0 truncate font-mono text-[0.92em] font-[560] tracking-[-0.02em] text-text"
          data-hint={address}
        >
          {shortAddress(address)}
        </b>
        {session !== 'open' && <span className="sr-only">{texts.wallet.signedOut}</span>}
      </span>
      <IconButton
        label={texts.wallet.disconnect}
        icon={<LogOut />}
        onClick={disconnectWallet}
        className="size-8 rounded-full"
      />
    </div>
  );
}

/** The button that had the focus is gone once a wallet is connected: what took its place gets it. */
function useFocusOnConnect(phase: WalletState['phase']): RefObject<HTMLDivElement | null> {
  const control = useRef<HTMLDivElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    const isNew = before.current === 'connecting' && phase === 'connected';
    before.current = phase;
    if (isNew && document.activeElement === document.body) control.current?.focus();
  }, [phase]);
  return control;
}
