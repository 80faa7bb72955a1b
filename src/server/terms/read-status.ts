import type { Status } from '#contract/terms/protocol';
import { serializeStatus } from '#contract/terms/serialize-status';
import type { Instant } from '#domain/base/time';
import { type Pause, pauseAt } from '#domain/terms/pause';
import { clusterLinksOf } from '../kernel/chain/genesis.ts';
import type { Parts } from '../kernel/parts.ts';

type About = Pick<Parts, 'network' | 'version' | 'chain'>;

/** Returns the pause, the protocol time, the network and the addresses for payments. */
export async function readStatus(parts: About & Pick<Parts, 'rules'>): Promise<Status> {
  const { now, terms } = await parts.rules.inForce();
  return statusOf(parts, pauseAt(terms.pauses, now), now);
}

/** Builds the status. `pause` is null if the protocol is not paused. */
export function statusOf(
  { network, version, chain }: About,
  pause: Pause | null,
  now: Instant,
): Status {
  const { treasury: treasuryAddress, treasuryTokenAccount, usdcMint } = chain.till;
  return serializeStatus(pause, now, {
    network,
    version,
    treasuryAddress,
    treasuryTokenAccount,
    usdcMint,
    ...clusterLinksOf(network),
  });
}
