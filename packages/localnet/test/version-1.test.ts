import {
  type Instruction,
  type KeyPairSigner,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, pick } from './harness.ts';
import { type KitNet, SOL, pay, startKit } from './kit-client.ts';

const ENOUGH = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 1_000_000 };

interface Signing {
  readonly payer: KeyPairSigner;
  readonly config?: Parameters<typeof setTransactionMessageConfig>[0];
}

async function sign(
  kit: KitNet,
  instructions: readonly Instruction[],
  { payer, config = ENOUGH }: Signing,
) {
  const { value } = await kit.rpc.getLatestBlockhash({ commitment: 'processed' }).send();
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (m) => setTransactionMessageFeePayerSigner(payer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(value, m),
    (m) => setTransactionMessageConfig(config, m),
    (m) => appendTransactionMessageInstructions(instructions as never[], m),
  );
  const signed = await signTransactionMessageWithSigners(message);
  return {
    wire: getBase64EncodedWireTransaction(signed),
    signature: getSignatureFromTransaction(signed),
  };
}

describe('version 1 transaction', () => {
  it('lands, costs its stated fee, and is returned to clients that support the version', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const config = { ...ENOUGH, priorityFeeLamports: 777n };
    const { wire, signature } = await sign(kit, [pay(alice, bob.address, SOL)], {
      payer: alice,
      config,
    });
    const sent = await call(kit.net, 'sendTransaction', wire, { encoding: 'base64' });
    expect(sent).toMatchObject({ result: signature });
    expect(await kit.lamports(bob.address)).toBe(SOL);
    expect(await kit.lamports(alice.address)).toBe(9n * SOL - 5_777n);
    kit.clock.slots(2);
    const shown = (version: number) =>
      call(kit.net, 'getTransaction', signature, {
        commitment: 'confirmed',
        maxSupportedTransactionVersion: version,
      });
    expect((await shown(0)).error?.code).toBe(-32015);
    const { result } = await shown(1);
    expect(pick(result, 'version')).toBe(1);
    expect(pick(result, 'meta', 'fee')).toBe(5_777);
    expect(pick(result, 'transaction', 'message', 'accountKeys', 0)).toBe(alice.address);
    expect(pick(result, 'transaction', 'signatures')).toEqual([signature]);
  });

  it('lands once, and only with its own signature', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const { wire } = await sign(kit, [pay(alice, bob.address, SOL)], { payer: alice });
    const bytes = Buffer.from(wire, 'base64');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    const forged = bytes.toString('base64');
    const send = (text: string) => call(kit.net, 'sendTransaction', text, { encoding: 'base64' });
    expect((await send(forged)).error?.code).toBe(-32003);
    expect((await send(wire)).error).toBeUndefined();
    expect(pick((await send(wire)).error?.data, 'err')).toBe('AlreadyProcessed');
  });

  it('gets only the resources it requests', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const refused = async (config: Required<Signing>['config']) => {
      const { wire } = await sign(kit, [pay(alice, alice.address, 1n)], { payer: alice, config });
      const { error } = await call(kit.net, 'sendTransaction', wire, { encoding: 'base64' });
      return pick(error?.data, 'err');
    };
    expect(await refused({ computeUnitLimit: 200_000 })).toBe('MaxLoadedAccountsDataSizeExceeded');
    expect(await refused({ loadedAccountsDataSizeLimit: 1_000_000 })).toEqual({
      InstructionError: [0, 'ComputationalBudgetExceeded'],
    });
  });

  it('may have up to 4,096 bytes', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const memo = {
      programAddress: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95' as typeof alice.address,
      data: new Uint8Array(3_800),
    };
    const { wire } = await sign(kit, [memo], { payer: alice });
    expect(Buffer.from(wire, 'base64').length).toBeGreaterThan(3_900);
    const sent = await call(kit.net, 'sendTransaction', wire, { encoding: 'base64' });
    expect(sent.error).toBeUndefined();
    const long = Buffer.alloc(4_097, 0x81).toString('base64');
    const { error } = await call(kit.net, 'sendTransaction', long, { encoding: 'base64' });
    expect(error?.message).toMatch(/too large/);
  });

  it('never crashes the process, however malformed', { timeout: 60_000 }, async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const { address: to } = await generateKeyPairSigner();
    const { wire } = await sign(kit, [pay(alice, to, SOL)], {
      payer: alice,
      config: { ...ENOUGH, priorityFeeLamports: 1n, heapSize: 65_536 },
    });
    const bytes = Buffer.from(wire, 'base64');
    const place = fc.nat(bytes.length - 65);
    const changes = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const copy = Buffer.from(bytes);
        for (const [at, value] of list) copy[at] = value;
        const answer = await call(kit.net, 'simulateTransaction', copy.toString('base64'), {
          encoding: 'base64',
        });
        expect(answer.result ?? answer.error).toBeDefined();
        expect(answer.error?.code).not.toBe(-32603);
      }),
      { numRuns: 400 },
    );
    // Every value of the counts and the mask.
    for (let at = 0; at < 8; at++) {
      for (let value = 0; value < 256; value++) {
        const copy = Buffer.from(bytes);
        copy[at] = value;
        await call(kit.net, 'simulateTransaction', copy.toString('base64'), { encoding: 'base64' });
      }
    }
    expect((await call(kit.net, 'getHealth')).result).toBe('ok');
  });
});
