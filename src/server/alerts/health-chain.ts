import type { Health } from '#contract/alerts/health';
import { chainLabel } from '#domain/alerts/health';
import { isoOrNull } from '#domain/base/time';
import { nullAfterTimeout } from '../kernel/base/null-after-timeout.ts';
import type { Parts } from '../kernel/parts.ts';
import type { WatchCursor } from '../payments/watch-cursors.ts';

/** Returns whether the chain responds, its latency and its finalized slot. */
export async function chainHealth({
  chain,
  network,
}: Pick<Parts, 'network' | 'chain'>): Promise<Health['chain']> {
  const began = performance.now();
  const slot = await nullAfterTimeout(chain.slot('finalized'));
  const tookMs = Math.round((performance.now() - began) * 100) / 100;
  const isReachable = slot?.kind === 'fact';
  return {
    reachable: isReachable,
    latencyMs: isReachable ? tookMs : null,
    network,
    slot: isReachable ? slot.value : null,
    label: chainLabel(isReachable, network),
  };
}

/** Returns for each address how many slots the cursor is behind the newest transaction. */
export async function watcherHealth(
  { chain }: Pick<Parts, 'chain'>,
  cursors: readonly WatchCursor[],
): Promise<Health['watcher']> {
  const { treasury, treasuryTokenAccount } = chain.till;
  // An earlier treasury address is no longer watched.
  const watched = cursors.filter(({ address }) =>
    [treasury, treasuryTokenAccount].includes(address),
  );
  return Promise.all(
    watched.map(async ({ address, slot: cursorSlot, reconciledAt }) => {
      const newest = await nullAfterTimeout(chain.newestSignature(address, 'finalized'));
      const known = newest !== null && newest.kind !== 'unknown';
      const behind = newest?.kind === 'fact' ? Math.max(0, newest.value.slot - cursorSlot) : 0;
      const slotsBehind = known ? behind : null;
      return { address, cursorSlot, slotsBehind, reconciledAt: isoOrNull(reconciledAt) };
    }),
  );
}
