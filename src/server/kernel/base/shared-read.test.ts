import { expect, test, vi } from 'vitest';
import { sharedRead } from './shared-read.ts';

test('a shared read is cached for its lifetime, failures included', async () => {
  let now = 0;
  const read = vi
    .fn<() => Promise<number>>()
    .mockResolvedValueOnce(1)
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValueOnce(3);
  const shared = sharedRead(read, 1_000, () => now);
  expect(await Promise.all([shared(), shared()])).toEqual([1, 1]);
  now = 999;
  expect(await shared()).toBe(1);
  now = 1_000;
  await expect(shared()).rejects.toThrow('down');
  await expect(shared()).rejects.toThrow('down');
  now = 2_000;
  expect(await shared()).toBe(3);
  expect(read).toHaveBeenCalledTimes(3);
});
