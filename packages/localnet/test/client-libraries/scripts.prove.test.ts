import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Localnet, openLocalnet } from '../../src/localnet.ts';
import { type Served, serveLocalnet } from '../../src/serve.ts';

const run = promisify(execFile);

let net: Localnet;
let served: Served;
beforeAll(async () => {
  // web3.js reuses a blockhash for 30 s, so it has to live longer: 150 slots of 250 ms.
  net = await openLocalnet({ dir: null, now: () => Date.now(), slotMs: 250 });
  served = await serveLocalnet(net);
});
afterAll(async () => {
  await net.close();
  await served.close();
});

/** Runs a script in its own process. Resolves with its JSON output. */
async function say(script: string): Promise<unknown> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const env = { ...process.env, RPC_URL: served.url, WS_URL: served.websocketUrl };
  const { stdout } = await run(process.execPath, [file], { env });
  return JSON.parse(stdout);
}

const SOL = 1_000_000_000;

describe.concurrent('scripts from the documentation of client libraries', () => {
  it('@solana/web3.js: airdrop, transfer, subscriptions, lookup table, durable nonce', async ({
    expect,
  }) => {
    const said = (await say('web3.mjs')) as Record<string, unknown>;
    expect(said).toEqual({
      airdropped: 5 * SOL,
      received: SOL,
      told: {
        logs: expect.any(Number),
        program: expect.any(Number),
        slots: expect.any(Number),
        roots: expect.any(Number),
      },
      parsed: {
        type: 'transfer',
        info: { source: said['sender'], destination: said['receiver'], lamports: SOL },
      },
      table: 1,
      confirmed: null,
      finalized: null,
      total: 3 * SOL,
      sender: expect.any(String),
      receiver: expect.any(String),
    });
    for (const count of Object.values(said['told'] as object)) expect(count).toBeGreaterThan(0);
  });

  it('@solana/spl-token: mint, transfer, approve, burn, freeze, wrap, with both programs', async ({
    expect,
  }) => {
    const said = (await say('spl-token.mjs')) as { token: { friend: string } };
    const token = {
      supply: '99000000000',
      mine: '84000000000',
      delegate: said.token.friend,
      friend: said.token.friend,
      theirs: '15',
      frozen: true,
      refused: true,
      held: 1,
      largest: ['84', '15'],
    };
    expect(said).toEqual({
      token,
      token2022: token,
      wrapped: { amount: String(SOL), isNative: true, closed: null },
    });
  });

  it('@solana/kit: factories up to confirmed and finalized, and a durable nonce', async ({
    expect,
  }) => {
    expect(await say('kit.mjs')).toEqual({
      seen: { lamports: String(SOL), slot: 'bigint', logged: true },
      finalized: String(2 * SOL),
      total: String(3 * SOL),
      advanced: true,
    });
  });

  it('@solana/pay: finds and validates a payment by its reference', async ({ expect }) => {
    const paid = (short: string) => ({ before: true, found: true, memo: '[7] JC#4098', short });
    expect(await say('pay.mjs')).toEqual({
      sol: paid('ValidateTransferError: amount not transferred'),
      token: paid('ValidateTransferError: amount not transferred'),
    });
  });
});
