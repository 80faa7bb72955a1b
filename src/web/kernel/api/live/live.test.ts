import { QueryObserver, environmentManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { withReadsHeld } from './held-reads.ts';
import { startLive } from './live.ts';
import { queryClient } from '../query-client.ts';
import { isStreamUp, setStreamUp } from './set-stream.ts';
import { told } from './stream.ts';

type Listener = (event: { readonly data?: string }) => void;

/** A stream that says what it is told to. */
class Stream {
  static all: Stream[] = [];
  readonly #listeners = new Map<string, Listener[]>();
  isClosed = false;

  constructor() {
    Stream.all.push(this);
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  close(): void {
    this.isClosed = true;
  }

  say(type: string, data?: unknown): void {
    const event = data === undefined ? {} : { data: JSON.stringify(data) };
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }
}

const last = (): Stream => Stream.all.at(-1)!;

/** What this tab posts to the others, and what they say. */
class Channel {
  static posted: unknown[] = [];
  static say: (data: unknown) => void = () => undefined;

  addEventListener(_: string, listener: (event: { readonly data: unknown }) => void): void {
    Channel.say = (data) => listener({ data });
  }
  postMessage(data: unknown): void {
    Channel.posted.push(data);
  }
}

/** Something on screen that is read again by `interval`, and how often it was read. */
function shown(
  name: string,
  options: ReturnType<typeof told> | { readonly refetchInterval: number },
) {
  const read = vi.fn<() => Promise<string>>(async () => name);
  const observer = new QueryObserver(queryClient, {
    queryKey: ['api', ...name.split(' ')],
    queryFn: read,
    ...options,
  });
  ends.push(observer.subscribe(() => undefined));
  return read;
}

const ends: (() => void)[] = [];
beforeEach(() => {
  // Else nothing is repeated by a clock.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', {});
  Stream.all = [];
  Channel.posted = [];
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  setStreamUp(false);
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('while the stream is up only listed reads go by the clock; while it is down all do', async () => {
  const listed = shown('portfolio', { refetchInterval: 30_000 });
  const sells = shown('sell-verifications', told(30_000));
  startLive(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  last().say('open');
  expect(isStreamUp()).toBe(true);
  // A read from before the stream stood is made once more: no event told of a change in between.
  await vi.advanceTimersByTimeAsync(30_000);
  expect([listed.mock.calls.length, sells.mock.calls.length]).toEqual([2, 2]);
  for (let i = 0; i < 10; i += 1) {
    last().say('alive', { queries: [] });
    await vi.advanceTimersByTimeAsync(30_000);
  }
  expect([listed.mock.calls.length, sells.mock.calls.length]).toEqual([12, 2]);
  last().say('changed', { queries: ['sell-verifications'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(sells).toHaveBeenCalledTimes(3);
  last().say('error');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sells.mock.calls.length).toBeGreaterThanOrEqual(5);
});

test('a stream that falls silent is opened again, and everything read again', async () => {
  const sells = shown('sell-verifications', told(3_600_000));
  startLive(() => undefined);
  last().say('open');
  await vi.advanceTimersByTimeAsync(44_000);
  last().say('alive', { queries: [] });
  await vi.advanceTimersByTimeAsync(44_000);
  expect([Stream.all.length, isStreamUp()]).toEqual([1, true]);
  const before = sells.mock.calls.length;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([Stream.all.length, isStreamUp()]).toEqual([2, false]);
  expect(Stream.all[0]?.isClosed).toBe(true);
  expect(sells.mock.calls.length).toBe(before + 1);
  last().say('open');
  expect(isStreamUp()).toBe(true);
});

test('the tab with the stream tells the others of each heartbeat', () => {
  startLive(() => undefined);
  last().say('open');
  Channel.posted = [];
  last().say('alive', { queries: [] });
  expect(Channel.posted).toEqual(['up']);
});

test('a tab that hears nothing from the one with the stream, as a suspended one tells nothing, reads for itself', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => undefined) } });
  const sells = shown('sell-verifications', told(30_000));
  startLive(() => undefined);
  Channel.say('up');
  await vi.advanceTimersByTimeAsync(44_000);
  Channel.say('up');
  await vi.advanceTimersByTimeAsync(44_000);
  expect(isStreamUp()).toBe(true);
  const before = sells.mock.calls.length;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isStreamUp()).toBe(false);
  expect(sells).toHaveBeenCalledTimes(before + 1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sells).toHaveBeenCalledTimes(before + 2);
  Channel.say('up');
  expect(isStreamUp()).toBe(true);
});

test('a tab that takes over the stream no longer listens for the one that had it', async () => {
  let take: () => void = () => undefined;
  const locks = { request: (_: string, begin: () => void) => (take = begin) };
  vi.stubGlobal('navigator', { locks });
  startLive(() => undefined);
  Channel.say('up');
  take();
  last().say('open');
  await vi.advanceTimersByTimeAsync(30_000);
  last().say('alive', { queries: [] });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(isStreamUp()).toBe(true);
});

test('what was read before the stream of a new session stood is read once more', async () => {
  let signIn: () => void = () => undefined;
  startLive((changed) => (signIn = changed));
  last().say('open');
  const sells = shown('sell-verifications', told(30_000));
  await vi.advanceTimersByTimeAsync(1_000);
  signIn();
  expect([Stream.all.length, isStreamUp()]).toEqual([2, false]);
  last().say('open');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sells).toHaveBeenCalledTimes(2);
});

test('what users do is read again in the owner’s lists every ten seconds at most', async () => {
  const list = shown('admin users', told(3_600_000));
  const forecast = shown('admin forecast', { refetchInterval: 3_600_000 });
  startLive(() => undefined);
  last().say('open');
  await vi.advanceTimersByTimeAsync(20_000);
  for (let i = 0; i < 15; i += 1) {
    last().say('changed', { queries: ['activity'] });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(list.mock.calls.length).toBe(1 + 2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(list.mock.calls.length).toBe(1 + 3);
  expect(forecast).toHaveBeenCalledTimes(1);
});

test('a read that failed is made again, though the stream is up and nothing changes', async () => {
  startLive(() => undefined);
  last().say('open');
  const sells = shown('sell-verifications', told(30_000));
  await vi.advanceTimersByTimeAsync(1_000);
  sells.mockRejectedValueOnce(new Error('gone'));
  last().say('changed', { queries: ['sell-verifications'] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sells).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sells).toHaveBeenCalledTimes(3);
  last().say('alive');
  await vi.advanceTimersByTimeAsync(40_000);
  expect(sells).toHaveBeenCalledTimes(3);
});

test('while a page claims one bond after the other, no claim has everything read again', async () => {
  const bonds = shown('bonds', told(3_600_000));
  startLive(() => undefined);
  last().say('open');
  await vi.advanceTimersByTimeAsync(1_000);
  const before = bonds.mock.calls.length;
  await withReadsHeld(async () => {
    for (let claim = 0; claim < 5; claim += 1) {
      last().say('changed', { queries: ['bonds'] });
      await vi.advanceTimersByTimeAsync(100);
    }
  });
  expect(bonds).toHaveBeenCalledTimes(before);
  last().say('changed', { queries: ['bonds'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(bonds).toHaveBeenCalledTimes(before + 1);
});
