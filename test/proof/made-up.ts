import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getBase58Decoder } from '@solana/kit';
import { type Node, leafOf, memoStartOf, referenceBytes, rootOf } from './second.ts';

const base58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const DAY = '2026-01-31';
const FIRST = `0000-00-00:${'0'.repeat(64)}`;

/** A treasury with a key of its own. */
export class Treasury {
  readonly #keys = generateKeyPairSync('ed25519');
  readonly address = base58(
    this.#keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
  );
  readonly tokenAccount = base58(createHash('sha256').update(this.address).digest());

  sign(text: string): string {
    return base58(sign(null, Buffer.from(text), this.#keys.privateKey));
  }
}

/** A day's files, made by the second implementation. */
export interface MadeUpDay {
  readonly day: string;
  readonly root: string;
  readonly totalUnits: string;
  readonly leaves: number;
  readonly logHead: string;
  readonly treasury: string;
  readonly holdings: readonly object[];
  readonly anchor: { readonly signature: string; readonly slot: number; readonly memo: string };
  readonly [field: string]: unknown;
}

export interface MadeUp {
  readonly day: MadeUpDay;
  readonly mine: {
    readonly entries: readonly object[];
    readonly [field: string]: unknown;
  };
  readonly leaves: string;
}

/** The files of a day on which a wallet is owed by two of three leaves. */
export function makeUp(treasury: Treasury): MadeUp {
  const wallet = createHash('sha256').update('wallet').digest();
  const opened = [7n, 11n, 5_000_000_000n].map((sum, i) => {
    const salt = createHash('sha256').update(`salt ${i}`).digest();
    const owner = i === 2 ? createHash('sha256').update('other').digest() : wallet;
    return { salt, sum, leaf: leafOf(salt, owner, sum), isOwn: i < 2 };
  });
  const sorted = opened.toSorted((a, b) => Buffer.compare(a.leaf.hash, b.leaf.hash));
  const leaves = sorted.map(({ leaf }) => leaf);
  const top = rootOf(leaves);
  const [root, totalUnits] = [top.hash.toString('hex'), String(top.sum)];
  const figures = { day: DAY, root, totalUnits, logHead: 'cd'.repeat(32) };
  const held = (asset: string, address: string, amount: string) => {
    const message = `LMT proof of liabilities of ${DAY}\nThe treasury holds ${asset} at ${address}\nRoot ${root}`;
    const ownership = { message, signature: treasury.sign(message) };
    return { asset, address, amount, slot: 60, ownership };
  };
  const day: MadeUpDay = {
    ...figures,
    at: `${DAY}T00:00:00.400Z`,
    leaves: leaves.length,
    wallets: 2,
    otherLiabilities: [],
    holdings: [
      held('SOL', treasury.address, '2.000000000'),
      held('USDC', treasury.tokenAccount, '1.500000'),
    ],
    anchor: { signature: 'anchor', slot: 70, memo: '' },
    treasury: treasury.address,
    leavesKept: true,
  };
  const entries = sorted.flatMap(({ salt, sum, isOwn }, index) =>
    isOwn
      ? [{ salt: salt.toString('hex'), units: String(sum), index, path: pathOf(leaves, index) }]
      : [],
  );
  return {
    day,
    mine: { day: DAY, wallet: base58(wallet), root, totalUnits, entries },
    leaves: leaves.map(({ hash, sum }) => `${hash.toString('hex')},${sum}\n`).join(''),
  };
}

/** The path of one of three leaves: its neighbour or the filler, then the other half. */
function pathOf(leaves: readonly Node[], index: number): object[] {
  const filler = { hash: createHash('sha256').update(Buffer.of(2)).digest(), sum: 0n };
  const at = (i: number): Node => leaves[i] ?? filler;
  const half = index < 2 ? [at(2), at(3)] : [at(0), at(1)];
  const above = {
    hash: createHash('sha256')
      .update(Buffer.of(1))
      .update(Buffer.concat(half.flatMap(({ hash, sum }) => [hash, u64(sum)])))
      .digest(),
    sum: half.reduce((all, { sum }) => all + sum, 0n),
  };
  const beside = at(index ^ 1);
  return [
    { side: index % 2 === 1 ? 'left' : 'right', ...shown(beside) },
    { side: index < 2 ? 'right' : 'left', ...shown(above) },
  ];
}

const u64 = (sum: bigint): Buffer => Buffer.from(sum.toString(16).padStart(16, '0'), 'hex');
const shown = ({ hash, sum }: Node) => ({ hash: hash.toString('hex'), units: String(sum) });

/** A transaction with one memo, on a chain of its own. */
export interface Written {
  readonly signature: string;
  readonly memo: string;
  readonly signer: string;
  /** Reference address that it names; null for none. */
  readonly reference: string | null;
  readonly program?: string;
}

const referenceOf = (treasury: string): string => base58(referenceBytes(treasury));

/** The anchor of a day, as the first of its treasury. */
export const anchorOf = (
  day: MadeUpDay,
  { treasury = day.treasury, ...changes }: Partial<Written> & { readonly treasury?: string } = {},
): Written => ({
  signature: 'anchor',
  memo: `${memoStartOf(day)}${FIRST}`,
  signer: treasury,
  reference: referenceOf(treasury),
  ...changes,
});

export interface MadeUpChain {
  readonly written: readonly Written[];
  /** Owner of every token account. */
  readonly owner: string;
  readonly program?: string;
}

/** Serves a chain as a Solana node does, on a free port. */
export async function serve(chain: () => MadeUpChain): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const { method, params } = JSON.parse(body) as { method: string; params: unknown[] };
      const result = resultOf(chain(), method, String(params[0]));
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function resultOf(
  { written, owner, program = TOKEN_PROGRAM }: MadeUpChain,
  method: string,
  of: string,
) {
  if (method === 'getGenesisHash') return 'genesis of a private chain';
  if (method === 'getBalance') return { value: 2_000_000_000 };
  if (method === 'getAccountInfo') {
    const info = { owner, mint: 'mint', tokenAmount: { amount: '1500000' } };
    return { value: { owner: program, data: { parsed: { type: 'account', info } } } };
  }
  if (method === 'getSignaturesForAddress') {
    const named = written.filter(({ reference }) => reference === of);
    return named.map(({ signature, memo }) => ({
      signature,
      err: null,
      memo: `[${memo.length}] ${memo}`,
    }));
  }
  const found = written.find(({ signature }) => signature === of);
  if (!found) return null;
  const data = base58(Buffer.from(found.memo));
  return {
    slot: 70,
    meta: { err: null },
    transaction: {
      message: {
        header: { numRequiredSignatures: 1 },
        accountKeys: [found.signer, found.program ?? MEMO_PROGRAM],
        instructions: [{ programIdIndex: 1, data }],
      },
    },
  };
}
