/** An id of a user's `kind` of thing, as SQL; `i` is the user's number. */
export const idOf = (kind: number): string =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;

/** A posting as SQL over a life: account, what it belongs to (null: a system account), asset, amount. */
type Line = readonly [account: string, ref: string | null, asset: string, amount: string];

interface LifeJournal {
  readonly kind: string;
  /** When it happened; null where it did not. */
  readonly at: string;
  readonly subject: string;
  readonly lines: readonly Line[];
}

const LMT = `'LMT'::asset`;
const SOL = `'SOL'::asset`;
const USDC = `'USDC'::asset`;
const move = (
  from: readonly [string, string | null],
  to: readonly [string, string | null],
  asset: string,
  amount: string,
): Line[] => [
  [...from, asset, `-(${amount})`],
  [...to, asset, amount],
];
const inSell = (status: string, at: string): string =>
  `case when sell_status ${status} then ${at} end`;

/** What the product would have written down for each step of a life, in the order of the steps. */
const JOURNALS: readonly LifeJournal[] = [
  {
    kind: 'bondPaid',
    at: 'paid_at',
    subject: 'bond_id',
    lines: [
      ...move(['treasury', null], ['bonded', null], 'token', 'paid'),
      ...move(['issuance', null], ['bond', 'bond_id'], LMT, 'lmt'),
    ],
  },
  {
    kind: 'bondClaimed',
    at: 'claimed_at',
    subject: 'bond_id',
    lines: move(['bond', 'bond_id'], ['unstaked', 'id'], LMT, 'lmt'),
  },
  {
    kind: 'feePaid',
    at: 'staked_at',
    subject: idOf(6),
    lines: move(['treasury', null], ['credit', 'id'], SOL, '20000000'),
  },
  {
    kind: 'staked',
    at: 'staked_at',
    subject: 'vault_id',
    lines: [
      ...move(['unstaked', 'id'], ['vault', 'vault_id'], LMT, 'stake'),
      ...move(['credit', 'id'], ['stakingFees', null], SOL, '20000000'),
    ],
  },
  {
    kind: 'matured',
    at: 'case when rewards > 0 then ends_at end',
    subject: 'vault_id',
    lines: move(['rewards', null], ['vault', 'vault_id'], LMT, 'rewards'),
  },
  {
    kind: 'released',
    at: `case when phase = 'completed' then ends_at + interval '1 day' end`,
    subject: 'vault_id',
    lines: move(['vault', 'vault_id'], ['unstaked', 'id'], LMT, 'stake + rewards'),
  },
  {
    kind: 'sellRequested',
    at: inSell('is not null', 'requested_at'),
    subject: 'sell_id',
    lines: move(['unstaked', 'id'], ['escrow', 'sell_id'], LMT, 'lmt / 8'),
  },
  {
    kind: 'sellReturned',
    at: inSell(`= 'rejected'`, 'reviewed_at'),
    subject: 'sell_id',
    lines: move(['escrow', 'sell_id'], ['unstaked', 'id'], LMT, 'lmt / 8'),
  },
  {
    kind: 'sellPaid',
    at: inSell(`= 'approved'`, 'reviewed_at'),
    subject: 'sell_id',
    lines: [
      ...move(['escrow', 'sell_id'], ['feesBurned', null], LMT, 'lmt / 8 * 15 / 100'),
      ...move(['escrow', 'sell_id'], ['soldBurned', null], LMT, 'lmt / 8 - lmt / 8 * 15 / 100'),
      ...move(['paidOut', null], ['treasury', null], USDC, 'lmt / 8 * 85 / 100 * 987 / 100'),
    ],
  },
];

/** The journals of everybody in the table `life`, with their postings, as SQL. */
export function journalsOfLives(): string {
  return JOURNALS.map(({ kind, at, subject, lines }, order) => {
    const [id, when] = [idOf(0x20 + order), `(${at})::timestamptz(3)`];
    const source = (ref: string | null): string =>
      ref === null ? '' : ref === 'id' ? ' user' : ' subject';
    const form = lines.map(
      ([account, ref, asset]) => `'${account} ' || ${asset} || '${source(ref)}'`,
    );
    const formed = `concat_ws(', ', ${form.join(', ')})`;
    return `
select make_form(named) from (select distinct ${formed} as named from life where ${when} is not null) f;
insert into journals (id, recorded_at, effective_at, kind, user_id, subject, form, amounts)
select ${id}, ${when}, ${when}, '${kind}', life.id, ${subject}, f.id,
  array[${lines.map(([, , , amount]) => `(${amount})::bigint`).join(', ')}]
from life join journal_forms f on f.lines = ${formed} where ${when} is not null;`;
  }).join('');
}
