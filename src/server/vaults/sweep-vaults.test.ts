import { expect, test } from 'vitest';
import { RequestRing } from '../kernel/base/request-ring.ts';
import type { Writer } from '../kernel/write/commit.ts';
import { DUE_BATCH } from '../kernel/write/due-writes.ts';
import { sweepVaults } from './sweep-vaults.ts';

/** Builds a sweep over `due` users. `asked` collects the limit of each batch. */
function sweepOf(due: number, requests: RequestRing, onBatch: () => void = () => {}) {
  let left = due;
  const asked: number[] = [];
  const writer = {
    commitDueWork: async (_work: unknown, limit: number) => {
      onBatch();
      const users = Math.min(left, limit);
      left -= users;
      if (users > 0) asked.push(limit);
      return users;
    },
  } as unknown as Writer;
  return { job: sweepVaults({ writer, requests, alert: () => {} }), asked };
}

test('takes large batches without requests', async () => {
  const { job, asked } = sweepOf(900, new RequestRing());
  await job.run();
  expect(asked).toEqual(Array(5).fill(DUE_BATCH));
});

test('takes small batches under load, and completes', async () => {
  const requests = new RequestRing();
  requests.add(1, 200);
  const { job, asked } = sweepOf(900, requests, () => requests.add(1, 200));
  await job.run();
  expect(Math.max(...asked)).toBeLessThanOrEqual(DUE_BATCH / 4);
  expect(asked.reduce((sum, limit) => sum + limit, 0)).toBeGreaterThanOrEqual(900);
});

test('stops between two batches when its node shuts down', async () => {
  const stopping = new AbortController();
  const { job, asked } = sweepOf(9_000, new RequestRing(), () => {
    if (asked.length === 3) stopping.abort();
  });
  await job.run(stopping.signal);
  expect(asked.length).toBeLessThan(8);
});
