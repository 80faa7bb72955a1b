import type { Instant } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { anyOf, arrayOf, statement } from '../db/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import { VAULT } from '../entities/vault.ts';
import { type Facts, type Standing, inOrderOf } from '../write/facts.ts';

/** What a decision about one vault needs. */
export interface VaultFacts extends Standing {
  readonly vault: Vault;
  readonly userId: string;
}

const OF_VAULTS = statement(
  'vault-facts',
  `select ${VAULT.select('v')}, u.version, p.terms_version, protocol_time(p.clock_offset_ms) as now
   from vaults v join users u on u.id = v.user_id, protocol p
   where v.id = ${anyOf(1)} and v.deleted_at is null`,
);

type Row = EntityRow & {
  readonly version: bigint;
  readonly terms_version: bigint;
  readonly now: Instant;
};

/** By the vault's id. */
export const vaultFacts: Facts<string, VaultFacts> = {
  name: 'vault',
  async read(session, ids) {
    const rows = await session.query<Row>(OF_VAULTS, [arrayOf(ids)]);
    return inOrderOf(
      ids,
      rows.map((row) => ({ row, vault: VAULT.read(row) })),
      ({ vault }) => vault.id,
      ({ row, vault }) => ({
        vault,
        userId: vault.userId,
        version: row.version,
        now: row.now,
        termsVersion: row.terms_version,
      }),
    );
  },
};
