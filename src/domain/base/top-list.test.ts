import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { TopList, order } from './top-list.ts';

test('returns the first of all added values, in order', () => {
  const values = fc.uniqueArray(fc.integer(), { maxLength: 60 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 5 }), (all, most) => {
      const top = new TopList<number>(most, order);
      for (const value of all) top.add(value);
      expect(top.values()).toEqual(all.toSorted(order).slice(0, most));
    }),
  );
});
