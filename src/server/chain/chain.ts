import { address, isSignature } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';

import type { Till, TransactionFacts, TreasuryBalances } from '#domain/bonds/deposit';
import type { Lamports } from '#domain/base/money';
import type { OtherReceiver } from '#domain/sells/other-receiver';
import type { Nonce } from '#domain/sells/payout';

import type { Answer, Reading } from './answer.ts';
import { accountOf, balancesOf, lamportsOf } from './balances.ts';
import { factsOf, keepingFinal } from './facts.ts';
import { type Followed, type Progress, follow, remembers } from './follow.ts';
import { type FollowedNonce, type NonceProgress, followNonce } from './follow-nonce.ts';
import { genesisOf } from './genesis.ts';
import { type Naming, type NamingOptions, provesAbsence, transactionsNaming } from './naming.ts';
import { type NoncePool, noncesOf } from './nonces.ts';
import { type AccountRent, accountRentOf, rentExempt } from './rent.ts';
import { type RpcOptions, createRpc } from './rpc.ts';
import { type Sending, send } from './send.ts';
import {
  type Listed,
  type ScanOptions,
  type Since,
  type SinceOptions,
  newestSignature,
  scan,
  signaturesSince,
} from './signatures.ts';
import { slotAt, slotTime } from './slot.ts';
import { type Commitment, type Status, statusesOf } from './status.ts';
import { type UsdcStanding, usdcStandingOf } from './usdc-standing.ts';
import type { TransferOrder } from './transfer-parts.ts';
import { type BuiltTransfer, type Life, buildTransfer, latestBlockhash } from './transfer.ts';

type PoolAddresses = Pick<NoncePool, 'authority' | 'accounts'>;

export interface ChainOptions extends RpcOptions {
  readonly treasury: string;
  readonly usdcMint: string;
}

/** What the server asks of Solana: actions and jobs get it handed in. Nothing here throws over what a provider does. */
export interface Chain {
  /** Where payments go. */
  readonly till: Till;
  /** `known` where the status was asked for already. */
  readonly facts: (signature: string, known?: Answer<Status>) => Promise<Answer<TransactionFacts>>;
  /** The same of what is looked at again and again: a final transaction is asked for once. */
  readonly keptFacts: (signature: string) => Promise<Answer<TransactionFacts>>;
  /** Of many signatures at once; what is no signature is left out. */
  readonly statuses: (
    signatures: readonly string[],
    options: { readonly searchHistory: boolean },
  ) => Promise<ReadonlyMap<string, Answer<Status>>>;
  readonly balances: (commitment: Commitment) => Promise<Reading<TreasuryBalances>>;
  readonly usdcStanding: () => Promise<Reading<UsdcStanding>>;
  readonly signaturesSince: (options: SinceOptions) => Promise<Reading<Since>>;
  readonly scan: (
    options: ScanOptions,
    take: (page: readonly Listed[]) => Promise<void>,
  ) => Promise<boolean>;
  readonly newestSignature: (
    address: string,
    commitment: SinceOptions['commitment'],
  ) => Promise<Answer<Listed>>;
  readonly naming: (options: NamingOptions) => Promise<Answer<Naming>>;
  /** Who may sign for an address that is to be paid, and what is there. */
  readonly account: (address: string) => Promise<Reading<OtherReceiver>>;
  /** Of the USDC account of a wallet that is to be paid. */
  readonly accountRent: (wallet: string) => Promise<AccountRent>;
  readonly buildTransfer: (order: TransferOrder) => Promise<Reading<BuiltTransfer>>;
  readonly send: (transaction: string, reachedSlot?: number) => Promise<Sending>;
  readonly follow: (followed: Followed) => Promise<Progress>;
  readonly followNonce: (followed: FollowedNonce) => Promise<NonceProgress>;
  readonly nonces: (
    pool: PoolAddresses,
    commitment: Commitment,
  ) => Promise<Reading<readonly Nonce[]>>;
  readonly lamports: (account: string, commitment: Commitment) => Promise<Reading<Lamports>>;
  readonly latestBlockhash: () => Promise<Reading<Life>>;
  /** Whether every provider still holds the blocks since a slot: else its not knowing says nothing. */
  readonly remembers: (slot: number) => Promise<boolean>;
  readonly slot: (commitment: Commitment) => Promise<Reading<number>>;
  /** How long a slot takes now. */
  readonly slotMs: () => Promise<number>;
  /** Whether providers can prove that a payout never landed: without that nothing is paid. */
  readonly provesAbsence: () => Promise<Reading<boolean>>;
  readonly rentExempt: (bytes: number) => Promise<Reading<Lamports>>;
  readonly genesisHash: () => Promise<Reading<string>>;
}

/** The treasury's token account for a mint: the associated one. */
async function tillOf(treasury: string, usdcMint: string): Promise<Till> {
  const [treasuryTokenAccount] = await findAssociatedTokenPda({
    owner: address(treasury),
    mint: address(usdcMint),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  return { treasury, usdcMint, treasuryTokenAccount };
}

/** The one door to any Solana, local or real. */
export async function createChain(options: ChainOptions): Promise<Chain> {
  const till = await tillOf(options.treasury, options.usdcMint);
  const rpc = createRpc(options);
  return {
    till,
    facts: (signature, known) => factsOf(rpc, { till, signature, known }),
    keptFacts: keepingFinal((signature) => factsOf(rpc, { till, signature })),
    statuses: (signatures, options) => statusesOf(rpc, signatures.filter(isSignature), options),
    balances: (commitment) => balancesOf(rpc, till, commitment),
    usdcStanding: () => usdcStandingOf(rpc, till),
    signaturesSince: (since) => signaturesSince(rpc, since),
    scan: (options, take) => scan(rpc, options, take),
    newestSignature: (key, commitment) => newestSignature(rpc, key, commitment),
    naming: (options) => transactionsNaming(rpc, options),
    account: (account) => accountOf(rpc, account),
    accountRent: (wallet) => accountRentOf(rpc, till, wallet),
    buildTransfer: (order) => buildTransfer(rpc, till, order),
    send: (transaction, reachedSlot) => send(rpc, transaction, reachedSlot),
    follow: (followed) => follow(rpc, followed),
    followNonce: (followed) => followNonce(rpc, followed),
    nonces: (pool, commitment) => noncesOf(rpc, pool, commitment),
    lamports: (account, commitment) => lamportsOf(rpc, account, commitment),
    latestBlockhash: () => latestBlockhash(rpc),
    async remembers(slot) {
      for (const provider of rpc.providers()) {
        if (!(await remembers(provider, slot))) return false;
      }
      return true;
    },
    slot: (commitment) => slotAt(rpc, commitment),
    slotMs: slotTime(rpc),
    provesAbsence: provesAbsence(rpc),
    rentExempt: (bytes) => rentExempt(rpc, bytes),
    genesisHash: () => genesisOf(rpc),
  };
}
