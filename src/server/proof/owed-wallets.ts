import { addressBytes } from '#proof/files/address';
import { RECORD_BYTES, recordOf } from '#proof/tree/record';
import { CYCLE_MS } from '#domain/terms/terms';
import { type Instant, iso } from '#domain/base/time';
import { REWARD_DIVISOR } from '#domain/vaults/vault';
import { type Database, type Session, statement } from '../kernel/db/database.ts';
import { ZERO_ID } from '../kernel/db/ids.ts';
import { snapshot } from '../kernel/db/transactions.ts';
import { readLogHead } from '../kernel/ledger/admin-log.ts';
import { ACCRUED, type Owed, RUNNING, owedWithin } from '../kernel/ledger/liabilities.ts';
import { readClock } from '../kernel/terms/protocol-clock.ts';

/** Debts to each wallet in one snapshot of the ledger, with the figures of the same instant. */
export interface OwedWallets {
  readonly at: Instant;
  /** Wallet and units as 40 bytes each, unsorted, without wallets that are owed nothing. */
  readonly wallets: Uint8Array;
  /** Liabilities as the public figures count them. */
  readonly owed: Owed;
  readonly logHead: string;
}

const BATCH = 2_000;

/** $1 instant, $2 duration of a cycle, $3 divisor of rewards, $4 last user id, $5 limit. */
const WALLETS = statement(
  'proof-wallets',
  `select u.id, u.wallet, (coalesce(h.units, 0) + coalesce(a.units, 0))::text as units
   from (select id, wallet from users where id > $4 order by id limit $5) u
   left join lateral (select sum(b.amount) as units from balances b
     where b.user_id = u.id and b.asset = 'LMT') h on true
   left join lateral (select sum(${ACCRUED}) as units ${RUNNING} and v.user_id = u.id) a on true
   order by u.id`,
);

/** Reads all users in batches, within one snapshot transaction. */
export function readOwedWallets(database: Database): Promise<OwedWallets> {
  return snapshot(database, async (session) => {
    const at = await readClock(session);
    const owed = await owedWithin(session, at);
    const logHead = await readLogHead(session);
    return { at, owed, logHead, wallets: await readWallets(session, at) };
  });
}

async function readWallets(session: Session, at: Instant): Promise<Uint8Array> {
  const found: Uint8Array[] = [];
  let last = ZERO_ID;
  for (;;) {
    type Row = { readonly id: string; readonly wallet: string; readonly units: string };
    const params = [iso(at), CYCLE_MS, REWARD_DIVISOR, last, BATCH];
    const rows = await session.query<Row>(WALLETS, params);
    found.push(recordsOf(rows.filter(({ units }) => units !== '0')));
    if (rows.length < BATCH) return new Uint8Array(Buffer.concat(found));
    last = rows.at(-1)?.id ?? last;
  }
}

function recordsOf(rows: readonly { wallet: string; units: string }[]): Uint8Array {
  const records = new Uint8Array(rows.length * RECORD_BYTES);
  for (const [i, { wallet, units }] of rows.entries()) {
    const bytes = addressBytes(wallet);
    if (!bytes) throw new Error(`${wallet} is no wallet`);
    records.set(recordOf(bytes, BigInt(units)), i * RECORD_BYTES);
  }
  return records;
}
