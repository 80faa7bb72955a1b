import type { Fault } from '#localnet/faults';
import { accountDifferences } from './check.ts';
import { differences } from './differences.ts';
import { Disagreement } from './disagreement.ts';
import type { Life, Write } from './life.ts';
import type { Account, Expected, Sell } from './model/account.ts';
import type { Random } from './random.ts';
import type { Answer, SimulatedWorld } from './world.ts';

const KINDS = ['kill', 'kill', 'cut', 'provider', 'provider', 'full disk', 'fail-over'] as const;
/** Of all steps about one in so many writes. */
const STEPS_PER_WRITE = 4;
/** A write makes about ten steps, a run of all jobs about a hundred. */
const STEPS_OF_WRITE = 14;
const STEPS_OF_JOBS = 120;
const TRIES = 5;

const PROVIDER: readonly Fault[] = [
  { kind: 'rate-limit', retryAfterSeconds: 0 },
  { kind: 'bad-gateway' },
  { kind: 'lose-answer', as: 'bad-gateway' },
  { kind: 'lag', slots: 40 },
  { kind: 'lag', slots: 3 },
  { kind: 'delay', ms: 20 },
  { kind: 'time-out' },
];

/** What says that something is not known yet. */
const SOFT: ReadonlySet<unknown> = new Set([
  'FEE_NOT_SEEN',
  'CONFLICT',
  'PAYOUT_OPEN',
  'NO_FREE_NONCE',
  'TREASURY_SHORT',
  'USDC_NOT_READY',
]);

const isDone = ({ status, body }: Answer): boolean => status < 500 || body['code'] === 'PAUSED';

/** A payment that was posted and could not be seen: its bond waits. */
const isUnseen = ({ request }: Write, { body }: Answer): boolean =>
  request.path === '/api/bonds' &&
  request.body !== undefined &&
  'transactionSignature' in request.body &&
  body['status'] === 'pending';

const isDefinite = (write: Write, answer: Answer): boolean =>
  isDone(answer) && !SOFT.has(answer.body['code']) && !isUnseen(write, answer);

/**
 * Lets writes and jobs go wrong: nodes are killed, connections cut, providers are slow or lie, the disk is
 * full, the database fails over.
 */
export class Faults {
  readonly #world: SimulatedWorld;
  /** How often each kind struck. */
  readonly counts = new Map<string, number>();
  /** Until then no job runs. */
  #lateUntil = 0;

  constructor(world: SimulatedWorld) {
    this.#world = world;
  }

  strikes(random: Random): boolean {
    return random.chance(0.12);
  }

  count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  /** Whether the clock leaps now, by days. */
  leaps(random: Random): boolean {
    const leaps = random.chance(0.01);
    if (leaps) this.count('leap');
    return leaps;
  }

  /** Whether jobs do not run now, sometimes for weeks. */
  isLate(random: Random): boolean {
    const { now } = this.#world;
    if (now >= this.#lateUntil && random.chance(0.02)) {
      this.#lateUntil = now + (1 + random.below(21)) * 86_400_000;
      this.count('late');
    }
    return now < this.#lateUntil;
  }

  /** Something goes wrong while work is done; afterwards all is as it should be. Null where there is no answer. */
  async #during<T>(
    random: Random,
    { place, steps }: { readonly place: number; readonly steps: number },
    work: () => Promise<T>,
  ): Promise<T | null> {
    const kind = random.pick(KINDS);
    const writes = random.below(Math.ceil(steps / STEPS_PER_WRITE));
    if (kind === 'full disk') this.#world.frail.arm({ kind }, writes);
    else if (kind === 'fail-over') {
      const [isKept, away] = [random.chance(0.5), random.below(4)];
      this.#world.frail.arm({ kind, isKept, away }, writes);
    } else this.count(kind);
    if (kind === 'kill') this.#world.killAfter(place, 1 + random.below(steps));
    if (kind === 'provider') {
      this.#world.net.faults.inject(random.pick(PROVIDER), { times: 1 + random.below(4) });
    }
    const cutting = kind === 'cut' ? this.#world.cutConnections() : Promise.resolve();
    const [outcome] = await Promise.allSettled([work(), cutting]);
    this.#world.net.faults.clear();
    if (this.#world.frail.disarm()) this.count(kind);
    await this.#world.revive(place);
    return outcome.status === 'fulfilled' ? outcome.value : null;
  }

  /** A read that meets a connection which was cut is made again, as a browser does. */
  async read(ask: () => Promise<Answer>): Promise<Answer> {
    let answer = await ask();
    for (let tries = 1; !isDone(answer) && tries < TRIES; tries += 1) answer = await ask();
    return answer;
  }

  /** A user's portfolio where it is not answered; null where it is. */
  async #unanswered(life: Life, account: Account | null, place: number): Promise<Answer | null> {
    if (!account) return null;
    const request = { method: 'GET', path: `/api/portfolio/${account.id}` } as const;
    const { headers } = life.person(account);
    const answer = await this.read(() => this.#world.ask(place, request, headers));
    return answer.status === 200 ? null : answer;
  }

  /** A write that something befalls. It has happened or not; where it has not, it is asked for again. */
  async suffered(life: Life, write: Write): Promise<Answer> {
    const { random } = life;
    const place = life.place();
    const steps = STEPS_OF_WRITE;
    let unread: Answer | null = null;
    const struck = await this.#during(random, { place, steps }, async () => {
      const answer = await life.ask(write, place);
      if (this.#world.frail.isFull) unread = await this.#unanswered(life, write.account, place);
      return answer;
    });
    if (unread) throw new Disagreement(['no reads on a full disk', JSON.stringify(unread)]);
    if (struck && isDefinite(write, struck)) return expectAlike(write, struck);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const isHalf = struck !== null && isUnseen(write, struck);
      const done = isHalf ? null : await this.#found(life, write);
      if (done) return { status: done.status, body: {} };
      const answer = await life.ask(write, life.place());
      const isLast = tries === TRIES - 1;
      if (isDefinite(write, answer) || (isLast && isDone(answer))) {
        return expectAlike(write, answer);
      }
    }
    throw new Disagreement([`${write.request.path} does not heal`, JSON.stringify(struck)]);
  }

  /** What a write without an answer has done, where it has done something; null where it has not. */
  async #found(life: Life, write: Write): Promise<Expected | null> {
    const { account } = write;
    if (!account) return null;
    const before = await accountDifferences(life, account, life.place());
    if (before.length === 0) return null;
    const expected = write.apply();
    const after = await accountDifferences(life, account, life.place());
    if (after.length === 0) return expected;
    throw new Disagreement([`${write.request.path}, of which the answer was lost`, ...after]);
  }

  /** A payout that never landed may have been followed by another. */
  async learnSignature(life: Life, account: Account, sell: Sell): Promise<void> {
    const path = `/api/sell-verifications/user/${account.id}`;
    const { body } = await life.ask({ account, request: { method: 'GET', path } }, life.place());
    const listed = body as unknown as { id: string; payout: { signature: string | null } | null }[];
    const found = listed.find(({ id }) => id === sell.id)?.payout?.signature;
    if (found) sell.signature = found;
  }

  strikesJobs(random: Random): boolean {
    return random.chance(0.2);
  }

  /** Runs all jobs of a node, and again after a fault. */
  async runJobs(
    random: Random,
    { place, isStruck }: { readonly place: number; readonly isStruck: boolean },
  ): Promise<void> {
    const run = (): Promise<void> => this.#world.runJobs(place);
    if (isStruck) await this.#during(random, { place, steps: STEPS_OF_JOBS }, run);
    for (let tries = 1; ; tries += 1) {
      try {
        return await run();
      } catch (error) {
        if (tries >= TRIES) throw error;
      }
    }
  }
}

/** What was asked for again may have been made before: 200 and 201 are alike. */
function expectAlike(write: Write, answer: Answer): Answer {
  const expected = write.apply();
  const isMade = expected.status === 201 && answer.status === 200;
  const status = isMade ? 200 : expected.status;
  const found = differences({ ...expected, status }, answer);
  if (found.length > 0) {
    throw new Disagreement([
      `${write.request.path} under a fault`,
      ...found,
      JSON.stringify(answer),
    ]);
  }
  return answer;
}
