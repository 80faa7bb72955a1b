import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { test as base, expect } from '@playwright/test';
import pg from 'pg';

import { seedPeople } from '../../seed/people.ts';
import { Site } from '../../seed/site.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface LocalWallet {
  readonly name: string;
  readonly address: string;
  /** The 64-byte key in base 58. */
  readonly secretKey: string;
}

/** A server with a database and a chain of its own, which no other worker sees. */
export interface App {
  readonly url: string;
  /** The wallets of its local network: Owner (who is the treasury too), Alice, Bob and Carol. */
  readonly wallets: readonly LocalWallet[];
  /**
   * Moves the time of the chain and the protocol, as the time machine's buttons do: what became due has
   * happened when it resolves. A page that is open sees it with its next read.
   */
  advance(ms: number): Promise<void>;
}

/** What configures a server beside the defaults. */
type Env = Readonly<Record<string, string>>;

interface Options {
  /**
   * Whether glass is blurred, as users see it. Without a graphics card that takes a third of all time, so
   * that only pictures, and one life of a bond, have it.
   */
  readonly glass: boolean;
  /** Whether the page may have a worker: what goes through one, `page.route` does not see. */
  readonly worker: boolean;
}

/**
 * Tests on the real app. Import `test` from here instead of from Playwright:
 *
 *     test('a vault matures', async ({ page, app, context }) => {
 *       await installWallet(context);       // a wallet extension with new keys
 *       await page.goto('/?tab=stake');     // addresses are relative to app.url
 *       await app.advance(7 * DAY_MS);
 *       await page.reload();
 *     });
 *
 * Each of Playwright's workers has one server, started from what is built, with an empty database and
 * chain; its tests run on it one after the other. So a test may move time, and need not care what runs
 * beside it, but finds what the tests before it have left: take a new wallet rather than Alice, and
 * expect no certain date. A pause, or other settings, are to be taken back: the test fails otherwise,
 * and not the one that comes after it.
 *
 * `test.use({ seeded: 1 })` for a server of its own with two hundred users at every stage of life, 0.2
 * for forty of them. `test.use({ env: { TREASURY_KEYPAIR: 'none' } })` for one that is configured so.
 *
 * Motion is reduced and glass is clear unless a file asks for them as a user has them:
 * `test.use({ glass: true, contextOptions: { reducedMotion: 'no-preference' } })`.
 */
export const test = base.extend<
  Options & { leavesTerms: void },
  { app: App; seeded: number; env: Env }
>({
  seeded: [0, { option: true, scope: 'worker' }],
  env: [{}, { option: true, scope: 'worker' }],
  app: [
    async ({ seeded, env }, provide) => {
      const given = process.env['APP_URL'];
      if (given !== undefined) return provide(await appAt(given));
      // All tests come from one address: how many signed in within a minute before one is chance.
      const server = await startBuilt({ RATE_LIMITS: 'off', ...env });
      try {
        if (seeded > 0) await seedPeople(await Site.at(server.url), () => {}, seeded);
        await provide(await appAt(server.url));
      } finally {
        await server.stop();
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ app }, provide) => provide(app.url),
  glass: [false, { option: true }],
  worker: [false, { option: true }],
  context: async ({ context, glass, worker }, provide) => {
    if (!worker) await context.addInitScript(noWorker);
    if (!glass) await context.addInitScript(clearGlass);
    await context.addInitScript(letClicksThroughToasts);
    await provide(context);
  },
  leavesTerms: [
    async ({ app }, provide) => {
      const found = await termsOf(app);
      await provide();
      expect(await termsOf(app), 'what the test has changed is taken back').toEqual(found);
    },
    { auto: true },
  ],
});

export { expect };

/** Runs in the page. */
function clearGlass(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { backdrop-filter: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** Runs in the page: a toast stays while the mouse rests on it, and takes the clicks on what it covers. */
function letClicksThroughToasts(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('[data-sonner-toast] { pointer-events: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** Runs in the page. */
function noWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}

async function appAt(url: string): Promise<App> {
  const local = await fetch(new URL('/api/local', url));
  const { wallets } = (await local.json()) as { wallets: LocalWallet[] };
  return {
    url,
    wallets,
    async advance(advanceMs) {
      const answer = await fetch(new URL('/api/local/clock', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceMs }),
      });
      expect(answer.status, await answer.text()).toBe(200);
    },
  };
}

/** What the owner decides, and no clock. */
async function termsOf({ url }: App): Promise<object> {
  const read = async (path: string) => (await (await fetch(new URL(path, url))).json()) as object;
  const { paused } = (await read('/api/status')) as { paused: boolean };
  const settings = Object.entries(await read('/api/protocol/settings'));
  return Object.fromEntries([
    ['paused', paused],
    ...settings.filter(([name]) => !name.startsWith('lmtPrice')),
  ]);
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** An empty database on the scratch PostgreSQL server; none, where the machine has none: the app embeds its own. */
async function emptyDatabase(): Promise<{ env: Record<string, string>; drop(): Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) return { env: {}, drop: async () => {} };
  const name = `lmt_browser_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const asAdmin = async (command: string) => {
    const admin = new pg.Client(server);
    await admin.connect();
    await admin.query(command);
    await admin.end();
  };
  await asAdmin(`create database ${name}`);
  return {
    env: { DATABASE_URL: url.href },
    drop: () => asAdmin(`drop database ${name} with (force)`),
  };
}

/** The built server on a free port and an empty folder; only what is given here configures it. */
async function startBuilt(more: Env): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'lmt-browser-'));
  const stored = await emptyDatabase();
  const { PATH = '', HOME = '' } = process.env;
  // Compiling the embedded database well takes longer than it is used here.
  const child = spawn(process.execPath, ['--liftoff-only', 'test/browser/serve.mjs'], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...stored.env, ...more },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const url = await new Promise<string>((opened, failed) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^ {2}Open +(\S+)$/.exec(line) ?? [];
      if (address !== undefined) opened(address);
      // What it logs is a warning or worse.
      else if (line.startsWith('{')) process.stderr.write(`${line}\n`);
    });
    child.once('close', (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return {
    url,
    async stop() {
      child.stdin.end();
      await ended;
      await stored.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
