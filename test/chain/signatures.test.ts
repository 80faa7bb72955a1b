import { afterEach, describe, expect, test } from 'vitest';

import { createRpc } from '#server/chain/rpc';
import {
  type Cursor,
  type Listed,
  type SinceOptions,
  newestSignature,
  signaturesSince,
} from '#server/chain/signatures';

import { type Behaviour, type Call, type StubProvider, startStub } from './stub-provider.ts';

const stubs: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

/** A node's list of signatures of one address, oldest first, which a test can change at any time. */
class History {
  entries: Listed[] = [];
  /** Called before each page, with its number. */
  onPage: (page: number) => void = () => {};
  /** Entries before this slot are forgotten. */
  firstBlock = 0;
  pages = 0;

  /** `count` transactions, three to a slot, from `slot` on. */
  add(count: number, slot: number): void {
    for (let i = 0; i < count; i += 1) {
      const at = slot + Math.floor(i / 3);
      this.entries.push({
        signature: `s${this.entries.length}-${at}`,
        slot: at,
        failed: i % 7 === 0,
      });
    }
  }

  drop(signature: string): void {
    this.entries = this.entries.filter((entry) => entry.signature !== signature);
  }

  private page([, options]: readonly unknown[]): Behaviour {
    this.onPage(this.pages);
    this.pages += 1;
    const { before, limit } = options as { before?: string; limit: number };
    const newestFirst = this.entries.filter((e) => e.slot >= this.firstBlock).toReversed();
    const start = newestFirst.findIndex(({ signature }) => signature === before) + 1;
    // Like a cluster: from a signature that it does not know there is nothing.
    if (before !== undefined && start === 0) return { result: [] };
    const list = newestFirst.slice(start, start + limit).map(({ failed, ...entry }) => ({
      ...entry,
      err: failed ? { InstructionError: [0, 'GenericError'] } : null,
    }));
    return { result: list };
  }

  answer({ method, params }: Call): Behaviour {
    if (method === 'getSignaturesForAddress') return this.page(params);
    if (method === 'getHealth') return { result: 'ok' };
    if (method === 'getSlot') return { result: 9_999 };
    if (method === 'getFirstAvailableBlock') return { result: this.firstBlock };
    if (method !== 'getSignatureStatuses') throw new Error(`not expected: ${method}`);
    const [[signature]] = params as [[string]];
    const found = this.entries.find((entry) => entry.signature === signature);
    const status = found ? { slot: found.slot, err: null, confirmationStatus: 'confirmed' } : null;
    return { result: { context: { slot: 9_999 }, value: [status] } };
  }
}

async function nodeOf(history: History) {
  const stub = await startStub((call) => history.answer(call));
  stubs.push(stub);
  const rpc = createRpc({ urls: [stub.url], wait: () => Promise.resolve() });
  return {
    stub,
    rpc,
    since: (cursor: Cursor | null, options: Partial<SinceOptions> = {}) =>
      signaturesSince(rpc, { address: 'address', cursor, commitment: 'confirmed', ...options }),
  };
}

const cursorAt = (history: History, index: number): Cursor => {
  const { signature, slot } = history.entries[index]!;
  return { signature, slot };
};

function listOf(answer: Awaited<ReturnType<typeof signaturesSince>>): readonly Listed[] {
  if (answer.kind !== 'fact') throw new Error(answer.reason);
  expect(answer.value.walk).toBeNull();
  return answer.value.signatures;
}

describe('signatures since a cursor', () => {
  test('2,500 of them, oldest first, each once', async () => {
    const history = new History();
    history.add(2_600, 10);
    const { since } = await nodeOf(history);
    expect(listOf(await since(cursorAt(history, 99)))).toEqual(history.entries.slice(100));
    expect(history.pages).toBe(4);
  });

  test('one short page when there is little news', async () => {
    const history = new History();
    history.add(2_000, 10);
    const { since, stub } = await nodeOf(history);
    expect(listOf(await since(cursorAt(history, 1_997)))).toEqual(history.entries.slice(1_998));
    expect(listOf(await since(cursorAt(history, 1_999)))).toEqual([]);
    expect(stub.calls.map(({ method }) => method)).toEqual([
      'getSignaturesForAddress',
      'getSignaturesForAddress',
    ]);
  });

  test.each([1, 2, 3, 7, 100])('in pages of %i', async (size) => {
    const history = new History();
    history.add(60, 10);
    const { since } = await nodeOf(history);
    const sizes = { firstPageSize: size, pageSize: size, pagesMax: 100 };
    expect(listOf(await since(cursorAt(history, 20), sizes))).toEqual(history.entries.slice(21));
    expect(listOf(await since(null, sizes))).toEqual(history.entries);
  });

  test('new arrivals between two pages shift nothing, and come next time', async () => {
    const history = new History();
    history.add(60, 10);
    const { since } = await nodeOf(history);
    history.onPage = () => history.add(5, 500 + history.pages * 10);
    const sizes = { firstPageSize: 10, pageSize: 10 };
    const first = listOf(await since(cursorAt(history, 4), sizes));
    history.onPage = () => {};
    const last = first.at(-1)!;
    const second = listOf(await since({ signature: last.signature, slot: last.slot }, sizes));
    expect([...first, ...second]).toEqual(history.entries.slice(5));
    expect(second.length).toBeGreaterThan(0);
  });

  test('a cursor that vanished with its fork: its slot comes again, nothing is left out', async () => {
    const history = new History();
    history.add(60, 10);
    const cursor = cursorAt(history, 31);
    history.drop(cursor.signature);
    const { since } = await nodeOf(history);
    const list = listOf(await since(cursor, { firstPageSize: 5, pageSize: 5 }));
    expect(list).toEqual(history.entries.filter(({ slot }) => slot >= cursor.slot));
  });

  test('others of the cursor’s slot that are listed as older are told of', async () => {
    const history = new History();
    history.add(60, 10);
    const { since } = await nodeOf(history);
    const [first, second, last] = history.entries.slice(30, 33);
    expect(await since(last!)).toMatchObject({
      value: { signatures: history.entries.slice(33), beside: [second, first] },
    });
    expect(await since(first!)).toMatchObject({ value: { beside: [] } });
  });

  test('a cursor ahead of a node that lags finds nothing new', async () => {
    const history = new History();
    history.add(60, 10);
    const { since } = await nodeOf(history);
    expect(listOf(await since({ signature: 'ahead', slot: 5_000 }))).toEqual([]);
  });

  test('the transaction paged from vanishes: not the beginning of history', async () => {
    const history = new History();
    history.add(60, 10);
    const { since } = await nodeOf(history);
    history.onPage = (page) => {
      if (page === 2) history.drop(history.entries[40]!.signature);
    };
    const answer = await since(cursorAt(history, 5), { firstPageSize: 10, pageSize: 10 });
    expect(answer).toEqual({ kind: 'unknown', reason: 'shifted' });
  });

  test('a node that has forgotten the time since the cursor says so', async () => {
    const history = new History();
    history.add(60, 10);
    const cursor = cursorAt(history, 5);
    history.firstBlock = 20;
    const { since } = await nodeOf(history);
    const kept = history.entries.filter(({ slot }) => slot >= 20);
    expect(await since(cursor)).toMatchObject({
      kind: 'fact',
      value: { signatures: kept, walk: null, gapUntil: kept[0] },
    });
    // Nothing came between the cursor and what the node still has.
    expect(listOf(await since(cursor, { knownSlot: 20 }))).toEqual(kept);
  });

  test('what one provider has forgotten, another one lists', async () => {
    const [short, long] = [new History(), new History()];
    for (const history of [short, long]) history.add(60, 10);
    const cursor = cursorAt(long, 5);
    short.firstBlock = 20;
    for (const order of [
      [short, long],
      [long, short],
    ]) {
      const nodes = await Promise.all(order.map(nodeOf));
      const urls = nodes.map(({ stub }) => stub.url);
      const rpc = createRpc({ urls, wait: () => Promise.resolve() });
      const options = { address: 'address', cursor, commitment: 'finalized' } as const;
      const answer = await signaturesSince(rpc, options);
      expect(listOf(answer)).toEqual(long.entries.slice(6));
      if (answer.kind === 'fact') expect(answer.value.gapUntil).toBeNull();
    }
  });

  test('while a provider cannot be asked, what the other has forgotten is no gap yet', async () => {
    const history = new History();
    history.add(60, 10);
    const cursor = cursorAt(history, 5);
    history.firstBlock = 20;
    const { stub } = await nodeOf(history);
    const urls = ['http://127.0.0.1:1/', stub.url];
    const rpc = createRpc({ urls, wait: () => Promise.resolve() });
    const options = { address: 'address', cursor, commitment: 'finalized' } as const;
    expect(await signaturesSince(rpc, options)).toMatchObject({ kind: 'unknown' });
  });

  test('nothing listed after a long time is believed of a node that remembers it alone', async () => {
    const history = new History();
    const { since } = await nodeOf(history);
    const [cursor, reachedSlot] = [{ signature: 'c', slot: 10 }, 30_000];
    const empty = { kind: 'fact', value: { signatures: [], gapUntil: null } };
    expect(await since(cursor, { reachedSlot })).toMatchObject(empty);
    history.firstBlock = 20_000;
    expect(await since(cursor, { reachedSlot })).toMatchObject({
      value: { signatures: [], gapUntil: { signature: null, slot: reachedSlot } },
    });
    expect(await since(cursor, { reachedSlot, knownSlot: 29_000 })).toMatchObject(empty);
  });

  test('a walk too long for one go is gone on with', async () => {
    const history = new History();
    history.add(100, 10);
    const { since } = await nodeOf(history);
    const options = { firstPageSize: 10, pageSize: 10, pagesMax: 4 };
    const cursor = cursorAt(history, 9);
    const first = await since(cursor, options);
    if (first.kind !== 'fact') throw new Error(first.reason);
    expect(first.value.signatures).toEqual([]);
    history.add(5, 900);
    const second = await since(cursor, { ...options, walk: first.value.walk });
    if (second.kind !== 'fact') throw new Error(second.reason);
    const third = await since(cursor, { ...options, walk: second.value.walk });
    expect(listOf(third)).toEqual(history.entries.slice(10, 100));
    expect(history.pages).toBe(10);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['no list', {}],
    [
      'oldest first',
      [
        { signature: 'a', slot: 1 },
        { signature: 'b', slot: 2 },
      ],
    ],
    ['no slot', [{ signature: 'a' }]],
  ])('a lying node (%s) leaves no gap: don’t know', async (_name, result) => {
    const history = new History();
    const { since, stub } = await nodeOf(history);
    stub.behave = () => ({ result });
    expect(await since({ signature: 'c', slot: 1 })).toEqual({
      kind: 'unknown',
      reason: 'malformed',
    });
  });
});

test('the newest signature, or that there is none yet', async () => {
  const history = new History();
  const { rpc } = await nodeOf(history);
  expect(await newestSignature(rpc, 'address', 'finalized')).toEqual({
    kind: 'absent',
    slot: 9_999,
  });
  history.add(5, 10);
  expect(await newestSignature(rpc, 'address', 'finalized')).toMatchObject({
    value: { signature: history.entries[4]!.signature },
  });
});
