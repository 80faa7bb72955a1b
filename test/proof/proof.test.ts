import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { getMyProof, getProof, getProofLeaves, listProofs } from '#contract/proof/proof';
import { getTransparency } from '#contract/treasury/treasury';
import { getLog } from '#contract/audit/admin-log';
import { emergencyPause } from '#contract/users/admin-session';
import { formatAmount, lmt } from '#domain/base/money';
import {
  DAY_MS,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  SECOND_MS,
  WEEK_MS,
  instant,
  iso,
} from '#domain/base/time';
import { LeavesCheck } from '#proof/checks/check-leaves';
import { checkMine } from '#proof/checks/check-mine';
import { type Day, dayOf } from '#proof/files/day';
import { memoOf } from '#proof/files/memo';
import { referenceOf } from '#proof/files/reference';
import { ownershipMessage } from '#proof/files/ownership';
import { readDay, readMine } from '#proof/files/published';
import { addressBytes } from '#proof/files/address';
import { hashBytes, hexOf } from '#proof/tree/bytes';
import { hashOf, unitsOf } from '#proof/tree/record';
import { sortedRecords } from '#proof/tree/sorted-records';
import { rootOf, treeOf } from '#proof/tree/tree';
import { leavesOf } from '#proof/tree/wallet-leaves';
import { rewardsAt } from '#domain/vaults/vault';
import { HASHING } from '#server/kernel/base/hashing';
import type { OwnedRow } from '#server/kernel/entities/entity';
import { VAULT } from '#server/kernel/entities/vault';
import { readOwed } from '#server/kernel/ledger/liabilities';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { fromBase58, isSignedBy } from '#server/users/verify-signature';
import { verifyFiles } from '#proof/cli/verify-files';
import { onOneDatabase } from '#test/databases';
import { atOnce, joined } from '../../packages/proof/test/whole-day.ts';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';

const { sha256 } = HASHING;

onOneDatabase('the proof of liabilities', (fresh) => {
  const world = World.forTests({ fresh, parts: { provesDaily: true } });
  let [alice, bob]: TestUser[] = [];
  beforeAll(async () => {
    alice = await world.user();
    bob = await world.user();
  });
  afterEach(() => world.expectSound());

  const now = () => readClock(world.node.parts.database);
  /** Moves time to a while after the next midnight. */
  const pastMidnight = async (byMs = MINUTE_MS): Promise<Day> => {
    const from = await now();
    await world.advance(DAY_MS - (from % DAY_MS) + byMs);
    return dayOf(await now());
  };
  const days = async (): Promise<string[]> => (await world.call(listProofs)).body.days;
  const dayAnswer = async (day: string) => (await world.call(getProof, { params: { day } })).body;
  const mineAnswer = async (user: TestUser, day: string) =>
    (await user.call(getMyProof, { params: { day } })).body;

  test('before the first midnight there is none; an empty ledger is proven by one filler', async () => {
    const [made] = await world.rows<{ at: Instant }>(
      'select min(made_at) as at from setting_changes',
    );
    // Where midnight passed while the world was opened, that day is the first.
    if (dayOf(made!.at) === dayOf(await now())) expect(await days()).toEqual([]);
    const day = await pastMidnight();
    expect((await days())[0]).toBe(day);
    const proof = await dayAnswer(day);
    expect(proof).toMatchObject({
      day,
      root: createHash('sha256').update(Buffer.of(2)).digest('hex'),
      totalUnits: '0',
      leaves: 0,
      wallets: 0,
      worth: { liabilitiesUSD: '0.000000', coverageOnChain: null },
      leavesKept: true,
    });
    const { body: leaves } = await world.call(getProofLeaves, { params: { day } });
    expect(leaves).toBe('');
    expect((await mineAnswer(alice!, day)).entries).toEqual([]);
  });

  test('a day shows each wallet what it is owed, and all of it is what the app says it owes', async () => {
    await alice!.bonded('10');
    await bob!.bonded('7');
    await bob!.bond('SOL', '49.35');
    const day = await pastMidnight();
    const proof = await dayAnswer(day);
    const { liabilities } = (await world.call(getTransparency)).body;
    expect(liabilities.total).toBe(formatAmount('LMT', lmt(BigInt(proof.totalUnits))));
    expect([proof.wallets, proof.at > `${day}T00:00:00.000Z`]).toEqual([2, true]);
    let [all, entries] = [0n, 0];
    for (const user of [alice!, bob!]) {
      const mine = await mineAnswer(user, day);
      expect(mine.wallet).toBe(user.address);
      const published = { day: readDay(proof)!, wallet: user.address };
      const checked = checkMine(sha256, readMine(mine)!, published);
      const { totalLMT } = await user.portfolio();
      if (!checked.ok) throw new Error(`${checked.fault} at ${checked.at}`);
      expect(formatAmount('LMT', lmt(checked.value.units))).toBe(totalLMT);
      all += checked.value.units;
      entries += mine.entries.length;
    }
    expect([all.toString(), entries]).toEqual([proof.totalUnits, proof.leaves]);
    const { body } = await world.call(getProofLeaves, { params: { day } });
    const leaves = new LeavesCheck(sha256);
    for (const line of body.split('\n').slice(0, -1)) leaves.add(line);
    expect(leaves.end(readDay(proof)!)).toMatchObject({ ok: true });
  });

  test('rewards accrue to the instant; secret and ledger make the same tree again', async () => {
    await alice!.staked('5');
    await bob!.staked('3.00000007');
    const day = await pastMidnight(3 * HOUR_MS + 7);
    const proof = await dayAnswer(day);
    const at = instant(Date.parse(proof.at));
    const { liabilities } = await readOwed(world.node.parts.database, at);
    expect(liabilities.accruing > 0n).toBe(true);
    expect(liabilities.total.toString()).toBe(proof.totalUnits);
    const [stored] = await world.rows<{ secret: string; split_secret: string }>(
      'select secret, split_secret from proofs where day = $1',
      [day],
    );
    const secrets = { salts: hashBytes(stored!.secret)!, split: hashBytes(stored!.split_secret)! };
    const vaults = await world.rows<OwnedRow>(`select ${VAULT.select('v')} from vaults v`);
    const held = await world.rows<{ id: string; wallet: string; units: bigint }>(
      `select u.id, u.wallet, sum(b.amount)::bigint as units from users u
       join balances b on b.user_id = u.id where b.asset = 'LMT' group by u.id, u.wallet`,
    );
    const leaves = held.map(({ id, wallet, units }) => {
      const accrued = vaults
        .filter(({ user_id }) => user_id === id)
        .map(VAULT.read)
        .filter(({ status, matured }) => status === 'active' && !matured)
        .reduce((sum, vault) => sum + rewardsAt(vault, at), 0n);
      const owed = { wallet: addressBytes(wallet)!, units: units + accrued };
      return leavesOf(HASHING, secrets, owed);
    });
    const root = rootOf(treeOf(sha256, atOnce(sortedRecords(joined(leaves)))));
    expect(hexOf(hashOf(root))).toBe(proof.root);
    expect(unitsOf(root).toString()).toBe(proof.totalUnits);
  });

  test('a clock that jumps a week makes only the last day; more than a day late, the same', async () => {
    const before = await days();
    await world.advance(WEEK_MS);
    const today = dayOf(await now());
    expect(await days()).toEqual([today, ...before]);
    await world.advance(HOUR_MS);
    expect((await days()).slice(0, 2)).toEqual(
      dayOf(await now()) === today ? [today, before[0]] : [dayOf(await now()), today],
    );
  });

  test('the root stands on the chain beside the log’s head, and the treasury signs what it holds', async () => {
    const owner = await world.owner();
    await owner(emergencyPause, { body: { paused: true } });
    await owner(emergencyPause, { body: { paused: false } });
    const { entries } = (await owner(getLog)).body;
    const { chain, nonces } = world.node.parts;
    const before = await chain.lamports(chain.till.treasury, 'confirmed');
    const [lastDay = ''] = await days();
    const day = await pastMidnight();
    const proof = await dayAnswer(day);
    expect(proof.logHead).toBe(entries[0]!.hash);
    const last = { day: lastDay as Day, root: (await dayAnswer(lastDay)).root };
    const memo = memoOf({ ...proof, day }, last);
    expect(proof.anchor).toMatchObject({ memo });
    await world.pass(20 * SECOND_MS);
    const facts = await chain.facts(proof.anchor!.signature);
    const signers = expect.arrayContaining([chain.till.treasury]);
    const accountKeys = expect.arrayContaining([referenceOf(chain.till.treasury)]);
    const feePayer = nonces.authority;
    expect(facts).toMatchObject({ value: { memo, signers, feePayer, accountKeys } });
    expect(proof.treasury).toBe(chain.till.treasury);
    for (const { asset, address, ownership } of proof.holdings) {
      const message = ownershipMessage({ day, root: proof.root, asset, address });
      expect(ownership!.message).toBe(message);
      const signature = fromBase58(ownership!.signature)!;
      expect(isSignedBy(proof.treasury, signature, Buffer.from(message))).toBe(true);
    }
    const balances = await chain.balances('finalized');
    expect(proof.holdings.map(({ asset, address }) => [asset, address])).toEqual([
      ['SOL', chain.till.treasury],
      ['USDC', chain.till.treasuryTokenAccount],
    ]);
    if (balances.kind === 'fact') {
      expect(proof.holdings[1]!.amount).toBe(formatAmount('USDC', balances.value.usdc));
    }
    await world.settle();
    const after = await chain.lamports(chain.till.treasury, 'confirmed');
    expect(after).toMatchObject({ value: (before as { value: bigint }).value });
    expect(await world.count('proofs where not anchor_final')).toBe(0);
  });

  test('a balance that does not change has the same leaf sums every day, with other hashes', async () => {
    const holder = await world.user();
    await holder.bonded('3.21');
    const leavesOn = async (day: Day) => {
      const { entries } = await mineAnswer(holder, day);
      const { body: lines } = await world.call(getProofLeaves, { params: { day } });
      for (const { units } of entries) expect(lines).toContain(`,${units}\n`);
      return entries;
    };
    const [first, second] = [await pastMidnight(), await pastMidnight()];
    const [before, after] = [await leavesOn(first), await leavesOn(second)];
    expect(before.map(({ units }) => units).sort()).toEqual(after.map(({ units }) => units).sort());
    const salts = before.map(({ salt }) => salt);
    expect(after.filter(({ salt }) => salts.includes(salt))).toEqual([]);
    await world.pass(20 * SECOND_MS);
  });

  test('a proof is its wallet’s alone; the rest is public and may be kept', async () => {
    const [day] = (await days()) as [string];
    const params = { day };
    expect((await world.call(getMyProof, { params })).status).toBe(401);
    const foreign = await alice!.call(getMyProof, {
      params,
      headers: { 'x-wallet-address': bob!.address },
    });
    expect(foreign.status).toBe(403);
    const asBob = await alice!.call(getMyProof, { params, query: { wallet: bob!.address } });
    expect(asBob.body.wallet).toBe(alice!.address);
    expect(asBob.headers['cache-control']).toBe('no-store');
    for (const { headers } of [
      await world.call(listProofs),
      await world.call(getProof, { params }),
      await world.call(getProofLeaves, { params }),
    ]) {
      expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    }
  });

  test('a day without a proof is not found, and what is no day is refused', async () => {
    for (const day of ['2020-01-01', '2026-02-30', '9999-12-31']) {
      for (const endpoint of [getProof, getProofLeaves, getMyProof]) {
        const { status, body, headers } = await alice!.call(endpoint, { params: { day } });
        expect([status, (body as { code?: string }).code]).toEqual([404, 'NOT_FOUND']);
        expect(headers['cache-control'] ?? '').not.toContain('public');
      }
    }
    const { status } = await world.call(getProof, { params: { day: 'today' } });
    expect(status).toBe(400);
  });

  test('npm run verify checks what was downloaded, and finds what was changed', async () => {
    const [day] = (await days()) as [string];
    const folder = mkdtempSync(join(tmpdir(), 'lmt-proof-'));
    const kept = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const proof = await dayAnswer(day);
    const { body: lines } = await world.call(getProofLeaves, { params: { day } });
    const mine = await mineAnswer(alice!, day);
    const files = [
      kept('me.json', JSON.stringify(mine)),
      kept('day.json', JSON.stringify(proof)),
      kept('leaves.csv', lines),
    ];
    const rpc = `${await world.node.app.listen({ host: '127.0.0.1', port: 0 })}/rpc`;
    const found = async (of: readonly string[], at: string | null = null) => {
      const findings = await verifyFiles({ files: of, rpc: at, treasury: world.till.treasury });
      return findings.map(({ level, text }) => `${level} ${text}`).join('\n');
    };
    const all = await found(files, rpc);
    expect(all).not.toContain('FAIL');
    expect(all).toContain(`Wallet: ${alice!.address}`);
    expect(all).toContain(`${proof.leaves} leaves come to this root and total`);
    expect(all).toContain('ok What the treasury holds beside it: The treasury’s key signed');
    expect(all).toContain('ok The root stands on the chain: The treasury wrote');
    const other = kept('other.json', JSON.stringify({ ...proof, root: 'ab'.repeat(32) }));
    const changed = await found([files[0]!, other, files[2]!], rpc);
    expect(changed).toMatch(/FAIL My balance .*\(wrong-root\) Found at root/);
    expect(changed).toMatch(/FAIL All leaves .*\(wrong-root\) Found at root/);
    expect(changed).toMatch(/FAIL What the treasury holds .*about another day, root or account/);
    expect(changed).toMatch(/FAIL The root stands on the chain: The memo .* has another root/);
    const twice = kept('twice.csv', lines.replace(/^(.*\n)/, '$1$1'));
    expect(await found([files[1]!, twice])).toContain('(leaf-used-twice) Found at line 2');
    expect(await found([files[2]!])).toMatch(/^FAIL .*The file of the day is needed/);
    expect(await found([files[0]!])).toMatch(/^ok [^]*that the file itself names/);
    rmSync(folder, { recursive: true });
  });

  test('leaves are kept for 31 days, what was published for good', async () => {
    const [day] = (await days()) as [string];
    await world.advance(31 * DAY_MS);
    expect(await days()).toContain(day);
    expect((await dayAnswer(day)).leavesKept).toBe(false);
    const { status } = await world.call(getProofLeaves, { params: { day } });
    expect(status).toBe(404);
    expect((await alice!.call(getMyProof, { params: { day } })).status).toBe(404);
    expect(await world.count('proof_chunks where day = $1', [day])).toBe(0);
    expect(iso(await now()) > day).toBe(true);
  });
});
