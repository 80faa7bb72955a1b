import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

import { queryClient } from '../../api/query-client.ts';
import { statusQuery } from '../../api/queries.ts';
import { clearSession, writeSession } from '../../api/stored-session.ts';
import { payTexts } from '../../texts/pay.ts';
import * as toasts from '../../ui/overlays/toast.ts';
import { type Live, setLive } from '../../wallet/live.ts';
import { setWalletState } from '../../wallet/state.ts';
import type { BondOrder } from './order.ts';
import { currentView, showProgress } from './progress.ts';
import { resume } from './finish.ts';
import { acceptPrice, cancelPayment, startPayment } from './start.ts';
import { dropPayment, storePayment, storedPayment } from './stored-payment.ts';

// The next file of this worker would find them.
afterAll(() => vi.unstubAllGlobals());

const [A, B, TREASURY] = [
  'So11111111111111111111111111111111111111112',
  'Vote111111111111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
] as const;
const LIFETIME = { blockhash: TREASURY, lastValidBlockHeight: 150 };
const QUOTE = {
  quoteId: 'q',
  tokenType: 'SOL',
  amount: '1.000000000',
  lmtAmount: '0.20000000',
  treasuryAddress: TREASURY,
  reference: B,
} as unknown as NonNullable<BondOrder['quote']>;

const orderOf = (walletAddress: string, change: Partial<BondOrder> = {}): BondOrder => ({
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

let height: () => Response;
let bonds: unknown[];
let prompt: () => Promise<{ signature: Uint8Array }[]>;
/** By name: what another tab, or this one, holds. */
let locks: Set<string>;

afterEach(() => {
  setLive(null);
  setWalletState({ phase: 'disconnected' });
  clearSession();
  queryClient.clear();
  showProgress(null);
});

beforeEach(() => {
  height = () => Response.json({ result: 1 });
  bonds = [];
  locks = new Set();
  prompt = () => new Promise(() => undefined);
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _: object, work: (lock: object | null) => unknown) => {
        if (locks.has(name)) return work(null);
        locks.add(name);
        try {
          return await work({});
        } finally {
          locks.delete(name);
        }
      },
    },
  });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path === '/api/bonds') {
      bonds.push(JSON.parse(body));
      return Response.json({ status: 'confirmed', bondingEndTime: null, lmtAmount: '0.20000000' });
    }
    if (path !== '/rpc') return Response.json({});
    const { method } = JSON.parse(body) as { method: string };
    if (method === 'getBlockHeight') return height();
    if (method === 'getLatestBlockhash') return Response.json({ result: { value: LIFETIME } });
    if (method === 'getSignatureStatuses') {
      const value = [{ err: null, confirmationStatus: 'confirmed' }];
      return Response.json({ result: { value } });
    }
    return Response.json({ result: { value: { err: null } } });
  });
  queryClient.setQueryData(statusQuery().queryKey, { network: 'localnet' } as never);
  writeSession({ sessionToken: 'token' });
  for (const address of [A, B]) {
    const payment = storedPayment(address);
    if (payment) dropPayment(payment);
  }
  showProgress(null);
});

/** The wallet sends what it is asked to pay, as soon as its owner approves. */
function connect(address: string): void {
  const account = { address, publicKey: new Uint8Array(), chains: [], features: [] };
  const sends = { signAndSendTransaction: () => prompt() };
  const wallet = { name: 'Test', features: { 'solana:signAndSendTransaction': sends } };
  setLive({ id: 'phantom', wallet, account } as unknown as Live);
  const user = { userId: `user-${address}`, session: 'open' } as const;
  setWalletState({ phase: 'connected', id: 'phantom', name: 'Test', address, ...user });
}

const isSigning = () =>
  vi.waitFor(() => expect(currentView().progress?.networkFee).not.toBe(undefined));

test('a payment that was cancelled while the wallet asks does not stand in the way of the next', async () => {
  connect(A);
  const first = startPayment(orderOf(A));
  await isSigning();
  cancelPayment();
  await first;
  prompt = async () => [{ signature: new Uint8Array(64).fill(1) }];
  await startPayment(orderOf(A));
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'done' });
  expect(bonds).toHaveLength(1);
});

test('a payment that the wallet has sent is recorded though the node does not answer', async () => {
  connect(A);
  height = () => Response.json({ error: { code: -32005, message: 'Node is behind' } });
  prompt = async () => [{ signature: new Uint8Array(64).fill(2) }];
  await startPayment(orderOf(A));
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'done' });
  expect(bonds).toHaveLength(1);
});

test('a new price that cannot be taken because another tab pays is told', async () => {
  connect(A);
  await startPayment(orderOf(A, { expected: '0.30000000' }));
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'changed' });
  locks.add(`lmt-payment-${A}`);
  await acceptPrice();
  const message = payTexts.otherTab;
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'failed', message });
});

test('a new price that has ended while it was looked at is asked for again, and not paid', async () => {
  connect(A);
  const status = { network: 'localnet', now: new Date().toISOString() };
  queryClient.setQueryData(statusQuery().queryKey, status as never);
  prompt = async () => [{ signature: new Uint8Array(64).fill(5) }];
  const quote = { ...QUOTE, expiresAt: new Date(Date.now() - 1).toISOString() };
  await startPayment(orderOf(A, { expected: '0.30000000', quote }));
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: object) =>
    path === '/api/bonds/quote'
      ? Response.json({ ...QUOTE, lmtAmount: '0.19000000' })
      : send(path, init),
  );
  await acceptPrice();
  expect(currentView().progress).toMatchObject({
    lmtAmount: '0.19000000',
    outcome: { kind: 'changed', expected: '0.20000000' },
  });
  expect(bonds).toEqual([]);
  cancelPayment();
});

test('what an earlier user of the same wallet left unfinished does not keep the next from paying', async () => {
  connect(A);
  const left = { purpose: 'bond', quoteId: 'q', tokenType: 'SOL', amount: '1' } as const;
  const signed = { signature: 'sent', transaction: null, lastValidBlockHeight: 1 };
  const facts = { key: 'old', walletAddress: A, userId: 'deleted', lmtAmount: '0.2' };
  storePayment({ ...left, ...signed, ...facts });
  prompt = async () => [{ signature: new Uint8Array(64).fill(3) }];
  await startPayment(orderOf(A));
  expect(bonds).toHaveLength(1);
});

test('one wallet’s payment leaves what is shown of another’s alone', async () => {
  connect(A);
  let answer: (sent: { signature: Uint8Array }[]) => void = () => undefined;
  prompt = () => new Promise((resolve) => (answer = resolve));
  const first = startPayment(orderOf(A));
  await isSigning();
  // Confirmed only when the other wallet has begun.
  const [confirm, confirmed] = gate();
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    if (init.body.includes('getSignatureStatuses')) await confirmed;
    return send(path, init);
  });
  answer([{ signature: new Uint8Array(64).fill(4) }]);
  await vi.waitFor(() => expect(currentView().progress?.stage).toBe('send'));
  connect(B);
  void startPayment(orderOf(B));
  await isSigning();
  confirm();
  await first;
  expect(currentView()).toMatchObject({
    isOpen: true,
    progress: { walletAddress: B, stage: 'sign', outcome: { kind: 'running' } },
  });
  cancelPayment();
});

/** A payment of A's that is signed, whose wallet uses B as soon as the server or the chain is asked this; what both are told then. */
async function leftAt(asked: string, answer: () => Response): Promise<unknown[]> {
  const told = vi.spyOn(toasts, 'showToast').mockReturnValue();
  connect(A);
  prompt = async () => [{ signature: new Uint8Array(64).fill(6) }];
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    if (path !== asked && !init.body.includes(asked)) return send(path, init);
    connect(B);
    return answer();
  });
  await startPayment(orderOf(A));
  expect(told).not.toHaveBeenCalled();
  expect(storedPayment(A)).not.toBe(null);
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) =>
    init.body.includes(asked) ? answer() : send(path, init),
  );
  connect(A);
  await resume(A, `user-${A}`, 'Test');
  const all = told.mock.calls.map(([{ title }]) => title);
  told.mockRestore();
  return all;
}

test('how a payment ended is told to its own account alone, once that is back', async () => {
  const recorded = { status: 'confirmed', bondingEndTime: null, lmtAmount: '0.20000000' };
  const { done, failed } = payTexts.bond;
  expect(await leftAt('/api/bonds', () => Response.json(recorded))).toEqual([done.title]);
  expect(currentView().progress).toBe(null);
  const err = { err: { InstructionError: [0, 'Custom'] }, confirmationStatus: 'confirmed' };
  const failure = () => Response.json({ result: { value: [err] } });
  expect(await leftAt('getSignatureStatuses', failure)).toEqual([failed.pay]);
  expect(storedPayment(A)).toBe(null);
});

test('a payment that fails before it is signed is told to no other account', async () => {
  const told = vi.spyOn(toasts, 'showToast').mockReturnValue();
  connect(A);
  prompt = async () => {
    connect(B);
    throw new Error('closed');
  };
  await startPayment(orderOf(A));
  expect(told).not.toHaveBeenCalled();
  expect(currentView().progress).toMatchObject({ walletAddress: A, outcome: { kind: 'failed' } });
  told.mockRestore();
});

test('a payment is not recorded without a session: it waits for one', async () => {
  connect(A);
  prompt = async () => {
    setWalletState({
      phase: 'connected',
      id: 'phantom',
      name: 'Test',
      address: A,
      userId: null,
      session: 'none',
    });
    return [{ signature: new Uint8Array(64).fill(7) }];
  };
  await startPayment(orderOf(A));
  expect(bonds).toEqual([]);
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'stuck' });
  expect(storedPayment(A)).not.toBe(null);
});

function gate(): readonly [() => void, Promise<void>] {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return [open, opened];
}
