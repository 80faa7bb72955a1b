import { afterEach, beforeAll, expect, test } from 'vitest';
import { assignDeposit, listDeposits } from '#contract/payments/admin-deposits';
import { openBond, quoteBond } from '#contract/bonds/bonds';
import { getPortfolio } from '#contract/portfolio/portfolio';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { times } from '#test/support/times';
import { World } from '#test/world';
import { IMPATIENT, type Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { paymentOf, send, sendWire, signatureOf, units } from '#test/world/wallet';

const FINAL = 15 * SECOND_MS;

onOneDatabase('three nodes', (fresh) => {
  const world = World.forTests({ fresh });
  let nodes: readonly Node[];
  let hasty: readonly Node[];
  let strangers: readonly TestUser[];
  beforeAll(async () => {
    nodes = await world.nodes(3);
    hasty = await Promise.all([1, 2].map(() => world.restart({ paymentWait: IMPATIENT })));
    strangers = [await world.user(), await world.user(), await world.user()];
  });
  afterEach(() => world.expectSound());

  const nodeOf = (i: number): Node => nodes[i % nodes.length]!;

  /** Posts one signature at once on all nodes, 30 times by its payer and 20 times by strangers. */
  const storm = (payer: TestUser, signature: string, on: (i: number) => Node) =>
    Promise.all([
      times(30, (i) => payer.on(on(i)).post('SOL', '4.935', signature)),
      times(20, (i) => strangers[i % strangers.length]!.on(on(i)).post('SOL', '4.935', signature)),
    ]);

  test('a signature posted 50 times while watchers run makes one bond of its payer, and 422 for strangers', async () => {
    const payer = await world.user();
    const { reference } = await payer.quote('SOL', '4.935');
    const signature = await payer.pay('SOL', '4.935', reference);
    await world.pass(FINAL);
    const [[own, foreign]] = await Promise.all([
      storm(payer, signature, nodeOf),
      world.settle(nodes),
    ]);
    expect(new Set(own.map(({ body }) => body.id)).size).toBe(1);
    expect(own.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    for (const { status, body } of own) {
      expect([200, 201]).toContain(status);
      expect(body).toMatchObject({ status: 'confirmed', lmtAmount: '1.00000000' });
    }
    for (const { status, body } of foreign) {
      expect([status, body.code]).toEqual([422, 'DEPOSIT_OTHER_SENDER']);
    }
    await world.settle(nodes);
    expect(await payer.bonds()).toHaveLength(1);
    const issued = 'journals where kind = $1 and user_id = $2';
    expect(await world.count(issued, ['bondPaid', payer.id])).toBe(1);
  });

  test('a signature posted before it is visible is pending for all, then the payer’s bond, with no supply reserved', async () => {
    const payer = await world.user();
    const wire = await payer.signedPayment('SOL', '4.935');
    const signature = signatureOf(wire);
    // Not sent yet: each poster gets one pending bond.
    const [own, foreign] = await storm(payer, signature, (i) => hasty[i % 2]!);
    for (const { body } of [...own, ...foreign]) expect(body).toMatchObject({ status: 'pending' });
    expect(new Set([...own, ...foreign].map(({ body }) => body.id)).size).toBe(4);
    await sendWire(world.net, wire);
    await world.settleAfter(FINAL, nodes);
    expect(await payer.onlyBond()).toMatchObject({ status: 'confirmed', lmtAmount: '1.00000000' });
    for (const stranger of strangers) {
      const theirs = (await stranger.bonds()).filter((b) => b.transactionHash === signature);
      expect(theirs.map(({ status }) => status)).toEqual(['failed']);
    }
    expect((await payer.post('SOL', '4.935', signature)).status).toBe(200);
  });

  test('concurrent watchers process references, arrivals, announced bonds and unknown senders once each', async () => {
    const [quoted, plain, filled] = [await world.user(), await world.user(), await world.user()];
    const stranger = await world.fundedWallet();
    const { reference } = await quoted.quote('USDC', '987');
    await quoted.pay('USDC', '987', reference);
    await plain.pay('SOL', '4.935');
    const announced = [await filled.post('USDC', '10'), await filled.post('USDC', '10')];
    // More payments than announced bonds, so that no bond may be filled twice.
    for (let i = 0; i < 4; i += 1) await filled.pay('USDC', '10');
    const paid = await paymentOf(stranger, world.till, { token: 'SOL', amount: units('SOL', '7') });
    await send(world.net, stranger, [paid]);
    await world.settleAfter(FINAL, nodes);
    await world.pass(MINUTE_MS);
    await Promise.all([world.settle(nodes), world.settle(hasty)]);
    await world.settle(nodes);
    const lmt = async (user: TestUser) => (await user.bonds()).map((bond) => bond.status);
    expect(await lmt(quoted)).toEqual(['confirmed']);
    expect(await lmt(plain)).toEqual(['confirmed']);
    const bonds = await filled.bonds();
    expect(bonds.map(({ status }) => status)).toEqual(Array(4).fill('confirmed'));
    expect(new Set(bonds.map(({ transactionHash }) => transactionHash)).size).toBe(4);
    for (const { body } of announced) expect(bonds.map(({ id }) => id)).toContain(body.id);
    const owner = await world.owner();
    const listed = (await owner(listDeposits)).body.filter((d) => d.sender === stranger.address);
    expect(listed).toHaveLength(1);
    const { id } = listed[0]!;
    const answers = await times(20, (i) =>
      owner(assignDeposit, { params: { id }, body: { userId: plain.id } }, nodeOf(i)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test('20 concurrent claims on all nodes credit once', async () => {
    const user = await world.user();
    const { id } = await user.bond('USDC', '987');
    await world.advance(DAY_MS);
    const answers = await times(20, (i) => user.claim(id, nodeOf(i)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { body } = await user.call(getPortfolio, { params: { userId: user.id } });
    expect(body.unstakedLMT).toBe('1.00000000');
  });

  test('an Idempotency-Key used 20 times executes once with equal responses, refuses another body, and is per user', async () => {
    const [user, other] = [await world.user(), await world.user()];
    const headers = { 'idempotency-key': 'k-1' };
    const body = { userId: user.id, tokenType: 'USDC', amount: '10' };
    const answers = await times(20, (i) => user.call(openBond, { body, headers }, nodeOf(i)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await user.bonds()).toHaveLength(1);
    const mismatch = await user.call(openBond, { body: { ...body, amount: '11' }, headers });
    expect(mismatch).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } });
    const elsewhere = await user.call(quoteBond, { body, headers });
    expect(elsewhere.status, 'another call under the key').toBe(409);
    const theirs = { ...body, userId: other.id };
    const apart = await other.call(openBond, { body: theirs, headers });
    expect([apart.status, apart.body.userId]).toEqual([201, other.id]);
    expect((await user.post('USDC', '10')).status, 'without a key').toBe(201);
    expect(await user.bonds()).toHaveLength(2);
  });

  test('a refusal or error releases its Idempotency-Key', async () => {
    const user = await world.user();
    const headers = { 'idempotency-key': 'k-2' };
    const foreign = await strangers[0]!.pay('SOL', '1');
    const mine = await user.pay('SOL', '1');
    await world.pass(2 * SECOND_MS);
    const bond = (transactionSignature: string) => ({
      headers,
      body: { userId: user.id, tokenType: 'SOL', amount: '1', transactionSignature },
    });
    expect((await user.call(openBond, bond(foreign))).status).toBe(422);
    const { chain } = world.node.parts;
    const broken = await world.restart({
      chain: { ...chain, facts: () => Promise.reject(new Error('a bug')) },
    });
    await expect(user.call(openBond, bond(mine), broken)).rejects.toThrow('answered 500');
    expect((await user.call(openBond, bond(mine))).status).toBe(201);
    expect((await user.call(openBond, bond(mine))).status, 'the first answer again').toBe(201);
    expect((await user.call(openBond, { ...bond(mine), headers: {} })).status).toBe(200);
    const long = { 'idempotency-key': 'k'.repeat(201) };
    expect((await user.call(openBond, { ...bond(mine), headers: long })).status).toBe(400);
  });
});
