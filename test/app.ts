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
  /** Creates the database; default: the faster kind. */
  readonly fresh?: () => Promise<TestDatabase>;
  /** Overrides of parts and app options. */
  readonly parts?: NodeParts;
  readonly app?: Partial<AppOptions>;
}

/** HTTP server of one node on a fresh database and an embedded chain. It does not listen, and runs no job by itself. */
export interface App {
  readonly http: FastifyInstance;
  readonly parts: Parts;
  readonly net: Localnet;
  readonly stored: TestDatabase;
  /** Sends a raw request. */
  readonly inject: FastifyInstance['inject'];
  /** Sends a call and validates the response against the contract, including extra fields. */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions): ReturnType<typeof callApp<E>>;
  /** Closes everything; throws if the ledger is not sound. */
  close(): Promise<void>;
}

/** Starts an app without `World`, for raw requests. */
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
