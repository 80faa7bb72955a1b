import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openLocalnet } from '../src/localnet.ts';
import { randomKeypair } from '../src/keypair.ts';
import { openWallets } from '../src/wallets.ts';
import { call, pick, temporaryFolder } from './harness.ts';

const CHILD = fileURLToPath(new URL('crash-child.ts', import.meta.url));
const AHEAD_MS = 3_600_000;

interface Child {
  readonly mode: string;
  readonly dir: string;
  readonly round: number;
  readonly input?: string;
  /** True once the output suffices; the child is killed on that line. */
  readonly isEnough: (lines: readonly string[]) => boolean;
}

/** Runs a child until it is killed. Returns its output lines. */
async function run({ mode, dir, round, input = '', isEnough }: Child): Promise<string[]> {
  const env = { ...process.env, AHEAD_MS: String(AHEAD_MS * round) };
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, mode, dir], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => undefined);
  const lines: string[] = [];
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Sends the input once the child has opened the chain.
    if (lines.push(line) === 1) child.stdin.write(`${input}\n`);
    if (isEnough(lines)) child.kill('SIGKILL');
  });
  await closed;
  return lines;
}

const laterNow = (): number => Date.now() + 100 * AHEAD_MS;

describe('kill -9', { timeout: 90_000 }, () => {
  it('loses no acknowledged transaction and executes none twice', async () => {
    const dir = temporaryFolder();
    const { address } = randomKeypair();
    const answered = new Map<string, bigint>();
    for (let round = 0; round < 5; round++) {
      const isEnough = (seen: readonly string[]): boolean => seen.length >= 40 + 60 * round;
      const lines = await run({ mode: 'airdrops', dir, round, input: address, isEnough });
      for (const line of lines) {
        const [word, signature = '', lamports = '0'] = line.split(' ');
        if (word === 'done') answered.set(signature, BigInt(lamports));
      }
    }
    expect(answered.size).toBeGreaterThan(150);
    const net = await openLocalnet({ dir, now: laterNow });
    const listed: string[] = [];
    let total = 0n;
    for (;;) {
      const page = await call(
        net,
        'getSignaturesForAddress',
        address,
        listed.length > 0 ? { before: listed.at(-1) } : {},
      );
      const signatures = (page.result as { signature: string }[]).map(({ signature }) => signature);
      listed.push(...signatures);
      if (signatures.length < 1_000) break;
    }
    for (const signature of listed) {
      const { result } = await call(net, 'getTransaction', signature);
      const [before, after] = [
        pick(result, 'meta', 'preBalances', 1),
        pick(result, 'meta', 'postBalances', 1),
      ];
      total += BigInt(after as number) - BigInt(before as number);
    }
    const there = new Set(listed);
    expect(there.size).toBe(listed.length);
    expect([...answered.keys()].filter((signature) => !there.has(signature))).toEqual([]);
    expect(pick((await call(net, 'getBalance', address)).result, 'value')).toBe(Number(total));
    await net.close();
  });

  it('releases the folder lock immediately, and the next start finds all data', async () => {
    const dir = temporaryFolder();
    const isEnough = (seen: readonly string[]): boolean => seen.includes('funded 4');
    const lines = await run({ mode: 'wallets', dir, round: 0, isEnough });
    expect(lines).toEqual(['open', 'funded 4']);
    const net = await openLocalnet({ dir, now: laterNow });
    const { wallets } = await openWallets(net, dir);
    expect(pick((await call(net, 'getBalance', wallets[1]!.address)).result, 'value')).toBe(
      100 * 1e9,
    );
    await net.close();
  });
});
