import { beforeAll, describe, expect, test } from 'vitest';
import { approveSell } from '#contract/payouts/admin-sells';
import { type Chain, createChain } from '#server/kernel/chain/chain';
import type { Fetch } from '#server/kernel/rpc/endpoint';
import { createRpcProxy } from '#server/kernel/rpc/rpc-proxy';
import { createRpc } from '#server/kernel/rpc/rpc-client';
import { FINAL_MS, sellersIn } from '#test/sells/sellers';
import { type AsOwner, World } from '#test/world';
import { IMPATIENT, type Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { type Recorded, recorded, replay } from './recorded.ts';

const ANSWERS = recorded();
const URLS = ['http://first.provider/', 'http://second.provider/'] as const;
const GOOD: Recorded = {
  name: 'good',
  source: '',
  status: 200,
  headers: {},
  json: { jsonrpc: '2.0', result: 42, id: 1 },
};

/** Status for the browser by fault; it retries 429, 502, 503 and 504. */
const STATUSES: readonly (readonly [name: RegExp, status: number])[] = [
  [/429|plan is used up|so many a second/, 429],
  [/^-32(004|005|016|603)/, 503],
  [/^-32/, 200],
  [/./, 502],
];
const statusOf = ({ name }: Recorded): number =>
  STATUSES.find(([pattern]) => pattern.test(name))?.[1] ?? 0;

/** The first provider responds as recorded, the second correctly. */
const fetchOf =
  (first: Recorded): Fetch =>
  (url, { body }) =>
    Promise.resolve(replay(url === URLS[0] ? first : GOOD, body as string));
const wait = (): Promise<void> => Promise.resolve();

describe.each(ANSWERS.map((answer) => [answer.name, answer] as const))(
  'recorded response: %s',
  (_name, answer) => {
    const { status } = answer;
    const request = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'getBalance', params: [] });
    const proxied = (urls: readonly string[]) => {
      const till = { treasury: '', usdcMint: '', treasuryTokenAccount: '' };
      return createRpcProxy({ urls, till, fetch: fetchOf(answer) }).respond(request);
    };

    test('makes the server use the other provider, and return nothing without one', async () => {
      const fetch = fetchOf(answer);
      const both = createRpc({ urls: URLS, fetch, wait });
      expect(await both.call('getSlot', [])).toEqual({ kind: 'result', value: 42 });
      const alone = createRpc({ urls: [URLS[0]], fetch, wait });
      expect((await alone.call('getSlot', [])).kind).not.toBe('result');
    });

    test('makes the browser get the other provider’s response, or a retryable status', async () => {
      const alone = await proxied([URLS[0]]);
      expect([status, alone.status]).toEqual([status, statusOf(answer)]);
      if (alone.status === 429) expect(Number(alone.headers['retry-after'])).toBeGreaterThan(0);
      // Errors of the request itself are passed on to the browser.
      const expected = statusOf(answer) === 200 ? { error: {} } : { result: 42 };
      expect(JSON.parse((await proxied(URLS)).body)).toMatchObject(expected);
    });
  },
);

describe('recorded faults in the whole app', () => {
  const world = World.forTests();
  let owner: AsOwner;
  let user: TestUser;
  let seller: TestUser;
  /** Response of the first provider; null if correct. */
  let faulty: Recorded | null = null;
  let [both, alone]: Node[] = [];

  beforeAll(async () => {
    const chain = (urls: readonly string[]): Promise<Chain> =>
      createChain({
        urls,
        treasury: world.till.treasury,
        usdcMint: world.till.usdcMint,
        wait,
        fetch: async (url, { body }) => {
          if (faulty && url === URLS[0]) return replay(faulty, body as string);
          const answer = await world.net.respond(body as string);
          return new Response(answer.body, { status: answer.status, headers: answer.headers });
        },
      });
    both = await world.restart({ chain: await chain(URLS) });
    alone = await world.restart({ chain: await chain([URLS[0]]), paymentWait: IMPATIENT });
    user = await world.user();
    [seller] = (await sellersIn(world, 1)) as [TestUser];
    owner = await world.owner();
  });

  const paid = async (): Promise<string> => {
    const { reference } = await user.quote('SOL', '0.01');
    const signature = await user.pay('SOL', '0.01', reference);
    await world.pass(1_200);
    return signature;
  };

  test.each(ANSWERS.map((answer) => [answer.name, answer] as const))(
    '%s: makes a bond with the other provider; without one the bond waits',
    async (_name, answer) => {
      faulty = answer;
      const first = await user.on(both!).post('SOL', '0.01', await paid());
      expect(first.body).toMatchObject({ status: 'confirmed' });
      const signature = await paid();
      const second = await user.on(alone!).post('SOL', '0.01', signature);
      expect([second.status, second.body.status]).toEqual([201, 'pending']);
      faulty = null;
      const again = await user.on(alone!).post('SOL', '0.01', signature);
      expect(again.body).toMatchObject({ id: second.body.id, status: 'confirmed' });
    },
  );

  test('delay a payout without side effects, and it is made once', async () => {
    const { id } = await seller.asked('0.1');
    const approve = (node: Node) =>
      owner(approveSell, { params: { id }, body: { notes: 'yes' } }, node);
    for (const answer of ANSWERS) {
      faulty = answer;
      expect((await approve(alone!)).body).toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
      expect(await seller.sells()).toMatchObject([{ id, status: 'pending', payout: null }]);
    }
    expect((await approve(both!)).status).toBe(200);
    faulty = null;
    await world.settleAfter(FINAL_MS, [alone!]);
    expect(await seller.sells()).toMatchObject([
      { id, status: 'approved', payout: { status: 'finalized' } },
    ]);
  });
});
