/** Builds the id of a user's thing of a `kind`, as SQL; `i` is the user's number. */
export const idOf = (kind: number): string =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;

/** Builds the id of a user's journal recorded at an instant, as SQL: a UUIDv7, which the product's reads take times from. */
const journalIdOf = (order: number, at: string): string => `
  (lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')
  || '7' || lpad(to_hex(${order}), 3, '0') || '8000' || lpad(to_hex(i), 12, '0'))::uuid`;

/** Account, and the SQL of its `ref` over a life; null for a system account. */
type Of = readonly [account: string, ref: string | null];
/** Move, as SQL over a life. */
type Move = readonly [from: Of, to: Of, asset: string, amount: string];

interface LifeJournal {
  readonly kind: string;
  /** SQL of its instant; null if it did not happen. */
  readonly at: string;
  readonly subject: string;
  readonly moves: readonly Move[];
}

const LMT = `'LMT'::asset`;
const SOL = `'SOL'::asset`;
const USDC = `'USDC'::asset`;
const move = (...moved: Move): Move[] => [moved];
const inSell = (status: string, at: string): string =>
  `case when sell_status ${status} then ${at} end`;

/** Journals that the product writes for each step of a life, in the order of the steps. */
const JOURNALS: readonly LifeJournal[] = [
  {
    kind: 'bondPaid',
    at: 'paid_at',
    subject: 'bond_id',
    moves: [
      ...move(['treasury', null], ['bonded', null], 'token', 'paid'),
      ...move(['issuance', null], ['bond', 'bond_id'], LMT, 'lmt'),
    ],
  },
  {
    kind: 'bondClaimed',
    at: 'claimed_at',
    subject: 'bond_id',
    moves: move(['bond', 'bond_id'], ['unstaked', 'id'], LMT, 'lmt'),
  },
  {
    kind: 'feePaid',
    at: 'staked_at',
    subject: idOf(6),
    moves: move(['treasury', null], ['credit', 'id'], SOL, '20000000'),
  },
  {
    kind: 'staked',
    at: 'staked_at',
    subject: 'vault_id',
    moves: [
      ...move(['unstaked', 'id'], ['vault', 'vault_id'], LMT, 'stake'),
      ...move(['credit', 'id'], ['fee.stake', null], SOL, '20000000'),
    ],
  },
  {
    kind: 'matured',
    at: 'case when rewards > 0 then ends_at end',
    subject: 'vault_id',
    moves: move(['rewards', null], ['vault', 'vault_id'], LMT, 'rewards'),
  },
  {
    kind: 'released',
    at: `case when phase = 'completed' then ends_at + interval '1 day' end`,
    subject: 'vault_id',
    moves: move(['vault', 'vault_id'], ['unstaked', 'id'], LMT, 'stake + rewards'),
  },
  {
    kind: 'sellRequested',
    at: inSell('is not null', 'requested_at'),
    subject: 'sell_id',
    moves: move(['unstaked', 'id'], ['escrow', 'sell_id'], LMT, 'lmt / 8'),
  },
  {
    kind: 'sellReturned',
    at: inSell(`= 'rejected'`, 'reviewed_at'),
    subject: 'sell_id',
    moves: move(['escrow', 'sell_id'], ['unstaked', 'id'], LMT, 'lmt / 8'),
  },
  {
    kind: 'sellPaid',
    at: inSell(`= 'approved'`, 'reviewed_at'),
    subject: 'sell_id',
    moves: [
      ...move(['escrow', 'sell_id'], ['fee.sell', null], LMT, 'lmt / 8 * 15 / 100'),
      ...move(['escrow', 'sell_id'], ['soldBurned', null], LMT, 'lmt / 8 - lmt / 8 * 15 / 100'),
      ...move(['paidOut', null], ['treasury', null], USDC, 'lmt / 8 * 85 / 100 * 987 / 100'),
    ],
  },
];

/** Builds the SQL that inserts the journals of all users in the table `life`, with their postings. */
export function journalsOfLives(): string {
  return JOURNALS.map(({ kind, at, subject, moves }, order) => {
    const when = `(${at})::timestamptz(3)`;
    const id = journalIdOf(order, when);
    const lines = moves.flatMap(([from, to, asset, amount]) => [
      [...from, asset, `-(${amount})`],
      [...to, asset, amount],
    ]);
    const postings = lines.map(
      ([of, ref, asset, amount], i) =>
        `(${i + 1}::smallint, '${of}'::account_kind, ${ref}::uuid, ${asset}, (${amount})::bigint)`,
    );
    return `
with journal as (
  insert into journals (id, recorded_at, effective_at, kind, user_id, subject, lines)
  select ${id}, ${when}, ${when}, '${kind}', life.id, ${subject}, ${lines.length}
  from life where ${when} is not null)
insert into postings (journal_id, line, kind, ref, asset, amount)
select ${id}, p.* from life, lateral (values ${postings.join(', ')}) p where ${when} is not null;`;
  }).join('');
}
