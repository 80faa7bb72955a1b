import type { Fault } from '#localnet/faults';
import { accountDifferences } from './check.ts';
import { differences } from './differences.ts';
import { Disagreement } from './disagreement.ts';
import type { Life, Write } from './life.ts';
import type { Account, Expected, Sell } from './model/account.ts';
import type { Random } from './random.ts';
import type { Answer, SimulatedWorld } from './world.ts';

const KINDS = ['kill', 'kill', 'cut', 'provider', 'provider', 'full disk', 'fail-over'] as const;
/** Average number of steps per write. */
const STEPS_PER_WRITE = 4;
/** Typical numbers of steps: about ten per write, a hundred per run of all jobs. */
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

/** Codes for facts that are not known yet. */
const SOFT: ReadonlySet<unknown> = new Set([
  'FEE_NOT_SEEN',
  'CONFLICT',
  'PAYOUT_OPEN',
  'NO_FREE_NONCE',
  'TREASURY_SHORT',
  'USDC_NOT_READY',
]);

const isDone = ({ status, body }: Answer): boolean => status < 500 || body['code'] === 'PAUSED';

/** True for a posted payment that was not visible: its bond waits. */
const isUnseen = ({ request }: Write, { body }: Answer): boolean =>
  request.path === '/api/bonds' &&
  request.body !== undefined &&
  'transactionSignature' in request.body &&
  body['status'] === 'pending';

const isDefinite = (write: Write, answer: Answer): boolean =>
  isDone(answer) && !SOFT.has(answer.body['code']) && !isUnseen(write, answer);

/**
 * Injects faults into writes and jobs: killed nodes, cut connections, slow or lying providers, a full disk, a
 * database failover.
 */
export class Faults {
  readonly #world: SimulatedWorld;
  /** Occurrences by kind. */
  readonly counts = new Map<string, number>();
  /** Jobs are suspended until then. */
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

  /** True if the clock jumps now, by days. */
  clockJumps(random: Random): boolean {
    const leaps = random.chance(0.01);
    if (leaps) this.count('leap');
    return leaps;
  }

  /** True if jobs are suspended now, sometimes for weeks. */
  isLate(random: Random): boolean {
    const { now } = this.#world;
    if (now >= this.#lateUntil && random.chance(0.02)) {
      this.#lateUntil = now + (1 + random.below(21)) * 86_400_000;
      this.count('late');
    }
    return now < this.#lateUntil;
  }

  /** Runs work under a fault and repairs it afterwards. Null if there was no response. */
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

  /** Repeats a read after a cut connection, as a browser does. */
  async read(ask: () => Promise<Answer>): Promise<Answer> {
    let answer = await ask();
    for (let tries = 1; !isDone(answer) && tries < TRIES; tries += 1) answer = await ask();
    return answer;
  }

  /** Portfolio response of a user if it fails; null if it succeeds. */
  async #unanswered(life: Life, account: Account | null, place: number): Promise<Answer | null> {
    if (!account) return null;
    const request = { method: 'GET', path: `/api/portfolio/${account.id}` } as const;
    const { headers } = life.person(account);
    const answer = await this.read(() => this.#world.ask(place, request, headers));
    return answer.status === 200 ? null : answer;
  }

  /** Runs a write under a fault, and repeats it if it was not applied. */
  async writeUnderFault(life: Life, write: Write): Promise<Answer> {
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

  /** Effect of a write without a response; null if it had none. */
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

  /** A payout that never landed may have been replaced. */
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

/** Accepts 200 for 201, because a repeated write may have been applied before. */
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
