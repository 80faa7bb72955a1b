import { afterEach, describe, expect, test } from 'vitest';
import { listParked } from '#contract/payments/admin-deposits';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { unknown } from '#server/kernel/rpc/answer';
import { expectReconciled } from '#test/treasury/reconciled';
import { World } from '#test/world';
import { paymentOf, units } from '#test/world/wallet';

const FINAL = 15 * SECOND_MS;

describe('payments that cannot be processed', () => {
  const world = World.forTests();
  afterEach(() => world.expectSound());

  const watch = (): Promise<void> => world.settleAfter(FINAL);
  /** Makes the database refuse payments of one transaction in one token. */
  async function refusing(
    signature: string,
    token: string,
    errorCode = 'raise_exception',
  ): Promise<() => Promise<unknown>> {
    await world.rows(`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.signature = '${signature}' and new.token = '${token}' then
        raise exception 'refused by a test' using errcode = '${errorCode}'; end if;
      return new; end $$`);
    await world.rows(`create trigger refuse_one before insert on payments for each row
      execute function refuse_one()`);
    return () => world.rows('drop function refuse_one cascade');
  }

  test('a transaction with a quote in each token, and with quotes of two users: all payments become bonds', async () => {
    const [a, b] = [await world.user(), await world.user()];
    const quotes = {
      sol: await a.quote('SOL', '4.935'),
      usdc: await a.quote('USDC', '987'),
      other: await b.quote('SOL', '4.935'),
    };
    await world.setLmtPrice('1974');
    const { till } = world;
    const pay = async () =>
      a.send(
        await paymentOf(a.wallet, till, {
          token: 'SOL',
          amount: units('SOL', '4.935'),
          reference: quotes.sol.reference,
        }),
        await paymentOf(a.wallet, till, {
          token: 'USDC',
          amount: units('USDC', '987'),
          reference: quotes.usdc.reference,
        }),
        await paymentOf(b.wallet, till, {
          token: 'SOL',
          amount: units('SOL', '4.935'),
          reference: quotes.other.reference,
        }),
      );
    const signature = await pay();
    await world.pass(2 * SECOND_MS);
    expect(await a.post('SOL', '4.935', signature)).toMatchObject({ status: 201 });
    expect(await a.post('USDC', '987', signature)).toMatchObject({ status: 201 });
    await watch();
    await world.setLmtPrice('987');
    for (const bond of [...(await a.bonds()), await b.onlyBond()])
      expect(bond).toMatchObject({ status: 'confirmed', lmtAmount: '1.00000000' });
    expect(await a.bonds()).toHaveLength(2);
  });

  test('a payment is parked on its own, while others of its transaction and later ones are processed', async () => {
    const [a, b] = [await world.user(), await world.user()];
    const signature = await a.send(
      await paymentOf(a.wallet, world.till, {
        token: 'SOL',
        amount: units('SOL', '4.935'),
        reference: (await a.quote('SOL', '4.935')).reference,
      }),
      await paymentOf(a.wallet, world.till, {
        token: 'USDC',
        amount: units('USDC', '987'),
        reference: (await a.quote('USDC', '987')).reference,
      }),
    );
    await b.pay('SOL', '4.935', (await b.quote('SOL', '4.935')).reference);
    const allow = await refusing(signature, 'SOL');
    await watch();
    expect((await a.bonds()).map(({ tokenType }) => tokenType)).toEqual(['USDC']);
    expect(await b.onlyBond()).toMatchObject({ status: 'confirmed' });
    expect(world.alerts.splice(0)).toMatchObject([
      { what: 'a payment could not be processed and is put aside', signature },
    ]);
    const owner = await world.owner();
    const listed = await owner(listParked);
    expect(listed.body).toMatchObject([{ signature, tries: 1 }]);
    expect(listed.body[0]?.error).toContain('refused by a test');
    await allow();
    await world.advance(2 * MINUTE_MS);
    expect(await a.bonds()).toHaveLength(2);
    expect((await owner(listParked)).body).toEqual([]);
  });

  test('a payment stays in the cursor walk while the database is unavailable', async () => {
    const user = await world.user();
    const { reference } = await user.quote('SOL', '4.935');
    const signature = await user.pay('SOL', '4.935', reference);
    const allow = await refusing(signature, 'SOL', 'admin_shutdown');
    await expect(watch()).rejects.toThrow('refused by a test');
    expect(await world.count('parked_transactions')).toBe(0);
    await allow();
    await watch();
    expect(await user.onlyBond()).toMatchObject({ status: 'confirmed' });
    expect(world.alerts).toEqual([]);
  });

  test('a payment from before the account’s first movement is no movement', async () => {
    const own = await World.open();
    const user = await own.user();
    const { chain } = own.node.parts;
    const first = await user.pay('USDC', '987', (await user.quote('USDC', '987')).reference);
    const facts: typeof chain.facts = async (signature, ...asked) =>
      signature === first ? unknown('malformed') : chain.facts(signature, ...asked);
    const { scheduler } = await own.restart({ chain: { ...chain, facts } });
    await own.pass(FINAL);
    await scheduler.runAll();
    expect(await own.count('parked_transactions')).toBe(1);
    await user.pay('USDC', '10');
    await own.pass(FINAL);
    await scheduler.runAll();
    await own.advance(2 * MINUTE_MS);
    expect(await own.count('parked_transactions')).toBe(0);
    expect(await user.bonds()).toHaveLength(2);
    await expectReconciled(own, await own.owner());
    own.alerts.splice(0);
    await own.close();
  });

  test('many unreadable transactions delay no readable one', async () => {
    const user = await world.user();
    await world.rows(
      `insert into parked_transactions (signature, since)
       select '1unreadable' || n, protocol_now() - interval '1 day' from generate_series(1, 45) n`,
    );
    const signature = await user.pay('SOL', '4.935', (await user.quote('SOL', '4.935')).reference);
    await world.rows(
      `insert into parked_transactions (signature, since) values ($1, protocol_now())`,
      [signature],
    );
    await world.pass(15 * SECOND_MS);
    await world.rows('update watch_cursors set slot = slot + 1000000');
    for (const _ of [1, 2, 3]) await world.advance(MINUTE_MS);
    expect(await user.onlyBond()).toMatchObject({ status: 'confirmed' });
    await world.rows(`delete from parked_transactions`);
    world.alerts.splice(0);
  });
});
