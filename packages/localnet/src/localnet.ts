import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chain } from './bank/chain.ts';
import { viewOf } from './bank/view.ts';
import { decodeBase58, encodeBase58 } from './bytes/base58.ts';
import { Faucet } from './faucet.ts';
import { type ExchangeFault, FaultDial, type ViewFault } from './faults.ts';
import { openGenesis } from './genesis.ts';
import { lockFolder } from './lock.ts';
import { Sockets } from './pubsub/sockets.ts';
import { METHODS, type Request, answer, readRequest } from './rpc/dispatch.ts';
import { internalError } from './rpc/errors.ts';
import { Slots } from './slots.ts';
import { FileJournal, MemoryJournal } from './store/journal.ts';
import { SnapshotFiles } from './store/snapshot.ts';

export interface LocalnetOptions {
  /** Where everything is kept; null keeps nothing. */
  readonly dir: string | null;
  /** The time in ms since 1970: never goes back, may jump forward. */
  readonly now: () => number;
  /** How long a slot lasts from now on; as before where it is missing, at first 400 ms. */
  readonly slotMs?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** An embedded Solana chain. */
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

interface Parts {
  readonly chain: Chain;
  readonly faucet: Faucet;
  readonly faults: FaultDial;
  readonly unlock: () => Promise<void>;
}

class OpenLocalnet {
  /** What goes wrong on purpose; for tests. */
  readonly faults: FaultDial;
  readonly #chain: Chain;
  readonly #faucet: Faucet;
  readonly #unlock: () => Promise<void>;
  #sockets: Sockets | null = null;
  #closed = false;
  #underWay = 0;
  #hang: () => void = () => undefined;
  readonly #hanging = new Promise<void>((resolve) => {
    this.#hang = resolve;
  });

  constructor({ chain, faucet, faults, unlock }: Parts) {
    this.#chain = chain;
    this.#faucet = faucet;
    this.faults = faults;
    this.#unlock = unlock;
  }

  /** Base 58. */
  get genesisHash(): string {
    return encodeBase58(this.#chain.genesis.hash);
  }

  /** The account that airdrops and minted tokens come from. */
  get faucetAddress(): string {
    return this.#faucet.address;
  }

  /** The current slot. */
  slot(): number {
    this.#chain.tick();
    return this.#chain.slot;
  }

  /** How long the slots that begin last. */
  get slotMs(): number {
    return this.#chain.slots.slotMs;
  }

  /** Sets how long the slots after the current one last, from 50 to 10,000 ms. */
  setSlotMs(slotMs: number): void {
    this.#chain.slots.setSlotMs(slotMs);
  }

  /** Transfers lamports from the faucet; resolves with the signature once that is durable. */
  airdrop(address: string, lamports: bigint): Promise<string> {
    return this.#faucet.airdrop(address, lamports);
  }

  /** Makes an SPL mint with the key of this 64-byte secret and the faucet as authority; nothing where it is there. */
  createMint(mint: { readonly secretKey: Uint8Array }, decimals: number): Promise<void> {
    return this.#faucet.createMint(mint.secretKey, decimals);
  }

  /** Mints units to the owner's associated token account, made where missing; resolves with the signature. */
  mintTo(mint: string, owner: string, units: bigint): Promise<string> {
    return this.#faucet.mintTo(mint, owner, units);
  }

  /** Takes over a connection that asks to become a websocket; over it the chain tells subscribers. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#closed) {
      socket.destroy();
      return;
    }
    this.#sockets ??= new Sockets(this.#chain);
    this.#sockets.upgrade(request, socket, head);
  }

  /**
   * One HTTP exchange: the body of a JSON-RPC request or batch in, the whole answer out. Resolves only
   * once everything that the answer tells of is on the disk. Under a time-out fault it resolves with
   * close() alone.
   */
  async respond(body: string): Promise<HttpAnswer> {
    if (this.#closed) return CLOSED;
    const request = readRequest(body);
    if (typeof request === 'string') return ok(request);
    const methods = request.calls.flatMap((call) => (call ? [call.method] : []));
    const fault = this.faults.takeExchange(methods);
    const instead = fault && (await this.#suffer(fault));
    if (instead) return instead;
    const answered = await this.#answer(request, this.faults.takeView(methods));
    return fault?.kind === 'lose-answer' ? this.#lose(fault.as) : answered;
  }

  async #answer(request: Request, unknown: readonly ViewFault[]): Promise<HttpAnswer> {
    this.#underWay += 1;
    try {
      this.#chain.tick();
      const text = await answer(request, METHODS, {
        chain: viewOf(this.#chain, unknown),
        faults: this.faults,
        busy: () => this.#underWay > 1,
        airdrop: (address, lamports) => this.airdrop(address, lamports),
      });
      if (this.#chain.pending) await this.#chain.durable();
      return ok(text);
    } catch {
      return broken();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** What a fault answers in place of the chain; null where it lets the request through. */
  async #suffer(fault: ExchangeFault): Promise<HttpAnswer | null> {
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

/** Opens the chain kept in a folder, or makes one; rejects with LockedError where another process has it. */
export async function openLocalnet({ dir, now, slotMs }: LocalnetOptions): Promise<Localnet> {
  if (dir !== null) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const unlock = dir === null ? async () => undefined : await lockFolder(dir);
  try {
    const genesis = openGenesis(dir, now());
    const journal = dir === null ? new MemoryJournal() : new FileJournal(join(dir, 'journal'));
    const snapshots = dir === null ? null : new SnapshotFiles(dir);
    const slots = new Slots({ dir, slotZeroMs: genesis.slotZeroMs, now });
    if (slotMs !== undefined) slots.setSlotMs(slotMs);
    const faults: FaultDial = new FaultDial((signature) => {
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
