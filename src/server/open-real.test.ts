import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { randomKeypair } from '#localnet/keypair';
import { ProviderCalls } from './base/provider-calls.ts';
import { readConfig } from './config.ts';
import { openReal } from './open-real.ts';
import { startCursor } from './store/bonds/watch-cursors.ts';
import { type TestDatabase, freshPglite } from '#test/databases';

let stored: TestDatabase;
afterEach(() => stored.close());

const [FIRST, SECOND] = [randomKeypair().address, randomKeypair().address];
const ENV = { SOLANA_RPC_URL: 'http://127.0.0.1:1', SOLANA_CLUSTER: 'devnet' };

/** A start with these variables, before a provider that does not answer; the treasury. */
async function opened(env: Record<string, string>): Promise<string> {
  const { chain } = readConfig({ ...ENV, ...env });
  if (chain.kind !== 'cluster') throw new Error('no cluster');
  const asking = {
    signal: new AbortController().signal,
    calls: new ProviderCalls(),
    wait: async () => {},
  };
  const logger = pino({ level: 'silent' });
  return (await openReal(chain, { database: stored.database, logger, asking })).chain.till.treasury;
}

test('another first owner makes no other treasury, unless it is named', async () => {
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
