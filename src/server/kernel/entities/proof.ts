import type { Anchor, Proof, ProofSnapshot } from '#domain/proof/proof';
import { type Column, column, count, entity, instant, numeric } from './entity.ts';

/** A stored proof. Without a root until its tree is made. */
export interface StoredProof extends ProofSnapshot {
  readonly leaves: Proof['leaves'] | null;
  readonly root: Proof['root'] | null;
  readonly holdings: Proof['holdings'] | null;
  readonly worth: Proof['worth'] | null;
  readonly anchorTransaction: Anchor['transaction'] | null;
  readonly anchorSignature: Anchor['signature'] | null;
  readonly anchorMemo: Anchor['memo'] | null;
  readonly anchorHeight: number | null;
  readonly anchorBuiltSlot: number | null;
  readonly anchorSlot: number | null;
  readonly anchorFinal: boolean;
}

const json = <T>(name: string): Column<T> => ({
  name,
  type: 'text',
  write: (value) => (value === null ? null : JSON.stringify(value)),
  read: (raw) => (raw === null ? null : JSON.parse(raw as string)) as T,
});

export const PROOF = entity<StoredProof>('proofs', {
  day: column('day', 'text'),
  at: instant('at'),
  secret: column('secret', 'text'),
  splitSecret: column('split_secret', 'text'),
  wallets: column('wallets', 'integer'),
  totalUnits: numeric('total_units'),
  logHead: column('log_head', 'text'),
  other: json('other'),
  lmtPrice: column('lmt_price', 'bigint'),
  owedUsd: numeric('owed_usd'),
  leaves: column('leaves', 'integer'),
  root: column('root', 'text'),
  holdings: json('holdings'),
  worth: json('worth'),
  anchorTransaction: column('anchor_transaction', 'text'),
  anchorSignature: column('anchor_signature', 'text'),
  anchorMemo: column('anchor_memo', 'text'),
  anchorHeight: count('anchor_height'),
  anchorBuiltSlot: count('anchor_built_slot'),
  anchorSlot: count('anchor_slot'),
  anchorFinal: column('anchor_final', 'boolean'),
});
