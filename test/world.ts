import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, expect } from 'vitest';
import { directAccess } from '#contract/users/admin-session';
import { getNonce } from '#contract/users/auth';
import { moveClock } from '#contract/base/local';
import type { Endpoint } from '#contract/base/endpoint';
import { USD_PRICE_DECIMALS, parseDecimal } from '#domain/base/money';
import type { Till } from '#domain/payments/deposit';
import { type Localnet, openLocalnet } from '#localnet/localnet';
import { type Wallets, openWallets } from '#localnet/wallets';
import { nonceNeeds } from '#server/payouts/fund-nonces';
import { currentLogFields } from '#server/kernel/base/purpose';
import { readPortfolioOf } from '#server/portfolio/portfolio-queries';
import { ProtocolTime } from '#server/kernel/terms/protocol-clock';
import { type Param, only } from '#server/kernel/db/database';
import { violations } from '#server/kernel/ledger/invariants';
import { openPostgres } from '#server/kernel/db/postgres';
import { type TestDatabase, freshDatabase } from '#test/databases';
import type { SettingName } from '#domain/terms/settings';
import { addSettings } from '#test/support/add-settings';
import { ask } from '#test/support/store';
import { type CallOptions, callApp } from './world/call.ts';
import { type Node, startNode, type NodeParts } from './world/node.ts';
import { TestUser, signIn } from './world/user.ts';
import { adminProof, newWallet, units, walletOf } from './world/wallet.ts';

export interface WorldOptions {
  /** Creates the database; the faster kind by default. */
  readonly fresh?: () => Promise<TestDatabase>;
  readonly parts?: NodeParts;
  /** Starts a server; in this process by default. */
  readonly start?: typeof startNode;
  /** True (default) if LMT keeps its price of 987 USDC while time moves. */
  readonly steady?: boolean;
}

/** Sends a call as the owner. */
export type AsOwner = <E extends Endpoint>(
  endpoint: E,
  options?: CallOptions,
  node?: Node,
) => ReturnType<typeof callApp<E>>;

/**
 * The whole app: a database, an embedded chain, and one or more servers. Checks on closing that the ledger is
 * sound.
 */
export class World {
  net!: Localnet;
  wallets!: Wallets;
  /** Alerts raised by jobs; a test that expects some removes them. */
  readonly alerts: { readonly what: string }[] = [];
  /** Source of each alert, as in the log. */
  readonly marks: { readonly what: string }[] = [];
  #stored!: TestDatabase;
  #time!: ProtocolTime;
  readonly #options: WorldOptions;
  readonly #start: typeof startNode;
  readonly #nodes: Node[] = [];
  /** Signed-in users, the last one first. */
  readonly #looked: { readonly id: string; readonly token: string }[] = [];
  readonly #closers: (() => Promise<unknown>)[] = [];

  private constructor(options: WorldOptions) {
    this.#options = options;
    this.#start = options.start ?? startNode;
  }

  /** Opens a world before the first test of a file or `describe`, and closes it after the last. */
  static forTests(options: WorldOptions = {}): World {
    const world = new World(options);
    beforeAll(() => world.#open());
    afterAll(() => world.close());
    return world;
  }

  static async open(options: WorldOptions = {}): Promise<World> {
    const world = new World(options);
    await world.#open();
    return world;
  }

  async #open(): Promise<void> {
    const { fresh = freshDatabase, steady = true } = this.#options;
    this.#stored = await fresh();
    const folder = await mkdtemp(join(tmpdir(), 'lmt-world-'));
    this.#time = await ProtocolTime.of(this.#stored.database);
    this.net = await openLocalnet({ dir: null, now: () => this.#time.now() });
    this.wallets = await openWallets(this.net, folder);
    this.#closers.push(
      () => rm(folder, { recursive: true }),
      () => this.#stored.close(),
      () => this.net.close(),
    );
    this.#nodes.push(await this.restart());
    await this.#payForNonces();
    // Watching begins at the chain's current slot: earlier transactions are no payments.
    await this.settleAfter(15_000);
    if (steady) await this.setTerms({ weeklyPriceIncrease: 0n });
  }

  /** Before the first job, which otherwise waits in real time for the chain's confirmation. */
  async #payForNonces(): Promise<void> {
    if (this.#start !== startNode) return;
    const { chain, nonces } = this.node.parts;
    const needs = await nonceNeeds({ chain, nonces });
    if (needs && needs.lacks > 0n) await this.net.airdrop(nonces.authority, needs.lacks);
  }

  /** The first server. */
  get node(): Node {
    return this.#nodes[0]!;
  }

  get till(): Till {
    return this.node.parts.chain.till;
  }

  /** Starts another server on the same database and chain; on PGlite it shares the connection. */
  async restart(parts: NodeParts = {}): Promise<Node> {
    const { net, wallets } = this;
    const { url } = this.#stored;
    const first = this.#nodes.length === 0;
    const database =
      url === null || first ? this.#stored.database : openPostgres(url, { connections: 8 });
    if (database !== this.#stored.database) this.#closers.push(() => database.close());
    const alert = (what: string, details: object): void => {
      this.alerts.push({ what, ...details });
      this.marks.push({ what, ...currentLogFields() });
    };
    const given = { alert, ...this.#options.parts, ...parts };
    const node = await this.#start({ database, net, wallets, time: this.#time, parts: given });
    this.#closers.push(() => node.close());
    return node;
  }

  /** Returns `count` servers on one database, including the first. */
  async nodes(count: number): Promise<readonly Node[]> {
    while (this.#nodes.length < count) this.#nodes.push(await this.restart());
    return this.#nodes.slice(0, count);
  }

  /** Creates a funded wallet and signs it in. */
  async user({ sol = '1000', usdc = '100000' } = {}): Promise<TestUser> {
    return this.signedIn(await this.fundedWallet(sol, usdc));
  }

  async fundedWallet(sol = '1000', usdc = '100000'): Promise<KeyPairSigner> {
    const wallet = await newWallet();
    await this.net.airdrop(wallet.address, units('SOL', sol));
    if (usdc !== '0') await this.net.mintTo(this.wallets.mint, wallet.address, units('USDC', usdc));
    return wallet;
  }

  async signedIn(wallet: KeyPairSigner, node: Node = this.node): Promise<TestUser> {
    const { userId, sessionToken } = await signIn(node, wallet);
    const session = { id: userId, token: sessionToken };
    this.#looked.unshift(session);
    return new TestUser(this, wallet, session);
  }

  ownerWallet(): Promise<KeyPairSigner> {
    return walletOf(this.wallets.wallets[0]!.secretKey);
  }

  /** Signs in the owner, with an admin session. */
  async owner(wallet?: KeyPairSigner): Promise<AsOwner> {
    const signedIn = await this.signedIn(wallet ?? (await this.ownerWallet()));
    const proof = await adminProof(
      signedIn.wallet,
      async (body) => (await this.call(getNonce, { body })).body,
    );
    const { status, body } = await signedIn.call(directAccess, { body: proof });
    expect(status).toBe(200);
    const own = { 'x-admin-session': body.sessionToken, 'x-wallet-address': signedIn.address };
    return (endpoint, options = {}, node = this.node) =>
      callApp(node.app, endpoint, { ...options, headers: { ...own, ...options.headers } });
  }

  /** Signs in the owner before the first test of a file or `describe`. */
  ownerForTests(): AsOwner {
    let owner: AsOwner;
    beforeAll(async () => {
      owner = await this.owner();
    });
    return (...call) => owner(...call);
  }

  /** Sends a call without a session. */
  call<E extends Endpoint>(
    endpoint: E,
    options?: CallOptions,
    node: Node = this.node,
  ): ReturnType<typeof callApp<E>> {
    return callApp(node.app, endpoint, options);
  }

  /** Moves time by the time machine, which also runs due work. */
  async advance(advanceMs: number): Promise<void> {
    const { status, body } = await this.call(moveClock, { body: { advanceMs } });
    expect(status, JSON.stringify(body)).toBe(200);
    await this.#expectShownAsStored();
  }

  /** Moves time of chain and protocol, without running jobs. 1.2 s confirm, 15 s finalize. */
  async pass(ms: number): Promise<void> {
    await this.#time.advance(ms);
  }

  /** Runs every job of the given nodes (default: the first) once, on all nodes concurrently. */
  async settle(nodes: readonly Node[] = [this.node]): Promise<void> {
    await Promise.all(nodes.map(({ scheduler }) => scheduler.runAll()));
    await this.#expectShownAsStored();
  }

  /** Moves time without running jobs, and then runs every job once. */
  async settleAfter(ms: number, nodes?: readonly Node[]): Promise<void> {
    await this.pass(ms);
    await this.settle(nodes);
  }

  /** Checks that nodes show the stored portfolios of recent users. A killed server has no cache. */
  async #expectShownAsStored(): Promise<void> {
    if (this.#start !== startNode) return;
    for (const user of this.#looked.slice(0, 2)) {
      let { shown, stored } = await this.#portfolioOf(user);
      // Retries, because a test may write between the two reads; a stale cache differs permanently.
      for (let tries = 0; shown && shown.version !== stored?.version && tries < 10; tries += 1)
        ({ shown, stored } = await this.#portfolioOf(user));
      if (shown) expect(shown).toEqual(stored);
    }
  }

  /** Returns the portfolio as shown to a session, null if that has ended, and as stored. */
  async #portfolioOf({ id, token }: { readonly id: string; readonly token: string }) {
    const { database, portfolios, sessions } = this.node.parts;
    const user = await sessions.find(token);
    const shown = (user && (await portfolios.read(user))?.holdings) ?? null;
    return { shown, stored: (await readPortfolioOf(database, id))?.holdings };
  }

  /** Returns the rows of a statement on the world's database, bypassing the app. */
  rows<Row>(text: string, params?: readonly Param[]): Promise<Row[]> {
    return ask<Row>(this.#stored.database, text, params);
  }

  /** Puts settings in force from now on, by names and values in units, bypassing the owner's call. */
  async setTerms(terms: { readonly [K in SettingName]?: bigint }): Promise<void> {
    await this.rows(addSettings(terms));
    await this.rows('update protocol set terms_version = terms_version + 1');
  }

  /** Puts a price of one LMT in USDC in force from now on. */
  async setLmtPrice(usdc: string): Promise<void> {
    await this.rows(
      `insert into lmt_prices (effective_at, price, origin) values (protocol_now(), $1, 'set')`,
      [units('USDC', usdc)],
    );
    await this.rows('update protocol set terms_version = terms_version + 1');
    await this.pass(2_000); // block times are whole seconds: what is paid next is paid after it
  }

  /** Puts a price of one SOL in USD in force from now on. */
  async setSolPrice(usd: string, source: 'feed' | 'fallback' = 'fallback'): Promise<void> {
    await this.rows(
      `insert into market_prices (symbol, at, price, source)
       values ('SOL', protocol_now(), $1, $2)`,
      [parseDecimal(usd, USD_PRICE_DECIMALS), source],
    );
    await this.pass(2_000);
  }

  async count(from: string, params?: readonly Param[]): Promise<number> {
    const rows = await this.rows<{ n: bigint }>(`select count(*) as n from ${from}`, params);
    return Number(only(rows).n);
  }

  /** Fails if the ledger, a balance or the owner's log is not sound, or a job has raised an alert. */
  async expectSound(): Promise<void> {
    this.net.faults.clear();
    expect(this.alerts.splice(0)).toEqual([]);
    expect(await violations(this.#stored.database)).toEqual([]);
  }

  async close(): Promise<void> {
    try {
      await this.expectSound();
    } finally {
      for (const close of this.#closers.toReversed()) await close();
    }
  }
}
