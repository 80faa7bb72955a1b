import { type AccountKind, type Journal, accountKey, isHeld } from '#domain/base/ledger';
import { iso } from '#domain/base/time';
import { newId } from '../db/ids.ts';
import { type Part, USER } from './write-part.ts';

/**
 * The postings of a journal as its columns: the lines of its form, the refs that are neither its user's nor
 * its subject's, and the amounts, both as the text of an array.
 */
function columnsOf({ postings, subject }: Journal, userId: string | null) {
  let [lines, refs, amounts, isGiven] = ['', '', '', false];
  for (const { account, amount } of postings) {
    const { kind, asset, ref } = account;
    const source =
      ref === null ? '' : ref === userId ? ' user' : ref === subject ? ' subject' : ' given';
    const between = amounts === '' ? '' : ',';
    lines += `${between && ', '}${kind} ${asset}${source}`;
    refs += `${between}${source === ' given' ? ref : 'NULL'}`;
    amounts += `${between}${amount}`;
    isGiven ||= source === ' given';
  }
  return [lines, isGiven ? `{${refs}}` : null, `{${amounts}}`];
}

/** The form of a row's lines, which is made where it is met for the first time. */
const FORM =
  'coalesce((select f.id from journal_forms f where f.lines = r.lines), make_form(r.lines))';

export const journals: Part = {
  name: 'journals',
  columns: [
    ['id', 'uuid'],
    ['recorded_at', 'timestamptz'],
    ['effective_at', 'timestamptz'],
    ['kind', 'journal_kind'],
    ['subject', 'uuid'],
    ['lines', 'text'],
    ['refs', 'text'],
    ['amounts', 'text'],
  ],
  rows: ({ journals: all, now, userId }) =>
    all.map((journal) => [
      newId(now),
      iso(now),
      iso(journal.at),
      journal.kind,
      journal.subject,
      ...columnsOf(journal, userId),
    ]),
  write: (source) => `journal as (
    insert into journals (id, recorded_at, effective_at, kind, user_id, subject, form, refs, amounts)
    select r.id, r.recorded_at, r.effective_at, r.kind, ${USER}, r.subject, ${FORM}, r.refs::uuid[],
      r.amounts::bigint[] from ${source})`,
};

/** The net change of every held account, so that each balance is touched once. */
export const balances: Part = {
  name: 'balances',
  columns: [
    ['kind', 'account_kind'],
    ['ref', 'uuid'],
    ['asset', 'asset'],
    ['amount', 'bigint'],
  ],
  rows: (plan) => {
    const net = new Map<string, [AccountKind, string, string, bigint]>();
    for (const { account, amount } of plan.journals.flatMap((journal) => journal.postings)) {
      const { kind, ref, asset } = account;
      if (!isHeld(kind) || ref === null) continue;
      const before = net.get(accountKey(account))?.[3] ?? 0n;
      net.set(accountKey(account), [kind, ref, asset, before + amount]);
    }
    return [...net.values()];
  },
  // An insert with on conflict would check the sign of the change itself, not of the new balance. What was
  // changed is looked up by `not in`, which hashes it: the planner takes it for one row, and would otherwise
  // go over all of it for each.
  write: (source) => `change as materialized (select r.*, ${USER} as user_id from ${source}),
  changed as (
    update balances b set amount = b.amount + c.amount from change c
    where b.ref = c.ref and b.kind = c.kind returning b.ref, b.kind),
  opened as (
    insert into balances (ref, kind, asset, user_id, amount)
    select c.ref, c.kind, c.asset, c.user_id, c.amount from change c
    where (c.ref, c.kind) not in (select ref, kind from changed))`,
};
