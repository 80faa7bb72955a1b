import { type Session, arrayOf, statement } from '../kernel/db/database.ts';

const UNPROCESSED = statement(
  'transactions-unprocessed',
  `select s.signature from unnest($2::text::text[]) as s(signature)
   where not exists (select from processed_transactions p
     where p.address = $1 and p.signature = s.signature)`,
);

/** Returns those of an address's listed transactions that have not been processed, in their order. */
export async function unprocessedAmong<Listed extends { readonly signature: string }>(
  session: Session,
  address: string,
  listed: readonly Listed[],
): Promise<Listed[]> {
  if (listed.length === 0) return [];
  const signatures = arrayOf(listed.map(({ signature }) => signature));
  const rows = await session.query<{ signature: string }>(UNPROCESSED, [address, signatures]);
  const left = new Set(rows.map(({ signature }) => signature));
  return listed.filter(({ signature }) => left.has(signature));
}
