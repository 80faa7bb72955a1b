import { randomBytes } from 'node:crypto';
import { hexOf } from '#proof/tree/bytes';
import { mergedWallets, proveDay } from '#proof/prover/prove-day';
import { dayOf } from '#proof/files/day';
import { dueDay } from '#domain/proof/due-day';
import { type ProofSnapshot, otherLiabilities } from '#domain/proof/proof';
import { countOf, hashOf, unitsOf } from '#proof/tree/record';
import { lmtPriceAt } from '#domain/terms/price';
import { owedInUsd } from '#domain/treasury/liabilities';
import { HASHING, runInSlices } from '../kernel/base/hashing.ts';
import type { Parts } from '../kernel/parts.ts';
import { addChunk, chunksFrom } from './chunk-queries.ts';
import { readOwedWallets } from './owed-wallets.ts';
import { beginProof, finishProof, lastProofDay, unfinishedProofs } from './proof-queries.ts';
import { latestMarketPrices } from '../kernel/terms/market-prices.ts';
import { readBacking, signBacking } from './proof-backing.ts';
import { secretsOf } from './proof-secrets.ts';

export type Proving = Pick<
  Parts,
  'database' | 'rules' | 'cache' | 'chain' | 'isStaticFeed' | 'treasuryKey'
>;

const CHUNKS_AT_ONCE = 4;

/**
 * Makes the day's proof if it is due. The snapshot is stored first, with its secrets, and the tree is made of
 * the stored rows. If a node dies between, the next run of any node makes the same tree.
 */
export async function makeProofs(parts: Proving): Promise<void> {
  const { database, rules } = parts;
  for (const begun of await unfinishedProofs(database)) await finish(parts, begun);
  const { now, terms } = await rules.inForce();
  const [first] = terms.settings;
  if (!first || dueDay(now, await lastProofDay(database), first.from) === null) return;
  await begin(parts);
  for (const begun of await unfinishedProofs(database)) await finish(parts, begun);
}

async function begin({ database, rules }: Pick<Parts, 'database' | 'rules'>): Promise<void> {
  const { at, wallets: read, owed, logHead } = await readOwedWallets(database);
  // A wallet whose user was deleted and created again may have two rows.
  const wallets = await runInSlices(mergedWallets(read));
  let totalUnits = 0n;
  for (let i = 0; i < countOf(wallets); i += 1) totalUnits += unitsOf(wallets, i);
  const { liabilities } = owed;
  if (totalUnits !== liabilities.total) {
    throw new Error(`wallets are owed ${totalUnits}, the public figure is ${liabilities.total}`);
  }
  const { terms, lmtPrices } = await rules.inForce();
  const lmtPrice = lmtPriceAt(lmtPrices, terms, at);
  const sol = (await latestMarketPrices(database, ['SOL'], at)).get('SOL')?.price ?? null;
  const snapshot = {
    day: dayOf(at),
    at,
    secret: randomBytes(32).toString('hex'),
    splitSecret: randomBytes(32).toString('hex'),
    wallets: countOf(wallets),
    totalUnits,
    logHead,
    other: otherLiabilities(liabilities.tokens),
    lmtPrice,
    owedUsd: owedInUsd(liabilities, { lmt: lmtPrice, sol }).total,
  };
  await beginProof(database, snapshot, wallets);
}

/** Makes the tree of a stored snapshot, and publishes it. */
async function finish(parts: Proving, snapshot: ProofSnapshot): Promise<void> {
  // Without the chain the holdings are unknown: the next run retries.
  const backing = await readBacking(parts, snapshot);
  if (!backing) return;
  const { database } = parts;
  const { day } = snapshot;
  const wallets = await readWallets(database, snapshot);
  const proven = await runInSlices(proveDay(HASHING, wallets, secretsOf(snapshot)));
  for (const [number, { records, root }] of proven.chunks.entries()) {
    await addChunk(database, { day, kind: 'leaf', number, records, root });
  }
  if (unitsOf(proven.root) !== snapshot.totalUnits) {
    throw new Error(`the tree of ${day} does not add up`);
  }
  const root = hexOf(hashOf(proven.root));
  const holdings = await signBacking(parts, { day, root }, backing.holdings);
  const { leaves } = proven;
  await finishProof(database, { day, leaves, root, holdings, worth: backing.worth });
}

/** Reads the stored records of all wallets of a day. */
async function readWallets(
  database: Parts['database'],
  { day }: Pick<ProofSnapshot, 'day'>,
): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  for await (const chunks of chunksFrom(database, { day, kind: 'wallet' }, CHUNKS_AT_ONCE)) {
    read.push(...chunks);
  }
  return new Uint8Array(Buffer.concat(read));
}
