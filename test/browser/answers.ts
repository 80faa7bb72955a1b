import type { Page } from '@playwright/test';

import { serializeSettings } from '#contract/terms/serialize-settings';
import type { ProtocolSettings, Status } from '#contract/terms/protocol';
import { DEFAULT_SETTINGS } from '#domain/terms/settings';
import { PRICES } from '#test/domain/builders';

/** Answers of a protocol with the first settings. */
const SETTINGS: ProtocolSettings = {
  ...serializeSettings(DEFAULT_SETTINGS, PRICES),
  usdcOffPeg: null,
};
const STATUS = {
  paused: false,
  pausedSince: null,
  network: 'local',
  now: '2026-11-17T08:21:00.000Z',
  version: '0.1.0',
  treasuryAddress: 'Treasury111111111111111111111111111111111111',
  treasuryTokenAccount: 'TreasuryUSDC11111111111111111111111111111111',
  usdcMint: 'Mint1111111111111111111111111111111111111111',
  explorerUrl: null,
  faucets: [],
} satisfies Status;

/** A failed answer as the server gives it. */
export const FAILURE = {
  status: 503,
  json: { error: 'The database is not reachable.', code: 'UNAVAILABLE', requestId: 'req-7f3a' },
};

/** Answers the two calls of the shell in place of the server, with the given differences. */
export async function answer(
  page: Page,
  differences: { settings?: object; status?: object } = {},
): Promise<void> {
  await page.route('**/api/protocol/settings', (route) =>
    route.fulfill({ json: { ...SETTINGS, ...differences.settings } }),
  );
  await page.route('**/api/status', (route) =>
    route.fulfill({ json: { ...STATUS, ...differences.status } }),
  );
}
