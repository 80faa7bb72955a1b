import { Batches } from '../db/batches.ts';
import { type Database, anyOf, arrayOf, statement } from '../db/database.ts';

/**
 * Tables whose rows belong to a user and are named by id in calls, each with the condition for existing rows.
 */
const TABLES = {
  bonds: 'deleted_at is null',
  vaults: 'deleted_at is null',
  sells: 'true',
} as const;
export type OwnedTable = keyof typeof TABLES;

const statementOf = (table: OwnedTable) =>
  statement(
    `owners-of-${table}`,
    `select id, user_id from ${table} where id = ${anyOf(1)} and ${TABLES[table]}`,
  );

/** Looks up the owners of bonds, vaults and sell requests. Concurrent lookups share a statement. */
export class Owners {
  readonly #lookups: Readonly<Record<OwnedTable, Batches<string, string | null>>>;

  constructor(database: Database) {
    const lookupsIn = (table: OwnedTable): Batches<string, string | null> => {
      const query = statementOf(table);
      return new Batches({
        run: async (ids) => {
          const rows = await database.query<{ id: string; user_id: string }>(query, [arrayOf(ids)]);
          const owners = new Map(rows.map((row) => [row.id, row.user_id]));
          return ids.map((id) => owners.get(id) ?? null);
        },
      });
    };
    this.#lookups = {
      bonds: lookupsIn('bonds'),
      vaults: lookupsIn('vaults'),
      sells: lookupsIn('sells'),
    };
  }

  /** Returns the id of the owner; null if there is no such row. */
  ownerOf(table: OwnedTable, id: string): Promise<string | null> {
    return this.#lookups[table].ask(id.toLowerCase());
  }
}
