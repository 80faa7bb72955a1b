import { expect, test } from 'vitest';

import { deviceOf, opensWalletApps } from './device.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10)';
const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, 'phone'],
  ['an Android phone', ANDROID, 5, 'android'],
  [
    'a tablet that calls itself a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
    5,
    'phone',
  ],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'computer'],
  ['a laptop with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, 'computer'],
])('%s', (_, userAgent, maxTouchPoints, device) => {
  expect(deviceOf({ userAgent, maxTouchPoints })).toBe(device);
});

test.each([
  ['Chrome on Android', `${ANDROID} ${KIT} Chrome/147.0.0.0 Mobile Safari/537.36`, true],
  [
    'Firefox on Android',
    'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150',
    false,
  ],
  [
    "a wallet's own browser",
    `Mozilla/5.0 (Linux; Android 16; Pixel 10; wv) ${KIT} Version/4.0 Chrome/147.0.0.0 Mobile`,
    false,
  ],
  ['Chrome on a computer', `Mozilla/5.0 (X11; Linux x86_64) ${KIT} Chrome/147.0.0.0`, false],
  ['Chrome on an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) CriOS/147.0 Mobile', false],
])('wallet apps open from %s: %s, %s', (_, userAgent, opens) => {
  expect(opensWalletApps({ userAgent })).toBe(opens);
});
