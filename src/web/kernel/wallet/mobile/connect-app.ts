import { pause } from '../../api/rpc.ts';
import { mobileWalletTexts as says } from '../mobile-wallet-texts.ts';
import { walletTexts } from '../wallet-texts.ts';
import { WalletMissing, WalletUnreached } from '../failure.ts';
import { askTap } from './ask-tap.tsx';
import { type Conversation, converse } from './conversation.ts';
import { newAssociation, rawKey } from './session-encryption.ts';
import { getBase64Decoder } from '@solana/kit';
import type { Bytes } from './session-encryption.ts';

/** Builds the association link that opens a wallet app: any installed app, or the app with this base URL. */
export function linkTo(base: string | null, key: Bytes, port: number): URL {
  const start = base?.startsWith('https://') === true ? base.replace(/\/+$/, '') : 'solana-wallet:';
  const token = getBase64Decoder().decode(key);
  const association = token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const query = new URLSearchParams({ association, port: String(port), v: 'v1' });
  return new URL(`${start}/v1/associate/local?${query}`);
}

/** The ports that the protocol lets a page choose from. */
const PORT_MIN = 49_152;
const PORTS = 16_384;
const PROTOCOL = 'com.solana.mobilewalletadapter.v1';
/** No app comes to the front within this: none is there. */
const OPENS_MS = 3_000;
/** How long its owner may take to choose an app, and the app to start. */
const ANSWERS_MS = 30_000;
const RETRY_MS = 200;

/** Opens a wallet app, does something with it, and lets it go. `base` is where a known app opens. */
export async function withWalletApp<T>(
  base: string | null,
  work: (app: Conversation) => Promise<T>,
  ask: typeof askTap = askTap,
): Promise<T> {
  await requestAppAccess(ask);
  const association = await newAssociation();
  const port = PORT_MIN + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % PORTS);
  const link = linkTo(base, await rawKey(association.publicKey), port);
  if (!navigator.userActivation.isActive) await ask(says.open);
  await opened(link);
  const socket = await answered(port);
  try {
    return await work(await converse(socket, association));
  } finally {
    socket.close();
  }
}

/** Has the browser ask for the permission while its question can still be seen: the app would cover it. */
async function requestAppAccess(ask: typeof askTap): Promise<void> {
  // A page of this very device needs no permission, and would wait for one for ever.
  if (/^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)) return;
  if ((await permission()) === 'prompt') {
    await ask(says.allow);
    // Nothing has to answer: the attempt brings the question.
    await fetch('http://localhost', { mode: 'no-cors' }).catch(() => undefined);
  }
  const state = await permission();
  if (state !== null && state !== 'granted') throw new WalletUnreached(says.errors.blocked);
}

/** Null in a browser that does not ask. */
async function permission(): Promise<PermissionState | null> {
  const name = 'loopback-network' as PermissionName;
  const status = await navigator.permissions.query({ name }).catch(() => null);
  return status?.state ?? null;
}

/** Resolves once an app came to the front. */
function opened(link: URL): Promise<void> {
  // An app's own address: where the app is gone, the browser shows what is there.
  if (link.protocol === 'https:') {
    location.assign(link);
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const end = new AbortController();
    const options = { once: true, signal: end.signal };
    const timer = setTimeout(() => {
      end.abort();
      reject(new WalletMissing(walletTexts.errors.noneFoundMobile));
    }, OPENS_MS);
    const left = () => {
      end.abort();
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('blur', left, options);
    document.addEventListener('visibilitychange', left, options);
    location.assign(link);
  });
}

async function answered(port: number): Promise<WebSocket> {
  const until = Date.now() + ANSWERS_MS;
  for (;;) {
    const socket = await knock(port);
    if (socket) return socket;
    if (Date.now() > until) throw new WalletUnreached(says.errors.silent);
    await pause(RETRY_MS);
  }
}

function knock(port: number): Promise<WebSocket | null> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://localhost:${port}/solana-wallet`, [PROTOCOL]);
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('close', () => resolve(null));
  });
}
