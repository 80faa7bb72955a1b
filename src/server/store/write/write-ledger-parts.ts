import {
  type AccountKind,
  type Journal,
  type Posting,
  accountKey,
  isHeld,
} from '#domain/base/ledger';
import { iso } from '#domain/base/time';
import { newId } from '../db/ids.ts';
import { type Part, USER } from './write-part.ts';

/**
 * A journal's postings as its columns: the moves of its form, the refs that are neither its user's nor its
 * subject's, and what each move moves, both as the text of an array.
 */
function columnsOf({ postings, subject, kind }: Journal, userId: string | null) {
  let [moves, refs, amounts, isGiven] = ['', '', '', false];
  const account = ({ account: { kind: of, asset, ref } }: Posting): string => {
    const isOthers = ref !== null && ref !== userId && ref !== subject;
    isGiven ||= isOthers;
    refs += `${refs && ','}${isOthers ? ref : 'NULL'}`;
    if (ref === null) return `${of} ${asset}`;
    return `${of} ${asset} ${isOthers ? 'given' : ref === userId ? 'user' : 'subject'}`;
  };
  for (let i = 0; i < postings.length; i += 2) {
    const [from, to] = [postings[i], postings[i + 1]];
    if (!from || to?.amount !== -from.amount || to.account.asset !== from.account.asset) {
      throw new Error(`${kind}: a journal moves amounts from one account to another`);
    }
    moves += `${moves && ', '}${account(from)} > ${account(to)}`;
    amounts += `${amounts && ','}${to.amount}`;
  }
  return [moves, isGiven ? `{${refs}}` : null, `{${amounts}}`];
}

/** The form of a row's moves, which is made where it is met for the first time. */
const FORM =
  'coalesce((select f.id from journal_forms f where f.moves = r.moves), make_form(r.moves))';

export const journals: Part = {
  name: 'journals',
  columns: [
    ['id', 'uuid'],
    ['recorded_at', 'timestamptz'],
    ['effective_at', 'timestamptz'],
    ['kind', 'journal_kind'],
    ['subject', 'uuid'],
    ['moves', 'text'],
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
