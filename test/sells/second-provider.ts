import { type Chain, createChain } from '#server/kernel/chain/chain';
import type { World } from '#test/world';

/** What a second provider answers to a method; undefined where it answers as the first one does. */
export type Says = (method: string) => unknown;

/** What a provider that cannot be asked says. */
export const SILENT = Symbol('silent');

/** A chain behind two providers, each of which answers as the world's own where a test says nothing else. */
export function twoProviders(world: World, ...says: readonly [Says, Says]): Promise<Chain> {
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
      if (said === SILENT) return new Response('', { status: 502 });
      if (said !== undefined) return Response.json({ jsonrpc: '2.0', id, result: said });
      const answer = await net.respond(body as string);
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    },
  });
}
