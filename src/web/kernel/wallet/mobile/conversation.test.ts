import { createPublicKey, verify } from 'node:crypto';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type AppBehaviour, WalletApp } from '#test/browser/wallet-app';
import { signInText } from '#domain/users/sign-in-text';

import {
  asWalletError,
  authorize,
  reauthorize,
  sendTransactions,
  signFields,
  signText,
} from './app-calls.ts';
import { type Conversation, converse } from './conversation.ts';
import { linkTo } from './connect-app.ts';
import { newAssociation, rawKey } from './session-encryption.ts';

const CHAIN = 'solana:devnet';
const FIELDS = {
  domain: 'lmt.example',
  statement: 'Sign in to LMT.',
  uri: 'https://lmt.example',
  version: '1',
  chainId: 'devnet',
  nonce: '0'.repeat(32),
  issuedAt: '2026-11-16T00:00:00.000Z',
  expirationTime: '2026-11-16T00:05:00.000Z',
};

/** What joins a page and an app that run in one process. */
class Line extends EventTarget {
  /** What becomes of an answer on its way. */
  carries = (answers: Buffer[]): Buffer[] => answers;
  readonly #answer: (bytes: Buffer) => Buffer[];

  constructor(answer: (bytes: Buffer) => Buffer[]) {
    super();
    this.#answer = answer;
  }

  send(bytes: Uint8Array): void {
    const answers = this.carries(this.#answer(Buffer.from(bytes)));
    queueMicrotask(() => {
      for (const answer of answers) {
        this.dispatchEvent(new MessageEvent('message', { data: new Uint8Array(answer).buffer }));
      }
    });
  }

  close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

beforeEach(() => vi.stubGlobal('location', { origin: 'https://lmt.example' }));
afterEach(() => vi.unstubAllGlobals());

async function talkTo(
  wallet: WalletApp,
): Promise<{ readonly line: Line; readonly app: Conversation }> {
  const association = await newAssociation();
  const link = linkTo(null, await rawKey(association.publicKey), 50_000);
  const line = new Line(wallet.conversation(link.searchParams.get('association') ?? ''));
  return { line, app: await converse(line as unknown as WebSocket, association) };
}

function appThat(does: AppBehaviour = {}): WalletApp {
  const wallet = new WalletApp();
  wallet.does = does;
  return wallet;
}

function isSigned(wallet: WalletApp, bytes: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(wallet.account.publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, bytes, key, signature);
}

test('the link is opened by any wallet app, or by the one that named its address', () => {
  const key = new Uint8Array(65).fill(255);
  const token = `${'_'.repeat(86)}8`;
  const query = `v1/associate/local?association=${token}&port=50000&v=v1`;
  expect(linkTo(null, key, 50_000).href).toBe(`solana-wallet:/${query}`);
  const own = `https://wallet.example/mwa/${query}`;
  expect(linkTo('https://wallet.example/mwa/', key, 50_000).href).toBe(own);
  // No address but https is an app's own.
  for (const base of ['http://wallet.example', 'intent:', 'javascript:alert(1)']) {
    expect(linkTo(base, key, 50_000).href).toBe(`solana-wallet:/${query}`);
  }
});

test.each<readonly [string, AppBehaviour]>([
  ['by its own text', {}],
  ['after it asked for the hello once more', { pings: true }],
  ['by ours, where it has none', { hasNoSignIn: true }],
  ['by ours, with the signature alone', { hasNoSignIn: true, givesSignatureAlone: true }],
  ['in the first version', { hasNoSignIn: true, isLegacy: true }],
])('an app signs in %s', async (_, does) => {
  const wallet = appThat(does);
  const { address } = wallet.account;
  const { app } = await talkTo(wallet);
  const { grant, signed } = await authorize(app, { chain: CHAIN, fields: FIELDS });
  expect(grant).toMatchObject({ addresses: [address], chain: CHAIN, base: null, isSigner: true });
  const { signedMessage, signature } = signed ?? (await signFields(app, address, FIELDS));
  expect(new TextDecoder().decode(signedMessage)).toBe(signInText(FIELDS, address));
  expect(isSigned(wallet, signedMessage, signature)).toBe(true);
});

test('a token is known again; one that counts no longer has the owner asked', async () => {
  for (const isLegacy of [false, true]) {
    const wallet = appThat({ isLegacy });
    const { app } = await talkTo(wallet);
    const { grant } = await authorize(app, { chain: CHAIN });
    await reauthorize(app, grant);
    wallet.tokens.clear();
    const next = await reauthorize(app, grant);
    expect(next.addresses).toEqual(grant.addresses);
    const again = isLegacy ? 'reauthorize again' : 'authorize again';
    const asked = wallet.asked.filter((call) => call !== 'get_capabilities');
    expect(asked).toEqual(['authorize', again, again, 'authorize']);
  }
});

test('an app that only sends says so, and gives signatures', async () => {
  const wallet = appThat({ onlySends: true });
  const { app } = await talkTo(wallet);
  const { grant } = await authorize(app, { chain: CHAIN });
  expect(grant.isSigner).toBe(false);
  await expect(sendTransactions(app, [])).resolves.toEqual([]);
});

test.each([
  [-1, 4001],
  [-3, 4001],
  [-2, -2],
  [-32_602, -32_602],
])('a refusal by %i is one by %i, in the app’s words', async (code, told) => {
  const { app } = await talkTo(appThat({ refuses: { authorize: code } }));
  const error = await authorize(app, { chain: CHAIN }).catch(asWalletError);
  expect(error).toMatchObject({ code: told, message: 'the wallet app says no' });
});

const TEXT = new Uint8Array([1, 2, 3]);

test.each<readonly [string, (answers: Buffer[]) => Buffer[]]>([
  [
    'altered',
    ([answer]) => [Buffer.from(answer!.map((byte, at) => (at === 20 ? byte ^ 1 : byte)))],
  ],
  [
    'out of its turn',
    ([answer]) => [Buffer.from(answer!.map((byte, at) => (at === 3 ? 9 : byte)))],
  ],
  ['cut', ([answer]) => [answer!.subarray(0, 10)]],
])('an answer that was %s ends the conversation', async (_, carries) => {
  const wallet = appThat();
  const { line, app } = await talkTo(wallet);
  let isOpen = true;
  line.addEventListener('close', () => (isOpen = false));
  line.carries = carries;
  await expect(signText(app, wallet.account.address, TEXT)).rejects.toBeInstanceOf(Error);
  expect(isOpen).toBe(false);
});

test('an app that leaves answers nothing more, and the page is told', async () => {
  const wallet = appThat();
  const { line, app } = await talkTo(wallet);
  line.carries = () => [];
  const asked = signText(app, wallet.account.address, TEXT);
  line.close();
  await expect(asked).rejects.toThrow('The wallet app ended the connection.');
  await expect(signText(app, wallet.account.address, TEXT)).rejects.toThrow('ended the connection');
});
