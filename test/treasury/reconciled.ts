import { expect } from 'vitest';
import { type MovementJson, listMovements } from '#contract/treasury/admin-movements';
import type { PayToken } from '#domain/base/money';
import { FINAL_MS } from '#test/sells/sellers';
import type { AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';
import { held, units } from '#test/world/wallet';

/** Base units of a signed decimal. */
const signedUnits = (token: PayToken, text: string): bigint =>
  text.startsWith('-') ? -units(token, text.slice(1)) : units(token, text);

/** Finalizes everything and runs the watcher on all nodes. */
export async function watched(world: World, nodes: readonly Node[] = [world.node]): Promise<void> {
  await world.settleAfter(FINAL_MS, nodes);
}

/** All movements, newest first. */
export async function movementsOf(
  owner: AsOwner,
  query: Readonly<Record<string, string>> = {},
): Promise<MovementJson[]> {
  const all: MovementJson[] = [];
  let cursor: string | null = null;
  do {
    const asked: Record<string, string> = { limit: '7', ...query };
    if (cursor !== null) asked['cursor'] = cursor;
    const { status, body } = await owner(listMovements, { query: asked });
    expect(status, JSON.stringify(body)).toBe(200);
    all.push(...body.movements);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return all;
}

/**
 * Expects for each account: opening + movements = balance on the chain, to the last unit, in the figure and
 * in the list, with nothing unexplained, and equal to the recorded balances.
 */
export async function expectReconciled(world: World, owner: AsOwner): Promise<void> {
  const { body } = await owner(listMovements);
  const listed = await movementsOf(owner);
  for (const figure of body.figures) {
    const { tokenType: token, opening, sums, difference, unclassified } = figure;
    const of = (text: string): bigint => signedUnits(token, text);
    const summed = sums.reduce((total, { amount }) => total + of(amount), 0n);
    const each = listed
      .filter(({ tokenType }) => tokenType === token)
      .reduce((total, { amount }) => total + of(amount), 0n);
    const chain = await held(world, world.till.treasury, token);
    expect({ token, difference: of(difference), unclassified, each }).toEqual({
      token,
      difference: 0n,
      unclassified: 0,
      each: summed,
    });
    expect([token, of(opening ?? '0') + summed, of(figure.balance)]).toEqual([token, chain, chain]);
  }
  const differing = 'select token, slot, held, written from balance_checks where since is not null';
  expect(await world.rows(differing)).toEqual([]);
}
