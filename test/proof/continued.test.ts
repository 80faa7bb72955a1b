import type { KeyPairSigner } from '@solana/kit';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { getLog } from '#contract/audit/admin-log';
import { anchorProof, getProof, listProofs, signHoldings } from '#contract/proof/proof';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { type Day, dayOf } from '#proof/files/day';
import { memoStart } from '#proof/files/memo';
import { ownershipMessage } from '#proof/files/ownership';
import type { Database, Session } from '#server/kernel/db/database';
import { signHoldings as keepSignatures } from '#server/proof/sign-holdings';
import { readProof } from '#server/proof/proof-queries';
import { keepProofs } from '#server/proof/keep-proofs';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { fromBase58, isSignedBy } from '#server/users/verify-signature';
import { onOneDatabase } from '#test/databases';
import { type Changes, signAltered, signBuilt } from '#test/sells/owner-wallet';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { rpc, signText } from '#test/world/wallet';

/** A database that is cut off at the n-th statement about proofs. */
function cutOff(database: Database, after: number): { database: Database; cut: () => boolean } {
  let left = after;
  const cutting = <S extends Session>(session: S): S => ({
    ...session,
    query: async (statement, params) => {
      if (statement.name.startsWith('proof-')) {
        if (left === 0) throw new Error(`cut off at ${statement.name}`);
        left -= 1;
      }
      return session.query(statement, params);
    },
  });
  const cut = cutting(database);
  return {
    database: {
      ...cut,
      transaction: (work) => database.transaction((session) => work(cutting(session))),
    },
    cut: () => left === 0,
  };
}

/** A database whose first readers of a proof each get it when all of them have read it. */
function readTogether(database: Database, readers: number): Database {
  let [reads, resolve] = [0, () => {}];
  const all = new Promise<void>((done) => (resolve = done));
  return {
    ...database,
    query: async (statement, params) => {
      const rows = await database.query<never>(statement, params);
      if (statement.name === 'proof-of-day') reads += 1;
      if (reads === readers) resolve();
      if (statement.name === 'proof-of-day') await all;
      return rows;
    },
  };
}

onOneDatabase('a proof that is cut short', (fresh) => {
  const world = World.forTests({ fresh });
  let user: TestUser;
  beforeAll(async () => {
    user = await world.user();
    await user.bonded('10');
  });
  afterEach(() => world.expectSound());

  const nextDay = async (): Promise<Day> => {
    const now = await readClock(world.node.parts.database);
    await world.pass(DAY_MS - (now % DAY_MS) + MINUTE_MS);
    return dayOf(await readClock(world.node.parts.database));
  };

  test('at whichever statement, the next turn goes on and makes one day', async () => {
    const { parts } = world.node;
    let steps = 0;
    for (let isCut = true; isCut; steps += 1) {
      const day = await nextDay();
      const { database, cut } = cutOff(parts.database, steps);
      await keepProofs({ ...parts, database })
        .run()
        .catch((error: unknown) => expect(String(error)).toContain('cut off at proof-'));
      isCut = cut();
      const begun = await world.rows<{ root: string | null; secret: string }>(
        'select root, secret from proofs where day = $1',
        [day],
      );
      await keepProofs(parts).run();
      await keepProofs(parts).run();
      const made = await world.rows<{ root: string; secret: string; anchor_signature: string }>(
        'select root, secret, anchor_signature from proofs where day = $1',
        [day],
      );
      expect(made, `step ${steps}`).toHaveLength(1);
      // What was begun is what is published: the same secret, and where it was made, the same root.
      for (const { root, secret } of begun) {
        expect(made[0]!.secret).toBe(secret);
        if (root !== null) expect(made[0]!.root).toBe(root);
      }
      expect(made[0]!.anchor_signature).not.toBeNull();
    }
    expect(steps).toBeGreaterThan(8);
  });

  test('several nodes at once make one day and one anchor', async () => {
    const day = await nextDay();
    const { parts } = world.node;
    await Promise.all([1, 2, 3].map(() => keepProofs(parts).run()));
    expect(await world.count('proofs where day = $1', [day])).toBe(1);
    await world.pass(20 * SECOND_MS);
    await keepProofs(parts).run();
    const { anchor } = (await world.call(getProof, { params: { day } })).body;
    const listed = await rpc(world.net, 'getSignaturesForAddress', [world.till.treasury]);
    const anchors = (listed as { signature: string; memo: string | null }[]).filter(({ memo }) =>
      memo?.includes(`lmt-proof:v2:${day}:`),
    );
    expect(anchors.map(({ signature }) => signature)).toEqual([anchor!.signature]);
  });

  test('without the chain a day waits; without the treasury’s key an owner anchors it', async () => {
    const parts = { ...world.node.parts, treasuryKey: null };
    const day = await nextDay();
    world.net.faults.inject({ kind: 'bad-gateway' });
    await keepProofs(parts).run();
    expect((await world.call(listProofs)).body.days).not.toContain(day);
    world.net.faults.clear();
    await keepProofs(parts).run();
    const proof = (await world.call(getProof, { params: { day } })).body;
    expect([proof.anchor, proof.holdings[0]!.ownership]).toEqual([null, null]);
    const [owner, wallet] = [await world.owner(), await world.ownerWallet()];
    const anchor = (signedTransaction?: string) =>
      owner(anchorProof, {
        params: { day },
        body: signedTransaction === undefined ? {} : { signedTransaction },
      });
    const asked = await anchor();
    const { transaction, memo } = asked.body as unknown as { transaction: string; memo: string };
    expect(asked.status).toBe(202);
    expect(memo.startsWith(memoStart({ ...proof, day }))).toBe(true);
    const edit: Changes['edit'] = (all) =>
      all.map((each) => {
        const data = new Uint8Array(each.data ?? []);
        return { ...each, data: data.with(data.length - 1, (data.at(-1) ?? 0) ^ 1) };
      });
    const other = await anchor(await signAltered(wallet, transaction, { edit }));
    expect(other).toMatchObject({ status: 422, body: { code: 'ANCHOR_MISMATCH' } });
    expect((await anchor(await signBuilt(wallet, transaction))).status).toBe(200);
    await world.pass(20 * SECOND_MS);
    await keepProofs(parts).run();
    expect((await anchor()).body.anchor).toMatchObject({ memo });
    const texts = proof.holdings.map(({ asset, address }) => ({
      address,
      text: ownershipMessage({ day, root: proof.root, asset, address }),
    }));
    const sign = async (by: KeyPairSigner) =>
      owner(signHoldings, {
        params: { day },
        body: {
          reason: 'for the auditors',
          signatures: await Promise.all(
            texts.map(async ({ address, text }) => ({
              address,
              signature: await signText(by, text),
            })),
          ),
        },
      });
    expect(await sign(user.wallet)).toMatchObject({
      status: 422,
      body: { code: 'HOLDING_UNSIGNED' },
    });
    expect((await sign(wallet)).status).toBe(200);
    const { holdings, treasury } = (await world.call(getProof, { params: { day } })).body;
    for (const [i, { ownership }] of holdings.entries()) {
      expect(ownership!.message).toBe(texts[i]!.text);
      const bytes = fromBase58(ownership!.signature)!;
      expect(isSignedBy(treasury, bytes, Buffer.from(ownership!.message))).toBe(true);
    }
    await world.settle();
    const moved = await world.rows('select kind from movements where kind = $1', ['anchor']);
    expect(moved).toHaveLength(1);
    const lines = (await owner(getLog)).body.entries.map(({ call, reason }) => [call, reason]);
    expect(lines).toContainEqual([`POST /api/admin/proof/${day}/anchor`, null]);
    expect(lines).toContainEqual([`POST /api/admin/proof/${day}/holdings`, 'for the auditors']);
  });

  test('two signatures that come at once for two accounts of a day both stay', async () => {
    const parts = { ...world.node.parts, treasuryKey: null };
    const day = await nextDay();
    await keepProofs(parts).run();
    const [wallet, proof] = [await world.ownerWallet(), await readProof(parts.database, day)];
    const database = readTogether(parts.database, proof!.holdings.length);
    await Promise.all(
      proof!.holdings.map(async ({ asset, address }) => {
        const text = ownershipMessage({ day, root: proof!.root, asset, address });
        const signatures = [{ address, signature: await signText(wallet, text) }];
        const by = { actor: wallet.address, call: 'test', token: '', host: undefined };
        await keepSignatures({ ...parts, database }, by, { day, signatures });
      }),
    );
    const { holdings } = (await readProof(parts.database, day))!;
    expect(holdings.filter(({ ownership }) => !ownership)).toEqual([]);
  });

  test('a day that its owner anchors late is followed to its end, however many wait after it', async () => {
    const parts = { ...world.node.parts, treasuryKey: null };
    const day = await nextDay();
    await keepProofs(parts).run();
    for (let later = 0; later < 8; later += 1) {
      await nextDay();
      await keepProofs(parts).run();
    }
    const [owner, wallet] = [await world.owner(), await world.ownerWallet()];
    const { body } = await owner(anchorProof, { params: { day }, body: {} });
    const { transaction } = body as unknown as { transaction: string };
    const signedTransaction = await signBuilt(wallet, transaction);
    await owner(anchorProof, { params: { day }, body: { signedTransaction } });
    await world.pass(20 * SECOND_MS);
    await keepProofs(parts).run();
    expect(await world.count('proofs where day = $1 and anchor_final', [day])).toBe(1);
  });
});
