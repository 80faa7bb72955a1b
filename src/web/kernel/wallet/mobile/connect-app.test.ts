import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { WalletApp } from '#test/browser/wallet-app';

import { WalletFailure, WalletMissing, WalletUnreached, refusal } from '../failure.ts';
import { withWalletApp } from './connect-app.ts';

/** A phone as far as a page sees it. */
class Phone extends EventTarget {
  /** What the browser says about reaching apps, one answer after the other; null: it knows no such permission. */
  states: (PermissionState | null)[] = [];
  hasApp = true;
  isActive = true;
  answers = true;
  readonly app = new WalletApp();
  readonly links: URL[] = [];
  readonly fetched: string[] = [];
  readonly asked: string[] = [];

  ask = async ({ title }: { readonly title: string }): Promise<void> => {
    this.asked.push(title);
  };

  open = (link: URL): void => {
    this.links.push(link);
    if (this.hasApp) this.dispatchEvent(new Event('blur'));
  };
}

let phone: Phone;

/** A socket to the phone's wallet app. */
class Socket extends EventTarget {
  readonly #talk = phone.app.conversation(phone.links[0]?.searchParams.get('association') ?? '');

  constructor(url: string) {
    super();
    expect(url).toBe(`ws://localhost:${phone.links[0]?.searchParams.get('port')}/solana-wallet`);
    queueMicrotask(() => this.dispatchEvent(new Event(phone.answers ? 'open' : 'close')));
  }

  send(bytes: Uint8Array): void {
    for (const answer of this.#talk(Buffer.from(bytes))) {
      const data = new Uint8Array(answer).buffer;
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
    }
  }

  close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

beforeEach(() => {
  phone = new Phone();
  const query = async () => {
    const state = phone.states.shift() ?? null;
    if (state === null) throw new TypeError('no such permission');
    return { state };
  };
  vi.stubGlobal('location', { hostname: 'lmt.example', assign: phone.open });
  vi.stubGlobal('navigator', { permissions: { query }, userActivation: phone });
  vi.stubGlobal('window', phone);
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('fetch', async (url: string) => {
    phone.fetched.push(url);
    throw new TypeError('nothing answers there');
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const reach = (base: string | null = null) =>
  withWalletApp(base, (app) => app.call('get_capabilities', {}), phone.ask);

const ALLOW = 'Let this page reach your wallet app';
const OPEN = 'Open your wallet app';

test.each<readonly [string, Phone['states'], string[]]>([
  ['knows no such permission', [null, null], []],
  ['was allowed before', ['granted', 'granted'], []],
  ['is allowed now', ['prompt', 'granted'], [ALLOW]],
])('a browser that %s opens the app', async (_, states, asked) => {
  phone.states = states;
  await expect(reach()).resolves.toEqual({ features: ['solana:signTransactions'] });
  expect(phone.asked).toEqual(asked);
  // The question comes up before the app covers the page.
  expect(phone.fetched).toEqual(asked.map(() => 'http://localhost'));
  expect(phone.links).toHaveLength(1);
  expect(phone.links[0]?.protocol).toBe('solana-wallet:');
});

test.each<Phone['states']>([
  ['denied', 'denied'],
  ['prompt', 'denied'],
  ['prompt', 'prompt'],
])(
  'without the permission no app is opened, and the page says how to give it: %s, %s',
  async (...states) => {
    phone.states = states;
    const error = await reach().catch((told: unknown) => told);
    expect(error).toBeInstanceOf(WalletFailure);
    expect(error).toHaveProperty('message', expect.stringContaining('site settings'));
    expect(phone.links).toEqual([]);
  },
);

test.each(['localhost', '127.0.0.1', '[::1]'])(
  'a page of %s is on the device: it needs no permission',
  async (hostname) => {
    phone.states = ['prompt', 'prompt'];
    vi.stubGlobal('location', { hostname, assign: phone.open });
    await reach();
    expect(phone.asked).toEqual([]);
  },
);

test('long after a tap another one is asked for; whoever leaves then has refused', async () => {
  phone.isActive = false;
  await reach();
  expect(phone.asked).toEqual([OPEN]);
  phone.ask = async () => {
    throw refusal('left');
  };
  await expect(reach()).rejects.toMatchObject({ code: 4001 });
  expect(phone.links).toHaveLength(1);
});

test("an app's own address opens without a look at who came to the front", async () => {
  phone.hasApp = false;
  await reach('https://wallet.example/mwa');
  expect(phone.links[0]?.href).toMatch(/^https:\/\/wallet\.example\/mwa\/v1\/associate\/local\?/);
});

test('no app comes to the front: none is there', async () => {
  vi.useFakeTimers();
  phone.hasApp = false;
  const told = reach().catch((error: unknown) => error);
  await vi.waitUntil(() => phone.links.length === 1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await told).toBeInstanceOf(WalletMissing);
});

test('an app that opens and never answers is given up after half a minute', async () => {
  vi.useFakeTimers();
  phone.answers = false;
  const told = reach().catch((error: unknown) => error);
  await vi.waitUntil(() => phone.links.length === 1);
  await vi.advanceTimersByTimeAsync(31_000);
  const failure = await told;
  expect(failure).toBeInstanceOf(WalletUnreached);
  expect(failure).toMatchObject({ message: expect.stringContaining('did not answer') });
});
