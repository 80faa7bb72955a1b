import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, chromium } from '@playwright/test';
import { instant, iso } from '#domain/base/time';
import { hexOf } from '#proof/tree/bytes';
import { dayOf } from '#proof/files/day';
import { type Sha256, hashOf, recordOf, unitsOf } from '#proof/tree/record';
import { rootOf, treeOf } from '#proof/tree/tree';
// @ts-expect-error plain JavaScript: it runs before anything is installed
import { build } from '../scripts/lib/build.mjs';
import type { Row } from './row.ts';
import { startProduct } from './server.ts';

/** A wallet has two to four leaves. */
const LEAVES_PER_WALLET = 3;
const SECONDS_GOAL = 5;
/** A page that stands still for longer is felt. */
const STALL_GOAL_MS = 200;
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

interface Day {
  readonly answer: { readonly day: string };
  readonly leaves: Buffer;
}

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/** A day of this many wallets: made-up leaves in a correct tree. */
function dayOfWallets(wallets: number): Day {
  const count = wallets * LEAVES_PER_WALLET;
  const hashes = Array.from({ length: count }, () => randomBytes(32).toString('hex')).sort();
  const units = (i: number) => 1_000_000_000n + BigInt(i);
  const records = Buffer.concat(
    hashes.map((hash, i) => recordOf(Buffer.from(hash, 'hex'), units(i))),
  );
  const root = rootOf(treeOf(sha256, records));
  const now = instant(Date.now());
  const answer = {
    day: dayOf(now),
    at: iso(now),
    root: hexOf(hashOf(root)),
    totalUnits: String(unitsOf(root)),
    leaves: count,
    wallets,
    logHead: '0'.repeat(64),
    otherLiabilities: [],
    holdings: [],
    anchor: null,
    treasury: '',
    leavesKept: true,
  };
  return { answer, leaves: Buffer.from(hashes.map((hash, i) => `${hash},${units(i)}\n`).join('')) };
}

/** The product, but for the proofs: those are of the day. */
async function withDay({ answer, leaves }: Day, behind: string) {
  const serve = (asked: IncomingMessage, response: ServerResponse): void => {
    const path = asked.url ?? '/';
    const json = (body: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (path === '/api/proof') json({ days: [answer.day] });
    else if (/^\/api\/proof\/[\d-]+$/.test(path)) json(answer);
    else if (path.endsWith('/leaves')) response.setHeader('content-type', 'text/csv').end(leaves);
    else {
      const { method, headers } = asked;
      const ask = request(new URL(path, behind), { method, headers }, (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
      });
      ask.on('error', () => response.destroy());
      response.on('close', () => ask.destroy());
      asked.pipe(ask);
    }
  };
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** At each frame: how long ago the last was, and what the bar tells. A text, for it runs in the page. */
const WATCH = `
  const seen = (window.seen = { stall: 0, at: performance.now(), progress: new Set() });
  requestAnimationFrame(function frame() {
    const now = performance.now();
    seen.stall = Math.max(seen.stall, now - seen.at);
    seen.at = now;
    const bar = document.querySelector('[role=progressbar]');
    if (bar) seen.progress.add(bar.getAttribute('aria-valuenow'));
    requestAnimationFrame(frame);
  });`;
const SEEN = '({ stall: window.seen.stall, progress: window.seen.progress.size })';

interface Checked {
  readonly seconds: number;
  readonly longestStallMs: number;
  readonly progress: number;
}

/** Has the page work the whole tree out: how long it takes, and how it does meanwhile. */
async function check(page: Page, url: string): Promise<Checked> {
  await page.goto(`${url}/verify`);
  const step = page.getByRole('region', { name: '5. All leaves make this root', exact: true });
  const start = step.getByRole('button', { name: 'Check all leaves' });
  await start.waitFor();
  await page.evaluate(WATCH);
  const started = performance.now();
  await start.click();
  await step.locator('[data-state=holds]').waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - started) / 1_000;
  const { stall, progress } = (await page.evaluate(SEEN)) as { stall: number; progress: number };
  return { seconds, longestStallMs: stall, progress };
}

/** What a holder's browser does with the leaves of a whole day. */
export async function verify(report: (row: Row) => void): Promise<void> {
  await (build as () => Promise<void>)();
  const dir = mkdtempSync(join(tmpdir(), 'bench-verify-'));
  const product = await startProduct(dir);
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  const of = async (wallets: number): Promise<Checked> => {
    const served = await withDay(dayOfWallets(wallets), product.url);
    const page = await browser.newPage();
    try {
      return await check(page, served.url);
    } finally {
      await page.close();
      served.close();
    }
  };
  try {
    const some = await of(100_000);
    report({
      name: 'all leaves of 100,000 wallets, in Chromium',
      floor: `${SECONDS_GOAL} s`,
      ours: `${some.seconds.toFixed(2)} s`,
      ratio: some.seconds / SECONDS_GOAL,
      goal: '≤ 1',
      holds: some.seconds <= SECONDS_GOAL,
    });
    const all = await of(1_000_000);
    const perLeaf = all.seconds / some.seconds / 10;
    report({
      name: 'of 1,000,000 wallets, per leaf',
      floor: `${some.seconds.toFixed(2)} s`,
      ours: `${all.seconds.toFixed(1)} s, progress told ${all.progress} times`,
      ratio: perLeaf,
      goal: '≤ 1.5',
      holds: perLeaf <= 1.5 && all.progress >= 20,
    });
    report({
      name: 'longest time that the page stood still meanwhile',
      floor: `${STALL_GOAL_MS} ms`,
      ours: `${all.longestStallMs.toFixed(0)} ms`,
      ratio: all.longestStallMs / STALL_GOAL_MS,
      goal: '≤ 1',
      holds: all.longestStallMs <= STALL_GOAL_MS,
    });
  } finally {
    await browser.close();
    await product.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
