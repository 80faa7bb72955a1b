import { iso } from '#domain/base/time';
import { BOND } from '../entities/bond.ts';
import { DEPOSIT } from '../entities/deposit.ts';
import { FEE_QUOTE } from '../entities/fee-quote.ts';
import { PAYMENT } from '../entities/payment.ts';
import { PAYOUT } from '../entities/payout.ts';
import { QUOTE } from '../entities/quote.ts';
import { SELL } from '../entities/sell.ts';
import { VAULT } from '../entities/vault.ts';
import { entityPart } from './entity-part.ts';
import { type Part, USER, timestamp } from './write-part.ts';

const itself = <T>(value: T): T => value;

export const bonds = entityPart(BOND, {
  items: (plan) => plan.bonds ?? [],
  of: itself,
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

/** Every field of a vault, and when it is next due. */
export const vaults = entityPart(VAULT, {
  items: (plan) => plan.vaults ?? [],
  of: ({ vault }) => vault,
  beside: [
    { name: 'due_at', type: 'timestamptz', write: ({ dueAt }) => timestamp(dueAt) },
    {
      name: 'deleted_at',
      type: 'timestamptz',
      sticky: true,
      write: ({ vault }, { hiddenVaults, now }) => (hiddenVaults?.has(vault.id) ? iso(now) : null),
    },
  ],
});

/** When vaults are next looked at; nothing else about them changes. */
export const vaultReviews: Part = {
  name: 'vault-reviews',
  columns: [
    ['id', 'uuid'],
    ['due_at', 'timestamptz'],
  ],
  rows: (plan) => (plan.vaultReviews ?? []).map(({ id, at }) => [id, iso(at)]),
  write: (source) => `vault_reviewed as (
    update vaults v set due_at = n.due_at from (select r.* from ${source}) n where v.id = n.id)`,
};

export const sells = entityPart(SELL, { items: (plan) => plan.sells ?? [], of: itself });
export const quotes = entityPart(QUOTE, { items: (plan) => plan.quotes ?? [], of: itself });
export const deposits = entityPart(DEPOSIT, { items: (plan) => plan.deposits ?? [], of: itself });
/** Of one subject one payout at most is open: one that ends makes way for the next before that is written. */
export const payouts = entityPart(PAYOUT, {
  items: (plan) => plan.payouts ?? [],
  of: itself,
  order: 'r.settled_at nulls last',
});

const NEW_PAYMENT = PAYMENT.columns.map(([name]) => name).filter((name) => name !== 'user_id');

/** Inserted only: a payment that is used already is a conflict, and its plan is decided again. */
export const payments: Part = {
  name: 'payments',
  columns: PAYMENT.columns,
  rows: ({ payments = [], userId }) => payments.map((used) => PAYMENT.values({ ...used, userId })),
  write: (source) => `payment as (
    insert into payments (user_id, ${NEW_PAYMENT.join(', ')})
    select ${USER}, ${NEW_PAYMENT.map((name) => `r.${name}`).join(', ')} from ${source})`,
};

export const changedPayments: Part = {
  name: 'changed-payments',
  columns: PAYMENT.columns,
  rows: (plan) => (plan.changedPayments ?? []).map(PAYMENT.values),
  write: (source) => `payment_changed as (
    update payments p set purpose = c.purpose, subject = c.subject, user_id = c.user_id,
      finalized = c.finalized
    from (select r.* from ${source}) c where p.id = c.id)`,
};

export const freedPayments: Part = {
  name: 'freed-payments',
  columns: [['id', 'uuid']],
  rows: (plan) => (plan.freedPayments ?? []).map((id) => [id]),
  write: (source) => `payment_freed as (
    delete from payments p using (select r.id from ${source}) f where p.id = f.id)`,
};

const FEE_QUOTE_NAMES = FEE_QUOTE.columns.map(([name]) => name);

/** Inserted only, and without a version: a user who is quoted a fee has not changed. */
export const feeQuotes: Part = {
  name: 'fee-quotes',
  columns: FEE_QUOTE.columns,
  rows: (plan) => (plan.feeQuotes ?? []).map(FEE_QUOTE.values),
  write: (source) => `fee_quote as (
    insert into fee_quotes (${FEE_QUOTE_NAMES.join(', ')})
    select ${FEE_QUOTE_NAMES.map((name) => `r.${name}`).join(', ')} from ${source})`,
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
