import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type RefObject, lazy, useEffect, useRef, useState } from 'react';

import { ConnectButton } from '../../kernel/wallet/connect/connect-button.tsx';
import { LazyBoundary } from '../../kernel/ui/overlays/lazy-boundary.tsx';
import { cx } from '../../kernel/ui/format/cx.ts';
import { shortAddress } from '../../kernel/ui/format/short-address.ts';
import { texts } from '../../kernel/ui/texts/shared-texts.ts';
import { showWalletHelp } from '../../kernel/wallet/actions.ts';
import { type Connected, type WalletState, useWallet } from '../../kernel/wallet/state.ts';

const WalletHelp = lazy(() => import('./wallet-help.tsx'));
const fetchPanel = () => import('./account-panel.tsx');
const AccountPanel = lazy(fetchPanel);

/** The header's end: connect, or who is connected, with everything about the wallet a click away. */
export function WalletControl() {
  const wallet = useWallet();
  const control = useFocusOnConnect(wallet.phase);
  if (wallet.phase !== 'connected') {
    return (
      <>
        <ConnectButton size="sm" />
        {wallet.phase === 'disconnected' && wallet.help === true && (
          <LazyBoundary onBroken={() => showWalletHelp(false)}>
            <WalletHelp />
          </LazyBoundary>
        )}
      </>
    );
  }
  return <Account wallet={wallet} control={control} />;
}

interface AccountProps {
  readonly wallet: Connected;
  readonly control: RefObject<HTMLButtonElement | null>;
}

/** Who is connected; the code of what is behind it comes when a pointer or the focus nears. */
function Account({ wallet, control }: AccountProps) {
  const [asked, setAsked] = useState(false);
  const button = <Who ref={control} wallet={wallet} onClick={() => setAsked(true)} />;
  if (!asked) return button;
  return (
    <LazyBoundary instead={button} onBroken={() => setAsked(false)}>
      <AccountPanel wallet={wallet} trigger={<Who ref={control} wallet={wallet} />} />
    </LazyBoundary>
  );
}

function Who({ wallet, ...rest }: ComponentProps<'button'> & { readonly wallet: Connected }) {
  const { name, address, session } = wallet;
  const near = () => void fetchPanel();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={texts.wallet.connected(name, shortAddress(address))}
      onPointerEnter={near}
      onFocus={near}
      {...rest}
      className="hit flex min-h-9 min-w-0 items-center gap-2 rounded-full border border-line px-3 text-sm whitespace-nowrap text-quiet transition-colors hover:border-edge"
    >
      <i
        aria-hidden
        className={cx(
          'size-[7px] shrink-0 rounded-full',
          session === 'open' ? 'bg-accent' : 'bg-amber-fill',
        )}
      />
      <span className="truncate">{name}</span>
      <b className="min-w-0 truncate font-mono text-[0.92em] font-[560] tracking-[-0.02em] text-text">
        {shortAddress(address)}
      </b>
      {session !== 'open' && <span className="sr-only">{texts.wallet.signedOut}</span>}
      <ChevronDown aria-hidden className="size-3.5 shrink-0" />
    </button>
  );
}

/** The button that had the focus is gone once a wallet is connected: what took its place gets it. */
function useFocusOnConnect(phase: WalletState['phase']): RefObject<HTMLButtonElement | null> {
  const control = useRef<HTMLButtonElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    const isNew = before.current === 'connecting' && phase === 'connected';
    before.current = phase;
    if (isNew && document.activeElement === document.body) control.current?.focus();
  }, [phase]);
  return control;
}
