import { address, isSignature } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';

import type { Till } from '#domain/payments/deposit';

import type { Answer } from '../rpc/answer.ts';
import { accountOf, balancesOf, balancesOfEach, lamportsOf } from './balances.ts';
import { factsOf, cacheFinalized } from './transaction-facts.ts';
import { type Followed, follow, retainsBlocksSince } from './follow-signature.ts';
import { type FollowedNonce, followNonce } from './follow-nonce.ts';
import { genesisOf } from './genesis.ts';
import { latestBlockhash } from './latest-blockhash.ts';
import { type NoncePool, noncesOf } from './nonces.ts';
import { type ReferenceLookup, findReferencing, provesAbsence } from './reference-lookup.ts';
import { accountRentOf, rentExempt } from './rent.ts';
import { type RpcOptions, createRpc } from '../rpc/rpc-client.ts';
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
import { usdcAccountStateOf } from './usdc-account-state.ts';
import type { TransferOrder } from './transfer-parts.ts';
import { buildTransfer } from './transfer.ts';

export interface ChainOptions extends RpcOptions {
  readonly treasury: string;
  readonly usdcMint: string;
}

/** Returns the treasury's addresses, with its associated token account for a mint. */
async function tillOf(treasury: string, usdcMint: string): Promise<Till> {
  const [treasuryTokenAccount] = await findAssociatedTokenPda({
    owner: address(treasury),
    mint: address(usdcMint),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  return { treasury, usdcMint, treasuryTokenAccount };
}

/** Interface to Solana for actions and jobs. No method throws because of a provider. */
export type Chain = Readonly<Awaited<ReturnType<typeof createChain>>>;

/** Creates the interface to Solana, local or real; nothing else calls it. */
export async function createChain(options: ChainOptions) {
  const till = await tillOf(options.treasury, options.usdcMint);
  const rpc = createRpc(options);
  return {
    /** Treasury's addresses, which payments go to. */
    till,
    /** `known` is the status, if it was read already. */
    facts: (signature: string, known?: Answer<Status>) => factsOf(rpc, { till, signature, known }),
    /** Facts from a cache of finalized transactions, for transactions that are read repeatedly. */
    cachedFacts: cacheFinalized((signature) => factsOf(rpc, { till, signature })),
    /** Statuses of many signatures; leaves out malformed ones. */
    statuses: (signatures: readonly string[], options: { readonly searchHistory: boolean }) =>
      statusesOf(rpc, signatures.filter(isSignature), options),
    balances: (commitment: Commitment) => balancesOf(rpc, till, commitment),
    /** Balances as reported by each provider. */
    balancesOfEach: (commitment: Commitment) => balancesOfEach(rpc, till, commitment),
    usdcAccountState: () => usdcAccountStateOf(rpc, till),
    signaturesSince: (listing: Listing, choose?: Choose) => signaturesSince(rpc, listing, choose),
    signaturesOfEach: (listing: Listing, choose?: Choose) => signaturesOfEach(rpc, listing, choose),
    newestSignature: (key: string, commitment: Listing['commitment']) =>
      newestSignature(rpc, key, commitment),
    findReferencing: (lookup: ReferenceLookup) => findReferencing(rpc, lookup),
    /** Owner and state of an address that is to be paid. */
    account: (account: string) => accountOf(rpc, account),
    /** Rent of a wallet's USDC account, if it must be created. */
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
    /** True if every provider still has the blocks since a slot. Otherwise its "not found" proves nothing. */
    async retainsBlocksSince(slot: number) {
      for (const provider of rpc.providers()) {
        if (!(await retainsBlocksSince(provider, slot))) return false;
      }
      return true;
    },
    /** Moves lagging providers to the end of the order. */
    compareProviders: () => rpc.compare(),
    slot: (commitment: Commitment) => slotAt(rpc, commitment),
    newestFinal: () => newestFinal(rpc),
    /** Newest finalized block and its time. */
    finalBlock: () => finalBlock(rpc),
    blockTime: (slot: number) => blockTimeOf(rpc, slot),
    /** Current slot duration. */
    slotMs: slotTime(rpc),
    /** True if providers can prove that a payout never landed; no payout is made otherwise. */
    provesAbsence: provesAbsence(rpc),
    rentExempt: (bytes: number) => rentExempt(rpc, bytes),
    genesisHash: () => genesisOf(rpc),
  };
}
