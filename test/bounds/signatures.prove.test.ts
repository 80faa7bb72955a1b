import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { beforeAll, expect, test } from 'vitest';
import { openBond } from '#contract/bonds/bonds';
import { openStake } from '#contract/vaults/vaults';
import { followBonds } from '#server/bonds/follow-bonds';
import { holderOf } from '#test/vaults/stakers';
import { World } from '#test/world';
import { type Node, chainOn } from '#test/world/node';
import type { TestUser } from '#test/world/user';

const base58 = getBase58Decoder();
const invented = (): string => base58.decode(randomBytes(64));
/** A node's production polling interval, with a shorter total. */
const WAIT = { forMs: 2_000, everyMs: 400 };
const CALLS_PER_SECOND = 20;

const world = World.forTests();
let users: TestUser[];
let node: Node;
let calls: string[] = [];

beforeAll(async () => {
  const { net, wallets } = world;
  const counting = {
    faucetAddress: net.faucetAddress,
    airdrop: net.airdrop.bind(net),
    mintTo: net.mintTo.bind(net),
    close: () => net.close(),
    respond: (body: string) => {
      calls.push((JSON.parse(body) as { method: string }).method);
      return net.respond(body);
    },
  };
  const chain = await chainOn(counting as unknown as typeof net, wallets);
  node = await world.restart({ chain, paymentWait: WAIT });
  users = [];
  for (let i = 0; i < 10; i += 1) users.push(await world.user({ sol: '1', usdc: '0' }));
});

const post = (user: TestUser, transactionSignature: string) =>
  user.call(
    openBond,
    { body: { userId: user.id, tokenType: 'SOL', amount: '1', transactionSignature } },
    node,
  );

test('fifty invented signatures from ten wallets cost at most 20 calls a second', async () => {
  calls = [];
  const began = performance.now();
  const answers = await Promise.all(
    users.flatMap((user) => Array.from({ length: 5 }, () => post(user, invented()))),
  );
  const seconds = (performance.now() - began) / 1_000;
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201));
  expect(calls.length / seconds).toBeLessThanOrEqual(CALLS_PER_SECOND);
  calls = [];
  const job = followBonds(node.parts);
  await job.run();
  const look = ['getSignatureStatuses', 'getHealth'];
  expect(calls).toEqual([...look, ...look]);
  // History was searched a moment ago.
  await job.run();
  expect(calls).toEqual([...look, ...look, ...look]);
});

test('a user with many unseen announced payments is refused before any wait', async () => {
  const user = users[0]!;
  await Promise.all(Array.from({ length: 5 }, () => post(user, invented())));
  const began = performance.now();
  expect((await post(user, invented())).body).toMatchObject({ code: 'BONDS_PENDING' });
  expect(performance.now() - began).toBeLessThan(WAIT.forMs);
});

test('a user with many unseen fee payments is refused before any wait', async () => {
  const user = await holderOf(world, '1');
  const stake = (feeTransactionHash: string) =>
    user.call(
      openStake,
      { body: { userId: user.id, amount: '1', autoRestakeEnabled: false, feeTransactionHash } },
      node,
    );
  for (let i = 0; i < 2; i += 1) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => stake(invented())));
    expect(answers.map(({ body }) => (body as { code?: string }).code)).toEqual(
      Array.from({ length: 5 }, () => 'FEE_NOT_SEEN'),
    );
  }
  expect((await stake(invented())).body).toMatchObject({ code: 'FEES_PENDING' });
});

test('a malformed signature is refused at once, without affecting others', async () => {
  const { body, status } = await post(users[1]!, '1'.repeat(70));
  expect([status, (body as { code?: string }).code]).toEqual([400, 'MALFORMED']);
});
