import type { PriceProvider, ProviderOptions } from '../prices/provider.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const ABOUT = 'prices';

/** Who gives prices now; without two that do, SOL quotes stop where they disagree or fall silent. */
export async function examinePrices(
  isStatic: boolean,
  open: (options: Pick<ProviderOptions, 'note'>) => readonly PriceProvider[],
): Promise<Finding> {
  if (isStatic) return ok(ABOUT, 'static: the stored SOL price counts as fresh');
  const silent = new Map<string, string>();
  const providers = open({ note: (name, reason) => silent.set(name, reason) });
  await Promise.all(providers.map((provider) => provider.reports()));
  const why = [...silent].map(([name, reason]) => `${name} (${reason})`).join(', ');
  if (silent.size === 0) return ok(ABOUT, `${providers.length} providers answer`);
  const rest = 'let this machine reach them by https, or wait';
  return silent.size === providers.length
    ? fail(ABOUT, `no provider answers: ${why}; SOL cannot be quoted: ${rest}`)
    : warn(ABOUT, `no answer from ${why}: ${rest}`);
}
