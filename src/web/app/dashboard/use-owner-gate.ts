import { useEffect } from 'react';

import { transport } from '../../kernel/api/transport.ts';
import { forgetAdminSession, useAdminSession } from '../../kernel/api/admin-session.ts';
import { useWallet } from '../../kernel/wallet/state.ts';
import {
  signAndVerify,
  useVerification,
  verify,
} from '../../kernel/dashboard/pay-out/owner-signature.ts';

/** How far the visitor has come at the gate. */
export type Gate =
  | { readonly state: 'demo' }
  | { readonly state: 'looking' }
  | { readonly state: 'required' }
  | { readonly state: 'denied'; readonly wallet: string }
  | { readonly state: 'unverified'; readonly isVerifying: boolean; readonly verify: () => void }
  | { readonly state: 'open' };

/** Who stands at the gate; an owner's wallet is asked for its signature at once. */
export function useAdmin(): Gate {
  const wallet = useWallet();
  const session = useAdminSession();
  const { isRunning, denied, isManual } = useVerification();
  const connected = wallet.phase === 'connected' ? wallet : null;
  const isOpen = connected !== null && session?.wallet === connected.address;
  const isDenied = connected !== null && denied.has(connected.address);
  const startsAlone =
    !transport.isDemo && connected?.session === 'open' && !isOpen && !isDenied && !isManual;
  useEffect(() => {
    if (startsAlone) void verify();
  }, [startsAlone]);
  useEffect(() => {
    // Whatever another wallet left behind ends with it.
    if (connected && session && session.wallet !== connected.address) forgetAdminSession();
  }, [connected, session]);
  // The demo has no owner, and no server to ask for a session.
  if (transport.isDemo) return { state: 'demo' };
  if (wallet.phase === 'restoring') return { state: 'looking' };
  if (!connected) return { state: 'required' };
  if (isOpen) return { state: 'open' };
  if (isDenied) return { state: 'denied', wallet: connected.address };
  const isVerifying = isRunning || connected.session === 'signing';
  return { state: 'unverified', isVerifying, verify: () => void signAndVerify() };
}
