import { expect, test } from 'vitest';
import { after, instant } from '#domain/base/time';
import { firstIdAt, newId } from './ids.ts';

test('newId lies between firstIdAt of its instant and of the next millisecond', () => {
  for (const at of [instant(1), instant(Date.UTC(2026, 0, 31)), instant(2 ** 47)]) {
    for (let tries = 0; tries < 100; tries += 1) {
      const id = newId(at);
      expect(id > firstIdAt(at)).toBe(true);
      expect(id < firstIdAt(after(at, 1))).toBe(true);
    }
  }
});
