import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chain } from './bank/chain.ts';
import { viewOf } from './bank/view.ts';
import { decodeBase58, encodeBase58 } from './bytes/base58.ts';
import { Faucet } from './faucet.ts';
import { type ExchangeFault, FaultInjector, type ViewFault } from './faults.ts';
import { openGenesis } from './genesis.ts';
import { lockFolder } from './lock.ts';
import { Sockets } from './pubsub/sockets.ts';
import { METHODS, type Request, answer, readRequest } from './rpc/dispatch.ts';
import { internalError } from './rpc/errors.ts';
import { Slots } from './slots.ts';
import { FileJournal, MemoryJournal } from './store/journal.ts';
import { SnapshotFiles } from './store/snapshot.ts';

export interface LocalnetOptions {
  /** Data folder; null keeps the chain in memory. */
  readonly dir: string | null;
  /** Time in ms since 1970. Must be monotonic; may jump forward. */
  readonly now: () => number;
  /** Slot duration in ms from now on; default: unchanged, and 400 ms for a new chain. */
  readonly slotMs?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Embedded Solana chain. */
export type Localnet = Pick<OpenLocalnet, keyof OpenLocalnet>;

const JSON_HEADERS = { 'content-type': 'application/json' };
const ok = (body: string): HttpAnswer => ({ status: 200, headers: JSON_HEADERS, body });
const BAD_GATEWAY: HttpAnswer = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n',
};
const CLOSED: HttpAnswer = {
  status: 503,
  headers: { 'content-type': 'text/plain' },
  body: 'closed',
};

function rateLimited(seconds: number): HttpAnswer {
  return {
    status: 429,
    headers: { ...JSON_HEADERS, 'retry-after': String(seconds) },
    body: '{"jsonrpc":"2.0","error":{"code":429,"message":"Too many requests"},"id":null}',
  };
}

function broken(): HttpAnswer {
  const { code, message } = internalError();
  return {
    ...ok(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })),
    status: 500,
  };
}

interface Dependencies {
  readonly chain: Chain;
  readonly faucet: Faucet;
  readonly faults: FaultInjector;
  readonly unlock: () => Promise<void>;
}

class OpenLocalnet {
  /** Fault injection for tests. */
  readonly faults: FaultInjector;
  readonly #chain: Chain;
  readonly #faucet: Faucet;
  readonly #unlock: () => Promise<void>;
  #sockets: Sockets | null = null;
  #closed = false;
  #inProgress = 0;
  #hang: () => void = () => undefined;
  readonly #hanging = new Promise<void>((resolve) => {
    this.#hang = resolve;
  });

  constructor({ chain, faucet, faults, unlock }: Dependencies) {
    this.#chain = chain;
    this.#faucet = faucet;
    this.faults = faults;
    this.#unlock = unlock;
  }

  /** Base 58. */
  get genesisHash(): string {
    return encodeBase58(this.#chain.genesis.hash);
  }

  /** Address of the account that funds airdrops and mints tokens. */
  get faucetAddress(): string {
    return this.#faucet.address;
  }

  slot(): number {
    this.#chain.tick();
    return this.#chain.slot;
  }

  /** Duration of upcoming slots. */
  get slotMs(): number {
    return this.#chain.slots.slotMs;
  }

  /** Sets the duration of all slots after the current one, 50 to 10,000 ms. */
  setSlotMs(slotMs: number): void {
    this.#chain.slots.setSlotMs(slotMs);
  }

  /** Transfers lamports from the faucet. Resolves with the signature once durable. */
  airdrop(address: string, lamports: bigint): Promise<string> {
    return this.#faucet.airdrop(address, lamports);
  }

  /** Creates an SPL mint with this key pair (64-byte secret) and the faucet as authority. Does nothing if it exists. */
  createMint(mint: { readonly secretKey: Uint8Array }, decimals: number): Promise<void> {
    return this.#faucet.createMint(mint.secretKey, decimals);
  }

  /** Mints units to the owner's associated token account, which is created if missing. Resolves with the signature. */
  mintTo(mint: string, owner: string, units: bigint): Promise<string> {
    return this.#faucet.mintTo(mint, owner, units);
  }

  /** Upgrades a connection to a websocket for subscriptions. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#closed) {
      socket.destroy();
      return;
    }
    this.#sockets ??= new Sockets(this.#chain);
    this.#sockets.upgrade(request, socket, head);
  }

  /**
   * Handles one HTTP exchange: takes the body of a JSON-RPC request or batch and resolves with the response
   * once all state it shows is durable. With a time-out fault it resolves on close().
   */
  async respond(body: string): Promise<HttpAnswer> {
    if (this.#closed) return CLOSED;
    const request = readRequest(body);
    if (typeof request === 'string') return ok(request);
    const methods = request.calls.flatMap((call) => (call ? [call.method] : []));
    const fault = this.faults.takeExchange(methods);
    const instead = fault && (await this.#applyFault(fault));
    if (instead) return instead;
    const answered = await this.#answer(request, this.faults.takeView(methods));
    return fault?.kind === 'lose-answer' ? this.#lose(fault.as) : answered;
  }

  async #answer(request: Request, unknown: readonly ViewFault[]): Promise<HttpAnswer> {
    this.#inProgress += 1;
    try {
      this.#chain.tick();
      const text = await answer(request, METHODS, {
        chain: viewOf(this.#chain, unknown),
        faults: this.faults,
        busy: () => this.#inProgress > 1,
        airdrop: (address, lamports) => this.airdrop(address, lamports),
      });
      if (this.#chain.pending) await this.#chain.durable();
      return ok(text);
    } catch {
      return broken();
    } finally {
      this.#inProgress -= 1;
    }
  }

  /** Returns the response of a fault, or null if the request proceeds. */
  async #applyFault(fault: ExchangeFault): Promise<HttpAnswer | null> {
    switch (fault.kind) {
      case 'delay':
        await sleep(fault.ms);
        return null;
      case 'lose-answer':
        return null;
      case 'rate-limit':
        return rateLimited(fault.retryAfterSeconds);
      case 'time-out':
      case 'bad-gateway':
        return this.#lose(fault.kind);
    }
  }

  async #lose(as: 'time-out' | 'bad-gateway'): Promise<HttpAnswer> {
    if (as === 'bad-gateway') return BAD_GATEWAY;
    await this.#hanging;
    return CLOSED;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#hang();
    this.#sockets?.close();
    try {
      await this.#chain.close();
    } finally {
      await this.#unlock();
    }
  }
}

/** Opens the chain stored in a folder, or creates one. Rejects with LockedError if another process has it open. */
export async function openLocalnet({ dir, now, slotMs }: LocalnetOptions): Promise<Localnet> {
  if (dir !== null) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const unlock = dir === null ? async () => undefined : await lockFolder(dir);
  try {
    const genesis = openGenesis(dir, now());
    const journal = dir === null ? new MemoryJournal() : new FileJournal(join(dir, 'journal'));
    const snapshots = dir === null ? null : new SnapshotFiles(dir);
    const slots = new Slots({ dir, slotZeroMs: genesis.slotZeroMs, now });
    if (slotMs !== undefined) slots.setSlotMs(slotMs);
    const faults: FaultInjector = new FaultInjector((signature) => {
      if (!chain.rollBackNow(decodeBase58(signature) ?? Buffer.alloc(64))) {
        throw new Error(`${signature} is not there, or is finalized`);
      }
    });
    const lagSlots = (): number => faults.lagSlots;
    const chain: Chain = new Chain({ genesis, slots, journal, snapshots, lagSlots });
    const faucet = new Faucet(chain);
    faucet.endow();
    chain.restore();
    return new OpenLocalnet({ chain, faucet, faults, unlock });
  } catch (error) {
    await unlock();
    throw error;
  }
}
