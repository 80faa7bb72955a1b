import { expect } from 'vitest';
import { getPrices } from '#contract/terms/prices';
import { createPriceProviders } from '#server/kernel/prices/provider';
import type { TestDatabase } from '#test/databases';
import { World } from '#test/world';
import { IMPATIENT, type NodeParts } from '#test/world/node';
import { PROVIDERS, type ProviderName, type StubFeeds, startFeeds } from './stub-feeds.ts';

/** Price of an asset with source and age. */
export interface Detail {
  readonly price: number;
  readonly source: string;
  readonly ageMs: number;
}

/** World with prices of stubbed providers. */
export interface LiveWorld {
  readonly world: World;
  readonly feeds: StubFeeds;
  /** Parts of another node with its own providers. */
  readonly parts: () => NodeParts;
  /** Sets the prices of all providers; none has KFR and BML. */
  readonly say: (prices: Readonly<Record<string, string>>) => void;
  /** Advances time, including retry delays, then runs every job. */
  readonly round: (ms: number) => Promise<void>;
  /** Calls to each provider since the last time. */
  readonly asked: () => Record<ProviderName, number>;
  readonly details: (symbols: string) => Promise<Readonly<Record<string, Detail>>>;
  /** Takes the alerts raised so far. */
  readonly alerts: () => { readonly what: string }[];
  readonly close: () => Promise<void>;
}

export async function openLive(
  say: Readonly<Record<string, string>> | null,
  fresh?: () => Promise<TestDatabase>,
): Promise<LiveWorld> {
  const feeds = await startFeeds();
  let passedMs = 0;
  const parts = (): NodeParts => ({
    isStaticFeed: false,
    paymentWait: IMPATIENT,
    priceProviders: createPriceProviders({ urls: feeds.urls, monotonicMs: () => passedMs }),
  });
  const all = (prices: Readonly<Record<string, string>>): void => {
    for (const name of PROVIDERS) feeds.behave[name] = { prices };
  };
  if (say) all(say);
  const world = await World.open({ parts: parts(), ...(fresh ? { fresh } : {}) });
  return {
    world,
    feeds,
    parts,
    say: all,
    async round(ms) {
      passedMs += ms;
      await world.settleAfter(ms);
    },
    asked: () => ({
      // Excludes calls for display-only prices.
      kraken: feeds.calls.kraken.splice(0).filter((url) => url.includes('SOLUSD')).length,
      bitfinex: feeds.calls.bitfinex.splice(0).length,
      coingecko: feeds.calls.coingecko.splice(0).length,
    }),
    async details(symbols) {
      const query = { detail: 'true' };
      const { status, body } = await world.call(getPrices, { params: { symbols }, query });
      expect(status).toBe(200);
      return body as Readonly<Record<string, Detail>>;
    },
    alerts: () => world.alerts.splice(0),
    async close() {
      try {
        await world.close();
      } finally {
        await feeds.close();
      }
    },
  };
}
