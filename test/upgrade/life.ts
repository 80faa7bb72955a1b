import { PATHS } from '#contract/paths';
import type { BondJson } from '#contract/bonds';
import type { SellJson } from '#contract/sells';
import type { FeeQuoteJson, StakeJson } from '#contract/stakes';
import type { FaultDial } from '#localnet/faults';
import { Owner } from '../../seed/owner.ts';
import type { Person } from '../../seed/person.ts';
import type { Site } from '../../seed/site.ts';
import {
  CONFIRMED,
  DAY,
  EXPIRED,
  FINAL,
  HOUR,
  People,
  pathOf,
  signIn,
  unknownSignature,
} from './people.ts';

/** Who is in the first window, and asks to sell in it. */
const SELLERS = [
  'sell-pending',
  'sell-paid-sol',
  'sell-paid-usdc',
  'sell-rejected',
  'sell-cancelled',
  'sell-payout-awaiting',
  'sell-payout-sent',
  'sell-payout-failed',
  'sell-payout-expired',
] as const;
const FIRST = [
  ...SELLERS,
  'vault-auto-restaked',
  'vault-released',
  'vault-restaked',
  'vault-unstaked',
  'vault-deleted',
  'vault-edited',
  'corrected',
  'bond-deleted',
  'claimed',
];
const SECOND = ['vault-window', 'vault-window-restaking', 'vault-ready', 'vault-vesting'];

interface Deposit {
  readonly id: string;
  readonly sender: string | null;
}

/** A site, what can go wrong on its chain, and a second node on it without the treasury's key. */
export interface Stage {
  readonly site: Site;
  readonly keyless: Site;
  readonly faults: FaultDial;
}

/**
 * Thirteen days with users at every stage of life, by calls alone. Answers the names of those who can
 * sign in at the end; each says what became of its user.
 */
export async function live({ site, keyless, faults }: Stage): Promise<readonly string[]> {
  const people = new People(site);
  const owner = await Owner.of(site);
  const signer = await Owner.of(keyless);
  await owner.furnish();
  await beginnings(people, owner, faults);
  await secondComers(people, owner);
  await firstWindow(people, { owner, signer, faults });
  await strangers(people, owner);
  await corrections(people, owner);
  await lastDays(people, owner);
  await lastMinute(people, owner, signer);
  return people.names;
}

/** Days 0 to 2: bonds, claims, vaults; a bond and a vault whose payments vanish; a pause. */
async function beginnings(people: People, owner: Owner, faults: FaultDial): Promise<void> {
  const { site } = people;
  const rollBack = (): void => {
    faults.inject({ kind: 'roll-back', afterSlots: 25 }, { times: 1 });
  };
  await people.join(...FIRST, 'looker', 'bond-failed', 'bond-unposted', 'bond-unannounced');
  await people.join('vault-voided', 'gone');
  await people.bond(...FIRST, 'vault-voided', 'gone');
  rollBack();
  await people.bond('bond-failed');
  await people.of('bond-unposted').payForBond('SOL', '3.5');
  await people.of('bond-unannounced').sendToTreasury('SOL', '2.75');
  await site.advance(FINAL);
  await owner.call('POST', PATHS.adminSettings, {
    lmtPriceUSDC: '1003.25',
    reason: 'First listing',
  });
  await site.advance(DAY);
  await people.each([...FIRST, 'vault-voided', 'gone'], (person) => person.claim());
  const staking = FIRST.filter((name) => name !== 'claimed');
  await people.stake(37n, ...staking, 'gone');
  rollBack();
  await people.stake(50n, 'vault-voided');
  await site.advance(FINAL);
  await site.advance(DAY);
  await people.each([...staking, 'gone'], (person) => person.activate());
  await owner.call('POST', PATHS.adminPause, { paused: true, reason: 'Drill' });
  await site.advance(2 * HOUR);
  await owner.call('POST', PATHS.adminPause, { paused: false, reason: 'Drill over' });
}

/** Days 3 to 6: a second cohort, fee credit, and new terms. */
async function secondComers(people: People, owner: Owner): Promise<void> {
  const { site } = people;
  await site.advance(DAY);
  await people.join(...SECOND, 'fee-credit', 'fee-credit-refunded', 'deposit-assigned');
  await people.bond(...SECOND, 'fee-credit', 'fee-credit-refunded');
  await site.advance(DAY);
  await people.each([...SECOND, 'fee-credit', 'fee-credit-refunded'], (person) => person.claim());
  await people.stake(41n, 'vault-window', 'vault-window-restaking');
  await overpay(people, 'fee-credit', 'fee-credit-refunded');
  await site.advance(DAY);
  await people.each(SECOND.slice(0, 2), (person) => person.activate());
  await owner.earnMore();
  await site.advance(DAY);
  const terms = { withdrawalFee: '0.005', sellingFee: '0.145', stakingFee: '0.021' };
  await owner.call('POST', PATHS.adminSettings, { ...terms, reason: 'New fees' });
}

/** A fee payment beyond the fee: the rest stands as credit. */
async function overpay(people: People, ...names: readonly string[]): Promise<void> {
  const { site } = people;
  for (const name of names) {
    const person = people.of(name);
    const asked = `${PATHS.feeQuote}?amount=0.5`;
    const { reference } = await person.call<FeeQuoteJson>('GET', asked);
    const hash = await people.pay(person.wallet, { token: 'SOL', amount: '0.77777777', reference });
    await site.advance(CONFIRMED);
    const stake = { userId: person.id, amount: '0.5', feeTransactionHash: hash };
    await person.call('POST', PATHS.stakes, stake);
  }
  await site.advance(FINAL);
}

/** Day 9: the first vaults are in their window; the owner answers requests in every way. */
async function firstWindow(
  people: People,
  { owner, signer, faults }: { owner: Owner; signer: Owner; faults: FaultDial },
): Promise<void> {
  const { site } = people;
  await site.advance(3 * DAY + HOUR);
  await people.of('vault-restaked').restake();
  await people.of('vault-unstaked').unstake(33n);
  const sells = new Map<string, SellJson>();
  for (const [index, name] of SELLERS.entries()) {
    sells.set(name, await people.of(name).sell(71n, index % 2 === 1 ? 'SOL' : 'USDC'));
  }
  const sellOf = (name: (typeof SELLERS)[number]): SellJson => sells.get(name)!;
  await owner.approve(sellOf('sell-paid-sol'));
  await owner.approve(sellOf('sell-paid-usdc'));
  await owner.reject(sellOf('sell-rejected'));
  const cancelled = people.of('sell-cancelled');
  await cancelled.call('DELETE', pathOf(PATHS.sellVerification, sellOf('sell-cancelled').id));
  await signer.approve(sellOf('sell-payout-expired'));
  await site.advance(FINAL);
  await site.advance(EXPIRED);
  faults.inject({ kind: 'drop' });
  await owner.approve(sellOf('sell-payout-failed'));
  for (let tries = 0; tries < 6; tries += 1) await site.advance(EXPIRED);
  faults.clear();
}

/** Unmatched deposits: one assigned, one refunded, one open, one too small; and a credit refunded. */
async function strangers(people: People, owner: Owner): Promise<void> {
  const { site } = people;
  const senders = new Map<string, string>();
  for (const [name, token, amount] of [
    ['stranger-assigned', 'USDC', '75.000001'],
    ['stranger-refunded', 'SOL', '1.5'],
    ['stranger-open', 'SOL', '0.25'],
    ['stranger-small', 'SOL', '0.005'],
  ] as const) {
    const wallet = await people.fund(name);
    await people.pay(wallet, { token, amount });
    senders.set(wallet.address, name);
  }
  await site.advance(FINAL);
  await site.advance(3 * 60_000);
  const listed = await owner.call<Deposit[]>('GET', `${PATHS.unmatchedDeposits}?small=true`);
  const depositOf = (name: string): string =>
    listed.find(({ sender }) => senders.get(sender ?? '') === name)!.id;
  const userId = people.of('deposit-assigned').id;
  await owner.call('POST', pathOf(PATHS.assignDeposit, depositOf('stranger-assigned')), {
    userId,
    reason: 'Said so by mail',
  });
  await owner.call('POST', pathOf(PATHS.refundDeposit, depositOf('stranger-refunded')), {
    reason: 'Sent by mistake',
  });
  const credited = people.of('fee-credit-refunded').id;
  await owner.call('POST', pathOf(PATHS.refundCredit, credited), { reason: 'Asked for it' });
  await site.advance(FINAL);
}

/** What the owner corrects: a balance, a name, a vault, a bond; a user is deleted. Audits are made. */
async function corrections(people: People, owner: Owner): Promise<void> {
  const correct = (name: string, body: object): Promise<unknown> =>
    owner.call('PUT', pathOf(PATHS.adminUser, people.of(name).id), body);
  const credit = { direction: 'credit', amount: '1.23456789' };
  const debit = { direction: 'debit', amount: '0.00000001' };
  await correct('corrected', { adjustment: credit, reason: 'Made good' });
  await correct('corrected', { adjustment: debit, username: 'Renamed', reason: 'One unit off' });
  const vaultOf = async (name: string): Promise<string> => {
    const person = people.of(name);
    const stakes = await person.call<StakeJson[]>('GET', pathOf(PATHS.userStakes, person.id));
    return pathOf(PATHS.adminVault, stakes[0]!.id);
  };
  const edited = { rewardsAccrued: '0.31415926', reason: 'Recomputed' };
  await owner.call('PUT', await vaultOf('vault-edited'), edited);
  await owner.call('DELETE', `${await vaultOf('vault-deleted')}?reason=Opened+twice`);
  const person = people.of('bond-deleted');
  const [bond] = await person.call<BondJson[]>('GET', pathOf(PATHS.userBonds, person.id));
  await owner.call('DELETE', `${pathOf(PATHS.adminBond, bond!.id)}?reason=Charged+back`);
  const gone = pathOf(PATHS.adminUser, people.of('gone').id);
  await owner.call('DELETE', `${gone}?reason=Asked+to+leave`);
  people.leave('gone');
  await owner.call('POST', PATHS.adminVerifyBlockchain, { reason: 'Monthly' });
  await owner.call('GET', PATHS.adminAudit);
}

/** Days 10 to 12: windows close, points are kept at a midnight, and the second vaults mature. */
async function lastDays(people: People, owner: Owner): Promise<void> {
  const { site } = people;
  const { now } = await site.call<{ now: string }>('GET', PATHS.local);
  const toMidnight = DAY - (Date.parse(now) % DAY);
  await site.advance(toMidnight);
  await site.advance(DAY - toMidnight);
  await people.join('bond-claimable', 'bond-locked', 'bond-unpaid', 'bond-unseen');
  await people.join('bond-confirmed', 'payment-arrived', 'payment-sent', 'fee-unseen');
  await people.bond('bond-claimable', 'fee-unseen');
  await people.stake(60n, 'vault-ready');
  await site.advance(DAY);
  await owner.call('POST', PATHS.adminSettings, { weeklyPriceIncrease: '0.02', reason: 'Growth' });
  await site.advance(DAY);
  await people.bond('bond-locked');
  await people.stake(60n, 'vault-vesting');
  const inWindow = people.of('vault-window');
  await inWindow.unstake(10n);
  const [vault] = await inWindow.call<StakeJson[]>('GET', pathOf(PATHS.userStakes, inWindow.id));
  await inWindow.call('PATCH', pathOf(PATHS.autoRestake, vault!.id), { enabled: true });
}

/** What is under way when the server stops: quotes, payments, payouts, signatures unknown so far. */
async function lastMinute(people: People, owner: Owner, signer: Owner): Promise<void> {
  const { site } = people;
  const claimed = people.of('claimed');
  await claimed.call('POST', PATHS.quoteBond, { tokenType: 'SOL', amount: '7' });
  const { headers } = await signIn(site, claimed.wallet);
  const once = { ...headers, 'idempotency-key': 'upgrade' };
  await site.call('POST', PATHS.quoteBond, {
    headers: once,
    body: { tokenType: 'SOL', amount: '7.5' },
  });
  await claimed.call('GET', `${PATHS.feeQuote}?amount=0.25`);
  await people.of('bond-unpaid').bondUnpaid('250');
  await people.of('payment-arrived').sendToTreasury('SOL', '1.25');
  await site.advance(FINAL);
  const unseen = people.of('bond-unseen');
  await unseen.call('POST', PATHS.bonds, {
    userId: unseen.id,
    tokenType: 'SOL',
    amount: '4.5',
    transactionSignature: unknownSignature('bond-unseen'),
  });
  await unseenFee(people.of('fee-unseen'));
  const pending = async (name: string): Promise<SellJson> => {
    const person = people.of(name);
    const sells = await person.call<SellJson[]>('GET', pathOf(PATHS.userSells, person.id));
    return sells[0]!;
  };
  await signer.approve(await pending('sell-payout-awaiting'));
  await people.of('bond-confirmed').payForBond('SOL', '11.25');
  await people.of('vault-vesting').payForStake(50n);
  await site.advance(CONFIRMED);
  await people.of('bond-confirmed').bond();
  await people.of('vault-vesting').stake(true);
  await owner.approve(await pending('sell-payout-sent'));
  await people.of('payment-sent').payForBond('SOL', '6.25');
  // Confirmed, so that the treasury's balance is the same whenever it is read; not final.
  await site.advance(CONFIRMED);
}

/** A stake whose fee payment the chain does not know, which is refused and remembered. */
async function unseenFee(person: Person): Promise<void> {
  await person.claim();
  const stake = { userId: person.id, amount: '0.1', feeTransactionHash: unknownSignature('fee') };
  const answer = await person.call('POST', PATHS.stakes, stake).catch(String);
  if (!String(answer).includes('FEE')) throw new Error('a stake without a fee was taken');
}
