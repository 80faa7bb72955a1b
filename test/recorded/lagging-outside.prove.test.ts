import { address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOutsidePayouts, withdrawOutsidePayout } from '#contract/payouts/admin-payouts';
import { approveSell, rejectSell } from '#contract/payouts/admin-sells';
import { SECOND_MS } from '#domain/base/time';
import type { ViewFault } from '#localnet/faults';
import { sellNow, sellersIn } from '#test/sells/sellers';
import { leave } from '#test/sells/treasury';
import { type AsOwner, World } from '#test/world';
import { IMPATIENT } from '#test/world/node';
import { newWallet, send, units } from '#test/world/wallet';
import { type NodeBehaviour, SOUND, chainOfPools } from './provider-pools.ts';

const LAG: ViewFault = { kind: 'lag', slots: 60 };
const LAGS: NodeBehaviour = () => [LAG];
const STANDS: NodeBehaviour = () => [{ kind: 'lag', slots: 300 }];
const AWAY: NodeBehaviour = () => ({
  name: 'away',
  source: 'a node that is down',
  status: 503,
  headers: {},
});

let world: World;
let owner: AsOwner;
beforeAll(async () => {
  const wallet = await newWallet();
  const owners = new Set<string>([wallet.address]);
  world = await World.open({ parts: { treasuryKey: null, owners } });
  owner = await world.owner(wallet);
});
afterAll(() => world.close());

test('an outside payout is not given up because of a lagging provider or the only responding one', async () => {
  // Keeps account states for lagging nodes.
  world.net.faults.inject(LAG, { methods: ['none'] });
  const [seller] = await sellersIn(world, 1);
  const sell = await seller!.asked('0.01', 'SOL');
  await leave(world, 'SOL', units('SOL', '50'));
  await world.settleAfter(60 * SECOND_MS);
  const chain = await chainOfPools(world, [[LAGS], [SOUND]]);
  const lagging = await world.restart({ chain, paymentWait: IMPATIENT });
  const approved = await owner(approveSell, { params: { id: sell.id }, body: { notes: 'y' } });
  expect(approved.body.payout?.status).toBe('awaiting-outside');
  // Both providers report everything before this point.
  await world.settleAfter(60 * SECOND_MS);
  const [payout] = (await owner(listOutsidePayouts)).body;
  const treasury = await world.ownerWallet();
  const paid = getTransferSolInstruction({
    source: treasury,
    destination: address(payout!.receiver),
    amount: units('SOL', payout!.amount),
  });
  const before = await world.node.parts.chain.balancesOfEach('processed');
  await send(world.net, treasury, [paid]);
  await world.pass(4 * SECOND_MS);

  const reject = { params: { id: sell.id }, body: { notes: 'no' } };
  const giveUp = { params: { id: payout!.id }, body: { reason: 'not now' } };
  expect(await owner(rejectSell, reject, lagging)).toMatchObject({
    status: 409,
    body: { code: 'PAYOUT_UNSURE' },
  });
  expect(await owner(withdrawOutsidePayout, giveUp, lagging)).toMatchObject({
    status: 409,
    body: { code: 'PAYOUT_UNSURE' },
  });
  const alone = await chainOfPools(world, [[LAGS], [AWAY]]);
  const node = await world.restart({ chain: alone, paymentWait: IMPATIENT });
  expect(await owner(withdrawOutsidePayout, giveUp, node)).toMatchObject({
    status: 503,
    body: { code: 'CHAIN_UNAVAILABLE' },
  });
  // All providers are stalled, further back than final blocks.
  await world.pass(90 * SECOND_MS);
  // The local network reports a final balance whatever the lag.
  const still = { ...(await chainOfPools(world, [[STANDS]])), balancesOfEach: async () => before };
  const last = await world.restart({ chain: still, paymentWait: IMPATIENT });
  expect(await owner(withdrawOutsidePayout, giveUp, last)).toMatchObject({
    status: 409,
    body: { code: 'PAYOUT_UNSURE' },
  });
  expect(await sellNow(seller!, sell.id)).toMatchObject({
    status: 'pending',
    payout: { status: 'awaiting-outside' },
  });
});
