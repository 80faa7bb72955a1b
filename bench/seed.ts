import { randomBytes } from 'node:crypto';
import { type Bond, type Payment, announceBond, confirmBond } from '#domain/bonds/bond';
import { followedBy } from '#domain/base/change';
import { move, system, vaultAccount } from '#domain/base/ledger';
import { lamports, lmt, lmtPrice, usdPrice } from '#domain/base/money';
import { DEFAULT_SETTINGS } from '#domain/terms/settings';
import { CYCLE_MS, VESTING_MS } from '#domain/terms/terms';
import { DAY_MS, HOUR_MS, type Instant, after, iso } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { type Database, arrayOf, statement } from '#server/kernel/db/database';
import { newId } from '#server/kernel/db/ids';
import type { Plan } from '#server/kernel/write/plan';
import { addSession } from '#server/kernel/sessions/sessions';
import { writePlans } from '#server/kernel/write/write-plans';

const CREATE = statement(
  'bench-users',
  `with made as (
     insert into users (id, wallet, username, created_at)
     select id, wallet, 'bench', $3::timestamptz from unnest($1::text::uuid[], $2::text::text[]) as r(id, wallet)
     returning id)
   insert into balances (ref, kind, asset, user_id, amount)
   select made.id, a.kind::account_kind, a.asset::asset, made.id, 0
   from made, (values ('unstaked', 'LMT'), ('credit', 'SOL')) as a(kind, asset)`,
);

/** Creates users without any things. */
export const seedUsers = (
  database: Database,
  count: number,
  now: Instant,
): Promise<readonly string[]> =>
  seedWallets(
    database,
    Array.from({ length: count }, () => newId(now)),
    now,
  );

/** Creates a user without any things for each wallet. */
export async function seedWallets(
  database: Database,
  wallets: readonly string[],
  now: Instant,
): Promise<readonly string[]> {
  const users = wallets.map(() => newId(now));
  await database.query(CREATE, [arrayOf(users), arrayOf(wallets), iso(now)]);
  return users;
}

/** Creates a session for each user; returns their headers. */
export async function seedSessions(
  database: Database,
  users: readonly string[],
): Promise<(userId: string) => Readonly<Record<string, string>>> {
  const known = new Map<string, Record<string, string>>();
  const left = users.values();
  const lane = async (): Promise<void> => {
    for (const userId of left) {
      known.set(userId, { 'x-session-token': await addSession(database, userId) });
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  return (userId) => known.get(userId) ?? {};
}

/** Writes once per user, round after round, as the product does; then tidies. */
export async function seedRounds(
  database: Database,
  rounds: number,
  plan: (version: bigint) => readonly Plan[],
): Promise<void> {
  await writeRounds(database, rounds, plan);
  await tidy(database);
}

/** Writes the rounds without tidying. */
export async function writeRounds(
  database: Database,
  rounds: number,
  plan: (version: bigint) => readonly Plan[],
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await writePlans(database, plan(BigInt(round)));
}

/** Does the maintenance that a server does in the minutes after many writes. */
export async function tidy(database: Database): Promise<void> {
  await database.exec('vacuum analyze');
  await database.exec('checkpoint');
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Builds a text as long as `bytes` bytes in base58, like signatures and wallets. */
const texted = (length: number): string =>
  Array.from(randomBytes(length), (byte) => BASE58[byte % BASE58.length]).join('');
const [SIGNATURE_LENGTH, WALLET_LENGTH] = [88, 44];

/** Builds a bond whose lock has ended. */
export function paidBond(userId: string, version: bigint, now: Instant): Plan & { bonds: Bond[] } {
  const prices = { lmt: lmtPrice(987_000_000n), sol: usdPrice(200_000000000000n) };
  const asked = { id: newId(now), userId, token: 'SOL' as const, amount: lamports(1_000_000_000n) };
  const blockTime = after(now, -2 * DAY_MS);
  const signature = texted(SIGNATURE_LENGTH);
  const payment: Payment = {
    ...asked,
    signature,
    payerUserId: userId,
    blockTime,
    slot: 1,
    finalized: true,
  };
  const announced = announceBond({ asked, signature, prices }, blockTime);
  const paid = followedBy(
    announced,
    confirmBond(announced.next, { payment, lmtAmount: lmt(20_263_424n) }),
  );
  const used = {
    ...payment,
    payer: texted(WALLET_LENGTH),
    id: newId(now),
    purpose: 'bond' as const,
    subject: asked.id,
    feeTaken: lamports(0n),
  };
  return { userId, version, now, ...paid, bonds: [paid.next], payments: [used] };
}

/** Builds a vault that matured an hour ago, so that its window is open. */
export function openVault(userId: string, version: bigint, now: Instant): Plan & { id: string } {
  const endsAt = after(now, -HOUR_MS);
  const startsAt = after(endsAt, -CYCLE_MS);
  const vault: Vault = {
    id: newId(now),
    userId,
    status: 'active',
    amount: lmt(500_000_000n),
    originalAmount: lmt(500_000_000n),
    postedRewards: lmt(95_890_410n),
    rewardsOffset: 0n,
    totalRewardsEarned: lmt(95_890_410n),
    withdrawn: lmt(0n),
    cycleNumber: 1,
    cycle: { startsAt, endsAt, apy: DEFAULT_SETTINGS.currentApy },
    matured: true,
    vestingStartsAt: after(startsAt, -VESTING_MS),
    vestingEndsAt: startsAt,
    autoRestake: false,
    lastRestake: null,
    feePaid: lamports(0n),
    feeSignature: null,
    feeFinalized: true,
    completedAt: null,
    released: false,
    voided: false,
    createdAt: after(startsAt, -VESTING_MS),
  };
  const total = lmt(vault.amount + vault.postedRewards);
  const postings = move(system('adjusted', 'LMT'), vaultAccount(vault.id), total);
  const given = { kind: 'adjusted', at: now, userId, subject: vault.id, postings } as const;
  const vaults = [{ vault, dueAt: after(endsAt, DAY_MS) }];
  return { id: vault.id, userId, version, now, journals: [given], items: [], vaults };
}
