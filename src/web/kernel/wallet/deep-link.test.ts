import { expect, test } from 'vitest';

import { deepLink } from './deep-link.ts';

test("a page opens in a wallet's own browser, its address and all", () => {
  const page = new URL('https://lmt.example/?tab=bond&x=a b#top');
  const url = 'https%3A%2F%2Flmt.example%2F%3Ftab%3Dbond%26x%3Da%2520b%23top';
  const ref = 'https%3A%2F%2Flmt.example';
  expect(deepLink('phantom', page)).toBe(`https://phantom.app/ul/browse/${url}?ref=${ref}`);
  expect(deepLink('solflare', page)).toBe(`https://solflare.com/ul/v1/browse/${url}?ref=${ref}`);
  expect(deepLink('jupiter', page)).toBeNull();
});
