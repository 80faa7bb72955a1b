import { type Chain, createChain } from '#server/kernel/chain/chain';
import type { World } from '#test/world';

/** Response of a second provider to a method; undefined for that of the first. */
export type Overrides = (method: string) => unknown;

/** Response of an unreachable provider. */
export const UNREACHABLE = Symbol('silent');

/** Chain behind two providers, which respond like the world's own unless overridden. */
export function twoProviders(
  world: World,
  ...says: readonly [Overrides, Overrides]
): Promise<Chain> {
  const { till, net } = world;
  return createChain({
    urls: ['http://0.test/', 'http://1.test/'],
    treasury: till.treasury,
    usdcMint: till.usdcMint,
    timeoutMs: 1_000,
    wait: () => Promise.resolve(),
    fetch: async (url, { body }) => {
      const { id, method } = JSON.parse(body as string) as { id: number; method: string };
      const said = says[Number(new URL(url).hostname[0])]?.(method);
      if (said === UNREACHABLE) return new Response('', { status: 502 });
      if (said !== undefined) return Response.json({ jsonrpc: '2.0', id, result: said });
      const answer = await net.respond(body as string);
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    },
  });
}
