import type { PriceProvider, ProviderOptions } from '../prices/provider.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const ABOUT = 'prices';

/** Who says now what SOL is worth: a price needs two that agree. */
export async function examinePrices(
  isStatic: boolean,
  open: (options: Pick<ProviderOptions, 'note'>) => readonly PriceProvider[],
): Promise<Finding> {
  if (isStatic) return ok(ABOUT, 'static: the stored SOL price counts as fresh');
  const reasons = new Map<string, string>();
  const providers = open({ note: (name, reason) => reasons.set(name, reason) });
  const answers = await Promise.all(
    providers.map(async ({ name, reports }) => ({ name, knows: (await reports()).has('SOL') })),
  );
  const silent = answers.filter(({ knows }) => !knows).map(({ name }) => name);
  const all = answers.length;
  const text = `${all - silent.length} of ${all} witnesses tell the price of SOL`;
  if (silent.length === 0) return ok(ABOUT, text);
  const why = silent.map((name) => `${name} (${reasons.get(name) ?? 'no SOL'})`).join(', ');
  const level = silent.length < all ? warn : fail;
  return level(ABOUT, `${text}, not ${why}: let this machine reach them by https, or wait`);
}
