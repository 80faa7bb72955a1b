import type { KeyPairSigner } from '@solana/kit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anchorProof, getProof, signHoldings } from '#contract/proof/proof';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { type Day, dayOf } from '#proof/files/day';
import { ownershipMessage } from '#proof/files/ownership';
import { keepProofs } from '#server/proof/keep-proofs';
import type { Parts } from '#server/kernel/parts';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { verifyFiles } from '#proof/cli/verify-files';
import { signBuilt } from '#test/sells/owner-wallet';
import { World } from '#test/world';
import { type Node, chainOn } from '#test/world/node';
import { signText, walletOf } from '#test/world/wallet';

let world: World;
let folder: string;
beforeEach(async () => {
  world = await World.open();
  folder = mkdtempSync(join(tmpdir(), 'lmt-proof-'));
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

/** Makes the proof of the next day, as a server with these parts does. */
async function provenDay(parts: Parts): Promise<Day> {
  const now = await readClock(parts.database);
  await world.pass(DAY_MS - (now % DAY_MS) + MINUTE_MS);
  await keepProofs(parts).run();
  await world.pass(20 * SECOND_MS);
  await keepProofs(parts).run();
  return dayOf(await readClock(parts.database));
}

/** A server whose treasury has another address, with its key. */
async function withNewTreasury(): Promise<Node> {
  const { net, wallets } = world;
  const next = wallets.wallets[1]!;
  const chain = await chainOn(net, { ...wallets, wallets: [next] });
  return world.restart({ chain, treasuryKey: (await walletOf(next.secretKey)).keyPair });
}

const proofOn = async (node: Node, day: string) =>
  (await world.call(getProof, { params: { day } }, node)).body;

test('a proof goes on naming the treasury that signed it when payments go elsewhere', async () => {
  const day = await provenDay(world.node.parts);
  const before = await proofOn(world.node, day);
  expect(before.anchor).not.toBeNull();
  const after = await proofOn(await withNewTreasury(), day);
  expect(after).toEqual(before);
  const file = join(folder, 'day.json');
  writeFileSync(file, JSON.stringify(after));
  const findings = await verifyFiles({ files: [file], rpc: null, treasury: before.treasury });
  expect(findings.filter(({ level }) => level === 'FAIL')).toEqual([]);
});

test('what a day lacks is signed by its own treasury, and by no later one', async () => {
  const day = await provenDay({ ...world.node.parts, treasuryKey: null });
  const node = await withNewTreasury();
  await keepProofs(node.parts).run();
  expect((await proofOn(node, day)).anchor).toBeNull();
  const [earlier, later] = await Promise.all([
    world.ownerWallet(),
    walletOf(world.wallets.wallets[1]!.secretKey),
  ]);
  const { root, holdings } = await proofOn(node, day);
  const owner = await world.owner();
  const sign = async (by: KeyPairSigner) =>
    owner(
      signHoldings,
      {
        params: { day },
        body: {
          signatures: await Promise.all(
            holdings.map(async ({ asset, address }) => {
              const text = ownershipMessage({ day, root, asset, address });
              return { address, signature: await signText(by, text) };
            }),
          ),
        },
      },
      node,
    );
  expect(await sign(later)).toMatchObject({ status: 422, body: { code: 'HOLDING_UNSIGNED' } });
  expect((await sign(earlier)).status).toBe(200);
  const anchor = (body: { readonly signedTransaction?: string }) =>
    owner(anchorProof, { params: { day }, body }, node);
  const { transaction } = (await anchor({})).body as unknown as { transaction: string };
  const signedTransaction = await signBuilt(earlier, transaction);
  expect((await anchor({ signedTransaction })).status).toBe(200);
  await world.pass(20 * SECOND_MS);
  await keepProofs(node.parts).run();
  expect((await proofOn(node, day)).anchor).not.toBeNull();
});
