import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Localnet, openLocalnet } from '../src/localnet.ts';
import { LockedError } from '../src/lock.ts';
import { TestClock, call, pick, startNet, temporaryFolder } from './harness.ts';
import { SOL, pay, startKit } from './kit-client.ts';
import { synthesize } from './synthesize.ts';

async function reopened(dir: string, clock: TestClock) {
  return startKit(null, await startNet(dir, clock));
}

async function transactionCount(net: Localnet): Promise<unknown> {
  const { result } = await call(net, 'getEpochInfo', { commitment: 'processed' });
  return pick(result, 'transactionCount');
}

describe('stored chain', () => {
  it('survives a restart: balances, history, duplicates, commitments, genesis', async () => {
    const dir = temporaryFolder();
    const kit = await startKit(dir);
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const old = await kit.send(alice, [pay(alice, bob.address, SOL)]);
    kit.clock.slots(40);
    const fresh = await kit.sign(alice, [pay(alice, bob.address, 2n * SOL)]);
    await kit.post(fresh);
    await kit.net.close();
    const again = await reopened(dir, kit.clock);
    expect(again.net.genesisHash).toBe(kit.net.genesisHash);
    expect(again.net.faucetAddress).toBe(kit.net.faucetAddress);
    expect(again.net.slot()).toBe(kit.net.slot());
    // The second payment is not finalized, before and after the restart.
    expect(await again.lamports(bob.address, 'finalized')).toBe(SOL);
    expect(await again.lamports(bob.address, 'processed')).toBe(3n * SOL);
    const { error } = await call(again.net, 'sendTransaction', fresh.wire, { encoding: 'base64' });
    expect(pick(error?.data, 'err')).toBe('AlreadyProcessed');
    again.clock.slots(32);
    const listed = await again.rpc.getSignaturesForAddress(bob.address).send();
    expect(listed.map(({ signature }) => signature)).toEqual([fresh.signature, old]);
    const answer = await call(again.net, 'getTransaction', old, {
      maxSupportedTransactionVersion: 0,
    });
    expect(pick(answer.result, 'meta', 'preBalances')).toEqual([Number(10n * SOL), 0, 1]);
    await again.send(alice, [pay(alice, bob.address, SOL)]);
    expect(await again.lamports(bob.address)).toBe(4n * SOL);
  });

  it('loses a torn or corrupt tail, and nothing before it', async () => {
    const dir = temporaryFolder();
    const kit = await startKit(dir);
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    await kit.send(alice, [pay(alice, bob.address, SOL)]);
    const journal = join(dir, 'journal');
    const whole = statSync(journal).size;
    await kit.send(alice, [pay(alice, bob.address, 2n * SOL)]);
    const both = statSync(journal).size;
    await kit.net.close();
    copyFileSync(journal, `${journal}.copy`);
    const damages: [string, () => void, bigint][] = [
      ['nothing', () => undefined, 3n * SOL],
      ['garbage appended', () => appendFileSync(journal, Buffer.alloc(500, 7)), 3n * SOL],
      ['zeros appended', () => appendFileSync(journal, Buffer.alloc(4_096)), 3n * SOL],
      ['half a header', () => truncateSync(journal, whole + 5), SOL],
      ['half a record', () => truncateSync(journal, both - 1), SOL],
      [
        'a flipped bit',
        () => {
          const bytes = readFileSync(journal);
          bytes.writeUInt8(bytes.readUInt8(both - 9) ^ 1, both - 9);
          writeFileSync(journal, bytes);
        },
        SOL,
      ],
    ];
    for (const [name, damage, left] of damages) {
      copyFileSync(`${journal}.copy`, journal);
      damage();
      const net = await openLocalnet({ dir, now: kit.clock.now });
      const balance = await call(net, 'getBalance', bob.address, { commitment: 'processed' });
      expect([name, pick(balance.result, 'value')]).toEqual([name, Number(left)]);
      await net.airdrop(bob.address, SOL);
      await net.close();
      const reread = await openLocalnet({ dir, now: kit.clock.now });
      const after = await call(reread, 'getBalance', bob.address, { commitment: 'processed' });
      expect([name, pick(after.result, 'value')]).toEqual([name, Number(left + SOL)]);
      await reread.close();
    }
  });
});

describe('long history', { timeout: 90_000 }, () => {
  const COUNT = 10_000;
  const template = mkdtempSync(join(tmpdir(), 'localnet-'));
  let endMs = 0;

  beforeAll(async () => {
    endMs = await synthesize(template, COUNT, new TestClock().ms);
  });
  afterAll(() => rmSync(template, { recursive: true, force: true }));

  /** Copy of a chain with that history, at its last instant. */
  function past(): { dir: string; clock: TestClock } {
    const dir = temporaryFolder();
    cpSync(template, dir, { recursive: true });
    const clock = new TestClock();
    clock.ms = endMs;
    return { dir, clock };
  }

  it('has all 10,000 transactions after a start from a snapshot', async () => {
    const { dir, clock } = past();
    expect(statSync(join(dir, 'state')).size).toBeGreaterThan(1_000);
    const net = await openLocalnet({ dir, now: clock.now });
    clock.slots(32);
    const everything: { signature: string }[] = [];
    for (;;) {
      const before = everything.at(-1)?.signature;
      const page = await call(
        net,
        'getSignaturesForAddress',
        net.faucetAddress,
        before ? { before } : {},
      );
      const list = page.result as { signature: string }[];
      everything.push(...list);
      if (list.length < 1_000) break;
    }
    expect(new Set(everything.map(({ signature }) => signature)).size).toBe(COUNT);
    const oldest = await call(net, 'getTransaction', everything.at(-1)!.signature, {
      commitment: 'confirmed',
    });
    expect(pick(oldest.result, 'meta', 'preBalances', 0)).toBe(500_000_000 * 1e9);
    const spent =
      BigInt(COUNT) * 2_000_000n +
      (BigInt(COUNT) * BigInt(COUNT - 1)) / 2n +
      BigInt(COUNT) * 5_000n;
    const { body } = await net.respond(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [net.faucetAddress] }),
    );
    expect(body).toContain(`"value":${500_000_000n * SOL - spent}}`);
    await net.close();
  });

  it('starts without reading records covered by the snapshot', async () => {
    const { dir, clock } = past();
    const journal = join(dir, 'journal');
    const bytes = readFileSync(journal);
    // A replay from the beginning would stop at the first record.
    writeFileSync(journal, bytes.fill(0, 0, 1_000));
    const net = await openLocalnet({ dir, now: clock.now });
    expect(await transactionCount(net)).toBe(COUNT);
    await net.close();
  });

  it('loads the older snapshot if a newer one is incomplete', async () => {
    const { dir, clock } = past();
    // Simulates a kill while writing: a longer index and a draft of the state.
    appendFileSync(join(dir, 'index'), Buffer.alloc(777, 1));
    writeFileSync(join(dir, 'state.new'), 'half a snapsh');
    clock.ms = await synthesize(dir, 2_500, clock.ms);
    const net = await openLocalnet({ dir, now: clock.now });
    expect(await transactionCount(net)).toBe(COUNT + 2_500);
    await net.close();
  });

  it('refuses to start with a corrupt snapshot or a missing journal', async () => {
    const { dir, clock } = past();
    const state = join(dir, 'state');
    const bytes = readFileSync(state);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    writeFileSync(state, bytes);
    await expect(openLocalnet({ dir, now: clock.now })).rejects.toThrow(/corrupt/);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    writeFileSync(state, bytes);
    truncateSync(join(dir, 'journal'), 1_000);
    await expect(openLocalnet({ dir, now: clock.now })).rejects.toThrow(/journal ends before/);
  });
});

describe('folder lock', () => {
  it('locks a folder whose path is too long for a socket', async () => {
    const dir = join(temporaryFolder(), 'x'.repeat(120));
    const clock = new TestClock();
    const first = await openLocalnet({ dir, now: clock.now });
    await expect(openLocalnet({ dir, now: clock.now })).rejects.toThrow(LockedError);
    await first.close();
  });

  it('is released if opening fails', async () => {
    const dir = temporaryFolder();
    const clock = new TestClock();
    writeFileSync(join(dir, 'genesis.json'), '{}');
    await expect(openLocalnet({ dir, now: clock.now })).rejects.toThrow(/genesis/);
    await expect(openLocalnet({ dir, now: clock.now })).rejects.toThrow(/genesis/);
  });
});
