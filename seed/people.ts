import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/base/time';
import type { PayToken } from '#domain/base/money';
import { Owner } from './owner.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';

/** How many come when, and how far they go. */
const FIRST = 70;
const SECOND = 40;
const THIRD = 25;
const FOURTH = 20;
const UNPAID = 5;
const LOOKING = 40;
/** What it makes in all. */
export const PEOPLE = FIRST + SECOND + THIRD + FOURTH + UNPAID + LOOKING;

const AT_ONCE = 8;
/** For a payment to be seen at confirmed. */
const SEEN_MS = 2 * SECOND_MS;

/**
 * Two hundred users at every stage of life, over twelve simulated days: locked and claimable bonds,
 * vaults that vest, are ready, run, are in their window, were restaked by hand and by themselves, were
 * unstaked from and released; requests that wait, were paid, rejected and cancelled; bonds without a
 * payment, and payments without a bond. With a share below 1 only so many of each.
 */
export async function seedPeople(
  site: Site,
  tell: (what: string) => void,
  share = 1,
): Promise<void> {
  const of = (count: number): number => Math.ceil(count * share);
  const owner = await Owner.of(site);
  await owner.furnish();
  tell('the first bond, claim and stake');
  const first = await signUp(site, of(FIRST));
  await bond(site, first);
  await site.advance(DAY_MS);
  await each(first.slice(of(5)), (person) => person.claim());
  await stake(site, first.slice(of(10)));
  await site.advance(DAY_MS);
  await each(first.slice(of(15)), (person) => person.activate());
  await owner.earnMore();

  tell('others follow');
  await site.advance(DAY_MS);
  const second = await signUp(site, of(SECOND));
  await bond(site, second);
  await site.advance(DAY_MS);
  await each(second, (person) => person.claim());
  await stake(site, second);
  await site.advance(DAY_MS);
  await each(second.slice(of(3)), (person) => person.activate());

  tell('the first vaults mature');
  await site.advance(4 * DAY_MS + HOUR_MS);
  await firstWindow(owner, first, of);

  tell('new ones come, and the second vaults mature');
  await site.advance(2 * DAY_MS - HOUR_MS);
  const third = await signUp(site, of(THIRD));
  await bond(site, third);
  const unpaid = await signUp(site, of(UNPAID));
  await each(unpaid, (person) => person.bondUnpaid('250'));
  await site.advance(DAY_MS + 2 * HOUR_MS);
  await each(third.slice(of(4)), (person) => person.claim());
  await stake(site, third.slice(of(10)));
  await each(second.slice(of(3), of(18)), (person) => person.sell(80n, payoutOf(person)));
  await each(second.slice(of(18), of(24)), (person) => person.unstake(40n));

  tell('the last');
  const fourth = await signUp(site, of(FOURTH));
  await bond(site, fourth);
  const looking = await signUp(site, of(LOOKING));
  await each(looking.slice(0, of(3)), (person) => person.sendToTreasury('SOL', '0.005'));
  await strangers(site);
  await site.advance(3 * 60 * SECOND_MS);
}

/** What the first do in their window: restake, unstake, sell; the owner answers the requests. */
async function firstWindow(
  owner: Owner,
  first: readonly Person[],
  of: (count: number) => number,
): Promise<void> {
  await each(first.slice(of(15), of(25)), (person) => person.restake());
  await each(first.slice(of(25), of(35)), (person) => person.unstake(45n));
  const asked = await each(first.slice(of(35), of(50)), (person) =>
    person.sell(90n, payoutOf(person)),
  );
  for (const sell of asked.slice(0, of(8))) await owner.approve(sell);
  for (const sell of asked.slice(of(8), of(11))) await owner.reject(sell);
  await each(first.slice(of(46), of(48)), async (person) => {
    const [sell] = await person.call<{ id: string }[]>(
      'GET',
      `/api/sell-verifications/user/${person.id}`,
    );
    if (sell) await person.call('DELETE', `/api/sell-verifications/${sell.id}`);
  });
}

/** Payments of wallets that have never signed in. */
async function strangers(site: Site): Promise<void> {
  const unknown = await Person.stranger(site);
  await unknown.sendToTreasury('USDC', '75');
  await unknown.sendToTreasury('SOL', '1.5');
}

const signUp = (site: Site, count: number): Promise<Person[]> =>
  each(
    Array.from({ length: count }, (_, index) => index),
    () => Person.signedUp(site),
  );

async function bond(site: Site, people: readonly Person[]): Promise<void> {
  await each(people, (person, index) => person.payForBond(...priceOf(index)));
  await site.advance(SEEN_MS);
  await each(people, (person) => person.bond());
}

async function stake(site: Site, people: readonly Person[]): Promise<void> {
  await each(people, (person, index) => person.payForStake(BigInt(40 + (index % 5) * 10)));
  await site.advance(SEEN_MS);
  await each(people, (person, index) => person.stake(index % 3 === 0));
}

/** From a few to a few hundred SOL, every fourth in USDC. */
function priceOf(index: number): [PayToken, string] {
  const size = 2 + ((index * 37) % 120);
  return index % 4 === 3 ? ['USDC', String(size * 190)] : ['SOL', `${size}.${(index * 7) % 10}`];
}

const payoutOf = ({ wallet }: Person): PayToken => (wallet.address < 'A' ? 'USDC' : 'SOL');

/** Does something for each, a few at once, and answers in their order. */
async function each<T, A>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<A>,
): Promise<A[]> {
  const answers: A[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next; index < items.length; index = next) {
      next += 1;
      answers[index] = await act(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}
