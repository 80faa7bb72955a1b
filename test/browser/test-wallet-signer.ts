import type { PageWallet } from './test-wallet.ts';
import type { Asked, AskedText, Kit, Own, SignInInput, Signer } from './test-wallet-page.ts';

/** Runs in the page: bytes, and the texts and transactions that are made of them. */
export function installBytes(): void {
  const bytesOf = (text: string) => Uint8Array.from(atob(text), (c) => c.codePointAt(0)!);
  const base64 = (bytes: Uint8Array) => btoa(String.fromCodePoint(...bytes));
  /** As the specification of Sign In With Solana writes it, of the fields that were given. */
  function signInText(input: SignInInput, address: string): string {
    const head = `${input['domain']} wants you to sign in with your Solana account:\n${address}`;
    const fields = [
      ['URI', input['uri']],
      ['Version', input['version']],
      ['Chain ID', input['chainId']],
      ['Nonce', input['nonce']],
      ['Issued At', input['issuedAt']],
      ['Expiration Time', input['expirationTime']],
    ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
    const { statement } = input;
    return [head, ...(statement === undefined ? [] : [statement]), fields.join('\n')].join('\n\n');
  }
  /** Where a key's signature stands in a transaction, and what it signs. */
  function signerAt(transaction: Uint8Array, key: readonly number[]) {
    const count = transaction[0]!;
    const message = transaction.slice(1 + 64 * count);
    // After a version's byte, where there is one, three of the header and the number of keys.
    const keysAt = message[0]! >= 128 ? 5 : 4;
    for (let index = 0; index < count; index += 1) {
      const start = keysAt + 32 * index;
      if (key.every((byte, i) => byte === message[start + i]))
        return { at: 1 + 64 * index, message };
    }
    throw new Error('not a signer of this transaction');
  }
  const own = window as unknown as { testKit: Kit };
  Object.assign(own.testKit, { bytesOf, base64, signInText, signerAt });
}

/** Runs in the page: how a wallet signs, each in its way. */
export function installSigner(): void {
  const own = window as unknown as { testKit: Kit };
  const kit = own.testKit;
  const page = window as unknown as Record<string, (...what: string[]) => Promise<string>>;
  function signer(wallet: PageWallet, own: Own): Signer {
    const { name } = wallet;
    /** The account that the page names, else the one in use. */
    const keyOf = (account?: { readonly address: string }) =>
      wallet.accounts.find(({ address }) => address === account?.address) ?? own.active();
    /** The transaction as this wallet would have it, with its signature. */
    async function signed({ transaction, account }: Asked): Promise<Uint8Array<ArrayBuffer>> {
      const { publicKey, secret } = keyOf(account);
      const shaped = kit.bytesOf(await page[`shape${name}`]!(kit.base64(transaction)));
      const { at, message } = kit.signerAt(shaped, publicKey);
      shaped.set(await kit.sign(secret, message), at);
      return shaped;
    }
    async function signTransaction(...inputs: Asked[]): Promise<object[]> {
      await own.ask('transaction');
      return Promise.all(inputs.map(async (input) => ({ signedTransaction: await signed(input) })));
    }
    async function signAndSendTransaction(input: Asked): Promise<object[]> {
      await own.ask('transaction');
      const bytes = await signed(input);
      const params = [kit.base64(bytes), { encoding: 'base64', preflightCommitment: 'confirmed' }];
      const call = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params };
      const headers = { 'content-type': 'application/json' };
      await fetch('/rpc', { method: 'POST', headers, body: JSON.stringify(call) });
      return [{ signature: bytes.slice(1, 65) }];
    }
    async function signMessage({ message, account }: AskedText): Promise<object[]> {
      await own.ask('message');
      const { address, secret } = keyOf(account);
      const { envelope } = wallet;
      const over =
        envelope === null
          ? message
          : kit.bytesOf(await page[`wrap${name}`]!(kit.base64(message), address));
      const told = envelope === 'untold' ? message : over;
      return [{ signedMessage: told, signature: await kit.sign(secret, over) }];
    }
    async function signIn(input: SignInInput): Promise<object[]> {
      await own.ask('message');
      own.onConnected();
      const text = new TextEncoder().encode(kit.signInText(input, own.active().address));
      return [
        {
          account: own.current(),
          signedMessage: text,
          signature: await kit.sign(keyOf().secret, text),
        },
      ];
    }
    return { signTransaction, signAndSendTransaction, signMessage, signIn };
  }
  Object.assign(kit, { signer });
}
