import { type KeyPairSigner, createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';

import { DAY_MS, SECOND_MS } from '#domain/base/time';

import { adminProof, paymentOf, send, signText, units, walletOf } from '../world/wallet.ts';
import { type App, expect } from './app.ts';
import type { TestWallet } from './test-wallet.ts';

const SEED_BYTES = 32;

interface Quote {
  readonly reference: string;
  readonly treasuryAddress: string;
}

/** A user who acts by calls alone: so a test comes to where its clicks begin. */
export class Account {
  readonly #app: App;
  readonly #wallet: KeyPairSigner;
  readonly #headers: Readonly<Record<string, string>>;
  readonly id: string;

  private constructor(
    app: App,
    wallet: KeyPairSigner,
    { id, headers }: Pick<Account, 'id' | 'headers'>,
  ) {
    this.#app = app;
    this.#wallet = wallet;
    this.#headers = headers;
    this.id = id;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#headers;
  }

  /** The user of a wallet that a page has; of its first account. */
  static async of(app: App, { secrets }: Pick<TestWallet, 'secrets'>): Promise<Account> {
    const seed = new Uint8Array(secrets[0]!.slice(-SEED_BYTES));
    return Account.#signedIn(app, await createKeyPairSignerFromPrivateKeyBytes(seed));
  }

  /** The protocol's owner, with an admin session. */
  static async owner(app: App): Promise<Account> {
    const user = await Account.#signedIn(app, await walletOf(app.wallets[0]!.secretKey));
    const { sessionToken } = await user.call<{ sessionToken: string }>(
      'POST',
      '/api/admin/direct-access',
      await adminProof(user.#wallet, (body) => user.call('POST', '/api/auth/get-nonce', body)),
    );
    const headers = { ...user.#headers, 'x-admin-session': sessionToken };
    return new Account(app, user.#wallet, { id: user.id, headers });
  }

  /** Rejects what earlier tests on this server left in the queue: the next request is first in it. */
  static async emptyQueue(app: App): Promise<void> {
    const owner = await Account.owner(app);
    const queue = '/api/admin/sell-verifications';
    const { pending } = await owner.call<{ pending: { id: string }[] }>('GET', queue);
    const notes = 'Makes room for the next test';
    for (const { id } of pending) await owner.call('POST', `${queue}/${id}/reject`, { notes });
  }

  static async #signedIn(app: App, wallet: KeyPairSigner): Promise<Account> {
    const { address: walletAddress } = wallet;
    const anyone = new Account(app, wallet, { id: '', headers: {} });
    const { message } = await anyone.call<{ message: string }>('POST', '/api/auth/get-nonce', {
      walletAddress,
    });
    const signature = await signText(wallet, message);
    const body = { walletAddress, message, signature };
    const { sessionToken, userId } = await anyone.call<{ sessionToken: string; userId: string }>(
      'POST',
      '/api/auth/verify-wallet',
      body,
    );
    const headers = { 'x-session-token': sessionToken };
    return new Account(app, wallet, { id: userId, headers });
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(path, this.#app.url), {
      method,
      headers: { ...this.#headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
    return JSON.parse(text) as T;
  }

  /** Has paid so much SOL for LMT, waited a day and claimed. */
  async bonded(sol: string): Promise<this> {
    const id = await this.pays(sol);
    await this.#app.advance(DAY_MS);
    await this.call('PATCH', `/api/bonds/${id}/status`, { status: 'completed' });
    return this;
  }

  /** Has paid so much SOL for LMT, which is locked; answers the bond's id. */
  async pays(sol: string): Promise<string> {
    const funds = { walletAddress: this.#wallet.address, sol: '200' };
    await this.call('POST', '/api/local/airdrop', funds);
    const asked = { tokenType: 'SOL', amount: sol };
    const quote = await this.call<Quote>('POST', '/api/bonds/quote', asked);
    const transactionSignature = await this.#pay(units('SOL', sol), quote);
    const body = { ...asked, userId: this.id, transactionSignature };
    const { id } = await this.call<{ id: string }>('POST', '/api/bonds', body);
    return id;
  }

  /** Has paid the fee, staked so much, waited a day and activated: the vault runs. */
  async staked(amount: string, autoRestakeEnabled = false): Promise<{ readonly id: string }> {
    const quote = await this.call<Quote & { lamports: string }>(
      'GET',
      `/api/stakes/fee-quote?amount=${amount}`,
    );
    const feeTransactionHash = await this.#pay(BigInt(quote.lamports), quote);
    const body = { userId: this.id, amount, autoRestakeEnabled, feeTransactionHash };
    const stake = await this.call<{ id: string }>('POST', '/api/stakes', body);
    await this.#app.advance(DAY_MS);
    return this.call('POST', `/api/stakes/activate/${stake.id}`);
  }

  /** Pays the treasury in lamports; answers the signature, once the payment can be seen. */
  async #pay(lamports: bigint, { treasuryAddress, reference }: Quote): Promise<string> {
    const till = { treasury: treasuryAddress, treasuryTokenAccount: '', usdcMint: '' };
    const paid = await paymentOf(this.#wallet, till, { token: 'SOL', amount: lamports, reference });
    const respond = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(new URL('/rpc', this.#app.url), { method: 'POST', headers, body });
      return { status: answer.status, headers: {}, body: await answer.text() };
    };
    const signature = await send({ respond }, this.#wallet, [paid]);
    await this.#app.advance(2 * SECOND_MS);
    return signature;
  }
}
