import { type ClusterChain, type Config, isOwnMachine, readConfig } from '../config.ts';
import { ConfigError } from '../config-values.ts';
import { joinedLocalNetwork } from '../local/joined.ts';
import { createPriceProviders } from '../prices/provider.ts';
import { type DatabaseFindings, examineDatabase } from './database.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';
import { examinePrices } from './prices.ts';
import { examineProviders } from './providers.ts';
import { examinePayoutKey, examineTreasury, paidBy } from './treasury.ts';

/** What the machine is asked through; tests put other things in their place. */
export interface DoctorTools {
  readonly lock: Parameters<typeof examineDatabase>[1]['lock'];
  /** The folder of migrations. */
  readonly migrations: string;
  readonly nowMs?: () => number;
  readonly priceProviders?: Parameters<typeof examinePrices>[1];
}

/** Looks at everything that a server would need to start with this environment; changes nothing. */
export async function examine(
  env: { readonly [name: string]: string | undefined },
  { lock, migrations, nowMs = Date.now, priceProviders = createPriceProviders }: DoctorTools,
): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [fail('configuration', error.message)];
  }
  const stored = await examineDatabase(config, { lock, migrations, nowMs });
  const { chain } = config;
  return [
    reach(config),
    ...stored.findings,
    ...(chain.kind === 'local'
      ? await examineLocal(chain.joins)
      : await examineCluster(chain, { config, findings: stored, nowMs })),
    await examinePrices(config, priceProviders),
  ];
}

function reach(config: Config): Finding {
  const { chain, publicOrigin } = config;
  const about = 'configuration';
  if (chain.kind === 'cluster' && isOwnMachine(config)) {
    return warn(about, 'is well-formed; only this machine can open it: set PUBLIC_ORIGIN');
  }
  return ok(about, `is well-formed${publicOrigin === null ? '' : `; people open ${publicOrigin}`}`);
}

async function examineLocal(joins: string | null): Promise<readonly Finding[]> {
  const about = 'local network';
  if (joins === null) return [ok(about, 'embedded; nothing on it has any value')];
  try {
    await (await joinedLocalNetwork(joins)).close();
    return [ok(about, `of ${joins}: answers`)];
  } catch (error) {
    return [fail(about, `${reasonOf(error)}: start that node first`)];
  }
}

async function examineCluster(
  chain: ClusterChain,
  {
    config,
    findings: { pin, serverKey },
    nowMs,
  }: { readonly config: Config; readonly findings: DatabaseFindings; readonly nowMs: () => number },
): Promise<readonly Finding[]> {
  const { findings, rightUrls } = await examineProviders(chain, pin, nowMs);
  const by = paidBy(chain, config);
  const payoutKey = await examinePayoutKey(config, chain.treasury, by);
  return [
    ...findings,
    payoutKey,
    ...(rightUrls.length > 0 ? await examineTreasury(chain, rightUrls, { serverKey, by }) : []),
  ];
}
