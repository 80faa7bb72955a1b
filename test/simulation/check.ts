import { differences, fieldOf, inOrder } from './differences.ts';
import { Disagreement } from './disagreement.ts';
import type { Life } from './life.ts';
import { type Account, restOf } from './model/account.ts';
import { type PayToken, inLmt, isoOrNull, total, amount } from './model/arithmetic.ts';
import { showEligibility } from './model/sells.ts';
import { heldOf, showLists, showPortfolio } from './model/show.ts';
import { age } from './model/vaults.ts';

type Listed = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): Listed[] => (Array.isArray(value) ? (value as Listed[]) : []);

type Read = (path: string) => Promise<Listed>;

const readAs =
  (life: Life, account: Account, place: number): Read =>
  async (path) => {
    const { status, body } = await life.ask({ account, request: { method: 'GET', path } }, place);
    if (status !== 200)
      throw new Disagreement([`GET ${path} answered ${status}`, JSON.stringify(body)]);
    return body;
  };

/** Differences between server and model in a user's main figures: balances, positions, limits. */
export async function accountDifferences(
  life: Life,
  account: Account,
  place: number,
): Promise<string[]> {
  const { terms, now } = life;
  const read = readAs(life, account, place);
  const portfolio = await read(`/api/portfolio/${account.id}`);
  const limits = await read(`/api/lmt/sell/eligibility/${account.id}`);
  await learnIds(account, portfolio, read);
  const expected = showPortfolio(account, terms, now);
  const actual = {
    ...portfolio,
    activeBonds: inOrder(listOf(portfolio['activeBonds'])),
    activeStakes: inOrder(listOf(portfolio['activeStakes'])),
  };
  const ordered = {
    ...expected,
    activeBonds: inOrder(expected.activeBonds),
    activeStakes: inOrder(expected.activeStakes),
  };
  return [
    ...differences(ordered, actual, 'portfolio'),
    ...differences(showEligibility(account, terms, now), limits, 'eligibility'),
  ];
}

export async function checkAccount(life: Life, account: Account, place: number): Promise<void> {
  const found = await accountDifferences(life, account, place);
  if (found.length > 0) throw new Disagreement([`user ${account.user}`, ...found]);
  life.note(
    `user ${account.user} has ${inLmt(account.unstaked)} unstaked, credit ${account.credit}`,
  );
}

/** Adds the server's ids to the model's objects. */
async function learnIds(account: Account, portfolio: Listed, read: Read): Promise<void> {
  const known = new Set(
    [...account.vaults, ...account.bonds, ...account.sells].map(({ id }) => id),
  );
  const take = (list: Listed[], isIt: (listed: Listed) => boolean): string => {
    const found = list.find((listed) => !known.has(String(listed['id'])) && isIt(listed));
    const id = found ? fieldOf(found, 'id') : '';
    known.add(id);
    return id;
  };
  for (const vault of account.vaults.filter(({ id }) => id === '')) {
    const createdAt = isoOrNull(vault.createdAt);
    vault.id = take(listOf(portfolio['activeStakes']), (stake) => stake['createdAt'] === createdAt);
  }
  for (const bond of account.bonds.filter(({ id }) => id === null)) {
    const isIt = (listed: Listed): boolean =>
      listed['transactionSignature'] === bond.signature &&
      listed['createdAt'] === isoOrNull(bond.createdAt);
    bond.id = take(listOf(portfolio['activeBonds']), isIt) || null;
  }
  const unknown = account.sells.filter(({ id }) => id === '');
  if (unknown.length === 0) return;
  const sells = listOf(await read(`/api/sell-verifications/user/${account.id}`));
  for (const sell of unknown) {
    const requestedAt = isoOrNull(sell.requestedAt);
    sell.id = take(sells, (listed) => listed['requestedAt'] === requestedAt);
  }
}

/** Differences in everything shown to a user, and in their wallet on the chain. */
async function wholeAccountDifferences(life: Life, account: Account): Promise<string[]> {
  const { terms, now } = life;
  const place = life.place();
  const found = await accountDifferences(life, account, place);
  const read = readAs(life, account, place);
  const of = (path: string) => read(`${path}/${account.id}`);
  const history = await of('/api/transactions/history');
  const actual = {
    stakes: inOrder(listOf(await of('/api/stakes/user'))),
    bonds: inOrder(listOf(await of('/api/bonds/user'))),
    sells: inOrder(listOf(await of('/api/sell-verifications/user'))),
    history: listOf(history['all']).map(lineOf).toSorted(),
    held: await life.world.onChain.heldBy(account.wallet),
  };
  const lists = showLists(account, terms, now);
  const expected = {
    stakes: inOrder(lists.stakes),
    bonds: inOrder(lists.bonds),
    sells: inOrder(lists.sells),
    history: lists.history,
    held: account.held,
  };
  return [...found, ...differences(expected, actual)];
}

const lineOf = (item: Listed): string =>
  ['type', 'createdAt', 'amount', 'tokenType', 'fee', 'feeTokenType', 'status', 'note']
    .map((name) => fieldOf(item, name))
    .join(' ');

/** Compares everything: users, public figures, the queue, and the ledger's invariants. */
export async function checkEverything(life: Life): Promise<void> {
  const found: string[] = [];
  for (const account of life.everybody()) {
    const of = await wholeAccountDifferences(life, account);
    found.push(...of.map((difference) => `user ${account.user} ${difference}`));
  }
  found.push(...(await publicDifferences(life)));
  found.push(...(await life.proofs.anchorDifferences(life)));
  found.push(
    ...(await life.world.broken()).map(({ invariant, detail }) => `${invariant}: ${detail}`),
  );
  const alerts = life.world.alerts.splice(0).map((alert) => `alert: ${alert}`);
  // Injected faults may raise alerts.
  if (!life.faults) found.push(...alerts);
  if (found.length > 0) throw new Disagreement(found);
  life.note('everything agrees');
}

/** Differences in public figures, right after every vault was swept. */
async function publicDifferences(life: Life): Promise<string[]> {
  const { terms, now } = life;
  const request = { method: 'GET', path: '/api/transparency' } as const;
  const { body } = await life.world.ask(life.place(), request);
  const held = life.everybody().map((account) => {
    age(account, terms, now);
    return heldOf(account);
  });
  const liabilities = body['liabilities'] as Record<string, string>;
  const units = (text = ''): bigint => BigInt(text.replace('.', ''));
  const standing = units(liabilities['vaults']) - units(liabilities['accruingRewards']);
  const sum = (part: 'unstaked' | 'bonds' | 'vaults' | 'escrow') =>
    inLmt(total(held.map((of) => of[part])));
  const open = life.deposits.filter(({ status }) => status === 'open');
  const unmatched = (token: PayToken) =>
    amount(
      token,
      total(open.flatMap(({ payment }) => (payment.token === token ? [restOf(payment)] : []))),
    );
  return differences(
    {
      unstaked: sum('unstaked'),
      bonds: sum('bonds'),
      vaults: sum('vaults'),
      escrow: sum('escrow'),
      credit: amount('SOL', total(life.everybody().map(({ credit }) => credit))),
      supply: inLmt(life.supply()),
      unmatchedDeposits: { SOL: unmatched('SOL'), USDC: unmatched('USDC') },
    },
    {
      ...liabilities,
      vaults: inLmt(standing),
      credit: liabilities['feeCredit'],
      supply: body['supply'],
    },
    'transparency',
  );
}
