import { iso } from '#domain/base/time';
import { type Database, arrayOf, statement } from '#server/store/db/database';
import { newId } from '#server/store/db/ids';
import type { Plan } from '#server/store/write/plan';
import { writePlans } from '#server/store/write/write-plans';

const JOURNAL = statement(
  'journal-of-the-version-before',
  `with lines as materialized (select * from unnest($6::text::account_kind[], $7::text::uuid[],
     $8::text::asset[], $9::text::bigint[]) with ordinality as p(kind, ref, asset, amount, line)),
   journal as (insert into journals (id, recorded_at, effective_at, kind, user_id, subject)
     select $1::text::uuid, $2::text::timestamptz, $2::text::timestamptz, $3::text::journal_kind,
       $4::text::uuid, $5::text::uuid),
   posting as (insert into postings (journal_id, recorded_at, line, kind, ref, asset, amount)
     select $1::text::uuid, $2::text::timestamptz, line, kind, ref, asset, amount from lines)
   insert into balances (ref, kind, asset, user_id, amount)
   select ref, kind, asset, $4::text::uuid, amount from lines where ref is not null`,
);

const PAYMENT = statement(
  'payment-of-the-version-before',
  `insert into payments (id, signature, payer, purpose, subject, user_id, token, amount, block_time, slot, finalized)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

/** Plans that open accounts, as a node of the version before writes them: its postings are rows of their own. */
export async function writeBefore(database: Database, plans: readonly Plan[]): Promise<void> {
  await writePlans(
    database,
    plans.map((plan) => ({ ...plan, journals: [], payments: [] })),
  );
  for (const paid of plans.flatMap(({ payments = [] }) => payments)) {
    const { id, signature, payer, purpose, subject, token, amount, blockTime, slot, finalized } =
      paid;
    const use = [id, signature, payer, purpose, subject, null];
    await database.query(PAYMENT, [...use, token, amount, iso(blockTime), slot, finalized]);
  }
  for (const { journals, now } of plans) {
    for (const { kind, userId, subject, postings } of journals) {
      const accounts = postings.map(({ account }) => account);
      await database.query(JOURNAL, [
        newId(now),
        iso(now),
        kind,
        userId,
        subject,
        arrayOf(accounts.map((account) => account.kind)),
        arrayOf(accounts.map(({ ref }) => ref)),
        arrayOf(accounts.map(({ asset }) => asset)),
        arrayOf(postings.map(({ amount }) => amount)),
      ]);
    }
  }
}
