import {
  type KeyPairSigner,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
} from '@solana/kit';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { Status } from '#contract/terms/protocol';
import type { World } from '#test/world';
import { statusQuery } from '../../src/web/kernel/api/queries.ts';
import { queryClient } from '../../src/web/kernel/api/query-client.ts';
import { type Features, setLive } from '../../src/web/kernel/wallet/live.ts';
import { setWalletState } from '../../src/web/kernel/wallet/state.ts';

type Given = { readonly signedTransaction: Uint8Array };
type Prompt = (transactions: readonly Uint8Array[]) => Promise<readonly (Given | undefined)[]>;

const CHAINS = ['solana:localnet'] as const;
const FEATURES = ['solana:signTransaction'] as const;

/** Owner's wallet of the page. Each prompt is answered by the next queued behaviour, by default in full. */
export class PageWallet {
  readonly #owner: KeyPairSigner;
  readonly #ways: Prompt[] = [];
  /** Number of transactions per prompt. */
  readonly prompts: number[] = [];

  private constructor(owner: KeyPairSigner) {
    this.#owner = owner;
  }

  /** Connects the wallet to the page of a world. */
  static connect(world: World, owner: KeyPairSigner): PageWallet {
    const own = new PageWallet(owner);
    const { address } = owner;
    const status = { network: 'local', usdcMint: world.till.usdcMint };
    queryClient.setQueryData(statusQuery().queryKey, status as Status);
    const account: WalletAccount = {
      address,
      publicKey: new Uint8Array(),
      chains: CHAINS,
      features: FEATURES,
    };
    const signTransaction = (...inputs: readonly { readonly transaction: Uint8Array }[]) =>
      own.#prompt(inputs.map(({ transaction }) => transaction));
    const features = {
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction,
      },
    } as unknown as Features;
    const icon = 'data:image/svg+xml;base64,' as const;
    const wallet: Wallet = {
      version: '1.0.0',
      name: 'Phantom',
      icon,
      chains: CHAINS,
      features,
      accounts: [account],
    };
    setLive({ id: 'phantom', wallet, account });
    setWalletState({
      phase: 'connected',
      id: 'phantom',
      name: 'Phantom',
      address,
      userId: null,
      session: 'open',
    });
    return own;
  }

  static disconnect(): void {
    setLive(null);
    setWalletState({ phase: 'disconnected' });
    queryClient.clear();
  }

  /** Queues behaviours for the next prompts. */
  next(...ways: readonly Prompt[]): void {
    this.#ways.push(...ways);
  }

  #prompt(transactions: readonly Uint8Array[]): Promise<readonly (Given | undefined)[]> {
    this.prompts.push(transactions.length);
    return (this.#ways.shift() ?? this.signAll)(transactions);
  }

  readonly signAll: Prompt = (transactions) =>
    Promise.all(transactions.map((one) => this.sign(one)));

  async sign(transaction: Uint8Array): Promise<Given> {
    const decoded = getTransactionDecoder().decode(transaction);
    const signed = await partiallySignTransaction([this.#owner.keyPair], decoded);
    return { signedTransaction: new Uint8Array(getTransactionEncoder().encode(signed)) };
  }
}

/** Wallet behaviour that throws an error code. */
export const throwing =
  (code: number): Prompt =>
  async () => {
    throw Object.assign(new Error('no'), { code });
  };
