import { differences } from './differences.ts';
import { Disagreement } from './disagreement.ts';
import { Faults } from './faults.ts';
import type { Account, BondQuote, Deposit, Expected, FeeQuote, Payment } from './model/account.ts';
import { MINUTE, type PayToken, iso } from './model/arithmetic.ts';
import { heldOf } from './model/show.ts';
import { type Terms, firstTerms } from './model/terms.ts';
import { age } from './model/vaults.ts';
import { Proofs, owedToAll } from './proofs.ts';
import { Random } from './random.ts';
import { START } from './frozen-time.ts';
import { followChain } from './follow-chain.ts';
import { checkAccount } from './check.ts';
import {
  type Answer,
  NODES,
  type Person,
  type Request,
  SimulatedWorld,
  type WorldOptions,
} from './world.ts';

const FUNDS = { SOL: 1_000_000_000_000_000n, USDC: 10_000_000_000_000n } as const;

/** Interval of reconcile passes, which find what a fault hid from the cursor walk. */
const PASS_EVERY_MS = 10 * MINUTE;

/** Write request with its effect on the model. */
export interface Write {
  /** User whose state it changes; null for none. */
  readonly account: Account | null;
  readonly request: Request;
  readonly isOwners?: true;
  /** Applies the write to the model. Returns the expected response. */
  readonly apply: () => Expected;
  /** True if it may also be sent twice at once, because its results can be distinguished afterwards. */
  readonly canBeSentTwice?: true;
}

/** Server and model in lockstep. */
export class Life {
  readonly world: SimulatedWorld;
  readonly terms: Terms = firstTerms(START);
  readonly accounts: Account[] = [];
  readonly deposits: Deposit[] = [];
  readonly proofs = new Proofs();
  readonly trace: string[] = [];
  readonly faults: Faults | null;
  readonly #people: Person[] = [];
  /** Random numbers of the current step. */
  random = new Random(0);

  private constructor(world: SimulatedWorld, hasFaults: boolean) {
    this.world = world;
    this.faults = hasFaults ? new Faults(world) : null;
  }

  static async begin(users: readonly number[], of: WorldOptions): Promise<Life> {
    const world = await SimulatedWorld.open(of);
    const life = new Life(world, of.hasFaults);
    for (const user of users) {
      const person = await world.person(user, FUNDS);
      life.#people[user] = person;
      life.accounts[user] = newAccount(user, person);
    }
    return life;
  }

  get now(): number {
    return this.world.now;
  }

  account(user: number): Account {
    const account = this.accounts[user];
    if (!account) throw new Error(`there is no user ${user}`);
    return account;
  }

  /** Accounts of all participating users. */
  everybody(): Account[] {
    return this.accounts.filter(Boolean);
  }

  /** A random node. */
  place(): number {
    return this.random.below(NODES);
  }

  person({ user }: Account): Person {
    const person = this.#people[user];
    if (!person) throw new Error(`there is no user ${user}`);
    return person;
  }

  /** Total LMT of the ledger after all vaults are swept. */
  supply(): bigint {
    return this.everybody()
      .map((account) => {
        age(account, this.terms, this.now);
        const { unstaked, bonds, vaults, escrow } = heldOf(account);
        return unstaked + bonds + vaults + escrow;
      })
      .reduce((a, b) => a + b, 0n);
  }

  note(what: string): void {
    this.trace.push(`${iso(this.now)} ${what}`);
  }

  async ask(
    write: Pick<Write, 'account' | 'request' | 'isOwners'>,
    place: number,
  ): Promise<Answer> {
    const { account, request, isOwners } = write;
    const headers = isOwners || !account ? this.world.owner : this.person(account).headers;
    const ask = (): Promise<Answer> => this.world.ask(place, request, headers);
    return request.method === 'GET' && this.faults ? this.faults.read(ask) : ask();
  }

  /** Sends a write, and compares its response and the user's state with the model. Returns the response. */
  async write(write: Write): Promise<Answer> {
    if (this.faults?.strikes(this.random)) {
      const answer = await this.faults.writeUnderFault(this, write);
      this.note(`${nameOf(write)} under a fault ${answer.status}`);
      return answer;
    }
    if (write.canBeSentTwice && this.random.chance(0.1)) return this.#writeTwice(write);
    const answer = await this.ask(write, this.place());
    this.expect(write, write.apply(), answer);
    return answer;
  }

  /** Sends a request to two nodes at once; either may come first. */
  async #writeTwice(write: Write): Promise<Answer> {
    const [a, b] = await Promise.all([this.ask(write, 0), this.ask(write, 1)]);
    const [first, second] = [write.apply(), write.apply()];
    const inTurn = [...differences(first, a), ...differences(second, b)];
    const turned = [...differences(first, b), ...differences(second, a)];
    const isTurned = inTurn.length > 0 && turned.length === 0;
    if (inTurn.length > 0 && !isTurned) {
      throw new Disagreement([`${nameOf(write)} twice`, ...inTurn]);
    }
    this.note(`${nameOf(write)} twice ${[a.status, b.status].sort((x, y) => x - y).join(' ')}`);
    return isTurned ? b : a;
  }

  expect(write: Write, expected: Expected, answer: Answer): void {
    const found = differences(expected, answer);
    if (found.length > 0)
      throw new Disagreement([nameOf(write), ...found, JSON.stringify(answer.body)]);
    const code = expected.body['code'];
    this.note(`${nameOf(write)} ${answer.status}${typeof code === 'string' ? ` ${code}` : ''}`);
  }

  /** Sends a payment without announcing it. */
  async pay(
    account: Account,
    {
      token,
      amount,
      bondQuote = null,
      feeQuote = null,
    }: {
      readonly token: PayToken;
      readonly amount: bigint;
      readonly bondQuote?: BondQuote | null;
      readonly feeQuote?: FeeQuote | null;
    },
  ): Promise<Payment> {
    const reference = bondQuote?.reference ?? feeQuote?.reference;
    const paid = { token, amount, ...(reference === undefined ? {} : { reference }) };
    const found = await this.world.pay(this.person(account), paid);
    account.held[token] -= amount;
    account.held.SOL -= found.networkFee;
    const open = { use: null, stakeFee: null, outOfBond: 0n, final: false, decideAt: null };
    const payment: Payment = { ...found, token, amount, bondQuote, feeQuote, ...open };
    account.payments.push(payment);
    return payment;
  }

  /**
   * Runs every job of a node, and updates the model with what became final.
   * @param unsure Account whose state the jobs may leave unchanged under a fault.
   */
  async runJobs(unsure: Account | null = null): Promise<void> {
    const isStruck = this.faults?.strikesJobs(this.random) ?? false;
    await this.#runJobs(unsure, isStruck);
    if (!isStruck || unsure) return;
    await this.world.pass(PASS_EVERY_MS);
    await this.#runJobs(null, false);
  }

  async #runJobs(unsure: Account | null, isStruck: boolean): Promise<void> {
    const before = owedToAll(this);
    const place = this.place();
    if (this.faults) await this.faults.runJobs(this.random, { place, isStruck });
    else await this.world.runJobs(place);
    await followChain(this);
    await this.proofs.look(this, before, unsure);
  }

  check(account: Account): Promise<void> {
    return checkAccount(this, account, this.place());
  }
}

const nameOf = ({ request: { method, path }, account }: Write): string =>
  `${account ? `user ${account.user} ` : ''}${method} ${path.replaceAll(/[\w-]{36}/g, '…')}`;

const newAccount = (user: number, { id, wallet }: Person): Account => ({
  user,
  id,
  wallet: wallet.address,
  unstaked: 0n,
  credit: 0n,
  bonds: [],
  vaults: [],
  sells: [],
  items: [],
  period: { sold: 0n, startedAt: null },
  bondQuotes: [],
  feeQuotes: [],
  payments: [],
  creditRefund: null,
  held: { ...FUNDS },
});
