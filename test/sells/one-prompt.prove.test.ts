import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { KeyPairSigner } from '@solana/kit';
import { approveSell } from '#contract/payouts/admin-sells';
import type { SellJson } from '#contract/sells/sells';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { ApiError } from '../../src/web/kernel/api/api-error.ts';
import { AdminSessionEnded } from '../../src/web/kernel/api/admin-client.ts';
import {
  type OwnerSigned,
  type PayOutOrder,
  payOutAll,
  payOutFault,
} from '../../src/web/kernel/dashboard/pay-out/pay-out.ts';
import { ofPayment, otherPrice, alter, signAltered } from './owner-wallet.ts';
import { PageWallet, throwing } from './page-wallet.ts';
import { FINAL_MS, sellNow, sellersIn } from './sellers.ts';
import { Balances, payoutOf } from './treasury.ts';

const REFUSED = 4001;
const UNKNOWN_METHOD = -32_601;
/** Mobile Wallet Adapter error for too many transactions. */
const TOO_MANY = -5;

interface Asked {
  readonly user: TestUser;
  readonly sell: SellJson;
  readonly balances: Balances;
}

onOneDatabase('several payouts signed by the owner’s wallet on the page', (fresh) => {
  let world: World;
  let owner: AsOwner;
  let key: KeyPairSigner;
  let page: PageWallet;
  let sellers: TestUser[];
  const answered: Asked[] = [];
  beforeAll(async () => {
    world = await World.open({ fresh, parts: { treasuryKey: null } });
    sellers = await sellersIn(world, 16);
    owner = await world.owner();
    key = await world.ownerWallet();
    page = PageWallet.connect(world, key);
  });
  afterEach(async () => {
    page.prompts.length = 0;
    await world.expectSound();
  });
  afterAll(async () => {
    PageWallet.disconnect();
    await world.close();
  });

  const askedBy = async (count: number): Promise<Asked[]> => {
    const all: Asked[] = [];
    for (const user of sellers.splice(0, count)) {
      const sell = await user.asked('1', all.length % 2 === 0 ? 'SOL' : 'USDC');
      const balances = await Balances.of(world, user.address, sell.payoutCurrency);
      all.push({ user, sell, balances });
    }
    answered.push(...all);
    return all;
  };
  /** Approval call of the page. */
  const call = async ({ id }: SellJson, signed: OwnerSigned): Promise<object> => {
    const { status, body } = await owner(approveSell, { params: { id }, body: signed });
    if (status < 300) return body;
    const { code = null, error = '' } = body;
    throw new ApiError(error, { status, code, requestId: null, body });
  };
  /** Approves requests on the page. Returns the outcome and progress steps of each. */
  const approve = async (all: readonly Asked[], pay = call) => {
    const told = all.map(() => ({ steps: [] as string[], end: '' }));
    await payOutAll(
      all.map(({ sell }, i): PayOutOrder<object> => ({
        confirmed: {
          purpose: 'sell',
          subject: sell.id,
          receiver: sell.walletAddress,
          token: sell.payoutCurrency,
          amount: sell.payoutAmount,
        },
        pay: (signed) => pay(sell, signed),
        onStep: (step) => told[i]!.steps.push(step),
        onEnd: (end) => {
          expect(told[i]!.end, 'told once').toBe('');
          told[i]!.end = 'answer' in end ? 'paid' : payOutFault(end.error, 'otherwise').message;
        },
      })),
    );
    return { ends: told.map(({ end }) => end), steps: told.map(({ steps }) => steps.join(' ')) };
  };
  const settled = (ms = FINAL_MS): Promise<void> => world.settleAfter(ms);
  const expectPaid = async (all: readonly Asked[]): Promise<void> => {
    for (const { user, sell, balances } of all) {
      expect((await balances.paid())[0]).toBe(payoutOf(sell));
      expect((await sellNow(user, sell.id)).payout).toMatchObject({ status: 'finalized' });
    }
  };
  const states = (all: readonly Asked[]) =>
    Promise.all(all.map(async ({ user, sell }) => (await sellNow(user, sell.id)).payout?.status));

  test('are checked, signed and submitted in one prompt, and all are paid', async () => {
    const all = await askedBy(3);
    const { ends, steps } = await approve(all);
    expect(ends).toEqual(['paid', 'paid', 'paid']);
    expect(new Set(steps)).toEqual(new Set(['running signing']));
    expect(page.prompts).toEqual([3]);
    await settled();
    await expectPaid(all);
  });

  test('all wait after a refused prompt; those returned in part or reordered are paid', async () => {
    const all = await askedBy(3);
    page.next(throwing(REFUSED));
    for (const end of (await approve(all)).ends) {
      expect(end).toContain('The wallet refused to sign. Nothing was paid');
    }
    expect(new Set(await states(all))).toEqual(new Set(['awaiting-signature']));
    page.next(async ([first, , third]) => [await page.sign(third!), await page.sign(first!)]);
    const { ends } = await approve(all);
    expect(ends[1]).toContain('gave this one back unsigned. Nothing was paid');
    expect([ends[0], ends[2]]).toEqual(['paid', 'paid']);
    expect((await states(all))[1]).toBe('awaiting-signature');
    page.next(async (given) => given.map(() => undefined));
    expect((await approve([all[1]!])).ends[0]).toContain('gave this one back unsigned');
    expect((await approve([all[1]!])).ends).toEqual(['paid']);
    expect(page.prompts).toEqual([3, 3, 1, 1]);
    await settled();
    await expectPaid(all);
  });

  test('one misrepresented by the server is not shown to the wallet, one altered by the wallet is withdrawn, the third is paid', async () => {
    const all = await askedBy(3);
    const [lied, altered] = all as [Asked, Asked, Asked];
    const lying = async (sell: SellJson, signed: OwnerSigned): Promise<object> => {
      const answer = (await call(sell, signed)) as { readonly transaction?: string };
      if (sell !== lied.sell || answer.transaction === undefined) return answer;
      const more = ofPayment((one) =>
        one.data!.length < 12 ? one : { ...one, data: new Uint8Array(one.data!).with(6, 0xff) },
      );
      return { ...answer, transaction: alter(key.address, answer.transaction, more) };
    };
    page.next(async ([first, second]) => {
      const built = Buffer.from(first!).toString('base64');
      const own = Buffer.from(await signAltered(key, built, otherPrice(9)), 'base64');
      return [{ signedTransaction: new Uint8Array(own) }, await page.sign(second!)];
    });
    const { ends, steps } = await approve(all, lying);
    expect(ends[0]).toContain('The wallet was not asked and nothing was paid');
    expect(ends[1]).toContain('The wallet changed the transaction');
    expect([ends[2], steps[0]]).toEqual(['paid', 'running']);
    expect(page.prompts).toEqual([2]);
    expect((await approve([lied])).ends).toEqual(['paid']);
    await world.settle();
    await settled();
    expect((await altered.balances.paid())[0]).toBe(0n);

    expect((await approve([altered])).ends).toEqual(['paid']);
    await settled();
    await expectPaid(all);
  });

  test('are signed one by one by a wallet that supports no or smaller batches, and a refusal stops no other', async () => {
    const all = await askedBy(2);
    page.next(throwing(UNKNOWN_METHOD), throwing(REFUSED), throwing(REFUSED));
    for (const end of (await approve(all)).ends) expect(end).toContain('refused');
    page.next(throwing(TOO_MANY), throwing(REFUSED));
    const { ends } = await approve(all);
    expect(ends[0]).toContain('refused');
    expect(ends[1]).toBe('paid');
    expect(page.prompts).toEqual([2, 1, 1, 2, 1, 1]);
    expect((await approve([all[0]!])).ends).toEqual(['paid']);
    await settled();
    await expectPaid(all);
  });

  test('above the number of nonces are paid in groups, with a prompt each', async () => {
    const { nonces } = world.node.parts;
    const few = { ...nonces, accounts: nonces.accounts.slice(0, 2) };
    const node = await world.restart({ nonces: few });
    const all = await askedBy(5);
    const refusals: unknown[] = [];
    const { ends } = await approve(all, async ({ id }, signed) => {
      const { status, body } = await owner(approveSell, { params: { id }, body: signed }, node);
      if (status < 300) return body;
      refusals.push(body.code);
      // The wait named by the server passes on the chain's clock.
      await settled();
      const { code = null, error = '' } = body;
      throw new ApiError(error, {
        status,
        code,
        requestId: null,
        body: { ...body, retryAfterSeconds: 0 },
      });
    });
    expect(ends).toEqual(Array(5).fill('paid'));
    expect(new Set(refusals)).toEqual(new Set(['NO_FREE_NONCE']));
    expect(page.prompts).toEqual([2, 2, 1]);
    await settled();
    await expectPaid(all);
  });

  test('send no further request to the server or the wallet without a session', async () => {
    let calls = 0;
    const ended = async (): Promise<object> => {
      calls += 1;
      throw new AdminSessionEnded();
    };
    await expect(approve(answered.slice(0, 2), ended)).rejects.toThrow(AdminSessionEnded);
    expect([calls, page.prompts]).toEqual([1, []]);
  });
});
