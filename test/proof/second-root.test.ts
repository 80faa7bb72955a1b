import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountRole, type Instruction, address, getBase58Decoder } from '@solana/kit';
import { getAddMemoInstruction } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getProof } from '#contract/proof/proof';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { keepProofs } from '#server/proof/keep-proofs';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { World } from '#test/world';
import { send } from '#test/world/wallet';
import { referenceBytes } from './second.ts';
import { type Verifier, byPython, byUs, hasPython } from './verifiers.ts';

const MEMO_PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

let world: World;
let folder: string;
beforeEach(async () => {
  world = await World.open();
  folder = mkdtempSync(join(tmpdir(), 'lmt-second-root-'));
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

/** Makes and anchors the proof of the next day, and downloads it. */
async function anchoredDay() {
  const { parts } = world.node;
  const now = await readClock(parts.database);
  await world.pass(DAY_MS - (now % DAY_MS) + MINUTE_MS);
  await keepProofs(parts).run();
  await world.pass(20 * SECOND_MS);
  await keepProofs(parts).run();
  const day = new Date(await readClock(parts.database)).toISOString().slice(0, 10);
  return (await world.call(getProof, { params: { day } })).body;
}

/** Writes a memo by the treasury's wallet, naming the address of its anchors. */
async function anchorAgain(memo: string): Promise<void> {
  const wallet = await world.ownerWallet();
  const nothing = getTransferSolInstruction({
    source: wallet,
    destination: wallet.address,
    amount: 0n,
  });
  const reference = address(getBase58Decoder().decode(referenceBytes(wallet.address)));
  const named = { address: reference, role: AccountRole.READONLY };
  const naming: Instruction = { ...nothing, accounts: [...nothing.accounts, named] };
  const writing = getAddMemoInstruction(
    { memo, signers: [wallet] },
    { programAddress: MEMO_PROGRAM },
  );
  await send(world.net, wallet, [naming, writing]);
  await world.pass(20 * SECOND_MS);
}

/** Both verifiers accept the day until a second root stands beside the first. */
async function expectRefused(verify: Verifier): Promise<void> {
  await anchoredDay();
  const proof = await anchoredDay();
  const file = join(folder, 'day.json');
  writeFileSync(file, JSON.stringify(proof));
  const rpc = `${await world.node.app.listen({ host: '127.0.0.1', port: 0 })}/rpc`;
  const asked = { files: [file], rpc, treasury: proof.treasury };
  expect(await verify(asked)).toEqual(['ok', 'ok']);
  await anchorAgain(proof.anchor!.memo.replace(proof.root, 'ef'.repeat(32)));
  expect(await verify(asked)).toEqual(['ok', 'FAIL (twoRoots)']);
}

test('npm run verify refuses a day for which the treasury anchored a second root', () =>
  expectRefused(byUs));

test('the verifier in Python refuses a day for which the treasury anchored a second root', async ({
  skip,
}) => {
  skip(!hasPython(), 'python3 is not installed');
  await expectRefused(byPython);
});
