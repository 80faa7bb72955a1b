import {
  type HeldToken,
  type OpenPayouts,
  type OwedTokens,
  owedTokens,
} from '#domain/payouts/owed-tokens';
import { type Session, only, statement } from '../db/database.ts';
import { type JsonRows, jsonRows, rowReader } from '../db/json-rows.ts';
import { IS_OPEN_PAYOUT } from '../entities/payout.ts';
import { TOTALS } from './totals.ts';

const HELD_COLUMNS = [
  ['kind', 'account_kind'],
  ['token', 'asset'],
  ['amount', 'bigint'],
] as const;
const OPEN_COLUMNS = [
  ['purpose', 'payout_purpose'],
  ['token', 'pay_token'],
  ['amount', 'bigint'],
] as const;

/** Amounts owed in SOL and USDC, as two columns of any statement. */
export const OWED_TOKENS = `${jsonRows(
  HELD_COLUMNS,
  'h',
  `from (select s.kind, s.asset as token, s.amount::bigint as amount from ${TOTALS} s
     where s.kind in ('credit', 'deposit')) h`,
)} as held_tokens,
  ${jsonRows(
    OPEN_COLUMNS,
    'q',
    `from (select o.purpose, o.token, sum(o.amount + o.rent_charged)::bigint as amount from payouts o
       where ${IS_OPEN_PAYOUT} group by o.purpose, o.token) q`,
  )} as open_payouts`;

export interface OwedTokensRow {
  readonly held_tokens: JsonRows;
  readonly open_payouts: JsonRows;
}

const heldRows = rowReader<HeldToken>(HELD_COLUMNS);
const openRows = rowReader<OpenPayouts>(OPEN_COLUMNS);

export const readOwedTokensOf = (row: OwedTokensRow): OwedTokens =>
  owedTokens({ held: heldRows(row.held_tokens), openPayouts: openRows(row.open_payouts) });

const OWED = statement('owed-tokens', `select ${OWED_TOKENS}`);

/** Returns what is owed in SOL and USDC at the newest state of the ledger. */
export async function readOwedTokens(session: Session): Promise<OwedTokens> {
  return readOwedTokensOf(only(await session.query<OwedTokensRow>(OWED)));
}
