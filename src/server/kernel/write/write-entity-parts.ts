import type { HistoryItem } from '#domain/base/change';
import { iso } from '#domain/base/time';
import { newId } from '../db/ids.ts';
import { BOND } from '../entities/bond.ts';
import { DEPOSIT } from '../entities/deposit.ts';
import { FEE_QUOTE } from '../entities/fee-quote.ts';
import { HISTORY_ITEM } from '../entities/history-item.ts';
import { PAYMENT } from '../entities/payment.ts';
import { PAYOUT } from '../entities/payout.ts';
import { QUOTE } from '../entities/quote.ts';
import { SELL } from '../entities/sell.ts';
import { VAULT } from '../entities/vault.ts';
import { entityPart, insertPart } from './entity-part.ts';
import { type Part, USER, timestamp } from './write-part.ts';

export const bonds = entityPart(BOND, {
  items: (plan) => plan.bonds,
  beside: [
    {
      name: 'deleted_at',
      type: 'timestamptz',
      sticky: true,
      write: ({ id }, { hiddenBonds, now }) => (hiddenBonds?.has(id) ? iso(now) : null),
    },
    {
      name: 'shortfall',
      type: 'bigint',
      sticky: true,
      write: ({ id }, { hiddenBonds }) => hiddenBonds?.get(id) ?? 0n,
    },
  ],
});

/** Writes every field of a vault and its next due time. Resets its failures and unparks it. */
export const vaults = entityPart(VAULT, {
  items: (plan) => plan.vaults?.map(({ vault, dueAt }) => ({ ...vault, dueAt })),
  beside: [
    { name: 'due_at', type: 'timestamptz', write: ({ dueAt }) => timestamp(dueAt) },
    { name: 'failures', type: 'integer', write: () => 0 },
    { name: 'parked_at', type: 'timestamptz', write: () => null },
    {
      name: 'deleted_at',
      type: 'timestamptz',
      sticky: true,
      write: ({ id }, { hiddenVaults, now }) => (hiddenVaults?.has(id) ? iso(now) : null),
    },
  ],
});

/** Writes when vaults are next checked; resets failures and unparks them. Nothing else changes. */
export const vaultReviews: Part = {
  name: 'vault-reviews',
  columns: [
    ['id', 'uuid'],
    ['due_at', 'timestamptz'],
  ],
  rows: (plan) => (plan.vaultReviews ?? []).map(({ id, at }) => [id, iso(at)]),
  write: (source) => `vault_reviewed as (
    update vaults v set due_at = n.due_at, failures = 0, parked_at = null from (select r.* from ${source}) n where v.id = n.id)`,
};

export const sells = entityPart(SELL, { items: (plan) => plan.sells });
export const quotes = entityPart(QUOTE, { items: (plan) => plan.quotes });
export const deposits = entityPart(DEPOSIT, { items: (plan) => plan.deposits });
/**
 * At most one payout of a subject is open, so a payout that ends is written before the one that replaces it.
 */
export const payouts = entityPart(PAYOUT, {
  items: (plan) => plan.payouts,
  beside: [{ name: 'request_id', type: 'uuid', write: (_, { requestId }) => requestId ?? null }],
  order: 'r.settled_at nulls last',
});

/** Only inserts. A payment that is stored already is a conflict, after which the plan is decided again. */
export const payments = insertPart(PAYMENT, {
  items: (plan) => plan.payments?.map((used) => ({ ...used, userId: null })),
  given: { user_id: USER },
});

export const changedPayments: Part = {
  name: 'changed-payments',
  columns: PAYMENT.columns,
  rows: (plan) => (plan.changedPayments ?? []).map(PAYMENT.values),
  write: (source) => `payment_changed as (
    update payments p set purpose = c.purpose, subject = c.subject, user_id = c.user_id,
      finalized = c.finalized, fee_taken = c.fee_taken
    from (select r.* from ${source}) c
    where p.signature = c.signature and p.id = c.id)`,
};

export const freedPayments: Part = {
  name: 'freed-payments',
  columns: [
    ['id', 'uuid'],
    ['signature', 'text'],
  ],
  rows: (plan) => (plan.freedPayments ?? []).map(({ id, signature }) => [id, signature]),
  write: (source) => `payment_freed as (
    delete from payments p using (select r.* from ${source}) f
    where p.signature = f.signature and p.id = f.id)`,
};

/** Leaves versions unchanged, because a user who is quoted a fee has not changed. */
export const feeQuotes = insertPart(FEE_QUOTE, { items: (plan) => plan.feeQuotes });

const isOfBond = ({ type, note }: HistoryItem): boolean => type === 'bond' && note === null;

export const items = insertPart(HISTORY_ITEM, {
  items: ({ items: all, now }) =>
    all.map((item) => ({
      id: newId(now),
      number: 0n,
      ...item,
      // A bond's line shows the current signature of the bond.
      hash: isOfBond(item) ? null : item.hash,
    })),
  beside: [{ name: 'subject', type: 'uuid', write: ({ subject }) => subject }],
  given: { user_id: 'r.gate', number: 'next_number(r.type)' },
  // A bond has one line, even if its payment vanished with its block and landed again.
  where: `not (r.type = 'bond' and r.note is null and exists (
    select from history h where h.user_id = r.gate and h.at = r.at and h.subject = r.subject
      and h.type = 'bond' and h.note is null))`,
});

/**
 * Stores the answer of a request that holds a key, together with its changes, so that they are never
 * repeated.
 */
export const answers: Part = {
  name: 'answers',
  columns: [
    ['actor', 'text'],
    ['key', 'text'],
    ['status', 'smallint'],
    ['answer', 'text'],
  ],
  rows: ({ held, keep }) =>
    held && keep ? [[held.actor, held.key, keep.status, JSON.stringify(keep.body)]] : [],
  write: (source) => `kept as (
    update idempotency_keys k set status = r.status, answer = r.answer
    from ${source} where k.actor = r.actor and k.key = r.key)`,
};

/**
 * Renews the key of a request that has written without an answer yet, which shows that the request still
 * runs.
 */
export const renewedKeys: Part = {
  name: 'renewed-keys',
  columns: [
    ['actor', 'text'],
    ['key', 'text'],
  ],
  rows: ({ held, keep }) => (held && !keep ? [[held.actor, held.key]] : []),
  write: (source) => `renewed as (
    update idempotency_keys k set created_at = db_now()
    from ${source} where k.actor = r.actor and k.key = r.key)`,
};
