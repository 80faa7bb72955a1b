import { iso } from '#domain/base/time';
import { type Part, USER, instantOrNull, upsert } from './write-part.ts';

export const bonds: Part = {
  name: 'bonds',
  columns: [
    ['id', 'uuid'],
    ['token', 'pay_token'],
    ['amount', 'bigint'],
    ['lmt_amount', 'bigint'],
    ['status', 'bond_status'],
    ['signature', 'text'],
    ['finalized', 'boolean'],
    ['starts_at', 'timestamptz'],
    ['slot', 'bigint'],
    ['posted_slot', 'bigint'],
    ['by_watcher', 'boolean'],
    ['created_at', 'timestamptz'],
  ],
  rows: ({ bonds = [] }) =>
    bonds.map((bond) => [
      bond.id,
      bond.token,
      bond.amount,
      bond.lmtAmount,
      bond.status,
      bond.signature,
      bond.finalized,
      instantOrNull(bond.startsAt),
      bond.slot,
      bond.postedSlot,
      bond.byWatcher,
      iso(bond.createdAt),
    ]),
  write: (source) => upsert('bonds', bonds, source),
};

export const sells: Part = {
  name: 'sells',
  columns: [
    ['id', 'uuid'],
    ['status', 'sell_status'],
    ['amount', 'bigint'],
    ['fee', 'bigint'],
    ['payout_token', 'pay_token'],
    ['payout', 'bigint'],
    ['lmt_price', 'bigint'],
    ['sol_price', 'bigint'],
    ['requested_at', 'timestamptz'],
    ['reviewed_at', 'timestamptz'],
    ['settled_at', 'timestamptz'],
    ['sold_before', 'bigint'],
    ['period_before', 'timestamptz'],
    ['notes', 'text'],
  ],
  rows: ({ sells = [] }) =>
    sells.map((sell) => [
      sell.id,
      sell.status,
      sell.amount,
      sell.fee,
      sell.payoutToken,
      sell.payout,
      sell.prices.lmt,
      sell.prices.sol,
      iso(sell.requestedAt),
      instantOrNull(sell.reviewedAt),
      instantOrNull(sell.settledAt),
      sell.periodBefore.sold,
      instantOrNull(sell.periodBefore.startedAt),
      sell.notes,
    ]),
  write: (source) => upsert('sells', sells, source),
};

export const payments: Part = {
  name: 'payments',
  columns: [
    ['signature', 'text'],
    ['payer', 'text'],
    ['id', 'uuid'],
    ['purpose', 'payment_purpose'],
    ['subject', 'uuid'],
    ['token', 'pay_token'],
    ['amount', 'bigint'],
    ['block_time', 'timestamptz'],
    ['slot', 'bigint'],
    ['finalized', 'boolean'],
  ],
  rows: ({ payments = [] }) =>
    payments.map((p) => [
      p.signature,
      p.payer,
      p.id,
      p.purpose,
      p.subject,
      p.token,
      p.amount,
      iso(p.blockTime),
      p.slot,
      p.finalized,
    ]),
  write: (source) => `payment as (
    insert into payments (signature, payer, id, purpose, subject, user_id, token, amount, block_time, slot, finalized)
    select r.signature, r.payer, r.id, r.purpose, r.subject, ${USER}, r.token, r.amount, r.block_time, r.slot, r.finalized
    from ${source})`,
};

export const items: Part = {
  name: 'items',
  columns: [
    ['id', 'uuid'],
    ['type', 'item_type'],
    ['subject', 'uuid'],
    ['at', 'timestamptz'],
    ['amount', 'bigint'],
    ['token', 'asset'],
    ['fee', 'bigint'],
    ['fee_token', 'asset'],
    ['status', 'item_status'],
    ['hash', 'text'],
    ['note', 'text'],
  ],
  rows: ({ itemIds, items }) =>
    items.map((item, i) => [
      itemIds[i] ?? null,
      item.type,
      item.subject,
      iso(item.at),
      item.amount,
      item.token,
      item.fee,
      item.feeToken,
      item.status,
      item.hash,
      item.note,
    ]),
  write: (source) => `item as (
    insert into history
      (id, user_id, type, number, subject, at, amount, token, fee, fee_token, status, hash, note)
    select r.id, r.gate, r.type, next_number(r.type), r.subject, r.at, r.amount, r.token, r.fee,
      r.fee_token, r.status, r.hash, r.note from ${source})`,
};

/** The answer of a request that holds a key: written with what it did, so that it is never done twice. */
export const answers: Part = {
  name: 'answers',
  columns: [
    ['actor', 'text'],
    ['key', 'text'],
    ['status', 'smallint'],
    ['answer', 'text'],
  ],
  rows: ({ keep }) => (keep ? [[keep.actor, keep.key, keep.status, keep.answer]] : []),
  write: (source) => `kept as (
    update idempotency_keys k set status = r.status, answer = r.answer
    from ${source} where k.actor = r.actor and k.key = r.key)`,
};

export const deposits: Part = {
  name: 'deposits',
  columns: [
    ['id', 'uuid'],
    ['signature', 'text'],
    ['sender', 'text'],
    ['token', 'pay_token'],
    ['amount', 'bigint'],
    ['block_time', 'timestamptz'],
    ['slot', 'bigint'],
    ['small', 'boolean'],
    ['status', 'deposit_status'],
  ],
  rows: ({ deposits = [] }) =>
    deposits.map((d) => [
      d.id,
      d.signature,
      d.sender,
      d.token,
      d.amount,
      iso(d.blockTime),
      d.slot,
      d.small,
      d.status,
    ]),
  write: (source) => `deposit as (
    insert into deposits (id, signature, sender, token, amount, block_time, slot, small, status)
    select r.id, r.signature, r.sender, r.token, r.amount, r.block_time, r.slot, r.small, r.status
    from ${source} on conflict (id) do update set status = excluded.status)`,
};
