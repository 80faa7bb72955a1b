import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

import { statusQuery } from '#web/kernel/api/queries.ts';
import { queryClient } from '#web/kernel/api/query-client.ts';
import { clearSession, writeSession } from '#web/kernel/api/stored-session.ts';
import type { BondOrder } from '#web/kernel/pay/order.ts';
import { currentView, showProgress } from '#web/kernel/pay/progress.ts';
import { dropPayment, storedPayment } from '#web/kernel/pay/stored-payment.ts';
import { type Live, setLive } from '#web/kernel/wallet/live.ts';
import { setWalletState } from '#web/kernel/wallet/state.ts';
import { stubStorage } from './storage.ts';

export const A = 'So11111111111111111111111111111111111111112';
export const B = 'Vote111111111111111111111111111111111111111';
const TREASURY = 'Stake11111111111111111111111111111111111111';
const LIFETIME = { blockhash: TREASURY, lastValidBlockHeight: 150 };
export const QUOTE = {
  quoteId: 'q',
  tokenType: 'SOL',
  amount: '1.000000000',
  lmtAmount: '0.20000000',
  treasuryAddress: TREASURY,
  reference: B,
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
} as unknown as NonNullable<BondOrder['quote']>;

export const orderOf = (walletAddress: string, change: Partial<BondOrder> = {}): BondOrder => ({
  purpose: 'bond',
  walletAddress,
  walletName: 'Test',
  userId: `user-${walletAddress}`,
  tokenType: 'SOL',
  amount: '1',
  expected: '0.20000000',
  quote: QUOTE,
  ...change,
});

/** What the chain, the server and the wallet do in the test that runs. */
export const world = {
  height: (): Response | Promise<Response> => Response.json({ result: 1 }),
  bonds: [] as unknown[],
  prompt: (): Promise<{ signature: Uint8Array }[]> => new Promise(() => undefined),
  /** By name: what another tab, or this one, holds. */
  locks: new Set<string>(),
  /** Whoever stands in line for a lock of this tab. */
  line: [] as (() => void)[],
};

/** Has each test of the file pay in a world of its own. */
export function installPaying(): void {
  beforeEach(openWorld);
  afterEach(closeWorld);
  // The next file of this worker would find them.
  afterAll(() => vi.unstubAllGlobals());
}

function openWorld(): void {
  world.height = () => Response.json({ result: 1 });
  world.bonds = [];
  world.locks = new Set();
  world.line = [];
  world.prompt = () => new Promise(() => undefined);
  stubStorage();
  vi.stubGlobal('navigator', { locks: { request: requestLock } });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path === '/api/bonds') {
      world.bonds.push(JSON.parse(body));
      return Response.json({ status: 'confirmed', bondingEndTime: null, lmtAmount: '0.20000000' });
    }
    if (path !== '/rpc') return Response.json({});
    const { method } = JSON.parse(body) as { method: string };
    if (method === 'getBlockHeight') return world.height();
    if (method === 'getLatestBlockhash') return Response.json({ result: { value: LIFETIME } });
    if (method === 'getSignatureStatuses') {
      const value = [{ err: null, confirmationStatus: 'confirmed' }];
      return Response.json({ result: { value } });
    }
    return Response.json({ result: { value: { err: null } } });
  });
  const status = { network: 'localnet', now: new Date().toISOString() };
  queryClient.setQueryData(statusQuery().queryKey, status as never);
  writeSession({ sessionToken: 'token' });
  for (const address of [A, B]) {
    for (let left = storedPayment(address); left; left = storedPayment(address)) dropPayment(left);
  }
  showProgress(null);
}

async function requestLock(
  name: string,
  { ifAvailable }: LockOptions,
  work: (lock: object | null) => unknown,
): Promise<unknown> {
  while (world.locks.has(name)) {
    if (ifAvailable === true) return work(null);
    await new Promise<void>((free) => world.line.push(free));
  }
  world.locks.add(name);
  try {
    return await work({});
  } finally {
    world.locks.delete(name);
    for (const free of world.line.splice(0)) free();
  }
}

function closeWorld(): void {
  setLive(null);
  setWalletState({ phase: 'disconnected' });
  clearSession();
  queryClient.clear();
  showProgress(null);
}

/** The wallet sends what it is asked to pay, as soon as its owner approves. */
export function connect(address: string): void {
  const account = { address, publicKey: new Uint8Array(), chains: [], features: [] };
  const sends = { signAndSendTransaction: () => world.prompt() };
  const wallet = { name: 'Test', features: { 'solana:signAndSendTransaction': sends } };
  setLive({ id: 'phantom', wallet, account } as unknown as Live);
  const user = { userId: `user-${address}`, session: 'open' } as const;
  setWalletState({ phase: 'connected', id: 'phantom', name: 'Test', address, ...user });
}

export const isSigning = () =>
  vi.waitFor(() => expect(currentView().progress?.networkFee).not.toBe(undefined));

export function gate(): readonly [() => void, Promise<void>] {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return [open, opened];
}
