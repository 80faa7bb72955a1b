import { afterEach, describe, expect, test } from 'vitest';

import { createRpc } from '#server/kernel/rpc/rpc-client';
import {
  type Listed,
  type Listing,
  newestSignature,
  signaturesOfEach,
  signaturesSince,
} from '#server/kernel/chain/signatures';

import { type Behaviour, type Call, type StubProvider, startStub } from './stub-provider.ts';

const stubs: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

/** A node's signatures of one address, oldest first; tests change it at any time. */
class History {
  entries: Listed[] = [];
  /** Called before each page, with its number. */
  onPage: (page: number) => void = () => {};
  /** Entries before this slot are pruned. */
  firstBlock = 0;
  pages = 0;

  /** Adds `count` transactions, three per slot, from `slot` on. */
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
    // Like a cluster: an unknown `before` signature gives an empty list.
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
    throw new Error(`not expected: ${method}`);
  }
}

/** Providers with one list each. */
async function providersOf(...histories: readonly History[]) {
  const nodes = await Promise.all(
    histories.map((history) => startStub((call) => history.answer(call))),
  );
  stubs.push(...nodes);
  const rpc = createRpc({ urls: nodes.map(({ url }) => url), wait: () => Promise.resolve() });
  const listing = { address: 'address', commitment: 'confirmed' } as const;
  return {
    nodes,
    rpc,
    since: (sinceSlot: number, options: Partial<Listing> = {}) =>
      signaturesSince(rpc, { ...listing, sinceSlot, ...options }),
    ofEach: (sinceSlot: number, options: Partial<Listing> = {}) =>
      signaturesOfEach(rpc, { ...listing, sinceSlot, ...options }),
  };
}

const above = (history: History, slot: number): Listed[] =>
  history.entries.filter((entry) => entry.slot > slot).toReversed();

function listOf(answer: Awaited<ReturnType<typeof signaturesSince>>): readonly Listed[] {
  if (answer.kind !== 'fact') throw new Error(answer.reason);
  return answer.value.signatures;
}

describe('signatures since a slot', () => {
  test('are listed newest first, each once, in any number', async () => {
    const history = new History();
    history.add(2_600, 10);
    const { since } = await providersOf(history);
    expect(listOf(await since(42))).toEqual(above(history, 42));
    expect(history.pages).toBe(4);
  });

  test('take one short page for few new transactions', async () => {
    const history = new History();
    history.add(2_000, 10);
    const { since, nodes } = await providersOf(history);
    const newest = history.entries.at(-1)!.slot;
    expect(listOf(await since(newest - 1))).toEqual(above(history, newest - 1));
    expect(listOf(await since(newest))).toEqual([]);
    expect(nodes[0]!.calls.map(({ method }) => method)).toEqual([
      'getSignaturesForAddress',
      'getSignaturesForAddress',
    ]);
  });

  test.each([1, 2, 3, 7, 100])('are complete in pages of %i', async (size) => {
    const history = new History();
    history.add(60, 10);
    const { since } = await providersOf(history);
    const sizes = { firstPageSize: size, pageSize: size };
    expect(listOf(await since(16, sizes))).toEqual(above(history, 16));
    expect(listOf(await since(0, sizes))).toEqual(above(history, 0));
  });

  test('are not shifted by new arrivals between two pages', async () => {
    const history = new History();
    history.add(60, 10);
    const before = above(history, 11);
    const { since } = await providersOf(history);
    history.onPage = (page) => history.add(page === 0 ? 0 : 5, 500 + page * 10);
    expect(listOf(await since(11, { firstPageSize: 10, pageSize: 10 }))).toEqual(before);
  });

  test('are empty if the node lags behind the slot', async () => {
    const history = new History();
    history.add(60, 10);
    const { since } = await providersOf(history);
    expect(listOf(await since(5_000))).toEqual([]);
  });

  test('come from the first provider whose list reaches the seen slot', async () => {
    const [lagging, sound] = [new History(), new History()];
    lagging.add(30, 10);
    sound.add(60, 10);
    const { since } = await providersOf(lagging, sound);
    const listed = listOf(await since(25, { seenSlot: 25 }));
    expect(listed).toEqual(above(sound, 25));
    expect(listed.length).toBeGreaterThan(0);
  });

  test('end early if the node no longer knows the transaction paged from, or has pruned the rest', async () => {
    const history = new History();
    history.add(60, 10);
    const { since } = await providersOf(history);
    history.onPage = (page) => {
      if (page === 2) history.drop(history.entries[40]!.signature);
    };
    const sizes = { firstPageSize: 10, pageSize: 10 };
    expect(await since(11, { ...sizes, completeSlot: 11 })).toMatchObject({
      kind: 'fact',
      value: { signatures: { length: 20 } },
    });
    history.onPage = () => {};
    history.firstBlock = 20;
    expect(await since(11, { ...sizes, completeSlot: 11 })).toMatchObject({
      value: { isComplete: false, newestSlot: 29, oldestSlot: 20 },
    });
  });

  test('are complete if the list goes back far enough, or its node keeps all blocks since then', async () => {
    const history = new History();
    history.add(60, 10);
    const { since } = await providersOf(history);
    const complete = { value: { isComplete: true } };
    expect(await since(15)).toMatchObject(complete);
    expect(await since(2, { completeSlot: 12 })).toMatchObject(complete);
    expect(await since(2, { completeSlot: 2 })).toMatchObject(complete);
    history.firstBlock = 20;
    expect(await since(11, { completeSlot: 19 })).toMatchObject({ value: { isComplete: false } });
    // There is nothing between the slot and the node's oldest entry.
    expect(await since(11, { completeSlot: 20 })).toMatchObject(complete);
  });

  test('end after two thousand pages at a node that repeats its pages', async () => {
    const history = new History();
    const page = { result: [{ signature: 's', slot: 9, err: null }] };
    const { since, nodes } = await providersOf(history);
    nodes[0]!.behave = () => page;
    expect(listOf(await since(5, { pagesMax: 7 }))).toHaveLength(7);
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
  ])('are unknown if a node lists %s', async (_name, result) => {
    const { since, nodes } = await providersOf(new History());
    nodes[0]!.behave = () => ({ result });
    expect(await since(1)).toEqual({ kind: 'unknown', reason: 'malformed' });
  });
});

describe('signatures of all providers', () => {
  test('contain transactions that one of them lacks, each once', async () => {
    const [holed, whole] = [new History(), new History()];
    for (const history of [holed, whole]) history.add(60, 10);
    for (const at of [50, 30, 31]) holed.drop(whole.entries[at]!.signature);
    const { ofEach } = await providersOf(holed, whole);
    const listed = listOf(await ofEach(11));
    expect(new Set(listed)).toEqual(new Set(above(whole, 11)));
    expect(listed).toHaveLength(above(whole, 11).length);
    expect(listed.map(({ slot }) => slot)).toEqual(above(whole, 11).map(({ slot }) => slot));
  });

  test('are complete if one list is, in any order of providers', async () => {
    const [short, long] = [new History(), new History()];
    for (const history of [short, long]) history.add(60, 10);
    short.firstBlock = 20;
    for (const order of [
      [short, long],
      [long, short],
    ]) {
      const { ofEach } = await providersOf(...order);
      expect(await ofEach(11, { completeSlot: 11 })).toMatchObject({
        value: { isComplete: true, newestSlot: 29, oldestSlot: 12 },
      });
    }
  });

  test('are unknown while a provider that may have the rest does not respond', async () => {
    const [short, silent] = [new History(), new History()];
    short.add(60, 10);
    short.firstBlock = 20;
    const { ofEach, nodes } = await providersOf(short, silent);
    nodes[1]!.behave = () => ({ error: { code: -32_602, message: 'no' } });
    expect(await ofEach(11, { completeSlot: 11 })).toMatchObject({ kind: 'unknown' });
    expect(await ofEach(11, { completeSlot: 20 })).toMatchObject({ value: { isComplete: true } });
  });

  test('are incomplete if no list goes back far enough', async () => {
    const history = new History();
    const { ofEach } = await providersOf(history);
    expect(await ofEach(11, { completeSlot: 11 })).toMatchObject({
      value: { isComplete: true, newestSlot: null, oldestSlot: null },
    });
    history.firstBlock = 20_000;
    expect(await ofEach(11, { completeSlot: 11 })).toMatchObject({
      value: { signatures: [], isComplete: false },
    });
  });
});

test('newestSignature returns the newest signature of an address, or absent', async () => {
  const history = new History();
  const { rpc } = await providersOf(history);
  expect(await newestSignature(rpc, 'address', 'finalized')).toEqual({
    kind: 'absent',
    slot: 9_999,
  });
  history.add(5, 10);
  expect(await newestSignature(rpc, 'address', 'finalized')).toMatchObject({
    value: { signature: history.entries[4]!.signature },
  });
});
