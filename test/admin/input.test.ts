import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { getLog } from '#contract/audit/admin-log';
import { listUsers } from '#contract/users/admin-users';
import { instant } from '#domain/base/time';
import { appendLog, checkLog } from '#server/kernel/ledger/admin-log';
import { canonicalJson } from '#server/kernel/ledger/canonical-json';
import { behindTriggers } from '#test/support/store';
import { World } from '#test/world';

const HALF = 'half \ud83d';

describe('invalid text', () => {
  const world = World.forTests();
  const owner = world.ownerForTests();

  const refused = (issue: string) => ({
    status: 400,
    body: { code: 'MALFORMED', error: `The request is not well-formed: ${issue}` },
  });

  test('with a null character is refused in every field', async () => {
    expect(await owner(listUsers, { query: { search: 'a\u0000b' } })).toMatchObject(
      refused('query: a text holds a null character'),
    );
    for (const body of [
      { paused: true, reason: 'a\u0000' },
      { paused: true, 'a\u0000': 1 },
    ]) {
      expect(await owner(emergencyPause, { body })).toMatchObject(
        refused('body: a text holds a null character'),
      );
    }
  });

  test('with half a surrogate pair is refused, and never reaches the log', async () => {
    for (const body of [
      { paused: true, reason: HALF },
      { paused: true, [HALF]: 1 },
      { paused: true, reason: '\udc00\ud800' },
    ]) {
      expect(await owner(emergencyPause, { body })).toMatchObject(
        refused('body: a text holds half a character (an unpaired surrogate)'),
      );
    }
    const whole = { paused: false, reason: 'whole \u{1f600}' };
    expect((await owner(emergencyPause, { body: whole })).status).toBe(200);
    expect((await owner(getLog)).body).toMatchObject({
      holds: true,
      garbled: [],
      firstBroken: null,
    });
  });

  test('in an overlong path is malformed, not a server error', async () => {
    const url = `/api/prices/${'x'.repeat(2_001)}`;
    const answer = await world.node.app.inject({ url, headers: { host: 'localhost:5173' } });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'MALFORMED']);
    expect(answer.json<{ error: string }>().error).toContain('too long');
  });

  test('in the log from before validation is distinguished from later changes', async () => {
    const { database } = world.node.parts;
    const line = { actor: 'owner', call: 'PUT /x', before: null, after: null };
    const now = new Date();
    const at = instant(now.getTime());
    await database.transaction((session) => appendLog(session, { ...line, at, reason: 'one' }));
    const [last] = await world.rows<{ seq: bigint; hash: string }>(
      'select seq, hash from admin_log order by seq desc limit 1',
    );
    const garbled = Number(last?.seq ?? 0n) + 1;
    await world.rows(
      `insert into admin_log (seq, at, actor, call, reason, before, after, hash)
       values ($1, $2::timestamptz, 'owner', 'PUT /x', $3, 'null', 'null', $4)`,
      [garbled, now.toISOString(), 'half \ufffd', hashOfHalf(last?.hash ?? '', garbled, now)],
    );
    await database.transaction((session) => appendLog(session, { ...line, at, reason: 'two' }));
    expect((await owner(getLog)).body).toMatchObject({
      holds: true,
      garbled: [garbled],
      firstBroken: null,
    });
    const undo = new Error('undo');
    const tried = database.transaction(async (session) => {
      await behindTriggers(
        session,
        `update admin_log set reason = 'helf \ufffd' where seq = ${garbled}`,
      );
      expect(await checkLog(session)).toEqual({ firstBroken: BigInt(garbled), garbled: [] });
      throw undo;
    });
    await expect(tried).rejects.toBe(undo);
  });
});

/** Hash as computed before validation existed: over the text with half a surrogate pair. */
function hashOfHalf(previous: string, seq: number, at: Date): string {
  const text = canonicalJson({
    seq: String(seq),
    at: at.toISOString(),
    actor: 'owner',
    call: 'PUT /x',
    reason: HALF,
    before: 'null',
    after: 'null',
  });
  return createHash('sha256').update(previous).update('\n').update(text).digest('hex');
}
