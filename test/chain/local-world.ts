import {
  type Address,
  type AddressesByLookupTableAddress,
  type Blockhash,
  type Instruction,
  type KeyPairSigner,
  address,
  appendTransactionMessageInstructions,
  compressTransactionMessageUsingAddressLookupTables,
  createKeyPairSignerFromBytes,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';
import { type Localnet, openLocalnet } from '#localnet/localnet';
import { serveLocalnet } from '#localnet/serve';

import type { Till, ParsedTransaction } from '#domain/payments/deposit';
import { type Chain, createChain } from '#server/kernel/chain/chain';

export const SOL = 1_000_000_000n;
export const USDC = 1_000_000n;
const SLOT_MS = 400;

export interface SendOptions {
  readonly feePayer?: KeyPairSigner;
  readonly skipPreflight?: boolean;
  readonly lookupTables?: AddressesByLookupTableAddress;
}

/** Local network over HTTP with a treasury, funded wallets, and a manual clock. */
export interface LocalWorld {
  readonly net: Localnet;
  readonly url: string;
  readonly chain: Chain;
  readonly till: Till;
  readonly usdcMint: Address;
  readonly fakeMint: Address;
  readonly treasury: KeyPairSigner;
  readonly treasurySecret: Uint8Array;
  readonly alice: KeyPairSigner;
  readonly bob: KeyPairSigner;
  readonly advance: (slots: number) => void;
  readonly rpc: (method: string, params: readonly unknown[]) => Promise<unknown>;
  readonly send: (instructions: readonly Instruction[], options?: SendOptions) => Promise<string>;
  readonly facts: (signature: string, till?: Till) => Promise<ParsedTransaction>;
  readonly close: () => Promise<void>;
}

export async function ata(
  owner: string,
  mint: string,
  tokenProgram: Address = TOKEN_PROGRAM_ADDRESS,
): Promise<Address> {
  const pda = { owner: address(owner), mint: address(mint), tokenProgram };
  const [found] = await findAssociatedTokenPda(pda);
  return found;
}

/** New key as 64-byte secret, the format of key files. */
async function newSecret(): Promise<Uint8Array> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const algorithm = 'Ed25519';
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign']);
  const { x } = await crypto.subtle.exportKey('jwk', key);
  return Buffer.concat([seed, Buffer.from(x ?? '', 'base64url')]);
}

async function call(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

async function wireOf(
  instructions: readonly Instruction[],
  blockhash: Blockhash,
  { feePayer, lookupTables = {} }: SendOptions & { readonly feePayer: KeyPairSigner },
): Promise<string> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(feePayer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
    (m) => compressTransactionMessageUsingAddressLookupTables(m, lookupTables),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
}

export async function openWorld(): Promise<LocalWorld> {
  let nowMs = Date.UTC(2026, 0, 31);
  const net = await openLocalnet({ dir: null, now: () => nowMs });
  const server = await serveLocalnet(net);
  const advance = (slots: number): void => {
    nowMs += slots * SLOT_MS;
  };
  const [treasurySecret, mintSecret, fakeSecret] = [
    await newSecret(),
    await newSecret(),
    await newSecret(),
  ];
  const treasury = await createKeyPairSignerFromBytes(treasurySecret);
  const [alice, bob] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  const usdcMint = (await createKeyPairSignerFromBytes(mintSecret)).address;
  const fakeMint = (await createKeyPairSignerFromBytes(fakeSecret)).address;
  await net.createMint({ secretKey: mintSecret }, 6);
  await net.createMint({ secretKey: fakeSecret }, 6);
  for (const wallet of [treasury, alice, bob]) {
    await net.airdrop(wallet.address, 1_000n * SOL);
    await net.mintTo(usdcMint, wallet.address, 10_000n * USDC);
    await net.mintTo(fakeMint, wallet.address, 10_000n * USDC);
  }
  advance(40);
  const options = { treasury: treasury.address, usdcMint, wait: () => Promise.resolve() };
  const chain = await createChain({ ...options, urls: [server.url], timeoutMs: 1_000 });
  const rpc: LocalWorld['rpc'] = (method, params) => call(server.url, method, params);
  return {
    net,
    url: server.url,
    chain,
    till: chain.till,
    usdcMint,
    fakeMint,
    treasury,
    treasurySecret,
    alice,
    bob,
    advance,
    rpc,
    send: async (instructions, { skipPreflight = false, ...options } = {}) => {
      // Unique blockhash, so that equal transactions are distinct.
      advance(1);
      const latest = await rpc('getLatestBlockhash', [{ commitment: 'processed' }]);
      const { blockhash } = (latest as { value: { blockhash: Blockhash } }).value;
      const wire = await wireOf(instructions, blockhash, { feePayer: alice, ...options });
      const sending = { encoding: 'base64', skipPreflight, preflightCommitment: 'processed' };
      return (await rpc('sendTransaction', [wire, sending])) as string;
    },
    facts: async (signature, till = chain.till) => {
      const { treasury: key, usdcMint: mint } = till;
      const asked =
        key === chain.till.treasury
          ? chain
          : await createChain({ urls: [server.url], treasury: key, usdcMint: mint });
      const answer = await asked.facts(signature);
      if (answer.kind !== 'fact') throw new Error(JSON.stringify(answer));
      return answer.value;
    },
    close: async () => {
      await net.close();
      await server.close();
    },
  };
}
