import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyPairSigner } from '@solana/kit';
import type { InjectOptions } from 'fastify';
import type { Instant } from '#domain/base/time';
import { type Localnet, openLocalnet } from '#localnet/localnet';
import { type Wallets, openWallets } from '#localnet/wallets';
import { isDatabaseDown } from '#server/kernel/base/unavailable';
import type { Database } from '#server/kernel/db/database';
import { openPostgres } from '#server/kernel/db/postgres';
import { type Violation, violations } from '#server/kernel/ledger/invariants';
import { advanceClock } from '#server/kernel/terms/protocol-clock';
import { type TestDatabase, freshDatabase } from '#test/databases';
import { StoppableServer } from '#test/sells/stoppable-server';
import { type Node, chainOn, startNode } from '#test/world/node';
import { ORIGIN } from '#test/world/origin';
import { newestBlockhash } from '#test/sells/owner-wallet';
import { adminProof, paymentOf, sendWire, signText, walletOf } from '#test/world/wallet';
import { FaultyDatabase, cutConnections } from './faulty-database.ts';
import { START, freeze } from './frozen-time.ts';
import type { PayToken } from './model/arithmetic.ts';
import { OnChain } from './on-chain.ts';
import { SPONSOR, networkFeeOf, signedByWallet, walletNumber } from './wallets.ts';

/** Time after which sent transactions are final. */
const FINAL_MS = 15_000;
export const NODES = 2;
const HOST = { host: 'localhost:5173' };

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** Wallet and session of a user. */
export interface Person {
  readonly user: number;
  readonly wallet: KeyPairSigner;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Node with a stoppable database and chain. */
interface StoppableNode {
  readonly node: Node;
  readonly stopping: StoppableServer;
}

/** Resources shared by the nodes. */
interface Ground {
  readonly stored: TestDatabase;
  readonly net: Localnet;
  readonly wallets: Wallets;
  readonly clock: { now: number };
}

export interface WorldOptions {
  readonly hasFaults: boolean;
  /** True if the treasury's key is not on the server. */
  readonly isSignedByOwner: boolean;
}

/** Full server: a database, an embedded chain, two nodes, and a manual clock. */
export class SimulatedWorld {
  readonly net: Localnet;
  readonly onChain: OnChain;
  readonly alerts: string[] = [];
  readonly #stored: TestDatabase;
  readonly #wallets: Wallets;
  readonly #clock: { now: number };
  readonly frail = new FaultyDatabase(() => this.cutConnections());
  readonly isSignedByOwner: boolean;
  readonly #hasFaults: boolean;
  readonly #nodes: StoppableNode[] = [];
  readonly #databases: Database[] = [];
  readonly #closers: (() => Promise<unknown>)[] = [];
  #owner: Readonly<Record<string, string>> = {};

  private constructor(
    { stored, net, wallets, clock }: Ground,
    { hasFaults, isSignedByOwner }: WorldOptions,
  ) {
    this.#stored = stored;
    this.net = net;
    this.onChain = new OnChain(net, wallets.mint);
    this.#wallets = wallets;
    this.#clock = clock;
    this.#hasFaults = hasFaults;
    this.isSignedByOwner = isSignedByOwner;
  }

  static async open(options: WorldOptions): Promise<SimulatedWorld> {
    const stored = await freshDatabase();
    await freeze(stored.database);
    const clock = { now: START };
    const folder = await mkdtemp(join(tmpdir(), 'lmt-simulation-'));
    const net = await openLocalnet({ dir: null, now: () => clock.now });
    const wallets = await openWallets(net, folder);
    await rm(folder, { recursive: true });
    const world = new SimulatedWorld({ stored, net, wallets, clock }, options);
    world.#databases.push(stored.database);
    world.#closers.push(
      () => stored.close(),
      () => net.close(),
    );
    for (let i = 0; i < NODES; i += 1) world.#nodes.push(await world.#start(i));
    const owner = wallets.wallets[0]?.address ?? '';
    await net.airdrop(owner, 10_000_000_000_000_000n);
    await net.mintTo(wallets.mint, owner, 1_000_000_000_000_000n);
    // Funded for all fees, because faucet transfers need time to pass.
    const { authority } = world.#at(0).node.parts.nonces;
    await net.airdrop(authority, 1_000_000_000_000n);
    await net.airdrop((await walletNumber(SPONSOR)).address, 1_000_000_000_000n);
    // Watching begins at the chain's current slot: earlier transactions are no payments.
    await world.pass(FINAL_MS);
    await world.runJobs(0);
    await world.#openDashboard();
    return world;
  }

  get now(): number {
    return this.#clock.now;
  }

  /** Starts a server on the database and chain; on PGlite all share one connection. */
  async #start(place: number): Promise<StoppableNode> {
    const { url, database: first } = this.#stored;
    const database =
      this.#databases[place] ?? (url === null ? first : openPostgres(url, { connections: 4 }));
    if (!this.#databases[place] && database !== first) this.#closers.push(() => database.close());
    this.#databases[place] = database;
    const [net, wallets] = [this.net, this.#wallets];
    const stopping = new StoppableServer();
    const chain = await chainOn(net, wallets);
    const node = await startNode({
      database: this.#hasFaults ? stopping.database(this.frail.database(database)) : database,
      net,
      wallets,
      time: { advance: (ms) => this.pass(ms) },
      parts: {
        chain: this.#hasFaults ? stopping.chain(chain) : chain,
        alert: (what, details) => this.alerts.push(`${what} ${JSON.stringify(details)}`),
        provesDaily: true,
        ...(this.isSignedByOwner ? { treasuryKey: null } : {}),
        paymentWait: { forMs: this.#hasFaults ? 2_000 : 15_000, everyMs: 10 },
      },
    });
    return { node, stopping };
  }

  #at(place: number): StoppableNode {
    const found = this.#nodes[place % this.#nodes.length];
    if (!found) throw new Error('the world has no node');
    return found;
  }

  /** Stops a node right before a step of its database or chain, as if killed. */
  killAfter(place: number, steps: number): void {
    this.#at(place).stopping.arm(steps);
  }

  /** Replaces a node that was stopped with a fresh one. Returns true if it was. */
  async revive(place: number): Promise<boolean> {
    const { node, stopping } = this.#at(place);
    const { stoppedAt } = stopping.disarm();
    if (stoppedAt === null) return false;
    await node.close();
    this.#nodes[place % this.#nodes.length] = await this.#start(place % this.#nodes.length);
    return true;
  }

  cutConnections(): Promise<void> {
    return cutConnections(this.#stored.url);
  }

  async #openDashboard(): Promise<void> {
    const wallet = await this.ownerWallet();
    const { headers } = await this.#signIn(wallet);
    const proof = await adminProof(wallet, async (body) => {
      const { body: nonce } = await this.ask(0, {
        method: 'POST',
        path: '/api/auth/get-nonce',
        body,
      });
      return nonce as { message: string };
    });
    const path = '/api/admin/direct-access';
    const { body } = await this.ask(0, { method: 'POST', path, body: proof }, headers);
    this.#owner = { ...headers, 'x-admin-session': String(body['sessionToken']) };
  }

  async #signIn(wallet: KeyPairSigner): Promise<Omit<Person, 'user'>> {
    const walletAddress = wallet.address;
    const post = (path: string, body: object) => this.ask(0, { method: 'POST', path, body });
    const { body: nonce } = await post('/api/auth/get-nonce', { walletAddress });
    const message = String(nonce['message']);
    const signature = await signText(wallet, message);
    const { body } = await post('/api/auth/verify-wallet', { walletAddress, message, signature });
    const token = String(body['sessionToken']);
    const headers = { 'x-session-token': token, 'x-wallet-address': walletAddress };
    return { wallet, id: String(body['userId']), headers };
  }

  /** User with a wallet derived from a number, and funds for all steps. */
  async person(
    user: number,
    held: { readonly SOL: bigint; readonly USDC: bigint },
  ): Promise<Person> {
    const wallet = await walletNumber(user);
    await this.net.airdrop(wallet.address, held.SOL);
    await this.net.mintTo(this.#wallets.mint, wallet.address, held.USDC);
    return { user, ...(await this.#signIn(wallet)) };
  }

  /** Sends a request to a node; the response is JSON, or text with a code. */
  async ask(
    place: number,
    { method, path, body }: Request,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const asked: InjectOptions = {
      method,
      url: path,
      headers: {
        ...HOST,
        ...(method === 'GET' ? {} : { origin: ORIGIN }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    };
    const { statusCode, headers: answered, payload } = await this.#at(place).node.app.inject(asked);
    const isText = String(answered['content-type']).startsWith('text/plain');
    const parsed: unknown = isText ? { code: answered['x-error-code'] } : JSON.parse(payload);
    return { status: statusCode, body: parsed as Answer['body'] };
  }

  /** Public text response of a node. */
  async text(place: number, path: string): Promise<string> {
    const { payload } = await this.#at(place).node.app.inject({ url: path, headers: HOST });
    return payload;
  }

  ownerWallet(): Promise<KeyPairSigner> {
    return walletOf(this.#wallets.wallets[0]?.secretKey ?? '');
  }

  /** Headers of the owner's calls. */
  get owner(): Readonly<Record<string, string>> {
    return this.#owner;
  }

  /** Sends a payment from the user's wallet. Returns its place on the chain. */
  async pay(
    { user, wallet }: Person,
    { token, amount, reference }: { token: PayToken; amount: bigint; reference?: string },
  ): Promise<{ signature: string; slot: number; blockTime: number; networkFee: bigint }> {
    const { till } = this.#at(0).node.parts.chain;
    const paid = await paymentOf(wallet, till, { token, amount, reference });
    const blockhash = await newestBlockhash(this.net);
    const wire = await signedByWallet(paid, { user, wallet, blockhash });
    const signature = await sendWire(this.net, wire);
    await this.pass(1_200);
    const placed = await this.onChain.placeOf(signature);
    return { signature, ...placed, networkFee: networkFeeOf(user) };
  }

  /** Advances chain and protocol time without running jobs. */
  async pass(ms: number): Promise<Instant> {
    const { database } = this.#stored;
    const now = await advanceClock(database, ms).catch((error: unknown) => {
      // A fault may have cut its connection before.
      if (isDatabaseDown(error)) return advanceClock(database, ms);
      throw error;
    });
    this.#clock.now = now;
    return now;
  }

  /** Runs every job of a node once. */
  runJobs(place: number): Promise<void> {
    return this.#at(place).node.scheduler.runAll();
  }

  broken(): Promise<Violation[]> {
    return violations(this.#stored.database);
  }

  async close(): Promise<void> {
    for (const { node } of this.#nodes) await node.close();
    for (const close of this.#closers.toReversed()) await close();
  }
}
