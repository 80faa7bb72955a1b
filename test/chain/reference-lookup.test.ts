import { afterEach, expect, test } from 'vitest';
import { findReferencing } from '#server/kernel/chain/reference-lookup';
import { createRpc } from '#server/kernel/rpc/rpc-client';
import { type StubProvider, startStub } from './stub-provider.ts';

let stub: StubProvider | undefined;
afterEach(() => stub?.close());

/** Provider that lists `count` transactions in pages, newest first. */
async function listing(count: number) {
  const all = Array.from({ length: count }, (_, i) => ({ signature: `s${i}`, slot: count - i }));
  stub = await startStub(({ params }) => {
    const { limit, before } = params[1] as { limit: number; before?: string };
    const from = before === undefined ? 0 : all.findIndex((one) => one.signature === before) + 1;
    return { result: all.slice(from, from + limit).map((one) => ({ ...one, err: null })) };
  });
  const lookup = { commitment: 'finalized', reachedSlot: 1, completeSince: null } as const;
  return findReferencing(createRpc({ urls: [stub.url] }), { key: 'key', ...lookup });
}

test('a lookup finds a payment among a thousand strangers’ transactions that name its key', async () => {
  const named = await listing(2_500);
  expect(named).toMatchObject({ kind: 'fact', value: { isComplete: true } });
  const { value } = named as Extract<typeof named, { kind: 'fact' }>;
  expect(value.transactions).toHaveLength(2_500);
  expect(value.transactions.at(-1)).toMatchObject({ signature: 's2499' });
});

test('a lookup gives up after ten thousand transactions', async () => {
  expect(await listing(10_000)).toEqual({ kind: 'unknown', reason: 'too-large' });
});
