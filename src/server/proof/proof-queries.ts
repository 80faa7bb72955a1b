import type { Day } from '#proof/files/day';
import type { AnchoredDay } from '#proof/files/memo';
import type { Anchor, Proof, ProofSnapshot, ProvenHolding } from '#domain/proof/proof';
import { chunksOf } from '#proof/tree/chunks';
import type { Database, Session } from '../kernel/db/database.ts';
import { statement } from '../kernel/db/database.ts';
import { withLock } from '../kernel/db/transactions.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { PROOF, type StoredProof } from '../kernel/entities/proof.ts';
import { addChunk } from './chunk-queries.ts';

type Ownership = NonNullable<ProvenHolding['ownership']>;

const ALL = `select ${PROOF.select('p')} from proofs p`;
const BEGIN = statement('proof-begin', PROOF.insert);
const DAYS = statement(
  'proof-days',
  'select day from proofs where root is not null order by day desc',
);
const LAST = statement('proof-last', 'select max(day) as day from proofs');
const SPLIT_SECRET = statement(
  'proof-split-secret',
  'select split_secret as secret from proofs order by day desc limit 1',
);
const OF_DAY = statement('proof-of-day', `${ALL} where p.day = $1`);
const UNFINISHED = statement('proof-unfinished', `${ALL} where p.root is null order by p.day`);
const UNANCHORED = statement(
  'proof-unanchored',
  `${ALL} where p.root is not null and not p.anchor_final
   order by (p.anchor_signature is not null) desc, p.day desc limit $1`,
);
const LAST_ANCHORED = statement(
  'proof-last-anchored',
  `select day, root from proofs
   where anchor_final and holdings::jsonb @> $1::jsonb order by anchor_slot desc, day desc limit 1`,
);
const FINISH = statement(
  'proof-finish',
  `update proofs set leaves = $2, root = $3, holdings = $4, worth = $5
   where day = $1 and root is null`,
);
const HOLDINGS = statement(
  'proof-holdings',
  'update proofs set holdings = $2 where day = $1 and root is not null',
);
const ANCHOR = statement(
  'proof-anchor',
  `update proofs set anchor_transaction = $3, anchor_signature = $4, anchor_memo = $5,
     anchor_height = $6, anchor_built_slot = $7, anchor_slot = $8, anchor_final = $9
   where day = $1 and anchor_signature is not distinct from $2 and not anchor_final
   returning day`,
);

/** Returns the days whose proof is published, newest first. */
export async function proofDays(session: Session): Promise<Day[]> {
  return (await session.query<{ day: Day }>(DAYS)).map(({ day }) => day);
}

/** Returns the newest day whose snapshot is stored; null if there is none. */
export async function lastProofDay(session: Session): Promise<Day | null> {
  return (await session.query<{ day: Day | null }>(LAST))[0]?.day ?? null;
}

/** Reads the published proof of a day; null if there is none. */
export async function readProof(session: Session, day: Day): Promise<Proof | null> {
  const [row] = await session.query<EntityRow>(OF_DAY, [day]);
  return row ? proofOf(PROOF.read(row)) : null;
}

/** Returns snapshots whose tree is still to be made, oldest first. */
export async function unfinishedProofs(session: Session): Promise<ProofSnapshot[]> {
  return (await session.query<EntityRow>(UNFINISHED)).map(PROOF.read);
}

/** Returns published days without a final anchor: those that were sent, then the newest. */
export async function unanchoredProofs(session: Session, most: number): Promise<Proof[]> {
  const rows = await session.query<EntityRow>(UNANCHORED, [most]);
  return rows.map((row) => proofOf(PROOF.read(row))).filter((proof) => proof !== null);
}

/** Returns the day that a treasury anchored last, by finalized anchors; null if there is none. */
export async function lastAnchored(
  session: Session,
  treasury: string,
): Promise<AnchoredDay | null> {
  const own = JSON.stringify([{ asset: 'SOL', address: treasury }]);
  return (await session.query<{ day: Day; root: string }>(LAST_ANCHORED, [own]))[0] ?? null;
}

/**
 * Stores a snapshot, and what is owed to each wallet, unless another node has begun its day. The split secret
 * of earlier days replaces the snapshot's.
 */
export function beginProof(
  database: Database,
  snapshot: ProofSnapshot,
  wallets: Uint8Array,
): Promise<void> {
  return withLock(database, { name: 'proof' }, async (session) => {
    const last = await lastProofDay(session);
    if (last !== null && last >= snapshot.day) return;
    const [earlier] = await session.query<{ secret: string }>(SPLIT_SECRET, []);
    const splitSecret = earlier?.secret ?? snapshot.splitSecret;
    await session.query(BEGIN, PROOF.values({ ...snapshot, splitSecret, ...UNMADE }));
    let number = 0;
    for (const records of chunksOf(wallets)) {
      const { day } = snapshot;
      await addChunk(session, { day, kind: 'wallet', number, records, root: null });
      number += 1;
    }
  });
}

/** Publishes a day; has no effect on a published one. */
export async function finishProof(
  session: Session,
  {
    day,
    leaves,
    root,
    holdings,
    worth,
  }: Omit<Proof, keyof ProofSnapshot | 'anchor'> & Pick<Proof, 'day'>,
): Promise<void> {
  const params = [day, leaves, root, JSON.stringify(holdings), JSON.stringify(worth)];
  await session.query(FINISH, params);
}

/** Stores the treasury's signatures by address; earlier ones stay. Returns the day's holdings with them. */
export function signProofHoldings(
  database: Database,
  { day, signed }: { readonly day: Day; readonly signed: ReadonlyMap<string, Ownership> },
): Promise<ProvenHolding[]> {
  return withLock(database, { name: 'proof' }, async (session) => {
    const proof = await readProof(session, day);
    const holdings = (proof?.holdings ?? []).map((holding) => ({
      ...holding,
      ownership: holding.ownership ?? signed.get(holding.address) ?? null,
    }));
    await session.query(HOLDINGS, [day, JSON.stringify(holdings)]);
    return holdings;
  });
}

/** Replaces an anchor. Returns false if another node replaced it first. */
export async function replaceAnchor(
  session: Session,
  { day, anchor: before }: Pick<Proof, 'day' | 'anchor'>,
  anchor: Anchor | null,
): Promise<boolean> {
  const rows = await session.query(ANCHOR, [
    day,
    before?.signature ?? null,
    anchor?.transaction ?? null,
    anchor?.signature ?? null,
    anchor?.memo ?? null,
    anchor?.lastValidBlockHeight ?? null,
    anchor?.builtSlot ?? null,
    anchor?.slot ?? null,
    anchor?.isFinal ?? false,
  ]);
  return rows.length > 0;
}

const UNMADE = {
  leaves: null,
  root: null,
  holdings: null,
  worth: null,
  anchorTransaction: null,
  anchorSignature: null,
  anchorMemo: null,
  anchorHeight: null,
  anchorBuiltSlot: null,
  anchorSlot: null,
  anchorFinal: false,
};

function proofOf(stored: StoredProof): Proof | null {
  const { leaves, root, holdings, worth } = stored;
  if (leaves === null || root === null || !holdings || !worth) return null;
  return { ...stored, leaves, root, holdings, worth, anchor: anchorOf(stored) };
}

function anchorOf(stored: StoredProof): Anchor | null {
  const { anchorTransaction: transaction, anchorSignature: signature } = stored;
  const { anchorMemo: memo } = stored;
  const { anchorHeight: lastValidBlockHeight, anchorBuiltSlot: builtSlot } = stored;
  if (transaction === null || signature === null || memo === null) return null;
  if (lastValidBlockHeight === null || builtSlot === null) return null;
  const { anchorSlot: slot, anchorFinal: isFinal } = stored;
  return { transaction, signature, memo, lastValidBlockHeight, builtSlot, slot, isFinal };
}
