import { expect } from 'vitest';
import type { SellJson } from '#contract/sells/sells';
import { DAY_MS, SECOND_MS, WEEK_MS } from '#domain/base/time';
import type { World } from '#test/world';
import type { TestUser } from '#test/world/user';

/** Time after which sent transactions are final. */
export const FINAL_MS = 15 * SECOND_MS;

/**
 * Users with 6 unstaked LMT, each with a vault of 1 LMT whose window has just opened, after the same clock
 * moves. One LMT costs 987 USDC.
 */
export async function sellersIn(world: World, count: number): Promise<TestUser[]> {
  const users: TestUser[] = [];
  for (let i = 0; i < count; i += 1) users.push(await world.user());
  const bonds: string[] = [];
  for (const user of users) bonds.push((await user.bond('USDC', '6909')).id);
  await world.advance(DAY_MS);
  const stakes: string[] = [];
  for (const [i, user] of users.entries()) {
    expect((await user.claim(bonds[i]!)).status).toBe(200);
    stakes.push((await user.stake('1')).id);
  }
  await world.advance(DAY_MS);
  for (const [i, user] of users.entries()) {
    expect((await user.activate(stakes[i]!)).status).toBe(200);
  }
  await world.advance(WEEK_MS);
  return users;
}

/** Current state of a user's request. */
export async function sellNow(user: TestUser, id: string): Promise<SellJson> {
  const found = (await user.sells()).find((sell) => sell.id === id);
  expect(found, id).toBeDefined();
  return found!;
}

/** Available balance and remaining sell limit. */
export async function availableAndLimit(user: TestUser): Promise<readonly string[]> {
  const { available, remainingLimit } = await user.eligibility();
  return [available, remainingLimit];
}
