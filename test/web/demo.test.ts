import { beforeAll, describe, expect, test } from 'vitest';

import { approveSell } from '#contract/payouts/admin-sells';
import { listBonds } from '#contract/bonds/bonds';
import type { Endpoint } from '#contract/base/endpoint';
import {
  exportHistory,
  getAnalytics,
  getHistory,
  getPortfolio,
} from '#contract/portfolio/portfolio';
import { getPrices } from '#contract/terms/prices';
import { getSettings, getStatus } from '#contract/terms/protocol';
import { getEligibility, listSells } from '#contract/sells/sells';
import { getFeeQuote, listStakes } from '#contract/vaults/vaults';
import { usdPrice } from '#domain/base/money';
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS, instant } from '#domain/base/time';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';

import { addressOf } from '#web/kernel/api/address-of.ts';
import { DEMO_USER, DemoAccount } from '#web/demo/account.ts';
import { answering } from '#web/demo/answer.ts';
import { LIFE, Life, type LifeStep, type StepTimes } from '#web/demo/life.ts';

const FINAL_MS = 15 * SECOND_MS;
const at = (iso: string | null | undefined): Instant => instant(Date.parse(iso ?? ''));

/** Does on the server what the demo's user did; answers when the server says that it was done. */
class ServerLife {
  readonly #world: World;
  readonly #user: TestUser;
  readonly #ids = new Map<string, string>();

  constructor(world: World, user: TestUser) {
    [this.#world, this.#user] = [world, user];
  }

  async do(step: LifeStep): Promise<StepTimes> {
    const user = this.#user;
    switch (step.do) {
      case 'bond': {
        const { id, createdAt, bondingStartTime } = await user.bond(step.token, step.amount);
        this.#ids.set(step.name, id);
        return { at: at(createdAt), paidAt: at(bondingStartTime) };
      }
      case 'stake': {
        const { id, createdAt } = await user.stake(step.amount, step.autoRestake);
        this.#ids.set(step.name, id);
        return { at: at(createdAt) };
      }
      case 'claim':
        expect((await user.claim(this.#idOf(step))).status).toBe(200);
        return { at: await this.#now() };
      case 'activate':
        return { at: at((await user.activate(this.#idOf(step))).body.vaultStartTime) };
      case 'restake':
        return { at: at((await user.restake(this.#idOf(step))).body.restakeProcessedAt) };
      case 'unstake': {
        expect((await user.withdraw(this.#idOf(step), step.amount)).status).toBe(200);
        const { body } = await user.call(getHistory, { params: { userId: user.id } });
        return { at: at(body.all.find(({ type }) => type === 'withdraw')?.createdAt) };
      }
      case 'sell':
        return { at: at((await user.asked(step.amount, step.token)).requestedAt) };
      case 'pay':
        return this.#pay();
    }
  }

  #idOf({ name }: { readonly name: string }): string {
    return this.#ids.get(name)!;
  }

  async #now(): Promise<Instant> {
    return at((await this.#world.call(getStatus)).body.now);
  }

  async #pay(): Promise<StepTimes> {
    const owner = await this.#world.owner();
    const { id } = (await this.#user.sells())[0]!;
    expect((await owner(approveSell, { params: { id }, body: {} })).status).toBe(200);
    await this.#world.pass(FINAL_MS);
    await this.#world.settle();
    const { reviewedAt, payout } = (await this.#user.sells())[0]!;
    const { createdAt, expiresAt, settledAt } = payout!;
    const times = { createdAt: at(createdAt), expiresAt: at(expiresAt), settledAt: at(settledAt) };
    return { at: at(reviewedAt), payout: times };
  }
}

/** What the demo makes up, and what only the chain and the database can know. */
const OWN = new Set([
  'hash',
  'id',
  'reference',
  'signature',
  'stakeId',
  'transactionHash',
  'transactionSignature',
  'treasuryAddress',
  'userId',
  'username',
  'walletAddress',
]);
/** References are counted on among all users. */
const uncounted = (text: string): string => text.replaceAll(/\b([A-Z]+-\d{8})-\d{6,}/g, '$1');

function comparable(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return OWN.has(key) ? 'own' : uncounted(value);
  if (Array.isArray(value)) return value.map((item) => comparable(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [name, comparable(of, name)]),
  );
}

describe('the demo', () => {
  const world = World.forTests({ steady: false });
  let user: TestUser;
  let ask: ReturnType<typeof answering>;

  beforeAll(async () => {
    user = await world.user();
    const [first] = await world.rows<{ at: Instant }>(
      'select effective_at as at from lmt_prices order by id limit 1',
    );
    const account = new DemoAccount({ lmtSince: first!.at, sol: usdPrice(200_000000000000n) });
    const [onServer, inDemo] = [new ServerLife(world, user), new Life(account)];
    let left = LIFE[0]![0] * DAY_MS + LIFE[0]![1] * HOUR_MS;
    for (const [days, hours, step] of LIFE) {
      const next = days * DAY_MS + hours * HOUR_MS;
      await world.advance(left - next);
      left = next;
      inDemo.do(step, await onServer.do(step));
    }
    await world.advance(left);
    const now = at((await world.call(getStatus)).body.now);
    // What is read from here on is read at one instant by both.
    ask = answering(account, () => now);
    await world.rows(`create or replace function protocol_time(offset_ms bigint)
      returns timestamptz(3) language sql as $$ select to_timestamp(${now} / 1000.0)::timestamptz(3) $$`);
  });

  async function answers(endpoint: Endpoint, query: Record<string, string> = {}) {
    const params = { userId: user.id, symbols: 'SOL' };
    const { status, body } = await user.call(endpoint, { params, query });
    expect(status, JSON.stringify(body)).toBe(200);
    const path = addressOf(endpoint.path, { params: { ...params, userId: DEMO_USER }, query });
    const answer = await ask(path, { method: endpoint.method });
    const isText = endpoint.mediaType === 'text/csv';
    return [await (isText ? answer.text() : answer.json()), body] as [unknown, unknown];
  }

  test.each<[string, Endpoint, Record<string, string>?]>([
    ['bonds', listBonds],
    ['vaults', listStakes],
    ['sell requests', listSells],
    ['the right to sell', getEligibility],
    ['portfolio', getPortfolio],
    ['history', getHistory],
    ['analytics', getAnalytics],
    ['settings', getSettings],
    ['fee quote', getFeeQuote, { amount: '1.5' }],
  ])('answers as the server does that has lived the same life: %s', async (_, endpoint, query) => {
    const [demo, server] = await answers(endpoint, query);
    expect(comparable(demo)).toEqual(comparable(server));
  });

  test.each([{}, { type: 'sell' }, { status: 'pending' }])(
    'exports the history that the server does: %j',
    async (query: Record<string, string>) => {
      const lines = (text: unknown) =>
        uncounted(String(text)).replaceAll(/[1-9A-HJ-NP-Za-km-z]{64,90}/g, 'own');
      const [demo, server] = await answers(exportHistory, query);
      expect(lines(demo)).toBe(lines(server));
    },
  );

  test('has the SOL price that it lives with', async () => {
    const [demo, server] = await answers(getPrices, { detail: 'true' });
    expect(demo).toMatchObject({ SOL: { price: 200 } });
    expect(server).toMatchObject({ SOL: { price: 200 } });
  });
});
