import * as fc from 'fast-check';
import { type KeyPairSigner, address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getTransferCheckedInstruction } from '@solana-program/token';
import { expect, test, vi } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { approveSell, refundCredit, refundDeposit } from '#contract/payouts/admin-sells';
import { nameMovement } from '#contract/treasury/admin-movements';
import type { PayToken } from '#domain/base/money';
import { MINUTE_MS } from '#domain/base/time';
import { freshDatabase } from '#test/databases';
import { count, tries } from '#test/prove/effort';
import { sellersIn } from '#test/sells/sellers';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { newWallet, paymentOf, send, tokenAccount } from '#test/world/wallet';
import { expectReconciled, movementsOf, watched } from './reconciled.ts';

vi.setConfig({ testTimeout: 900_000 });

const ACTS = [
  'bond',
  'fee',
  'stray',
  'dust',
  'faucet',
  'out',
  'failed',
  'both',
  'sell',
  'refund',
  'credit',
  'name',
  'wait',
  'restart',
] as const;
type Act = (typeof ACTS)[number];
interface Step {
  readonly act: Act;
  readonly token: PayToken;
  readonly units: bigint;
}

const anySteps = fc.array(
  fc.record<Step>({
    act: fc.constantFrom(...ACTS),
    token: fc.constantFrom<PayToken>('SOL', 'USDC'),
    units: fc.bigInt(20_000n, 3_000_000n),
  }),
  { minLength: 12, maxLength: 12 },
);

/** Treasury watched by two nodes, with random events. */
class Life {
  readonly world: World;
  readonly owner: AsOwner;
  readonly wallet: KeyPairSigner;
  readonly seller: TestUser;

  constructor(world: World, { owner, wallet, seller }: Pick<Life, 'owner' | 'wallet' | 'seller'>) {
    this.world = world;
    [this.owner, this.wallet, this.seller] = [owner, wallet, seller];
  }

  static async open(): Promise<Life> {
    const world = await World.open({ fresh: freshDatabase });
    await world.nodes(2);
    const [seller] = (await sellersIn(world, 1)) as [TestUser];
    const owner = await world.owner();
    return new Life(world, { owner, wallet: await world.ownerWallet(), seller });
  }

  async away(token: PayToken, to: string, amount: bigint) {
    const { till } = this.world;
    if (token === 'SOL') {
      return getTransferSolInstruction({ source: this.wallet, destination: address(to), amount });
    }
    return getTransferCheckedInstruction({
      source: address(till.treasuryTokenAccount),
      mint: address(till.usdcMint),
      destination: await tokenAccount(to, till.usdcMint),
      authority: this.wallet,
      amount,
      decimals: 6,
    });
  }

  async do({ act, token, units }: Step): Promise<void> {
    const { world, owner, wallet, seller } = this;
    const { net, till } = world;
    const paysFrom = async (payer: KeyPairSigner, amount: bigint): Promise<void> => {
      await send(net, payer, [await paymentOf(payer, till, { token, amount })]);
    };
    switch (act) {
      case 'bond':
        await seller.bond(token, token === 'SOL' ? '0.05' : '12.5');
        return;
      case 'fee':
        await seller.payFee(await seller.feeQuote('0.001'));
        return;
      case 'stray':
        return paysFrom(await world.fundedWallet('1', '10'), units * (token === 'SOL' ? 100n : 1n));
      case 'dust':
        return paysFrom(await world.fundedWallet('1', '1'), 1n);
      case 'faucet':
        if (token === 'SOL') await net.airdrop(till.treasury, units);
        else await net.mintTo(till.usdcMint, till.treasury, units);
        return;
      case 'out':
      case 'both': {
        const friend = await world.fundedWallet('1', '1');
        const out = [await this.away(token, friend.address, units)];
        // Owner and stranger pay each other in one transaction.
        if (act === 'both') out.push(await this.away('USDC', friend.address, units));
        await send(net, wallet, out);
        return;
      }
      case 'failed':
        await send(net, wallet, [await this.away('SOL', (await newWallet()).address, 1n)]);
        return;
      case 'sell': {
        await world.rows('update users set sell_period_started_at = null');
        const asked = await seller.sell('0.003', token);
        if (asked.status === 201) {
          const params = { id: asked.body.id };
          expect((await owner(approveSell, { params, body: { notes: 'y' } })).status).toBe(200);
        }
        return;
      }
      case 'refund': {
        const deposit = (await owner(listDeposits)).body.find(({ sender }) => sender !== null);
        if (deposit) await owner(refundDeposit, { params: { id: deposit.id }, body: {} });
        return;
      }
      case 'credit':
        await owner(refundCredit, { params: { id: seller.id }, body: {} });
        return;
      case 'name': {
        const open = (await movementsOf(owner)).find(({ canBeNamed }) => canBeNamed);
        if (!open) return;
        await owner(nameMovement, { params: { id: open.id }, body: { label: 'own' } });
        return;
      }
      case 'wait':
        return world.pass(MINUTE_MS);
      case 'restart':
        await world.restart();
    }
  }
}

test.each(Array.from({ length: tries(2, 25) }, (_, seed) => seed))(
  'treasury movements add up after each random step (seed %i)',
  async (seed) => {
    const life = await Life.open();
    const { world, owner } = life;
    const [steps = []] = fc.sample(anySteps, { numRuns: 1, seed });
    for (const step of steps) {
      await life.do(step);
      await watched(world, await world.nodes(2));
      await expectReconciled(world, owner);
    }
    const unlooked = (await movementsOf(owner, { concern: 'true' })).map(({ concern }) => concern);
    expect(unlooked.filter((concern) => concern !== 'no-payout')).toEqual([]);
    count('steps after which the treasury’s movements added up', steps.length);
    await world.close();
  },
);
