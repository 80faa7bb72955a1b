import { creditOf, move, system, unstakedOf } from '#domain/base/ledger';
import { formatAmount, lamports, lmt } from '#domain/base/money';
import { PATHS } from '#contract/base/paths';
import type { Instant } from '#domain/base/time';
import { decodeBase58 } from '#localnet/bytes/base58';
import { type Key, key, keyAt } from '#localnet/bytes/key';
import { Writer } from '#localnet/bytes/writer';
import { type Keypair, randomKeypair } from '#localnet/keypair';
import { SYSTEM } from '#localnet/programs';
import { composeTransaction } from '#localnet/tx/compose';
import type { Database } from '#server/kernel/db/database';
import { startCursor } from '#server/payments/watch-cursors';
import type { Plan } from '#server/kernel/write/plan';
import { type Shot, roundRobin, takingTurns } from './load.ts';
import { openVault, seedRounds, seedSessions, seedUsers, seedWallets } from './seed.ts';

const PAYERS = 64;
/** Transactions that are sent to the chain at once. */
const SENDERS = 16;

/** Requests that stake, that sell, and that post a bond with its payment. */
export interface Writes {
  readonly stake: () => Shot;
  readonly sell: () => Shot;
  readonly bond: () => Shot;
}

/** Users who have what these calls need, on a server whose chain has their payments. */
export async function seedWrites(
  database: Database,
  { url, now, posts }: { readonly url: string; readonly now: Instant; readonly posts: number },
): Promise<Writes> {
  const users = await seedUsers(database, posts, now);
  await seedRounds(database, 1, (round) => users.map((userId) => wealthy(userId, round, now)));
  const headers = await seedSessions(database, users);
  const posting = (path: string, of: (userId: string) => object): Shot[] =>
    users.map((userId) => ({
      method: 'POST',
      path,
      headers: headers(userId),
      body: JSON.stringify({ userId, ...of(userId) }),
    }));
  return {
    stake: roundRobin(posting(PATHS.stakes, () => ({ amount: '0.01' }))),
    // A user has one open request at most.
    sell: takingTurns(posting(PATHS.sell, () => ({ amount: '0.1', payoutToken: 'USDC' }))),
    bond: takingTurns(await paidPosts(database, { url, now, payments: posts })),
  };
}

/** LMT to stake and to sell, SOL for fees, and a vault whose window is open: only then one may sell. */
function wealthy(userId: string, version: bigint, now: Instant): Plan {
  const { id: _, ...plan } = openVault(userId, version, now);
  const given = { kind: 'adjusted', at: now, userId, subject: userId } as const;
  const postings = [
    ...move(system('adjusted', 'LMT'), unstakedOf(userId), lmt(200_000_000n)),
    ...move(system('treasury', 'SOL'), creditOf(userId), lamports(1_000_000_000n)),
  ];
  return { ...plan, journals: [...plan.journals, { ...given, postings }] };
}

/** Posts of bonds whose payments the server's chain has. */
async function paidPosts(
  database: Database,
  {
    url,
    now,
    payments,
  }: { readonly url: string; readonly now: Instant; readonly payments: number },
): Promise<Shot[]> {
  const payers = Array.from({ length: PAYERS }, randomKeypair);
  const wallets = payers.map(({ address }) => address);
  const users = await seedWallets(database, wallets, now);
  const headers = await seedSessions(database, users);
  const { ownerWallet } = (await (await fetch(`${url}${PATHS.local}`)).json()) as {
    ownerWallet: string;
  };
  // As the watcher does, which is off here: payments from then on count.
  await startCursor(database, ownerWallet, { signature: null, slot: 0, startedSlot: 0, moved: [] });
  // Each waits for its block.
  await Promise.all(wallets.map((wallet) => airdrop(url, wallet)));
  const shots: Shot[] = [];
  let made = 0;
  const sender = async (): Promise<void> => {
    while (made < payments) {
      const turn = (made += 1) % PAYERS;
      const [payer, userId] = [payers[turn], users[turn] ?? ''];
      if (!payer) continue;
      // Each its own, with the eight decimals that a request may have.
      const amount = lamports(100_000_000n + BigInt(made) * 10n);
      const transactionSignature = await pay(url, payer, { to: key(ownerWallet), amount });
      const asked = { tokenType: 'SOL', amount: formatAmount('SOL', amount).slice(0, -1) };
      const body = JSON.stringify({ userId, ...asked, transactionSignature });
      shots.push({ method: 'POST', path: PATHS.bonds, headers: headers(userId), body });
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return shots;
}

async function airdrop(url: string, walletAddress: string): Promise<void> {
  await fetch(`${url}${PATHS.airdrop}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ walletAddress, sol: '1000' }),
  });
}

/** Sends a payment; answers its signature. */
async function pay(
  url: string,
  from: Keypair,
  { to, amount }: { readonly to: Key; readonly amount: bigint },
): Promise<string> {
  const latest = await rpc<{ value: { blockhash: string } }>(url, 'getLatestBlockhash', []);
  const blockhash = keyAt(decodeBase58(latest.value.blockhash) ?? Buffer.alloc(0));
  const accounts = [
    { key: from.key, signer: true, writable: true },
    { key: to, writable: true },
  ];
  const data = new Writer(12).u32(2).u64(amount).done();
  const bytes = composeTransaction([from], blockhash, [{ program: SYSTEM, accounts, data }]);
  return rpc(url, 'sendTransaction', [bytes.toString('base64'), { encoding: 'base64' }]);
}

async function rpc<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const answer = await fetch(`${url}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await answer.json()) as { result?: T; error?: object };
  if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}
