import { join, resolve } from 'node:path';
import {
  type ClusterChain,
  type Config,
  type LocalChain,
  isOwnMachine,
  readConfig,
} from '../../config.ts';
import { ConfigError } from '../../config/config-values.ts';
import { FOLDER_REMEDY, folderProblem } from '../../start/data-folder.ts';
import { joinedLocalNetwork } from '../../start/local/joined-network.ts';
import type { LocalNetwork } from '../../kernel/base/local-network.ts';
import {
  type PriceProvider,
  type ProviderOptions,
  createPriceProviders,
} from '../../kernel/prices/provider.ts';
import { type DatabaseFindings, examineDatabase } from './database.ts';
import { type Finding, fail, ok, reasonOf, warn } from '../../start/start-finding.ts';
import { unreadVariables } from '../../config/unread-variables.ts';
import { examineProviders } from './providers.ts';
import { examineLocalPayoutKey, examinePayoutKey, examineTreasury, paidBy } from './treasury.ts';

/** The doctor's access to the machine, replaced in tests. */
export interface DoctorTools {
  readonly lock: Parameters<typeof examineDatabase>[1]['lock'];
  /** Folder of the migrations. */
  readonly migrations: string;
  /** Returns the local network's wallets in a folder; none before the first start. */
  readonly walletsIn: (folder: string) => LocalNetwork['wallets'];
  readonly nowMs?: () => number;
  readonly priceProviders?: Parameters<typeof examinePrices>[1];
}

/** Checks everything that a server would need to start with this environment. Changes nothing. */
export async function examine(
  env: { readonly [name: string]: string | undefined },
  {
    lock,
    migrations,
    walletsIn,
    nowMs = Date.now,
    priceProviders = createPriceProviders,
  }: DoctorTools,
): Promise<readonly Finding[]> {
  const unread = unreadVariables(env).map((problem) => warn(CONFIGURATION, problem));
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [fail(CONFIGURATION, error.message), ...unread];
  }
  const stored = await examineDatabase(config, { lock, migrations, nowMs });
  const { chain } = config;
  return [
    addressFinding(config),
    ...unread,
    ...stored.findings,
    ...(chain.kind === 'local'
      ? await examineLocal(chain, config, walletsIn)
      : await examineCluster(chain, { config, findings: stored, nowMs })),
    await examinePrices(config, priceProviders),
  ];
}

const CONFIGURATION = 'configuration';

function addressFinding(config: Config): Finding {
  const { chain, publicOrigin } = config;
  if (chain.kind === 'cluster' && isOwnMachine(config)) {
    return warn(CONFIGURATION, 'is well-formed; only this machine can open it: set PUBLIC_ORIGIN');
  }
  return ok(
    CONFIGURATION,
    `is well-formed${publicOrigin === null ? '' : `; people open ${publicOrigin}`}`,
  );
}

async function examineLocal(
  chain: LocalChain,
  config: Config,
  walletsIn: DoctorTools['walletsIn'],
): Promise<readonly Finding[]> {
  const about = 'local network';
  const { joins } = chain;
  if (joins === null) {
    const problem = folderProblem(config.dataDir);
    if (problem !== null) return [fail(about, `cannot be made (${problem}): ${FOLDER_REMEDY}`)];
    const wallets = walletsIn(join(resolve(config.dataDir), 'wallets'));
    return [
      ok(about, 'embedded; nothing on it has any value'),
      await examineLocalPayoutKey(config, chain, wallets),
    ];
  }
  try {
    const network = await joinedLocalNetwork(joins);
    await network.close();
    return [
      ok(about, `of ${joins}: answers`),
      await examineLocalPayoutKey(config, chain, network.wallets),
    ];
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

const ABOUT = 'prices';

/** Checks which providers report a price of SOL. A credible price needs two that agree. */
async function examinePrices(
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
