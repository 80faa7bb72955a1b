import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { randomKeypair } from '#localnet/keypair';
import { ProviderCalls } from '../kernel/base/provider-calls.ts';
import { readConfig } from '../config.ts';
import { type ClusterNetwork, openClusterNetwork } from './open-cluster.ts';
import {
  storeDatabaseNetwork,
  readDatabaseNetwork,
} from '../kernel/db/database-cluster-queries.ts';
import { startCursor } from '../payments/watch-cursors.ts';
import { startStub } from '#test/chain/stub-provider';
import { type TestDatabase, freshPglite } from '#test/databases';

let stored: TestDatabase;
afterEach(() => stored.close());

const [FIRST, SECOND] = [randomKeypair().address, randomKeypair().address];
const ENV = { SOLANA_RPC_URL: 'http://127.0.0.1:1', SOLANA_CLUSTER: 'devnet' };

/** Opens the network with these variables. No provider responds, unless one is named. */
async function network(env: Record<string, string>): Promise<ClusterNetwork> {
  const { chain } = readConfig({ ...ENV, ...env });
  if (chain.kind !== 'cluster') throw new Error('no cluster');
  const rpcContext = {
    signal: new AbortController().signal,
    calls: new ProviderCalls(),
    wait: async () => {},
  };
  const logger = pino({ level: 'silent' });
  return openClusterNetwork(chain, { database: stored.database, logger, rpcContext });
}

const opened = async (env: Record<string, string>): Promise<string> =>
  (await network(env)).chain.till.treasury;

test('a new first owner does not change the treasury, unless it is named', async () => {
  stored = await freshPglite();
  expect(await opened({ OWNER_WALLET: FIRST })).toBe(FIRST);
  const start = { signature: null, slot: 1, startedSlot: 1, moved: [] };
  await startCursor(stored.database, FIRST, start);
  expect(await opened({ OWNER_WALLET: `${FIRST},${SECOND}` })).toBe(FIRST);
  await expect(opened({ OWNER_WALLET: `${SECOND},${FIRST}` })).rejects.toThrow(
    `the first owner, ${SECOND}, is not this database’s treasury: set TREASURY_WALLET to the address that holds the money`,
  );
  expect(await opened({ OWNER_WALLET: SECOND, TREASURY_WALLET: FIRST })).toBe(FIRST);
  expect(await opened({ OWNER_WALLET: SECOND, TREASURY_WALLET: SECOND })).toBe(SECOND);
});

test('refuses another network’s database before it compares owners', async () => {
  stored = await freshPglite();
  await storeDatabaseNetwork(stored.database, { network: 'local', genesisHash: null });
  const start = { signature: null, slot: 1, startedSlot: 1, moved: [] };
  await startCursor(stored.database, FIRST, start);
  await expect(network({ OWNER_WALLET: SECOND })).rejects.toThrow(
    'the database belongs to the local network, not to Solana devnet',
  );
});

test('polls an unavailable provider once before the server listens, and stores no genesis', async () => {
  stored = await freshPglite();
  const provider = await startStub(() => ({ status: 503, body: '' }));
  const env = { OWNER_WALLET: FIRST, SOLANA_RPC_URL: provider.url };
  const { startCheck } = await network(env);
  expect(provider.calls.map(({ method }) => method)).toEqual(['getGenesisHash']);
  expect(startCheck.hasPassed()).toBe(false);
  expect(await readDatabaseNetwork(stored.database)).toBeNull();
  await provider.close();
});
