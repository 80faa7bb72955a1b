import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimBond, openBond } from '#contract/bonds/bonds';
import { getPortfolio } from '#contract/portfolio/portfolio';
import { DAY_MS } from '#domain/base/time';
import type { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { KillableServer, atEveryStep } from './harness.ts';
import { FINAL_MS, LMT, type Paid, SOL, expectOneBond, quotedPayment } from './payment.ts';

const TIMEOUT = { timeout: 600_000 };

describe('server killed at every step', () => {
  let server: KillableServer;
  let world: World;
  beforeAll(async () => {
    server = await KillableServer.open();
    world = server.world;
  });
  afterAll(() => world.close());

  /** Makes all locked keys a minute older, so that a killed request's key is released. */
  const keysAbandoned = (): Promise<unknown> =>
    world.rows(`update idempotency_keys set created_at = created_at - interval '1 minute'`);

  test('of posting a payment makes one bond, whoever retries first', TIMEOUT, async () => {
    const post = ({ user, signature, key }: Paid & { readonly key: string }) => {
      const body = { userId: user.id, tokenType: 'SOL', amount: SOL, lmtAmount: LMT };
      const headers = { 'idempotency-key': key };
      return user.call(openBond, { body: { ...body, transactionSignature: signature }, headers });
    };
    const watch = (): Promise<void> => world.settleAfter(FINAL_MS);
    let isWatcherFirst = false;
    const steps = await atEveryStep(server, {
      prepare: async () => {
        const paid = await quotedPayment(world);
        await world.pass(1_200);
        return { ...paid, key: randomUUID() };
      },
      operate: post,
      recover: async (paid) => {
        isWatcherFirst = !isWatcherFirst;
        if (isWatcherFirst) await watch();
        // The page retries what it stored: the same signature under the same key.
        await keysAbandoned();
        const { status, body } = await post(paid);
        expect([200, 201], JSON.stringify(body)).toContain(status);
        expect(body).toMatchObject({ status: 'confirmed', lmtAmount: LMT });
        if (!isWatcherFirst) await watch();
        await expectOneBond(world, paid);
      },
    });
    expect(steps).toContain('chain.facts');
    expect(steps.filter((name) => name === 'commit')).toHaveLength(1);
  });

  test('of claiming a bond credits its LMT once', TIMEOUT, async () => {
    interface Claim {
      readonly user: TestUser;
      readonly id: string;
      readonly key: string;
    }
    const claim = ({ user, id, key }: Claim) => {
      const headers = { 'idempotency-key': key };
      return user.call(claimBond, { params: { id }, body: { status: 'completed' }, headers });
    };
    const steps = await atEveryStep(server, {
      prepare: async () => {
        const user = await world.user({ usdc: '0' });
        const { id } = await user.bond('SOL', SOL);
        await world.settleAfter(DAY_MS);
        return { user, id, key: randomUUID() };
      },
      operate: claim,
      recover: async (claimed) => {
        await keysAbandoned();
        const { status, body } = await claim(claimed);
        expect([status, body.status], JSON.stringify(body)).toEqual([200, 'completed']);
        const { user, id } = claimed;
        const { body: portfolio } = await user.call(getPortfolio, { params: { userId: user.id } });
        expect(portfolio.unstakedLMT).toBe(LMT);
        const claims = `journals where subject = $1 and kind = 'bondClaimed'`;
        expect(await world.count(claims, [id])).toBe(1);
      },
    });
    // The claim and its idempotency key are written by one statement.
    expect(steps.filter((name) => name.startsWith('held-'))).toHaveLength(1);
  });
});
