import { address, isSignature } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';

import type { Till } from '#domain/bonds/deposit';

import type { Answer } from './answer.ts';
import { accountOf, balancesOf, balancesOfEach, lamportsOf } from './balances.ts';
import { factsOf, keepingFinal } from './facts.ts';
import { type Followed, follow, remembers } from './follow.ts';
import { type FollowedNonce, followNonce } from './follow-nonce.ts';
import { genesisOf } from './genesis.ts';
import { latestBlockhash } from './latest-blockhash.ts';
import { type NoncePool, noncesOf } from './nonces.ts';
import { type ReferenceLookup, findReferencing, provesAbsence } from './reference-lookup.ts';
import { accountRentOf, rentExempt } from './rent.ts';
import { type RpcOptions, createRpc } from './rpc.ts';
import { send, simulatedError } from './send.ts';
import {
  type Choose,
  type Listing,
  newestSignature,
  signaturesOfEach,
  signaturesSince,
} from './signatures.ts';
import { blockTimeOf, finalBlock, newestFinal, slotAt, slotTime } from './slot.ts';
import { type Commitment, type Status, statusesOf } from './status.ts';
import { usdcStandingOf } from './usdc-standing.ts';
import type { TransferOrder } from './transfer-parts.ts';
import { buildTransfer } from './transfer.ts';

export interface ChainOptions extends RpcOptions {
  readonly treasury: string;
  readonly usdcMint: string;
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

/** What the server asks of Solana: actions and jobs get it handed in. Nothing here throws over what a provider does. */
export type Chain = Readonly<Awaited<ReturnType<typeof createChain>>>;

/** The one door to any Solana, local or real. */
export async function createChain(options: ChainOptions) {
  const till = await tillOf(options.treasury, options.usdcMint);
  const rpc = createRpc(options);
  return {
    /** Where payments go. */
    till,
    /** `known` where the status was asked for already. */
    facts: (signature: string, known?: Answer<Status>) => factsOf(rpc, { till, signature, known }),
    /** The same of what is looked at again and again: a final transaction is asked for once. */
    keptFacts: keepingFinal((signature) => factsOf(rpc, { till, signature })),
    /** Of many signatures at once; what is no signature is left out. */
    statuses: (signatures: readonly string[], options: { readonly searchHistory: boolean }) =>
      statusesOf(rpc, signatures.filter(isSignature), options),
    balances: (commitment: Commitment) => balancesOf(rpc, till, commitment),
    /** The same, as each provider says it. */
    balancesOfEach: (commitment: Commitment) => balancesOfEach(rpc, till, commitment),
    usdcStanding: () => usdcStandingOf(rpc, till),
    signaturesSince: (listing: Listing, choose?: Choose) => signaturesSince(rpc, listing, choose),
    signaturesOfEach: (listing: Listing, choose?: Choose) => signaturesOfEach(rpc, listing, choose),
    newestSignature: (key: string, commitment: Listing['commitment']) =>
      newestSignature(rpc, key, commitment),
    findReferencing: (lookup: ReferenceLookup) => findReferencing(rpc, lookup),
    /** Who may sign for an address that is to be paid, and what is there. */
    account: (account: string) => accountOf(rpc, account),
    /** Of the USDC account of a wallet that is to be paid. */
    accountRent: (wallet: string) => accountRentOf(rpc, till, wallet),
    buildTransfer: (order: TransferOrder) => buildTransfer(rpc, till, order),
    send: (transaction: string, reachedSlot?: number) => send(rpc, transaction, reachedSlot),
    simulatedError: (transaction: string) => simulatedError(rpc, transaction),
    follow: (followed: Followed) => follow(rpc, followed),
    followNonce: (followed: FollowedNonce) => followNonce(rpc, followed),
    nonces: (pool: Pick<NoncePool, 'authority' | 'accounts'>, commitment: Commitment) =>
      noncesOf(rpc, pool, commitment),
    lamports: (account: string, commitment: Commitment) => lamportsOf(rpc, account, commitment),
    latestBlockhash: () => latestBlockhash(rpc),
    /** Whether every provider still holds the blocks since a slot: else its not knowing says nothing. */
    async remembers(slot: number) {
      for (const provider of rpc.providers()) {
        if (!(await remembers(provider, slot))) return false;
      }
      return true;
    },
    /** Has providers that lag behind another one asked last. */
    compareProviders: () => rpc.compare(),
    slot: (commitment: Commitment) => slotAt(rpc, commitment),
    newestFinal: () => newestFinal(rpc),
    /** Newest finalized block and its time. */
    finalBlock: () => finalBlock(rpc),
    blockTime: (slot: number) => blockTimeOf(rpc, slot),
    /** How long a slot takes now. */
    slotMs: slotTime(rpc),
    /** Whether providers can prove that a payout never landed: without that nothing is paid. */
    provesAbsence: provesAbsence(rpc),
    rentExempt: (bytes: number) => rentExempt(rpc, bytes),
    genesisHash: () => genesisOf(rpc),
  };
}
