import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBase58, encodeBase58 } from './bytes/base58.ts';
import { keypair, randomKeypair } from './keypair.ts';
import type { Localnet } from './localnet.ts';
import { replaceFileSync } from './store/files.ts';

const DECIMALS = 6;
const LAMPORTS_PER_SOL = 1_000_000_000n;
const UNITS_PER_TOKEN = 10n ** BigInt(DECIMALS);

/** Initial balances on the first start, in SOL and whole tokens. */
const ENDOWMENTS = [
  { name: 'Owner', sol: 1_000n, tokens: 1_000_000n },
  { name: 'Alice', sol: 100n, tokens: 10_000n },
  { name: 'Bob', sol: 100n, tokens: 10_000n },
  { name: 'Carol', sol: 100n, tokens: 10_000n },
] as const;

export interface Wallet {
  readonly name: string;
  readonly address: string;
  /** 64-byte secret key in base 58. */
  readonly secretKey: string;
}

export interface Wallets {
  /** Address of a token mint with 6 decimals. */
  readonly mint: string;
  readonly wallets: readonly Wallet[];
}

interface StoredWallets extends Wallets {
  readonly mintSecretKey: string;
  /** False until every wallet has its initial balance. */
  readonly funded: boolean;
}

function make(): StoredWallets {
  const mint = randomKeypair();
  const wallets = ENDOWMENTS.map(({ name }) => {
    const { address, secretKey } = randomKeypair();
    return { name, address, secretKey: encodeBase58(secretKey) };
  });
  return {
    mint: mint.address,
    mintSecretKey: encodeBase58(mint.secretKey),
    funded: false,
    wallets,
  };
}

/** Subset of Localnet that funds wallets. */
export type Source = Pick<Localnet, 'respond' | 'airdrop' | 'createMint' | 'mintTo'>;

async function ask(net: Source, method: string, params: readonly unknown[]): Promise<unknown> {
  const { status, body } = await net.respond(
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  );
  const answer = status === 200 ? (JSON.parse(body) as { result?: { value: unknown } }) : {};
  if (answer.result === undefined)
    throw new Error(`${method} failed on the local network: ${body}`);
  return answer.result.value;
}

/**
 * Sends missing initial balances. Each is one transaction, and no wallet spends before all are sent. An
 * interrupted first start therefore resumes from the balances.
 */
async function fund(net: Source, { mint, mintSecretKey, wallets }: StoredWallets): Promise<void> {
  const at = { commitment: 'processed', encoding: 'base64' };
  await net.createMint(keypair(decodeBase58(mintSecretKey) ?? Buffer.alloc(0)), DECIMALS);
  for (const [i, { sol, tokens }] of ENDOWMENTS.entries()) {
    const address = wallets[i]?.address;
    if (address === undefined) throw new Error('a local wallet is missing from its file');
    const lamports = await ask(net, 'getBalance', [address, at]);
    if (lamports === 0) await net.airdrop(address, sol * LAMPORTS_PER_SOL);
    const held = await ask(net, 'getTokenAccountsByOwner', [address, { mint }, at]);
    if (Array.isArray(held) && held.length === 0) {
      await net.mintTo(mint, address, tokens * UNITS_PER_TOKEN);
    }
  }
}

const fileIn = (dir: string): string => join(dir, 'wallets.json');
const read = (path: string): StoredWallets =>
  JSON.parse(readFileSync(path, 'utf8')) as StoredWallets;

/** Loads the wallets stored in `dir`; empty before the first start. */
export function storedWallets(dir: string): readonly Wallet[] {
  const path = fileIn(dir);
  return existsSync(path) ? read(path).wallets : [];
}

/** Loads the wallets from `dir`. On the first start, creates them and funds them on `net`. */
export async function openWallets(net: Source, dir: string): Promise<Wallets> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = fileIn(dir);
  if (!existsSync(path)) replaceFileSync(path, JSON.stringify(make()));
  const stored = read(path);
  if (!stored.funded) {
    await fund(net, stored);
    replaceFileSync(path, JSON.stringify({ ...stored, funded: true }));
  }
  return { mint: stored.mint, wallets: stored.wallets };
}
