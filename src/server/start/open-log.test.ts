import { expect, test } from 'vitest';
import { during, duringRequest, duringRun, onBehalfOf } from '../kernel/base/purpose.ts';
import type { Job } from '../kernel/jobs/job.ts';
import { Scheduler } from '../kernel/jobs/scheduler.ts';
import { openLogs } from './open-log.ts';

const UUID = /^[\da-f-]{36}$/;

function logs() {
  const lines: Record<string, unknown>[] = [];
  const into = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { lines, work: openLogs('debug', into).work };
}

test('each run of a job logs its own run id, and the id of the request that waits for it', async () => {
  const { lines, work } = logs();
  const job: Job = { name: 'tidy', everyMs: 1_000, run: async () => work.warn('deep inside') };
  const scheduler = new Scheduler([job], work);
  await scheduler.turn(job, async () => true);
  await duringRequest('POST /api/local/clock', 'asked', () => scheduler.runAll());
  const alone = { job: 'tidy', runId: expect.stringMatching(UUID) };
  const [first, ranFirst, second, ranSecond] = lines;
  expect(first).toMatchObject({ ...alone, msg: 'deep inside' });
  expect(first).not.toHaveProperty('requestId');
  expect(ranFirst).toMatchObject({ msg: 'job ran', job: 'tidy', runId: first?.['runId'] });
  expect(second).toMatchObject({ ...alone, requestId: 'asked' });
  expect(ranSecond).toMatchObject({ runId: second?.['runId'], requestId: 'asked' });
  expect(second?.['runId']).not.toBe(first?.['runId']);
});

test('a failed job logs the id of its run', async () => {
  const { lines, work } = logs();
  const run = async (): Promise<void> => {
    work.warn('about to');
    throw new Error('broken');
  };
  const job: Job = { name: 'tidy', everyMs: 1_000, run };
  await expect(new Scheduler([job], work).turn(job, async () => true)).rejects.toThrow('broken');
  expect(lines.map(({ msg }) => msg)).toEqual(['about to', 'job failed']);
  expect(lines[1]).toMatchObject({ job: 'tidy', runId: lines[0]?.['runId'] });
});

test('work for a request logs the request’s id; work for many requests logs none', () => {
  const { lines, work } = logs();
  duringRun('follow-payouts', () => onBehalfOf('asked', () => work.warn('its payout')));
  duringRequest('POST /api/bonds', 'asked', () => during('wait', () => work.warn('all waits')));
  work.warn('nothing in particular');
  expect(lines[0]).toMatchObject({ job: 'follow-payouts', requestId: 'asked' });
  for (const line of lines.slice(1)) {
    expect(Object.keys(line)).toEqual(['level', 'time', 'pid', 'hostname', 'msg']);
  }
});
