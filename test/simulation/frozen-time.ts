import type { Database } from '#server/kernel/db/database';
import { iso } from './model/arithmetic.ts';

/** Start of protocol time in a simulation. Time moves only explicitly, so runs are equal to the millisecond. */
export const START = Date.parse('2031-03-03T09:30:00.000Z');

const HISTORIES = ['setting_changes', 'lmt_prices', 'market_prices'];

/** Moves all initial rows of the database to START, and stops protocol time there. */
export async function freeze(database: Database): Promise<void> {
  const triggers = (change: 'disable' | 'enable'): string =>
    HISTORIES.map((name) => `alter table ${name} ${change} trigger user;`).join(' ');
  await database.exec(`
    ${triggers('disable')}
    update setting_changes set effective_at = '${iso(START)}', made_at = '${iso(START)}';
    update lmt_prices set effective_at = '${iso(START)}';
    update market_prices set at = '${iso(START)}';
    ${triggers('enable')}
    create or replace function protocol_time(offset_ms bigint) returns timestamptz(3) language sql as $$
      select ('${iso(START)}'::timestamptz + offset_ms * interval '1 millisecond')::timestamptz(3) $$;
  `);
}
