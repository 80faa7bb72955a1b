import type { Deposit } from '#domain/bonds/unmatched-deposit';
import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from '../db/database.ts';
import type { ListedDeposit } from '#domain/bonds/payment';

interface Row {
  readonly id: string;
  readonly signature: string;
  readonly sender: string | null;
  readonly token: Deposit['token'];
  readonly amount: Deposit['amount'];
  readonly block_time: Instant;
  readonly slot: bigint;
  readonly small: boolean;
  readonly status: ListedDeposit['status'];
}

const COLUMNS = 'id, signature, sender, token, amount, block_time, slot, small, status';
const OPEN = statement(
  'deposits-open',
  `select ${COLUMNS} from deposits where status = 'open' and (not small or $1)
   order by block_time, id`,
);
const LOCKED = statement(
  'deposit-locked',
  `select ${COLUMNS} from deposits where id = $1 for update`,
);

const depositOf = ({ block_time, slot, ...row }: Row): ListedDeposit => ({
  ...row,
  blockTime: block_time,
  slot: Number(slot),
});

/** Oldest first; those below the least bond only where asked for. */
export async function openDeposits(session: Session, withSmall: boolean): Promise<ListedDeposit[]> {
  return (await session.query<Row>(OPEN, [withSmall])).map(depositOf);
}

const PAGE = statement(
  'deposits-page',
  `select ${COLUMNS} from deposits
   where $1::timestamptz is null or (block_time, id) > ($1, $2::uuid)
   order by block_time, id limit $3`,
);

/** All of them, decided ones too, oldest first, after one. */
export async function depositsPage(
  session: Session,
  last: Pick<ListedDeposit, 'id' | 'blockTime'> | null,
  limit: number,
): Promise<ListedDeposit[]> {
  const after = [last && iso(last.blockTime), last && last.id];
  return (await session.query<Row>(PAGE, [...after, limit])).map(depositOf);
}

/** A deposit, locked in the caller's transaction; null where there is none. */
export async function lockDeposit(transaction: Session, id: string): Promise<ListedDeposit | null> {
  const [row] = await transaction.query<Row>(LOCKED, [id]);
  return row ? depositOf(row) : null;
}
