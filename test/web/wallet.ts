import type { Connected } from '#web/kernel/wallet/state.ts';

/** A wallet whose user is signed in. */
export const WALLET: Connected = {
  phase: 'connected',
  id: 'phantom',
  name: 'Test',
  address: 'wallet',
  userId: 'user',
  session: 'open',
};
