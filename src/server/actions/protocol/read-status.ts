import type { Status } from '#contract/protocol';
import { presentStatus } from '#contract/present/status';
import type { Instant } from '#domain/base/time';
import { type Pause, pauseAt } from '#domain/terms/pause';
import { placesOf } from '../../chain/genesis.ts';
import type { Parts } from '../../parts.ts';
import { readHead } from '../../store/terms/head.ts';

type About = Pick<Parts, 'network' | 'version' | 'chain'>;

/** Whether the protocol is paused, its time, on which network it runs and where payments go there. */
export async function readStatus(
  parts: About & Pick<Parts, 'database' | 'rules'>,
): Promise<Status> {
  const { now, termsVersion } = await readHead(parts.database);
  const { terms } = await parts.rules.at(termsVersion);
  return statusOf(parts, pauseAt(terms.pauses, now), now);
}

/** The status during a pause, or none. */
export function statusOf(
  { network, version, chain }: About,
  pause: Pause | null,
  now: Instant,
): Status {
  const { treasury: treasuryAddress, treasuryTokenAccount, usdcMint } = chain.till;
  return presentStatus(pause, now, {
    network,
    version,
    treasuryAddress,
    treasuryTokenAccount,
    usdcMint,
    ...placesOf(network),
  });
}
