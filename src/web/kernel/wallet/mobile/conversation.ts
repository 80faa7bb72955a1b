import { mobileWalletTexts } from '../mobile-wallet-texts.ts';
import { WalletFailure } from '../failure.ts';
import {
  type Bytes,
  helloOf,
  newExchange,
  encrypt,
  secretOf,
  decrypt,
} from './session-encryption.ts';

/** Calls to a wallet app, in private. */
export interface Conversation {
  /** The app speaks the protocol's first version. */
  readonly isLegacy: boolean;
  call<T>(method: string, params: object): Promise<T>;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Agrees on a secret with the app at the other end of an open socket. It ends with the socket. */
export async function converse(
  socket: WebSocket,
  association: CryptoKeyPair,
): Promise<Conversation> {
  const next = inboxOf(socket);
  const { secret, rest } = await agree(socket, association, next);
  let heard = 0;
  let said = 0;
  const read = (bytes: Bytes) => {
    heard += 1;
    return decrypt(secret, heard, bytes);
  };
  const isLegacy = rest.length === 0 || isFirstVersion(await read(rest));
  const waiting = new Map<number, Waiting>();
  const listen = async (): Promise<never> => {
    for (;;) {
      const { id, result, error } = JSON.parse(await read(await next())) as Answer;
      const caller = waiting.get(id);
      waiting.delete(id);
      if (error) caller?.reject(Object.assign(new Error(error.message), { code: error.code }));
      else caller?.resolve(result);
    }
  };
  // The app left, or what it said cannot be read: nothing that it was asked will be answered.
  const ended = listen().finally(() => socket.close());
  ended.catch(() => undefined);
  const ask = async (method: string, params: object): Promise<unknown> => {
    said += 1;
    const id = said;
    const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
    socket.send(await encrypt(secret, id, JSON.stringify({ jsonrpc: '2.0', id, method, params })));
    return Promise.race([answer, ended]);
  };
  return {
    isLegacy,
    call: async <T>(method: string, params: object) => (await ask(method, params)) as T,
  };
}

/** Says hello until the app answers: an empty message asks for it once more. */
async function agree(
  socket: WebSocket,
  association: CryptoKeyPair,
  next: () => Promise<Bytes>,
): ReturnType<typeof secretOf> {
  for (;;) {
    const exchange = await newExchange();
    socket.send(await helloOf(association, exchange));
    const answer = await next();
    if (answer.length > 0) return secretOf(association, exchange, answer);
  }
}

function isFirstVersion(properties: string): boolean {
  return (JSON.parse(properties) as { v?: unknown }).v === 'legacy';
}

/** The socket's messages, one after the other; none comes after it closed. */
function inboxOf(socket: WebSocket): () => Promise<Bytes> {
  const unread: Bytes[] = [];
  let isClosed = false;
  let wake = (): void => undefined;
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
    unread.push(new Uint8Array(data));
    wake();
  });
  socket.addEventListener('close', () => {
    isClosed = true;
    wake();
  });
  return async () => {
    for (;;) {
      const message = unread.shift();
      if (message) return message;
      if (isClosed) throw new WalletFailure(mobileWalletTexts.errors.closed);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
}
