import { createHmac, createPublicKey, verify } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { getMyProof, getProof, getProofLeaves, listProofs } from '#contract/proof/proof';
import { DAY_MS } from '#domain/base/time';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import {
  FILLER,
  lastIn,
  leavesOf,
  memoStartOf,
  owedTo,
  referenceBytes,
  rootOf,
  walletBytes,
} from './second.ts';

/** The DER head of an Ed25519 public key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

interface Landed {
  readonly meta: { readonly err: unknown };
  readonly transaction: {
    readonly message: {
      readonly header: { readonly numRequiredSignatures: number };
      readonly accountKeys: readonly string[];
      readonly instructions: readonly { readonly programIdIndex: number; readonly data: string }[];
    };
  };
}

describe('the server’s proofs, by an implementation of their definition that shares nothing with it', () => {
  const world = World.forTests({ parts: { provesDaily: true } });
  let people: TestUser[];
  let days: readonly string[];
  beforeAll(async () => {
    const [staker, holder, bonder, visitor] = await Promise.all(
      [1, 2, 3, 4].map(() => world.user()),
    );
    people = [staker!, holder!, bonder!, visitor!];
    await world.advance(DAY_MS);
    await staker!.bonded('12.5');
    await staker!.staked('7.25');
    await holder!.bonded('3.00000001');
    await bonder!.bond('USDC', '1234.56');
    await world.advance(DAY_MS);
    await world.advance(60_000);
    days = (await world.call(listProofs)).body.days;
  });

  const dayOf = async (day: string) => (await world.call(getProof, { params: { day } })).body;
  const leavesOn = async (day: string) =>
    leavesOf((await world.call(getProofLeaves, { params: { day } })).body);
  const mineOf = async (user: TestUser, day: string) =>
    (await user.call(getMyProof, { params: { day } })).body;

  test('every day’s leaves, in their order, make its root and total', async () => {
    expect(days.length).toBeGreaterThan(3);
    expect([...days].sort().reverse()).toEqual(days);
    for (const day of days) {
      const published = await dayOf(day);
      const leaves = await leavesOn(day);
      const hashes = leaves.map(({ hash }) => hash.toString('hex'));
      expect([...new Set(hashes)].sort(), day).toEqual(hashes);
      const { hash, sum } = rootOf(leaves);
      expect([published.day, published.root, published.totalUnits, published.leaves], day).toEqual([
        day,
        hash.toString('hex'),
        String(sum),
        leaves.length,
      ]);
    }
    // The first day, before anything was owed.
    const first = await dayOf(days.at(-1)!);
    expect([first.root, first.totalUnits]).toEqual([FILLER.hash.toString('hex'), '0']);
  });

  test('every path leads to the root, and what is owed to all is the total', async () => {
    for (const day of days) {
      const { root, totalUnits, leaves } = await dayOf(day);
      let [owed, own] = [0n, 0];
      for (const user of people) {
        const me = await mineOf(user, day);
        expect([me.wallet, me.root, me.totalUnits]).toEqual([user.address, root, totalUnits]);
        owed += owedTo(me);
        own += me.entries.length;
        expect([0, 2, 3, 4]).toContain(me.entries.length);
      }
      expect([owed, own], day).toEqual([BigInt(totalUnits), leaves]);
    }
  });

  test('what is owed to each is what the app shows to them', async () => {
    const [newest = ''] = days;
    const [, ...without] = people;
    for (const user of without) {
      const { totalLMT } = await user.portfolio();
      expect(owedTo(await mineOf(user, newest))).toBe(BigInt(totalLMT.replace('.', '')));
    }
    // A running vault has gone on since.
    const { totalLMT } = await people[0]!.portfolio();
    const now = BigInt(totalLMT.replace('.', ''));
    const then = owedTo(await mineOf(people[0]!, newest));
    expect(then).toBeLessThan(now);
    expect(now - then).toBeLessThan(now / 1_000n);
  });

  test('salts follow from the day’s secret', async () => {
    const [newest = ''] = days;
    const [row] = await world.rows<{ secret: string }>('select secret from proofs where day = $1', [
      newest,
    ]);
    const secret = Buffer.from(row!.secret, 'hex');
    for (const user of people) {
      const { entries } = await mineOf(user, newest);
      const made = entries.map((_, number) =>
        createHmac('sha256', secret)
          .update(walletBytes(user.address))
          .update(Buffer.from(number.toString(16).padStart(8, '0'), 'hex'))
          .digest('hex'),
      );
      expect(entries.map(({ salt }) => salt).sort()).toEqual(made.sort());
    }
  });

  test('the treasury has signed for its accounts, and written every day on the chain', async () => {
    const { treasury } = world.till;
    const key = Buffer.concat([SPKI, walletBytes(treasury)]);
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
    for (const day of days) {
      const published = await dayOf(day);
      for (const { ownership } of published.holdings) {
        const { message, signature } = ownership!;
        expect(message).toContain(published.root);
        expect(verify(null, Buffer.from(message), publicKey, fromBase58(signature, 64))).toBe(true);
      }
      const { anchor } = published;
      expect(anchor?.memo.startsWith(memoStartOf(published)), day).toBe(true);
      const { meta, transaction } = await landed(anchor!.signature);
      const { header, accountKeys, instructions } = transaction.message;
      expect(meta.err).toBeNull();
      expect(accountKeys.slice(0, header.numRequiredSignatures)).toContain(treasury);
      const memos = instructions
        .filter(({ programIdIndex }) => accountKeys[programIdIndex] === MEMO_PROGRAM)
        .map(({ data }) => fromBase58(data).toString());
      expect(memos).toEqual([anchor!.memo]);
      expect(accountKeys.map((key) => walletBytes(key).toString('hex'))).toContain(
        referenceBytes(treasury).toString('hex'),
      );
    }
  });

  test('each memo names the day before it and its root, the first none', async () => {
    const published = await Promise.all(days.map(dayOf));
    const named = published.map(({ anchor }) => lastIn(anchor!.memo));
    const before = published.slice(1).map(({ day, root }) => ({ day, root }));
    expect(named).toEqual([...before, null]);
  });

  async function landed(signature: string): Promise<Landed> {
    const params = [signature, { commitment: 'confirmed', encoding: 'json' }];
    const { body } = await world.net.respond(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params }),
    );
    return (JSON.parse(body) as { result: Landed }).result;
  }
});

/** @param bytes how many there are, where zeros may stand in front */
function fromBase58(text: string, bytes = 0): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter));
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(Math.max(2 * bytes, hex.length + (hex.length % 2)), '0'), 'hex');
}
