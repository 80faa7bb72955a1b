import { Readable } from 'node:stream';
import { serializeProof } from '#contract/proof/serialize-proof';
import type { MyProofJson, ProofJson } from '#contract/proof/proof';
import { type Result, ok, refuse } from '#domain/base/result';
import { addressBytes } from '#proof/files/address';
import { type LeafWithPath, publishMine } from '#proof/prover/publish-mine';
import { leafLine } from '#proof/checks/check-leaves';
import { pathInChunks, upperTree } from '#proof/tree/chunks';
import { type Day, isDay } from '#proof/files/day';
import { leavesKeptFrom } from '#domain/proof/due-day';
import type { Proof } from '#domain/proof/proof';
import { countOf, hashOf, leafRecord, recordAt, unitsOf } from '#proof/tree/record';
import { placeOf } from '#proof/tree/sorted-records';
import { partsOf } from '#proof/tree/wallet-leaves';
import { HASHING } from '../kernel/base/hashing.ts';
import type { Answer } from '../kernel/base/route.ts';
import type { Caller } from '../kernel/guards/session.ts';
import type { Parts } from '../kernel/parts.ts';
import { chunkHolding, chunkRoots, chunksFrom } from './chunk-queries.ts';
import { proofDays, readProof } from './proof-queries.ts';
import { readClock } from '../kernel/terms/protocol-clock.ts';
import { secretsOf } from './proof-secrets.ts';

type Reading = Pick<Parts, 'database'>;
type Asked = { readonly day: string };

/** Cache times in seconds of responses that can still change, and of final ones. */
const CHANGING = { 'cache-control': 'public, max-age=30' };
const LASTING = { 'cache-control': 'public, max-age=3600' };

const CHUNKS_AT_ONCE = 16;

export async function listProofs({
  database,
}: Reading): Promise<Result<Answer<{ days: string[] }>>> {
  return ok({ status: 200, body: { days: await proofDays(database) }, headers: CHANGING });
}

/** Returns a published day. */
export async function showProof(
  { database }: Reading,
  asked: Asked,
): Promise<Result<Answer<ProofJson>>> {
  const proof = await publishedProof(database, asked);
  if (!proof.ok) return proof;
  const { day, anchor, holdings } = proof.value;
  const leavesKept = await areLeavesKept(database, day);
  const body = serializeProof(proof.value, { leavesKept });
  const isWhole = anchor?.isFinal && holdings.every(({ ownership }) => ownership);
  return ok({ status: 200, body, headers: isWhole ? LASTING : CHANGING });
}

/** Reads the published proof of a day; 404 for a text that names no day. */
export async function publishedProof(
  database: Parts['database'],
  { day }: Asked,
): Promise<Result<Proof>> {
  const proof = isDay(day) ? await readProof(database, day) : null;
  return proof ? ok(proof) : refuse('NOT_FOUND', { what: `Proof of ${day}` });
}

const areLeavesKept = async (database: Parts['database'], day: Day): Promise<boolean> =>
  day >= leavesKeptFrom(await readClock(database));

/** Reads a published proof; 404 if the day's leaves are no longer stored. */
async function proofWithLeaves(database: Parts['database'], asked: Asked): Promise<Result<Proof>> {
  const proof = await publishedProof(database, asked);
  if (!proof.ok || (await areLeavesKept(database, proof.value.day))) return proof;
  return refuse('NOT_FOUND', { what: `Leaves of ${asked.day}` });
}

/** Returns the caller's own leaves with their paths to the root. */
export async function showMyProof(
  { database }: Reading,
  { wallet }: Caller,
  asked: Asked,
): Promise<Result<MyProofJson>> {
  const proof = await proofWithLeaves(database, asked);
  if (!proof.ok) return proof;
  return ok(publishMine(proof.value, wallet, await leavesOfWallet(database, proof.value, wallet)));
}

async function leavesOfWallet(
  database: Parts['database'],
  proof: Proof,
  address: string,
): Promise<LeafWithPath[]> {
  const { day } = proof;
  const wallet = addressBytes(address);
  if (!wallet) return [];
  const chunk = await chunkHolding(database, { day, kind: 'wallet' }, wallet);
  const place = chunk && placeOf(chunk.records, wallet);
  if (!chunk || place === null) return [];
  const parts = partsOf(HASHING.hmacSha256, secretsOf(proof), {
    wallet,
    units: unitsOf(chunk.records, place),
  });
  const upper = upperTree(HASHING.sha256, await chunkRoots(database, day));
  const shown: LeafWithPath[] = [];
  for (const part of parts) {
    const leaf = hashOf(leafRecord(HASHING.sha256, { ...part, wallet }));
    const holding = await chunkHolding(database, { day, kind: 'leaf' }, leaf);
    const at = holding && placeOf(holding.records, leaf);
    if (!holding || at === null) throw new Error(`a leaf of ${day} is missing`);
    const { number, records: leaves } = holding;
    shown.push({ ...part, ...pathInChunks(HASHING.sha256, upper, { leaves, number, place: at }) });
  }
  return shown;
}

/** Streams every leaf of a day as lines. */
export async function showLeaves(
  { database }: Reading,
  asked: Asked,
): Promise<Result<Answer<Readable>>> {
  const proof = await proofWithLeaves(database, asked);
  if (!proof.ok) return proof;
  const { day } = proof.value;
  async function* lines(): AsyncGenerator<string> {
    for await (const chunks of chunksFrom(database, { day, kind: 'leaf' }, CHUNKS_AT_ONCE)) {
      for (const records of chunks) yield linesOf(records);
    }
  }
  const headers = {
    ...LASTING,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="lmt-proof-${day}-leaves.csv"`,
  };
  return ok({ status: 200, body: Readable.from(lines()), headers });
}

function linesOf(records: Uint8Array): string {
  let lines = '';
  for (let i = 0; i < countOf(records); i += 1) lines += `${leafLine(recordAt(records, i))}\n`;
  return lines;
}
