import { getBase58Encoder } from '@solana/kit';
import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardEventsListeners } from '@wallet-standard/features';

import type { SignInFields } from '#domain/users/sign-in-text';

import { statusQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { chainOf } from '../chains.ts';
import { walletTexts } from '../wallet-texts.ts';
import { WalletUnreached, walletFailure } from '../failure.ts';
import type { Features } from '../live.ts';
import { MOBILE_WALLET } from '../device.ts';
import * as calls from './app-calls.ts';
import type { Conversation } from './conversation.ts';
import { type Grant, storeGrant, storedGrant } from './grant.ts';
import { withWalletApp } from './connect-app.ts';

/** The chains that wallet apps know. */
const CHAINS: readonly IdentifierString[] = ['solana:mainnet', 'solana:devnet', 'solana:testnet'];
/** For a network that no app knows: what is signed for it can land nowhere else. */
const NO_VALUE: IdentifierString = 'solana:devnet';
const VERSIONS = ['legacy', 0] as const;
const ICON = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0e8a6d" stroke-width="2" stroke-linecap="round"><rect x="6" y="2" width="12" height="20" rx="3"/><path d="M11 18h2"/></svg>',
)}` as const;

type Listener = StandardEventsListeners['change'];

/** The wallet apps beside the browser, as one wallet: the phone asks which of them. */
export class MobileWallet implements Wallet {
  readonly version = '1.0.0';
  readonly name = MOBILE_WALLET;
  readonly icon = ICON;
  readonly chains = CHAINS;
  readonly #listeners = new Set<Listener>();
  #grant: Grant | null = null;

  get accounts(): readonly WalletAccount[] {
    return this.#grant?.addresses.map((address) => this.#account(address)) ?? [];
  }

  /** Before an app was asked it is taken to do everything. */
  get features(): Features {
    return {
      'standard:connect': { version: '1.0.0', connect: (input) => this.#connect(input?.silent) },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => this.#keep(null) },
      'standard:events': { version: '1.0.0', on: (_, listener) => this.#follow(listener) },
      'solana:signIn': { version: '1.0.0', signIn: (input) => this.#signIn(input) },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: (...inputs) =>
          this.#granted(inputs[0]?.account, (app) =>
            inTurn(inputs, ({ account, message }) => calls.signText(app, account.address, message)),
          ),
      },
      ...(this.#grant?.isSigner !== false && {
        'solana:signTransaction': {
          version: '1.0.0' as const,
          supportedTransactionVersions: VERSIONS,
          signTransaction: async (...inputs) => {
            const transactions = inputs.map(({ transaction }) => transaction);
            const signed = await this.#granted(inputs[0]?.account, (app) =>
              calls.signTransactions(app, transactions),
            );
            return signed.map((signedTransaction) => ({ signedTransaction }));
          },
        },
      }),
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: VERSIONS,
        signAndSendTransaction: async (...inputs) => {
          const transactions = inputs.map(({ transaction }) => transaction);
          const sent = await this.#granted(inputs[0]?.account, (app) =>
            calls.sendTransactions(app, transactions),
          );
          return sent.map((signature) => ({ signature }));
        },
      },
    };
  }

  /** Without a question only what was granted before, for the same chain. */
  async #connect(silent = false): Promise<{ accounts: readonly WalletAccount[] }> {
    const chain = await chainInUse();
    const known = this.#grant ?? storedGrant();
    if (known?.chain === chain) this.#keep(known);
    else if (!silent) {
      this.#keep((await this.#reach(null, (app) => calls.authorize(app, { chain }))).grant);
    }
    return { accounts: this.accounts };
  }

  /** The account and its signature in one go, from an app that was not asked before. */
  async #signIn(input?: SolanaSignInInput): Promise<SolanaSignInOutput[]> {
    const fields = input as SignInFields;
    const chain = await chainInUse();
    const { grant, address, signed } = await this.#reach(null, async (app) => {
      const answer = await calls.authorize(app, { chain, fields });
      const address = answer.signed?.address ?? answer.grant.addresses[0];
      if (address === undefined) throw walletFailure('noPublicKey');
      const signed = answer.signed ?? (await calls.signFields(app, address, fields));
      return { grant: answer.grant, address, signed };
    });
    this.#keep(grant);
    return [{ account: this.#account(address), ...signed }];
  }

  /** Does something as an account that was granted. */
  async #granted<T>(
    account: WalletAccount | undefined,
    work: (app: Conversation) => Promise<T>,
  ): Promise<T> {
    const grant = this.#grant;
    if (!grant || !account) throw new WalletUnreached(walletTexts.errors.notConnected);
    return this.#reach(grant.base, async (app) => {
      const next = await calls.reauthorize(app, grant);
      if (!next.addresses.includes(account.address)) {
        throw new WalletUnreached(walletTexts.errors.otherAccount);
      }
      this.#keep(next);
      return work(app);
    });
  }

  async #reach<T>(base: string | null, work: (app: Conversation) => Promise<T>): Promise<T> {
    try {
      return await withWalletApp(base, work);
    } catch (error) {
      throw calls.asWalletError(error);
    }
  }

  #account(address: string): WalletAccount {
    const features = Object.keys(this.features) as IdentifierString[];
    return {
      address,
      publicKey: new Uint8Array(getBase58Encoder().encode(address)),
      chains: this.#grant ? [this.#grant.chain] : CHAINS,
      features: features.filter((name) => name.startsWith('solana:')),
    };
  }

  #keep(grant: Grant | null): void {
    const before = this.#grant?.addresses.join(' ');
    this.#grant = grant;
    storeGrant(grant);
    if (before === grant?.addresses.join(' ')) return;
    for (const listener of this.#listeners) listener({ accounts: this.accounts });
  }

  #follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

async function chainInUse(): Promise<IdentifierString> {
  const { network } = await queryClient.ensureQueryData(statusQuery());
  const chain = chainOf(network);
  return CHAINS.includes(chain) ? chain : NO_VALUE;
}

/** An app answers one call after the other. */
async function inTurn<T, R>(items: readonly T[], each: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await each(item));
  return results;
}
