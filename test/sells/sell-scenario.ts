import type { KeyPairSigner } from '@solana/kit';
import { expect } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { approveSell, refundDeposit } from '#contract/payouts/admin-sells';
import type { SellJson } from '#contract/sells/sells';
import { MINUTE_MS } from '#domain/base/time';
import type { AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { paymentOf, send } from '#test/world/wallet';
import { FINAL_MS, sellNow, sellersIn } from './sellers.ts';
import { Balances, payoutOf } from './treasury.ts';

/** Pending request, with the balances of user and treasury before it. */
export interface Case {
  readonly sell: SellJson;
  readonly balances: Balances;
  /** Transaction signed by the owner's wallet, if that one signs. */
  readonly signed?: string;
}

/** Open unmatched deposit. */
export interface UnmatchedDeposit {
  readonly id: string;
  readonly balances: Balances;
}

const STRAY = 500_000_000n;

/** A seller without limits and the owner, for operations that run many times. */
export class SellScenario {
  readonly world: World;
  readonly owner: AsOwner;
  readonly wallet: KeyPairSigner;
  readonly user: TestUser;
  /** Runs the follow-payouts job once. */
  readonly follow: () => Promise<void>;

  private constructor(
    world: World,
    [owner, wallet, user]: readonly [AsOwner, KeyPairSigner, TestUser],
    follow: () => Promise<void>,
  ) {
    this.world = world;
    [this.owner, this.wallet, this.user] = [owner, wallet, user];
    this.follow = follow;
  }

  static async open(world: World, follow: () => Promise<void>): Promise<SellScenario> {
    const [user] = (await sellersIn(world, 1)) as [TestUser];
    return new SellScenario(world, [await world.owner(), await world.ownerWallet(), user], follow);
  }

  async ask(): Promise<Case> {
    // Starts a new sell period without waiting a week.
    await this.world.rows('update users set sell_period_started_at = null');
    const sell = await this.user.asked('0.01');
    return { sell, balances: await Balances.of(this.world, this.user.address) };
  }

  approve({ sell, signed }: Case, node?: Node) {
    const body = { notes: 'yes', ...(signed === undefined ? {} : { signedTransaction: signed }) };
    return this.owner(approveSell, { params: { id: sell.id }, body }, node);
  }

  async approved(one: Case): Promise<Case> {
    const { status, body } = await this.approve(one);
    expect(status, JSON.stringify(body)).toBe(200);
    return one;
  }

  /** Transaction to sign for a new request. */
  async handedOut(): Promise<Case & { readonly built: string }> {
    const one = await this.ask();
    const { status, body } = await this.approve(one);
    expect(status, JSON.stringify(body)).toBe(202);
    return { ...one, built: (body as { transaction?: string }).transaction! };
  }

  /** Follows payouts, finalizes, and follows them again. */
  async settle(): Promise<void> {
    await this.follow();
    await this.world.pass(FINAL_MS);
    await this.follow();
  }

  /** Expects the request to be paid once on the chain. */
  async expectPaid({ sell, balances }: Case): Promise<void> {
    const amount = payoutOf(sell);
    expect(await balances.paid()).toEqual([amount, amount]);
    expect(await sellNow(this.user, sell.id)).toMatchObject({
      status: 'approved',
      payout: { status: 'finalized' },
    });
  }

  /** Makes unmatched deposits of strangers. */
  async strays(count: number): Promise<UnmatchedDeposit[]> {
    const { world, owner } = this;
    const senders: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const sender = await world.fundedWallet('1', '0');
      await send(world.net, sender, [
        await paymentOf(sender, world.till, { token: 'SOL', amount: STRAY }),
      ]);
      senders.push(sender.address);
    }
    for (const ms of [FINAL_MS, MINUTE_MS]) {
      await world.settleAfter(ms);
    }
    const { body } = await owner(listDeposits);
    return Promise.all(
      senders.map(async (address) => ({
        id: body.find(({ sender }) => sender === address)!.id,
        balances: await Balances.of(world, address),
      })),
    );
  }

  refund({ id }: UnmatchedDeposit, node?: Node) {
    return this.owner(refundDeposit, { params: { id }, body: {} }, node);
  }

  /** Expects a deposit to be refunded to its sender once. */
  async expectRefunded(one: UnmatchedDeposit): Promise<void> {
    expect((await this.refund(one)).status).toBe(200);
    await this.settle();
    expect((await one.balances.paid())[0]).toBe(STRAY);
    expect((await this.refund(one)).body).toMatchObject({ status: 'refunded' });
  }
}
