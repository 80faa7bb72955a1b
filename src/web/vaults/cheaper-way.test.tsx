import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import type { ProtocolSettings } from '#contract/terms/protocol';
import type { StakeJson } from '#contract/vaults/vaults';
import { HOUR_MS } from '#domain/base/time';
import { stakeOf } from '#test/web/builders';

import { protocolSettingsQuery, statusQuery } from '../kernel/api/queries.ts';
import { windowView } from '../portfolio/next-step/vault-views.tsx';
import { RestakeButton } from './vault-buttons.tsx';
import { WindowBanner } from './window-banner.tsx';
import { cheaperWay } from './cheaper-way.ts';

const SETTINGS = { currentAPY: '1000.00', lmtPriceUSDC: '987.000000' } as ProtocolSettings;

/** A vault of 5 LMT in its window. */
const matured = (autoRestakeEnabled: boolean): StakeJson =>
  stakeOf({
    phase: 'window',
    rewardsAccrued: '0.95890410',
    autoRestakeEnabled,
    window: {
      withdrawable: '2.97945205',
      restake: { fee: '0.08938357', netAmount: '5.86952053' },
      autoRestake: { fee: '0.01438357', netAmount: '5.94452053' },
      restakeFee: '0.015000',
      withdrawalFee: null,
    },
  });

const at = (stake: StakeJson, hoursLeft: number): number =>
  Date.parse(stake.restakeWindowEndTime ?? '') - hoursLeft * HOUR_MS;

/** What a page shows that has read the settings, or not yet, so many hours before the window ends. */
function drawn(shown: ReactNode, now: number, settings: ProtocolSettings | null): string {
  const client = new QueryClient();
  const status = { now: new Date(now).toISOString(), paused: false };
  client.setQueryData(statusQuery().queryKey, status as never);
  if (settings) client.setQueryData(protocolSettingsQuery().queryKey, settings);
  return renderToStaticMarkup(<QueryClientProvider client={client}>{shown}</QueryClientProvider>);
}

/** Every place with a Restake button outside of its own dialog. */
const PLACES: Readonly<Record<string, (stake: StakeJson, now: number) => ReactNode>> = {
  'the button': (stake) => <RestakeButton stake={stake} />,
  'the notice in Positions and in the vault manager': (stake, now) => (
    <WindowBanner stake={stake} now={now} />
  ),
  'the next step, on the dashboard and above the stake form': (stake, now) => {
    const own = { userId: stake.userId, bonds: [], stakes: [stake], sells: [], unstakedLMT: '0' };
    const about = { own: { ...own, isPaused: false, settings: SETTINGS }, id: stake.id, when: '' };
    const { hint, actions } = windowView({ ...about, now });
    return (
      <>
        {hint}
        {actions}
      </>
    );
  },
};

const restake = (html: string): string =>
  /<button[^>]*class="([^"]*)"[^>]*>(?:<span[^>]*>)?Restake</.exec(html)?.[1] ?? 'no button';

describe.each(Object.entries(PLACES))('%s', (_, place) => {
  test.each([
    ['restaking now costs less', true, 24, SETTINGS, true],
    ['doing nothing costs less', true, 1, SETTINGS, false],
    ['doing nothing restakes nothing', false, 1, SETTINGS, true],
  ] as const)('%s', (_case, auto, hoursLeft, settings, isPrimary) => {
    const stake = matured(auto);
    const now = at(stake, hoursLeft);
    const html = drawn(place(stake, now), now, settings);
    expect(restake(html).includes('bg-accent'), restake(html)).toBe(isPrimary);
  });
});

test('while the rates are not known, Restake does not stand out where doing nothing restakes too', () => {
  const stake = matured(true);
  const html = drawn(<RestakeButton stake={stake} />, at(stake, 24), null);
  expect(restake(html)).toContain('bg-raise');
});

test('both costs and their difference are told, with the rewards that waiting misses', () => {
  const stake = matured(true);
  expect(
    cheaperWay({ stake, rates: SETTINGS, now: at(stake, 24), digits: 'glance' }),
  ).toMatchObject({
    isWaiting: false,
    title: 'Restaking now saves 0.0858 LMT ($84.69)',
    detail: expect.stringMatching(
      /^Restaking now costs 0\.0893 LMT\. Doing nothing costs 0\.1751 LMT: a fee of 0\.0143 LMT on .+ and 0\.1608 LMT of rewards not earned until then/,
    ),
    brief: 'Restake now and you are $84.69 better off than waiting for auto-restake.',
  });
  expect(cheaperWay({ stake, rates: SETTINGS, now: at(stake, 1), digits: 'exact' })).toMatchObject({
    isWaiting: true,
    title: 'Waiting saves 0.06829964 LMT ($67.41)',
    brief: 'Wait for auto-restake and you are $67.41 better off than restaking now.',
  });
});
