import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyAt } from '#localnet/bytes/key';
import { decodeBase58 } from '#localnet/bytes/base58';
import { Writer } from '#localnet/bytes/writer';
import { randomKeypair } from '#localnet/keypair';
import { openLocalnet } from '#localnet/localnet';
import { SYSTEM } from '#localnet/programs';
import { composeTransaction } from '#localnet/tx/compose';
import { synthesize } from '../packages/localnet/test/synthesize.ts';
import { type Row, median } from './row.ts';
import { startUnlimited } from './server.ts';
import { subscriptions } from './subscriptions.ts';

const PAIRS = 5;
const SEQUENTIAL = 400;
const SENDERS = 16;
const CONCURRENT = 3_000;
const HISTORY = 100_000;
const HEALTH = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';

type Report = (row: Row) => void;
type Post = (body: string) => Promise<string>;

/** What the disk alone takes for one record, so that a slow one is not taken for a slow chain. */
function fsyncMs(dir: string): number {
  const file = openSync(join(dir, 'probe'), 'w');
  const record = Buffer.alloc(700, 1);
  const times = Array.from({ length: 200 }, () => {
    const started = performance.now();
    writeSync(file, record);
    fdatasyncSync(file);
    return performance.now() - started;
  });
  closeSync(file);
  return median(times);
}

function poster(url: string, agent: Agent): Post {
  return (body) =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('end', () =>
          text.includes('"result"') ? resolve(text) : reject(new Error(text)),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

/** Makes signed transfers between two funded accounts, each a different one. */
async function transferMaker(
  url: string,
  post: Post,
): Promise<(count: number) => Promise<string[]>> {
  const [from, to] = [randomKeypair(), randomKeypair()];
  for (const { address } of [from, to]) {
    await fetch(`${url}/api/local/airdrop`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ walletAddress: address, sol: '1000000' }),
    });
  }
  let made = 0n;
  const accounts = [
    { key: from.key, signer: true, writable: true },
    { key: to.key, writable: true },
  ];
  return async (count) => {
    const latest = await post('{"jsonrpc":"2.0","id":1,"method":"getLatestBlockhash"}');
    const { result } = JSON.parse(latest) as { result: { value: { blockhash: string } } };
    const blockhash = keyAt(decodeBase58(result.value.blockhash) ?? Buffer.alloc(0));
    return Array.from({ length: count }, () => {
      const data = new Writer(12).u32(2).u64(++made).done();
      const bytes = composeTransaction([from], blockhash, [{ program: SYSTEM, accounts, data }]);
      const params = [bytes.toString('base64'), { encoding: 'base64' }];
      return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params });
    });
  };
}

/** Median milliseconds of one request after the other. */
async function latencyMs(post: Post, bodies: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const body of bodies) {
    const started = performance.now();
    await post(body);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Requests a second, `SENDERS` at a time. */
async function perSecond(post: Post, bodies: readonly string[]): Promise<number> {
  const started = performance.now();
  const queue = bodies.values();
  const sender = async (): Promise<void> => {
    for (const body of queue) await post(body);
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return (bodies.length / (performance.now() - started)) * 1_000;
}

interface Measured {
  readonly post: Post;
  readonly transfers: (count: number) => Promise<string[]>;
  readonly fsync: number;
}

async function measure({ post, transfers, fsync }: Measured, report: Report): Promise<void> {
  const health = (count: number): string[] => Array.from({ length: count }, () => HEALTH);
  await latencyMs(post, health(1_000));
  await latencyMs(post, await transfers(1_000));
  const pairs: [number, number][] = [];
  for (let i = 0; i < PAIRS; i++) {
    pairs.push([
      await latencyMs(post, health(SEQUENTIAL)),
      await latencyMs(post, await transfers(SEQUENTIAL)),
    ]);
  }
  const ratio = median(pairs.map(([floor, ours]) => ours / floor));
  const ms = (each: readonly number[]): string => `${median(each).toFixed(2)} ms`;
  report({
    name: 'sendTransaction, one at a time (median latency)',
    floor: `getHealth ${ms(pairs.map(([floor]) => floor))} (fsync ${fsync.toFixed(2)})`,
    ours: ms(pairs.map(([, ours]) => ours)),
    ratio,
    goal: '≤ 2.5',
    holds: ratio <= 2.5,
  });
  const rates: [number, number][] = [];
  for (let i = 0; i < PAIRS; i++) {
    rates.push([
      await perSecond(post, health(CONCURRENT)),
      await perSecond(post, await transfers(CONCURRENT)),
    ]);
  }
  const rate = (each: readonly number[]): string => `${Math.round(median(each))}/s`;
  const share = median(rates.map(([floor, ours]) => ours / floor));
  report({
    name: `sendTransaction, ${SENDERS} at a time (throughput)`,
    floor: `getHealth ${rate(rates.map(([floor]) => floor))}`,
    ours: rate(rates.map(([, ours]) => ours)),
    ratio: share,
    goal: '≥ 0.25',
    holds: share >= 0.25,
  });
}

/** Over the product's own `/rpc`: the same way in for both, whatever it costs. */
async function overRpc(dir: string, report: Report): Promise<void> {
  const server = await startUnlimited(dir);
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
  try {
    const post = poster(`${server.url}/rpc`, agent);
    const transfers = await transferMaker(server.url, post);
    await measure({ post, transfers, fsync: fsyncMs(dir) }, report);
  } finally {
    agent.destroy();
    await server.close();
  }
}

async function startUp(dir: string, report: Report): Promise<void> {
  const endMs = await synthesize(dir, HISTORY, Date.UTC(2026, 0, 1));
  const seconds: number[] = [];
  for (let i = 0; i < PAIRS; i++) {
    const started = performance.now();
    const net = await openLocalnet({ dir, now: () => endMs });
    seconds.push((performance.now() - started) / 1_000);
    await net.close();
  }
  const ratio = median(seconds);
  report({
    name: `start-up after ${HISTORY.toLocaleString('en')} transactions (seconds)`,
    floor: '1 s',
    ours: `${ratio.toFixed(3)} s`,
    ratio,
    goal: '≤ 1',
    holds: ratio <= 1,
  });
}

/** The embedded chain, its journal on the disk and fsynced, behind `/rpc` on the loopback. */
export async function chain(report: Report): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'bench-chain-'));
  try {
    await overRpc(join(root, 'rpc'), report);
    const past = join(root, 'past');
    await (await openLocalnet({ dir: past, now: () => Date.UTC(2026, 0, 1) })).close();
    await startUp(past, report);
    await subscriptions(report);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
