import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, arrayOf, only } from '#server/kernel/db/database';
import { violations } from '#server/kernel/ledger/invariants';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { hashOf, newToken } from '#server/kernel/sessions/token';
import type { Plan } from '#server/kernel/write/plan';
import { writePlans } from '#server/kernel/write/write-plans';
import { ask, longAgo, newUser, paidBond } from '#test/support/store';

/** A claimable bond. */
export interface Claim {
  readonly bondId: string;
  readonly token: string;
}

const USERS = 20;
const BONDS_EACH = 5;
/** Pauses between claims, and between retries, as users make them. */
const PAUSE_MS = 10;
const AGAIN_MS = 100;

type Write = (database: Database, plans: readonly Plan[]) => Promise<unknown>;

/** Inserts a session with a statement that the previous schema version accepts, too. */
async function sessionOf(database: Database, userId: string): Promise<string> {
  const token = newToken();
  await ask(
    database,
    `insert into sessions (token_hash, user_id, expires_at)
     values ($1, $2, clock_timestamp() + interval '24 hours')`,
    [hashOf(token), userId],
  );
  return token;
}

/** Inserts claimable bonds of users with sessions. */
export async function claimable(database: Database, write: Write = writePlans): Promise<Claim[]> {
  const now = await readClock(database);
  const users = await Promise.all(
    Array.from({ length: USERS }, async () => {
      const userId = await newUser(database, now);
      return { userId, token: await sessionOf(database, userId) };
    }),
  );
  const claims: Claim[] = [];
  for (let round = 0; round < BONDS_EACH; round += 1) {
    const plans = users.map(({ userId, token }) => {
      const { bond, plan } = paidBond(userId, BigInt(round), longAgo(now));
      claims.push({ bondId: bond.id, token });
      return plan;
    });
    await write(database, plans);
  }
  return claims;
}

/** Results of claims while servers died. */
export interface ClaimResults {
  /** Bonds whose claim returned 200. */
  readonly acknowledged: string[];
  /** Retryable refusals: 503 with Retry-After. */
  busy: number;
  /** Requests with a broken connection, or 502 of the load balancer. */
  cut: number;
  /** All other responses. */
  readonly errors: string[];
}

/** Users who claim bonds in a loop, each bond until it is acknowledged. */
export class Claimers {
  readonly seen: ClaimResults = { acknowledged: [], busy: 0, cut: 0, errors: [] };
  readonly #database: Database;
  readonly #address: string;
  readonly #hasKeys: boolean;
  readonly #write: Write | undefined;
  readonly #lanes: Promise<void>[];
  #seeding: Promise<Claim[]> | null = null;
  #left: Claim[] = [];
  #isOver = false;

  /**
   * @param hasKeys True if each claim has an Idempotency-Key, repeated in its retries.
   * @param write Writes the bonds to claim.
   */
  constructor(
    database: Database,
    address: string,
    {
      lanes,
      hasKeys,
      write,
    }: { readonly lanes: number; readonly hasKeys: boolean; readonly write?: Write },
  ) {
    this.#database = database;
    this.#write = write;
    this.#address = address;
    this.#hasKeys = hasKeys;
    this.#lanes = Array.from({ length: lanes }, () => this.#lane());
  }

  /** Resolves after `claims` further acknowledgements. */
  async more(claims: number): Promise<void> {
    const wanted = this.seen.acknowledged.length + claims;
    while (this.seen.acknowledged.length < wanted) await sleep(PAUSE_MS);
  }

  /** Resolves once enough bonds are prepared, because none can be added while writes fail. */
  async stocked(claims: number): Promise<void> {
    while (this.#left.length < claims) {
      this.#left.push(...(await claimable(this.#database, this.#write)));
    }
  }

  /** Waits for all claims in progress. */
  async stop(): Promise<ClaimResults> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
    return this.seen;
  }

  async #lane(): Promise<void> {
    while (!this.#isOver) {
      const claim = await this.#next();
      while (!(await this.#claimed(claim))) await sleep(AGAIN_MS);
      await sleep(PAUSE_MS);
    }
  }

  /** Waits while the database is down, because it cannot prepare bonds. */
  async #next(): Promise<Claim> {
    for (;;) {
      const claim = this.#left.pop();
      if (claim) return claim;
      this.#seeding ??= claimable(this.#database, this.#write).finally(
        () => (this.#seeding = null),
      );
      const seeded = await this.#seeding.catch(() => []);
      if (this.#left.length === 0 && seeded.length > 0) this.#left = seeded.splice(0);
      else if (this.#left.length === 0) await sleep(AGAIN_MS);
    }
  }

  async #claimed(claim: Claim): Promise<boolean> {
    const response = await claimAt(this.#address, claim, this.#hasKeys).catch(() => null);
    const body = await response?.text().catch(() => '');
    if (response?.status === 200 && body?.includes('"completed"')) {
      this.seen.acknowledged.push(claim.bondId);
      return true;
    }
    if (!response || response.status === 502) this.seen.cut += 1;
    else if (response.status === 503 && response.headers.has('retry-after')) this.seen.busy += 1;
    else this.seen.errors.push(`${response.status} ${body}`);
    return false;
  }
}

/** Claims a bond; a retry with the same key is the same request. */
export function claimAt(
  address: string,
  { bondId, token }: Claim,
  hasKey: boolean,
): Promise<Response> {
  const key = hasKey ? { 'idempotency-key': bondId } : {};
  return fetch(`${address}/api/bonds/${bondId}/status`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-session-token': token, ...key },
    body: '{"status":"completed"}',
  });
}

/** Acknowledged claims that are missing or duplicated, and violated invariants. */
export async function lostClaims(
  database: Database,
  { acknowledged }: ClaimResults,
): Promise<string[]> {
  const found = await ask<{ id: string }>(
    database,
    `select b.id from bonds b where b.id = any($1::text::uuid[]) and b.status = 'completed'
       and (select count(*) from journals j where j.subject = b.id and j.kind = 'bondClaimed') = 1`,
    [arrayOf(acknowledged)],
  );
  const there = new Set(found.map(({ id }) => id));
  const { twice } = only(
    await ask<{ twice: bigint }>(
      database,
      `select count(*) as twice from (select from journals where kind = 'bondClaimed'
         group by subject having count(*) > 1) as claims`,
    ),
  );
  const unsound = await violations(database);
  return [
    ...acknowledged.filter((id) => !there.has(id)).map((id) => `${id} is lost`),
    ...(twice > 0n ? [`${twice} claimed twice`] : []),
    ...unsound.map(({ invariant, detail }) => `${invariant}: ${detail}`),
  ];
}
