import type { PriceProvider, ProviderOptions } from '../prices/provider.ts';
import type { Config } from '../config.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const ABOUT = 'prices';

/** Who says now what SOL is worth: a price needs two that agree. */
export async function examinePrices(
  { isStaticFeed, coingeckoKey }: Pick<Config, 'isStaticFeed' | 'coingeckoKey'>,
  open: (options: Pick<ProviderOptions, 'note' | 'keys'>) => readonly PriceProvider[],
): Promise<Finding> {
  if (isStaticFeed) return ok(ABOUT, 'static: the stored SOL price counts as fresh');
  const reasons = new Map<string, string>();
  const keys = coingeckoKey === null ? {} : { coingecko: coingeckoKey };
  const providers = open({ keys, note: (name, reason) => reasons.set(name, reason) });
  const answers = await Promise.all(providers.map((provider) => provider.reports()));
  const telling = answers.filter((reports) => reports.has('SOL')).length;
  const text = `${telling} witness${telling === 1 ? '' : 'es'} of the price of SOL`;
  if (reasons.size === 0) return ok(ABOUT, text);
  const why = [...reasons].map(([name, reason]) => `${name} (${reason})`).join(', ');
  const level = telling > 0 ? warn : fail;
  return level(ABOUT, `${text}; silent: ${why}: let this machine reach them by https, or wait`);
}
