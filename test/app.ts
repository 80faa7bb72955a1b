import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Endpoint } from '#contract/base/endpoint';
import { type Localnet, openLocalnet } from '#localnet/localnet';
import { openWallets } from '#localnet/wallets';
import { type AppOptions, buildApp } from '#server/app';
import type { Parts } from '#server/kernel/parts';
import { violations } from '#server/kernel/ledger/invariants';
import { ProtocolTime } from '#server/kernel/terms/protocol-clock';
import { type TestDatabase, freshDatabase } from './databases.ts';
import { type CallOptions, callApp } from './world/call.ts';
import { RUNBOOKS, startNode, type NodeParts } from './world/node.ts';

export interface StartOptions {
  /** Either database, whichever is quicker, unless said otherwise. */
  readonly fresh?: () => Promise<TestDatabase>;
  /** What a test wants otherwise than usual. */
  readonly parts?: NodeParts;
  readonly app?: Partial<AppOptions>;
}

/** The HTTP server of one node on a fresh database and an embedded chain; nothing listens, no job runs by itself. */
export interface App {
  readonly http: FastifyInstance;
  readonly parts: Parts;
  readonly net: Localnet;
  readonly stored: TestDatabase;
  /** Any request, as it is. */
  readonly inject: FastifyInstance['inject'];
  /** A call whose answer is held against the contract: nothing missing, nothing beside its fields. */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions): ReturnType<typeof callApp<E>>;
  /** Ends all of it; throws where the ledger is not sound. */
  close(): Promise<void>;
}

/** What `World` builds on, open to be asked as a browser, a stranger or a broken program would. */
export async function startApp({
  fresh = freshDatabase,
  parts: given = {},
  app: options = {},
}: StartOptions = {}): Promise<App> {
  const stored = await fresh();
  const { database } = stored;
  const folder = await mkdtemp(join(tmpdir(), 'lmt-app-'));
  const time = await ProtocolTime.of(database);
  const net = await openLocalnet({ dir: null, now: () => time.now() });
  const wallets = await openWallets(net, folder);
  await rm(folder, { recursive: true });
  const node = await startNode({ database, net, wallets, time, parts: given });
  const http = await buildApp(node.parts, {
    logger: pino({ level: 'silent' }),
    rpc: (body) => net.respond(body),
    trustProxy: false,
    metrics: { isOpen: true, token: null },
    isStarted: () => true,
    runbooks: RUNBOOKS,
    webFolder: null,
    ...options,
  });
  return {
    http,
    parts: node.parts,
    net,
    stored,
    inject: http.inject.bind(http),
    call: (endpoint, call) => callApp(http, endpoint, call),
    async close() {
      await http.close();
      await node.close();
      await net.close();
      const found = await violations(database);
      await stored.close();
      if (found.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(found)}`);
    },
  };
}
