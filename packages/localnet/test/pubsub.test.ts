import { getCreateAccountInstruction } from '@solana-program/system';
import { generateKeyPairSigner } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { call, pick } from './harness.ts';
import { type KitNet, SOL, pay, startKit } from './kit-client.ts';
import { Subscriber } from './subscriber.ts';

const SYSTEM = '11111111111111111111111111111111';

interface Listening {
  readonly kit: KitNet;
  readonly client: Subscriber;
  /** Advances the clock by slots. */
  readonly pass: (slots: number) => void;
}

async function listen(): Promise<Listening> {
  const kit = await startKit();
  const client = await Subscriber.to(kit.websocketUrl);
  return {
    kit,
    client,
    pass: (slots) => {
      kit.clock.slots(slots);
      kit.net.slot();
    },
  };
}

/** Slots until a commitment is reached. */
const SLOTS_UNTIL: readonly [string, number][] = [
  ['processed', 0],
  ['confirmed', 2],
  ['finalized', 32],
];

/** Expects no unread notification. */
async function expectSilence(client: Subscriber): Promise<void> {
  await client.settled();
  expect(client.told).toEqual([]);
}

/** Advances by slots; expects no notification before the last one. */
async function passInSilence({ client, pass }: Listening, slots: number): Promise<void> {
  if (slots === 0) return;
  pass(slots - 1);
  await expectSilence(client);
  pass(1);
}

/** Signed transfer, not sent yet. */
async function signedTransfer(kit: KitNet): ReturnType<KitNet['sign']> {
  const alice = await kit.wallet();
  return kit.sign(alice, [pay(alice, alice.address, 1n)]);
}

describe('slot and root subscriptions', () => {
  it('notify each slot and root, with parent and root', async () => {
    const { kit, client, pass } = await listen();
    const now = kit.net.slot();
    const [slots, roots] = [await client.to('slot'), await client.to('root')];
    pass(2);
    expect(await client.next(slots)).toEqual({ slot: now + 1, parent: now, root: now - 31 });
    expect(await client.next(slots)).toEqual({ slot: now + 2, parent: now + 1, root: now - 30 });
    expect([await client.next(roots), await client.next(roots)]).toEqual([now - 31, now - 30]);
  });

  it('notify without requests as time passes', async () => {
    const { kit, client } = await listen();
    const slots = await client.to('slot');
    kit.clock.slots(1);
    expect(await client.next(slots)).toMatchObject({ slot: expect.any(Number) });
  });

  it('notify only the newest slot after a clock jump', async () => {
    const { kit, client, pass } = await listen();
    const now = kit.net.slot();
    const slots = await client.to('slot');
    pass(216_000);
    expect(await client.next(slots)).toMatchObject({ slot: now + 216_000 });
    await expectSilence(client);
  });

  it('end with unsubscribe, which only the subscriber can call', async () => {
    const { kit, client, pass } = await listen();
    const slots = await client.to('slot');
    const stranger = await Subscriber.to(kit.websocketUrl);
    const refused = { code: -32602, message: 'Invalid subscription id.' };
    expect((await stranger.call('slotUnsubscribe', slots)).error).toEqual(refused);
    expect((await client.call('slotUnsubscribe', slots)).result).toBe(true);
    expect((await client.call('slotUnsubscribe', slots)).error).toEqual(refused);
    pass(3);
    await expectSilence(client);
  });
});

describe('signature subscription', () => {
  it.each(SLOTS_UNTIL)('notifies once, at %s', async (commitment, slots) => {
    const listening = await listen();
    const { kit, client, pass } = listening;
    const signed = await signedTransfer(kit);
    const id = await client.to('signature', signed.signature, { commitment });
    await kit.post(signed);
    const slot = kit.net.slot();
    await passInSilence(listening, slots);
    expect(await client.next(id)).toEqual({ context: { slot }, value: { err: null } });
    pass(40);
    expect((await client.call('signatureUnsubscribe', id)).error?.code).toBe(-32602);
    expect(client.told).toEqual([]);
  });

  it('notifies at finalized by default', async () => {
    const listening = await listen();
    const { kit, client } = listening;
    const signed = await signedTransfer(kit);
    const id = await client.to('signature', signed.signature);
    await kit.post(signed);
    await passInSilence(listening, 32);
    expect(await client.next(id)).toMatchObject({ value: { err: null } });
  });

  it('notifies receivedSignature first, on request', async () => {
    const { kit, client, pass } = await listen();
    const signed = await signedTransfer(kit);
    const options = { commitment: 'confirmed', enableReceivedNotification: true };
    const id = await client.to('signature', signed.signature, options);
    await kit.post(signed);
    expect(await client.next(id)).toMatchObject({ value: 'receivedSignature' });
    pass(2);
    expect(await client.next(id)).toMatchObject({ value: { err: null } });
  });

  it('notifies the error of a failed transaction', async () => {
    const { kit, client } = await listen();
    const alice = await kit.wallet(1n);
    const signed = await kit.sign(alice, [pay(alice, alice.address, 5n * SOL)]);
    const id = await client.to('signature', signed.signature, { commitment: 'processed' });
    await kit.post(signed, { skipPreflight: true });
    const err = { InstructionError: [0, { Custom: 1 }] };
    expect(await client.next(id)).toMatchObject({ value: { err } });
  });

  it('notifies at once if the transaction already has its commitment', async () => {
    const { kit, client, pass } = await listen();
    const alice = await kit.wallet();
    const sent = await kit.send(alice, [pay(alice, alice.address, 1n)]);
    pass(2);
    const id = await client.to('signature', sent, { commitment: 'confirmed' });
    expect(await client.next(id)).toMatchObject({ value: { err: null } });
  });

  it('never notifies a transaction rolled back before its commitment', async () => {
    const { kit, client, pass } = await listen();
    const signed = await signedTransfer(kit);
    await client.to('signature', signed.signature, { commitment: 'finalized' });
    kit.net.faults.inject({ kind: 'roll-back', afterSlots: 5 }, { times: 1 });
    await kit.post(signed);
    pass(50);
    await expectSilence(client);
  });
});

describe('account subscription', () => {
  it.each(SLOTS_UNTIL)('notifies a change at %s', async (commitment, slots) => {
    const listening = await listen();
    const { kit, client } = listening;
    const [alice, bob] = [await kit.wallet(), await generateKeyPairSigner()];
    const id = await client.to('account', bob.address, { commitment, encoding: 'base64' });
    await kit.send(alice, [pay(alice, bob.address, SOL)]);
    const slot = kit.net.slot();
    await passInSilence(listening, slots);
    expect(await client.next(id)).toEqual({
      context: { slot },
      value: {
        data: ['', 'base64'],
        executable: false,
        lamports: Number(SOL),
        owner: SYSTEM,
        rentEpoch: 2 ** 64,
        space: 0,
      },
    });
  });

  it('notifies closed and rolled-back accounts with their new state', async () => {
    const { kit, client, pass } = await listen();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(1n)];
    const id = await client.to('account', bob.address, { commitment: 'processed' });
    kit.net.faults.inject({ kind: 'roll-back', afterSlots: 1 }, { times: 1 });
    await kit.send(alice, [pay(alice, bob.address, SOL)]);
    expect(await client.next(id)).toMatchObject({ value: { lamports: Number(2n * SOL) } });
    pass(1);
    expect(await client.next(id)).toMatchObject({ value: { lamports: Number(SOL) } });
    await kit.send(bob, [pay(bob, alice.address, SOL - 5_000n)]);
    expect(await client.next(id)).toMatchObject({
      value: { lamports: 0, owner: SYSTEM, data: '', space: 0 },
    });
  });

  it('supports every encoding', async () => {
    const { kit, client } = await listen();
    const [alice, made] = [await kit.wallet(), await generateKeyPairSigner()];
    const space = 200n;
    const watch = (encoding?: string) =>
      client.to('account', made.address, { commitment: 'processed', encoding });
    const ids = [
      await watch(),
      await watch('base58'),
      await watch('base64+zstd'),
      await watch('jsonParsed'),
    ];
    const lamports = await kit.rpc.getMinimumBalanceForRentExemption(space).send();
    await kit.send(alice, [
      getCreateAccountInstruction({
        payer: alice,
        newAccount: made,
        lamports,
        space,
        programAddress: made.address,
      }),
    ]);
    const data: unknown[] = [];
    for (const id of ids) data.push(pick(await client.next(id), 'value', 'data'));
    const tooLong = 'error: data too large for bs58 encoding';
    const zeros = Buffer.alloc(Number(space));
    expect(data[0]).toBe(tooLong);
    expect(data[1]).toEqual([tooLong, 'base58']);
    expect(pick(data[2], 1)).toBe('base64+zstd');
    expect(Buffer.from(pick(data[2], 0) as string, 'base64').subarray(-200)).toEqual(zeros);
    expect(data[3]).toEqual([zeros.toString('base64'), 'base64']);
  });
});

describe('program subscription', () => {
  it('notifies accounts that pass the filters', async () => {
    const { kit, client, pass } = await listen();
    const [alice, program] = [await kit.wallet(), (await generateKeyPairSigner()).address];
    const options = { commitment: 'confirmed', encoding: 'base64' };
    const all = await client.to('program', program, options);
    const long = await client.to('program', program, { ...options, filters: [{ dataSize: 9 }] });
    const make = async (space: bigint) => {
      const made = await generateKeyPairSigner();
      const lamports = await kit.rpc.getMinimumBalanceForRentExemption(space).send();
      const args = { payer: alice, newAccount: made, lamports, space, programAddress: program };
      await kit.send(alice, [getCreateAccountInstruction(args)]);
      return made.address;
    };
    const [first, second] = [await make(8n), await make(9n)];
    pass(2);
    const told = [await client.next(all), await client.next(all)];
    expect(new Set(told.map((each) => pick(each, 'value', 'pubkey')))).toEqual(
      new Set([first, second]),
    );
    expect(await client.next(long)).toMatchObject({
      value: { pubkey: second, account: { space: 9, owner: program } },
    });
    await expectSilence(client);
  });
});

describe('logs subscription', () => {
  it('notifies all transactions, or those that mention an address', async () => {
    const { kit, client, pass } = await listen();
    const [alice, bob] = [await kit.wallet(), await kit.wallet()];
    pass(2);
    const all = await client.to('logs', 'all', { commitment: 'processed' });
    const bobs = await client.to('logs', { mentions: [bob.address] }, { commitment: 'confirmed' });
    const first = await kit.send(alice, [pay(alice, alice.address, 1n)]);
    const second = await kit.send(alice, [pay(alice, bob.address, 1n)]);
    const slot = kit.net.slot();
    const logs = [`Program ${SYSTEM} invoke [1]`, `Program ${SYSTEM} success`];
    expect(await client.next(all)).toEqual({
      context: { slot },
      value: { signature: first, err: null, logs },
    });
    expect(await client.next(all)).toMatchObject({ value: { signature: second } });
    pass(2);
    expect(await client.next(bobs)).toMatchObject({ value: { signature: second, err: null } });
    await expectSilence(client);
  });
});

describe('invalid subscription', () => {
  it.each<[string, unknown[], number]>([
    ['signatureSubscribe', ['abc'], -32602],
    ['signatureSubscribe', [], -32602],
    ['accountSubscribe', ['0OIl'], -32602],
    ['accountSubscribe', [SYSTEM, { encoding: 'hex' }], -32602],
    ['accountSubscribe', [SYSTEM, { commitment: 'soon' }], -32602],
    ['programSubscribe', [SYSTEM, { filters: [{ size: 1 }] }], -32602],
    ['logsSubscribe', [{ mentions: [SYSTEM, SYSTEM] }], -32602],
    ['logsSubscribe', ['some'], -32602],
    ['blockSubscribe', ['all'], -32601],
    ['voteSubscribe', [], -32601],
    ['sendTransaction', ['abc'], -32601],
    ['toStringSubscribe', [], -32601],
  ])('%s %j returns error %i', async (method, params, code) => {
    const { client } = await listen();
    expect((await client.call(method, ...params)).error?.code).toBe(code);
  });

  it('returns an error for an invalid request, and nothing for a notification', async () => {
    const { kit, client } = await listen();
    client.socket.send('{');
    client.socket.send('{"jsonrpc":"2.0","method":"ping"}');
    await client.settled();
    expect(client.told).toMatchObject([{ error: { code: -32700 }, id: null }]);
    expect((await call(kit.net, 'slotSubscribe')).error?.code).toBe(-32601);
  });
});
