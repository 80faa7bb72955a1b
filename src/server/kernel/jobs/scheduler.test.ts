import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ClockSkewed } from '../base/clock-skewed.ts';
import type { JobRun } from '../entities/job-run.ts';
import type { Job } from './job.ts';
import { Scheduler, mayRunOn } from './scheduler.ts';

const logger = pino({ level: 'silent' });
afterEach(() => {
  vi.useRealTimers();
});

/** Job whose runs the test ends or fails. */
function handJob(name = 'job', everyMs = 1_000) {
  const runs: { end: () => void; fail: (error: Error) => void }[] = [];
  const job: Job = {
    name,
    everyMs,
    run: () => new Promise((end, fail) => void runs.push({ end, fail })),
  };
  return { job, runs };
}

test('runs each job after the start, and again an interval after its end', async () => {
  vi.useFakeTimers();
  const { job, runs } = handJob();
  const scheduler = new Scheduler([job], logger);
  scheduler.start();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toHaveLength(1);
  runs[0]!.end();
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(2);
  runs[1]!.end();
  await scheduler.stop();
});

test('starts jobs one by one, without waiting for earlier ones', async () => {
  vi.useFakeTimers();
  const [slow, next] = [handJob('slow'), handJob('next')];
  const scheduler = new Scheduler([slow.job, next.job], logger);
  scheduler.start();
  const begun: number[][] = [];
  for (const ms of [49, 1, 49, 1]) {
    await vi.advanceTimersByTimeAsync(ms);
    begun.push([slow.runs.length, next.runs.length]);
  }
  expect(begun).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
    [1, 1],
  ]);
  for (const { runs } of [slow, next]) runs[0]!.end();
  await scheduler.stop();
});

test('retries a failed job after its interval, without delaying others', async () => {
  vi.useFakeTimers();
  const [bad, good] = [handJob('bad'), handJob('good')];
  const scheduler = new Scheduler([bad.job, good.job], logger);
  const logged = vi.spyOn(logger, 'error');
  scheduler.start();
  await vi.advanceTimersByTimeAsync(100);
  bad.runs[0]!.fail(new Error('broken'));
  good.runs[0]!.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([bad.runs.length, good.runs.length]).toEqual([2, 2]);
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ job: 'bad', err: { message: 'broken' } });
  for (const { runs } of [bad, good]) runs[1]!.end();
  await scheduler.stop();
});

test('runAll runs all jobs in order, and again those that were running', async () => {
  const order: string[] = [];
  const [first, second] = [handJob('first'), handJob('second')];
  const scheduler = new Scheduler([first.job, second.job], logger);
  scheduler.start();
  await vi.waitFor(() => expect([first.runs.length, second.runs.length]).toEqual([1, 1]));
  const all = scheduler.runAll().then(() => order.push('all'));
  first.runs[0]!.end();
  await vi.waitFor(() => expect(first.runs).toHaveLength(2));
  expect(second.runs).toHaveLength(1);
  first.runs[1]!.end();
  second.runs[0]!.end();
  await vi.waitFor(() => expect(second.runs).toHaveLength(2));
  expect(order).toEqual([]);
  second.runs[1]!.end();
  await all;
  expect(order).toEqual(['all']);
  await scheduler.stop();
});

test('runAll rejects with the first failure', async () => {
  const { job, runs } = handJob();
  const scheduler = new Scheduler([job], logger);
  const all = scheduler.runAll();
  const seen = all.catch((error: unknown) => error);
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  const broken = new Error('broken');
  runs[0]!.fail(broken);
  expect(await seen).toBe(broken);
});

test('records a run with a reported problem as failed, without rejecting', async () => {
  let trouble: string | null = 'refused';
  const errors: (string | null)[] = [];
  const job: Job = { name: 'job', everyMs: 1_000, run: async () => {}, trouble: () => trouble };
  const scheduler = new Scheduler([job], logger, {
    record: async ({ error }) => void errors.push(error),
  });
  await scheduler.runAll();
  trouble = null;
  await scheduler.runAll();
  expect(errors).toEqual(['refused', null]);
});

test('stop waits for running jobs and starts no more', async () => {
  vi.useFakeTimers();
  const { job, runs } = handJob();
  const scheduler = new Scheduler([job], logger);
  scheduler.start();
  await vi.advanceTimersByTimeAsync(50);
  let stopped = false;
  const stopping = scheduler.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stopped).toBe(false);
  runs[0]!.end();
  await stopping;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toHaveLength(1);
});

test('stop aborts the signal of running jobs', async () => {
  let begun = (): void => {};
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const job: Job = {
    name: 'long',
    everyMs: 1_000,
    run: (stopping) =>
      new Promise((end) => {
        stopping?.addEventListener('abort', () => end());
        begun();
      }),
  };
  const scheduler = new Scheduler([job], logger);
  scheduler.start();
  await isBegun;
  await scheduler.stop();
});

test('skips jobs of other nodes and jobs that are not due, except in runAll', async () => {
  const done: string[] = [];
  const job = (name: string, rest: Partial<Job>): Job => ({
    name,
    everyMs: 1_000,
    run: async () => void done.push(name),
    ...rest,
  });
  const led = job('led', { where: 'leader' });
  const idle = job('idle', { isDue: async () => false });
  const scheduler = new Scheduler([led, idle], logger);
  const leads = { leads: async () => true };
  const follows = { leads: async () => false };
  await scheduler.turn(led, mayRunOn(true, follows));
  await scheduler.turn(led, mayRunOn(false, leads));
  await scheduler.turn(idle, mayRunOn(true, leads));
  expect(done).toEqual([]);
  await scheduler.turn(led, mayRunOn(true, leads));
  await scheduler.turn(job('own', { where: 'everywhere' }), mayRunOn(false, follows));
  expect(done).toEqual(['led', 'own']);
  await scheduler.runAll();
  expect(done).toEqual(['led', 'own', 'led', 'idle']);
});

describe('while the database’s clock is wrong', () => {
  test('jobs wait, except those that decide nothing by time', async () => {
    vi.useFakeTimers();
    let isHeld = true;
    const [timed, timeless] = [handJob('timed'), handJob('timeless')];
    const jobs = [timed.job, { ...timeless.job, runsDuringSkew: true as const }];
    const scheduler = new Scheduler(jobs, logger, { isHeld: async () => isHeld });
    const begun = () => [timed.runs.length, timeless.runs.length];
    scheduler.start();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun()).toEqual([0, 1]);
    isHeld = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun()).toEqual([1, 1]);
    for (const { runs } of [timed, timeless]) runs[0]!.end();
    await scheduler.stop();
  });

  test('an interrupted run is not recorded as a failure', async () => {
    const { job, runs } = handJob();
    const recorded: JobRun[] = [];
    const record = async (run: JobRun) => void recorded.push(run);
    const scheduler = new Scheduler([job], logger, { record });
    const ran = scheduler.runAll();
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    runs[0]!.fail(new ClockSkewed());
    await ran;
    expect(recorded).toEqual([]);
  });
});
