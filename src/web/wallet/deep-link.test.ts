import { expect, test } from 'vitest';

import { deepLink } from './deep-link.ts';
import { isMobile } from './device.ts';

test("a page opens in a wallet's own browser, its address and all", () => {
  const page = new URL('https://lmt.example/?tab=bond&x=a b#top');
  const url = 'https%3A%2F%2Flmt.example%2F%3Ftab%3Dbond%26x%3Da%2520b%23top';
  const ref = 'https%3A%2F%2Flmt.example';
  expect(deepLink('phantom', page)).toBe(`https://phantom.app/ul/browse/${url}?ref=${ref}`);
  expect(deepLink('solflare', page)).toBe(`https://solflare.com/ul/v1/browse/${url}?ref=${ref}`);
  expect(deepLink('jupiter', page)).toBeNull();
});

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, true],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 10)', 5, true],
  ['a tablet that calls itself a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['a laptop with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, false],
])('%s', (_, userAgent, maxTouchPoints, mobile) => {
  expect(isMobile({ userAgent, maxTouchPoints })).toBe(mobile);
});
