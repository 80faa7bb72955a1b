import type { Instant } from '#domain/base/time';
import type { Bond } from '#domain/bonds/bond';
import { anyOf, arrayOf, statement } from '../db/database.ts';
import { BOND } from '../entities/bond.ts';
import type { EntityRow } from '../entities/entity.ts';
import { type Facts, type Standing, inOrderOf } from '../write/facts.ts';

/** What a decision about one bond needs. */
export interface BondFacts extends Standing {
  readonly bond: Bond;
  readonly userId: string;
}

const OF_BONDS = statement(
  'bond-facts',
  `select ${BOND.select('b')}, u.version, p.terms_version, protocol_time(p.clock_offset_ms) as now
   from bonds b join users u on u.id = b.user_id, protocol p
   where b.id = ${anyOf(1)} and b.deleted_at is null`,
);

type Row = EntityRow & {
  readonly version: bigint;
  readonly terms_version: bigint;
  readonly now: Instant;
};

/** By the bond's id. */
export const bondFacts: Facts<string, BondFacts> = {
  name: 'bond',
  async read(session, ids) {
    const rows = await session.query<Row>(OF_BONDS, [arrayOf(ids)]);
    return inOrderOf(
      ids,
      rows.map((row) => ({ row, bond: BOND.read(row) })),
      ({ bond }) => bond.id,
      ({ row, bond }) => ({
        bond,
        userId: bond.userId,
        version: row.version,
        now: row.now,
        termsVersion: row.terms_version,
      }),
    );
  },
};
