import { describe, expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

describe('a concurrency limit', () => {
  test('refuses a caller beyond the maximum until a place is released', () => {
    const limit = new ConcurrencyLimit({ max: 2, maxPerKey: 9, reserved: 1 });
    const first = limit.acquire('a');
    expect([first, limit.acquire('b')]).not.toContain(null);
    expect(limit.acquire('c')).toBeNull();
    const reserved = limit.acquire('c', true);
    expect(reserved).not.toBeNull();
    expect(limit.acquire('c', true)).toBeNull();
    first?.();
    expect(limit.acquire('c')).toBeNull();
    reserved?.();
    expect(limit.acquire('c')).not.toBeNull();
  });

  test('refuses a key beyond its own maximum, with a reservation too', () => {
    const limit = new ConcurrencyLimit({ max: 9, maxPerKey: 2, reserved: 9 });
    const first = limit.acquire('a');
    expect(limit.acquire('a', true)).not.toBeNull();
    expect(limit.acquire('a', true)).toBeNull();
    expect(limit.acquire('b')).not.toBeNull();
    first?.();
    expect(limit.acquire('a')).not.toBeNull();
  });

  test('does not count idle holders', () => {
    let idle = 0;
    const limit = new ConcurrencyLimit({ max: 1, maxPerKey: 9, idle: () => idle });
    limit.acquire('a');
    expect(limit.acquire('a')).toBeNull();
    idle = 1;
    expect(limit.acquire('a')).not.toBeNull();
    expect(limit.acquire('a')).toBeNull();
  });

  test('frees a place once, even if it is released repeatedly', () => {
    const limit = new ConcurrencyLimit({ max: 2, maxPerKey: 2 });
    const first = limit.acquire('a');
    limit.acquire('b');
    first?.();
    first?.();
    expect([limit.acquire('c') === null, limit.acquire('c') === null]).toEqual([false, true]);
  });
});
