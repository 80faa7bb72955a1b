import { afterAll, beforeAll, expect, test } from 'vitest';
import { onOneDatabase, type TestDatabase } from '#test/databases';
import { ask, newUser, paidBond } from '#test/support/store';
import type { Database } from '../db/database.ts';
import { writePlan } from '../write/write-plans.ts';
import { Sessions, addSession, revokeSession } from './sessions.ts';

onOneDatabase('sessions', (fresh) => {
  let opened: TestDatabase;
  let database: Database;
  let statements: string[];
  beforeAll(async () => {
    opened = await fresh();
    database = {
      ...opened.database,
      query(statement, params) {
        statements.push(statement.name);
        return opened.database.query(statement, params);
      },
    };
    statements = [];
  });
  afterAll(() => opened.close());

  test('are looked up in one statement for concurrent requests', async () => {
    const sessions = new Sessions(database);
    const [ann, ben] = [await newUser(opened.database), await newUser(opened.database)];
    await writePlan(opened.database, paidBond(ann, 0n).plan);
    const tokens = [
      await addSession(opened.database, ann),
      await addSession(opened.database, ben),
    ] as const;
    statements = [];
    const found = await Promise.all(
      [tokens[1], 'unknown', tokens[0]].map((token) => sessions.find(token)),
    );
    expect(statements).toEqual(['session-find']);
    expect(found.map((user) => user && [user.userId, user.version])).toEqual([
      [ben, 0n],
      null,
      [ann, 1n],
    ]);
  });

  test('are invalid after their end, and for a deleted user', async () => {
    const sessions = new Sessions(database);
    const userId = await newUser(opened.database);
    const [revoked, expired, left] = [
      await addSession(opened.database, userId),
      await addSession(opened.database, userId),
      await addSession(opened.database, userId),
    ];
    expect(await sessions.find(expired)).toMatchObject({ userId });
    await revokeSession(opened.database, revoked);
    await ask(
      opened.database,
      `update sessions set expires_at = db_now() where user_id = $1 and token_hash =
         encode(sha256($2::text::bytea), 'hex')`,
      [userId, expired],
    );
    expect(await Promise.all([revoked, expired].map((token) => sessions.find(token)))).toEqual([
      null,
      null,
    ]);
    await ask(opened.database, 'update users set deleted_at = now() where id = $1', [userId]);
    expect(await sessions.find(left)).toBeNull();
  });

  test('are prolonged by their use, at most every five minutes', async () => {
    const sessions = new Sessions(database);
    const userId = await newUser(opened.database);
    const token = await addSession(opened.database, userId);
    statements = [];
    await sessions.find(token);
    expect(statements).toEqual(['session-find']);
    await ask(
      opened.database,
      `update sessions set expires_at = expires_at - interval '6 minutes' where user_id = $1`,
      [userId],
    );
    await sessions.find(token);
    await sessions.find(token);
    expect(statements.slice(1)).toEqual(['session-find', 'session-extend', 'session-find']);
  });

  test('are valid even if they cannot be prolonged, as on a full disk', async () => {
    const userId = await newUser(opened.database);
    const token = await addSession(opened.database, userId);
    await ask(
      opened.database,
      `update sessions set expires_at = expires_at - interval '6 minutes' where user_id = $1`,
      [userId],
    );
    const sessions = new Sessions({
      ...opened.database,
      query: (statement, params) =>
        statement.name === 'session-extend'
          ? Promise.reject(new Error('could not extend file: No space left on device'))
          : opened.database.query(statement, params),
    });
    expect(await sessions.find(token)).toMatchObject({ userId });
  });
});
