import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { type Localnet, openLocalnet } from '../src/localnet.ts';
import { type Source, openWallets } from '../src/wallets.ts';
import { TestClock, call, pick, temporaryFolder } from './harness.ts';

const GIFTS = 9;

/** Chain whose process dies at its n-th funding transaction, before or after it lands. */
function dyingAt(net: Localnet, n: number, when: 'before' | 'after'): Source {
  let gifts = 0;
  const give = async <T>(gift: () => Promise<T>): Promise<T> => {
    gifts += 1;
    if (gifts === n && when === 'before') throw new Error('killed');
    const given = await gift();
    if (gifts === n) throw new Error('killed');
    return given;
  };
  return {
    respond: (body) => net.respond(body),
    airdrop: (...args) => give(() => net.airdrop(...args)),
    createMint: (...args) => give(() => net.createMint(...args)),
    mintTo: (...args) => give(() => net.mintTo(...args)),
  };
}

async function holdings(net: Localnet, mint: string, address: string): Promise<[unknown, unknown]> {
  const at = { commitment: 'processed', encoding: 'jsonParsed' };
  const balance = await call(net, 'getBalance', address, at);
  const held = await call(net, 'getTokenAccountsByOwner', address, { mint }, at);
  return [
    pick(balance.result, 'value'),
    pick(
      held.result,
      'value',
      0,
      'account',
      'data',
      'parsed',
      'info',
      'tokenAmount',
      'uiAmountString',
    ),
  ];
}

describe('local wallets', () => {
  it('are created once, readable only by the process owner, and can sign', async () => {
    const dir = temporaryFolder();
    const clock = new TestClock();
    const net = await openLocalnet({ dir, now: clock.now });
    const made = await openWallets(net, dir);
    expect(made.wallets.map(({ name }) => name)).toEqual(['Owner', 'Alice', 'Bob', 'Carol']);
    for (const { address, secretKey } of made.wallets) {
      const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(secretKey));
      expect(signer.address).toBe(address);
    }
    const supply = await call(net, 'getTokenSupply', made.mint, { commitment: 'processed' });
    expect(pick(supply.result, 'value')).toMatchObject({ amount: '1030000000000', decimals: 6 });
    const file = join(dir, 'wallets.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain(made.wallets[0]!.secretKey);
    await net.close();
    const again = await openLocalnet({ dir, now: clock.now });
    expect(await openWallets(again, dir)).toEqual(made);
    expect(await holdings(again, made.mint, made.wallets[0]!.address)).toEqual([
      1_000e9,
      '1000000',
    ]);
    await again.close();
  });

  it('are funded exactly once, wherever the first start is killed', async () => {
    for (let n = 1; n <= GIFTS; n++) {
      for (const when of ['before', 'after'] as const) {
        const dir = temporaryFolder();
        const clock = new TestClock();
        const net = await openLocalnet({ dir, now: clock.now });
        await expect(openWallets(dyingAt(net, n, when), dir)).rejects.toThrow('killed');
        await net.close();
        const again = await openLocalnet({ dir, now: clock.now });
        const { mint, wallets } = await openWallets(again, dir);
        const held = await Promise.all(
          wallets.map(({ address }) => holdings(again, mint, address)),
        );
        expect([n, when, held]).toEqual([
          n,
          when,
          [[1_000e9, '1000000'], ...Array.from({ length: 3 }, () => [100e9, '10000'])],
        ]);
        await again.close();
      }
    }
  });
});
