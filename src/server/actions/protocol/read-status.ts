import type { Status } from '#contract/protocol';
import { presentStatus } from '#contract/present/status';
import { pauseAt } from '#domain/terms/pause';
import { placesOf } from '../../chain/genesis.ts';
import type { Parts } from '../../parts.ts';
import { readHead } from '../../store/terms/head.ts';

/** Whether the protocol is paused, its time, on which network it runs and where payments go there. */
export async function readStatus({
  database,
  rules,
  network,
  version,
  chain,
}: Pick<Parts, 'database' | 'rules' | 'network' | 'version' | 'chain'>): Promise<Status> {
  const { now, termsVersion } = await readHead(database);
  const { terms } = await rules.at(termsVersion);
  const { treasury: treasuryAddress, treasuryTokenAccount, usdcMint } = chain.till;
  return presentStatus(pauseAt(terms.pauses, now), now, {
    network,
    version,
    treasuryAddress,
    treasuryTokenAccount,
    usdcMint,
    ...placesOf(network),
  });
}
