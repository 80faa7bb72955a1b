import type { ViewFault } from '#localnet/faults';
import { type Chain, createChain } from '#server/kernel/chain/chain';
import type { World } from '#test/world';
import { type Recorded, replay } from './recorded.ts';

/** Faults of a node for a method, or its recorded response. */
export type NodeBehaviour = (method: string) => readonly ViewFault[] | Recorded;

/** Node without faults. */
export const SOUND: NodeBehaviour = () => [];

/** Chain behind providers, each of which is a pool of nodes used in turn. A call meets only the faults of its node. */
export function chainOfPools(
  world: World,
  pools: readonly (readonly NodeBehaviour[])[],
): Promise<Chain> {
  const { net, till } = world;
  const turns = pools.map(() => 0);
  return createChain({
    urls: pools.map((_, i) => `http://pool-${i}.test/`),
    treasury: till.treasury,
    usdcMint: till.usdcMint,
    timeoutMs: 1_000,
    wait: () => Promise.resolve(),
    fetch: async (url, { body }) => {
      const i = Number(/\d+/.exec(new URL(url).hostname)?.[0]);
      const pool = pools[i] ?? [];
      const turn = turns[i] ?? 0;
      turns[i] = turn + 1;
      const { method } = JSON.parse(body as string) as { method: string };
      const behaves = (pool[turn % pool.length] ?? SOUND)(method);
      if ('status' in behaves) return replay(behaves, body as string);
      for (const fault of behaves) net.faults.inject(fault, { times: 1 });
      const answer = await net.respond(body as string);
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    },
  });
}
