import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { databaseForTests, freshDatabase } from '#test/databases';
import { ask, newUser, paidBond } from '#test/support/store';
import type { Database } from '../db/database.ts';
import { writePlan } from '../write/write-plans.ts';
import { Owners } from './owners.ts';

let database: Database;
databaseForTests(freshDatabase, (opened) => (database = opened));

test('finds the owners for concurrent requests in one statement', async () => {
  const userId = await newUser(database);
  const { bond, plan } = paidBond(userId, 0n);
  await writePlan(database, plan);
  let statements = 0;
  const owners = new Owners({
    ...database,
    query: (statement, params) => {
      statements += 1;
      return database.query(statement, params);
    },
  });
  const found = [bond.id, randomUUID(), bond.id.toUpperCase()].map((id) =>
    owners.ownerOf('bonds', id),
  );
  expect(await Promise.all(found)).toEqual([userId, null, userId]);
  expect(statements).toBe(1);
  expect(await owners.ownerOf('vaults', bond.id)).toBeNull();
});

test('finds no owner of a deleted bond', async () => {
  const { bond, plan } = paidBond(await newUser(database), 0n);
  await writePlan(database, plan);
  await ask(database, 'update bonds set deleted_at = db_now() where id = $1', [bond.id]);
  expect(await new Owners(database).ownerOf('bonds', bond.id)).toBeNull();
});
