import * as fc from 'fast-check';
import { RequestRing } from '#server/kernel/base/request-ring';
import { expect, test, vi } from 'vitest';
import { formatAmount, lamports, lmt } from '#domain/base/money';
import type { ItemType } from '#domain/base/references';
import { DAY_MS, HOUR_MS } from '#domain/base/time';
import { feePaidJournal } from '#domain/payments/fee-payment';
import {
  activateStake,
  chooseAutoRestake,
  completeStake,
  restake,
  withdraw,
} from '#server/vaults/change-vault';
import { emergencyPause } from '#server/terms/emergency-pause';
import { readAnalytics } from '#server/portfolio/read-analytics';
import { openStake } from '#server/vaults/open-stake';
import type { Caller } from '#server/kernel/guards/session';
import { sweepVaults } from '#server/vaults/sweep-vaults';
import type { Parts } from '#server/kernel/parts';
import type { Session } from '#server/kernel/db/database';
import { newId } from '#server/kernel/db/ids';
import { historyOf } from '#server/portfolio/history-queries';
import { violations } from '#server/kernel/ledger/invariants';
import { advanceClock, readClock } from '#server/kernel/terms/protocol-clock';
import { Writer } from '#server/kernel/write/commit';
import { RulesCache } from '#server/kernel/terms/terms';
import { writePlan } from '#server/kernel/write/write-plans';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { SOL, T0 } from '#test/domain/builders';
import { LIFE_DAYS, type Move, anyLife } from '#test/domain/lives';
import { addSettings } from '#test/support/add-settings';
import { ask, issued, newUser } from '#test/support/store';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';

vi.setConfig({ testTimeout: 600_000 });

const USERS = 50;
const MOVES = 10;
const END = LIFE_DAYS * DAY_MS;

/** Moves of each user: the busiest of many generated lives, started some hours apart. */
const MOVES_OF: readonly (readonly Move[])[] = fc
  .sample(anyLife, { numRuns: 4 * USERS, seed: 42 })
  .map(({ moves }) => moves.slice(0, MOVES))
  .toSorted((a, b) => b.length - a.length)
  .slice(0, USERS);
const APART_MS = 5 * HOUR_MS;

type Changes = Parameters<typeof addSettings>[0];
/** Settings by the day on which they come into force. */
const CHANGES: readonly (readonly [day: number, set: Changes])[] = [
  [5.3, { currentApy: 250_000n }],
  [8.6, { restakeFee: 40_000n, currentApy: 3_300n }],
  [12.1, { withdrawalFee: 25_000n }],
  [17.7, { restakeFee: 1_000_000n }],
  [19.2, { restakeFee: 7_777n, currentApy: 123_456n }],
  [30.5, { withdrawalFee: null }],
  [41.4, { currentApy: 0n }],
  [44.9, { currentApy: 99_999n, restakeFee: 0n }],
];
const PAUSES: readonly (readonly [from: number, to: number])[] = [
  [8.2, 8.9],
  [16.4, 17.1],
  [17.4, 18.8],
  [33.3, 36.9],
  [50.1, 50.2],
];

type Happening =
  | { readonly at: number; readonly set: Changes; readonly aheadMs: number }
  | { readonly at: number; readonly paused: boolean }
  | { readonly at: number; readonly user: number; readonly move: Move };

/** All events, with settings entered `aheadMs` before they come into force. */
const happenings = (aheadMs: number): readonly Happening[] =>
  [
    ...CHANGES.map(([days, set]) => ({
      at: Math.round(days * DAY_MS) + 137 - aheadMs,
      set,
      aheadMs,
    })),
    ...PAUSES.flatMap(([from, to]) => [
      { at: Math.round(from * DAY_MS) + 251, paused: true },
      { at: Math.round(to * DAY_MS) + 251, paused: false },
    ]),
    ...MOVES_OF.flatMap((moves, user) =>
      moves.map((move) => ({ at: move.at - T0 + user * APART_MS, user, move })),
    ),
  ]
    .filter(({ at }) => at <= END)
    .toSorted((a, b) => a.at - b.at);

/** Stakers on one database with a manual clock. */
class Stakers {
  readonly #parts: Parts;
  readonly #session: Session;
  readonly #users: string[] = [];
  readonly #vaults: string[][] = [];
  #at = 0;
  #paused = false;

  constructor({ database }: TestDatabase) {
    this.#session = database;
    const unexpected = (what: string, details: object): never => {
      throw Object.assign(new Error(what), details);
    };
    const rules = new RulesCache(database);
    const parts: Partial<Parts> = {
      database,
      rules,
      writer: new Writer(database, rules, RIGHT_CLOCK),
      isStaticFeed: true,
      alert: unexpected,
      network: 'local',
      version: '0',
      requests: new RequestRing(),
      chain: { till: { treasury: '', treasuryTokenAccount: '', usdcMint: '' } } as Parts['chain'],
    };
    this.#parts = parts as Parts;
  }

  /** Creates users with 10 LMT and credit, at an hour after the database's creation. */
  async begin(): Promise<void> {
    const [made] = await ask<{ at: string }>(
      this.#session,
      'select made_at::text as at from setting_changes order by id limit 1',
    );
    await this.#session.exec(
      `create or replace function protocol_time(offset_ms bigint) returns timestamptz(3)
       language sql as $$ select ('${made!.at}'::timestamptz + interval '1 hour'
         + offset_ms * interval '1 millisecond')::timestamptz(3) $$`,
    );
    const now = await readClock(this.#session);
    for (let i = 0; i < USERS; i += 1) {
      const userId = await newUser(this.#session, now);
      const journals = [
        issued(userId, 1_000_000_000n, now),
        feePaidJournal({ userId, paymentId: newId(now), paid: SOL('1000'), at: now }),
      ];
      await writePlan(this.#session, { userId, version: 0n, now, journals, items: [] });
      this.#users.push(userId);
      this.#vaults.push([]);
    }
  }

  async #passTo(at: number): Promise<void> {
    if (at > this.#at) await advanceClock(this.#session, at - this.#at);
    this.#at = at;
  }

  async sweep(at: number): Promise<void> {
    await this.#passTo(at);
    await sweepVaults(this.#parts).run();
  }

  async happen(happening: Happening): Promise<void> {
    await this.#passTo(happening.at);
    if ('set' in happening) return this.#set(happening.set, happening.aheadMs);
    if ('paused' in happening) {
      this.#paused = happening.paused;
      const call = 'POST /api/admin/emergency-pause';
      const owner = { actor: 'owner', call, token: '', host: undefined };
      await emergencyPause(this.#parts, owner, { paused: happening.paused });
    } else if (!this.#paused) await this.#move(happening.user, happening.move);
  }

  async #set(changes: Changes, aheadMs: number): Promise<void> {
    await this.#session.exec(
      `${addSettings(changes, { effectiveInMs: aheadMs })};
       update protocol set terms_version = terms_version + 1`,
    );
  }

  async #move(user: number, { act, share, pick, auto }: Move): Promise<void> {
    const userId = this.#users[user]!;
    const caller = { userId, wallet: '', token: '' } as unknown as Caller;
    const parts = this.#parts;
    if (act === 'stake') {
      const amount = formatAmount('LMT', lmt(share * 1_000_003n));
      const asked = { amount, autoRestakeEnabled: auto };
      const staked = await openStake(parts, caller, asked);
      if (staked.ok) this.#vaults[user]!.push(staked.value.body.id);
      return;
    }
    const vaults = this.#vaults[user]!;
    const id = vaults[pick % Math.max(1, vaults.length)];
    if (id === undefined) return;
    if (act === 'activate') await activateStake(parts, caller, { stakeId: id });
    else if (act === 'restake') await restake(parts, caller, { stakeId: id });
    else if (act === 'complete') await completeStake(parts, caller, { id });
    else if (act === 'toggle') await chooseAutoRestake(parts, caller, { enabled: auto, id });
    else {
      const amount = formatAmount('LMT', lmt(share * 100_003n));
      await withdraw(parts, caller, { amount, stakeId: id });
    }
  }

  /** Fees of each user, from analytics and as the sum of history lines by type. */
  async fees(): Promise<{ readonly shown: unknown[]; readonly ofLines: unknown[] }> {
    const [shown, ofLines]: [unknown[], unknown[]] = [[], []];
    for (const userId of this.#users) {
      const analytics = await readAnalytics(this.#parts, { userId });
      shown.push(analytics.ok && analytics.value.feesPaid);
      const lines = await historyOf(this.#session, userId);
      const sum = (wanted: ItemType): bigint =>
        lines.reduce((all, { type, fee }) => (type === wanted ? all + fee : all), 0n);
      ofLines.push({
        restake: formatAmount('LMT', lmt(sum('restake'))),
        withdraw: formatAmount('LMT', lmt(sum('withdraw'))),
        sell: '0.00000000',
        stake: formatAmount('SOL', lamports(sum('stake'))),
      });
    }
    return { shown, ofLines };
  }

  /** Final state by user and vault index instead of id, ordered by effective time. */
  async remains(): Promise<Remains> {
    const name = (id: string | null): string => {
      const user = this.#users.indexOf(id ?? '');
      if (user >= 0) return `user ${user}`;
      const of = this.#vaults.findIndex((vaults) => vaults.includes(id ?? ''));
      return of < 0 ? '' : `vault ${of}.${this.#vaults[of]!.indexOf(id ?? '')}`;
    };
    const told = async (text: string): Promise<string[]> => {
      const rows = await ask<{ id: string | null; what: string }>(this.#session, text);
      return rows.map(({ id, what }) => `${name(id)} ${what}`).toSorted();
    };
    return {
      violations: await violations(this.#session),
      balances: await told(`select ref as id, concat_ws(' ', kind, amount) as what from balances`),
      vaults: await told(`select id, (to_jsonb(v) - 'id' - 'user_id')::text as what from vaults v`),
      history: await told(
        `select subject as id, concat_ws(' ', at, type, amount, token, fee, fee_token, status, note) as what
         from history`,
      ),
      entries: await told(
        `select coalesce(p.ref, j.subject) as id,
           concat_ws(' ', j.effective_at, j.kind, p.kind, p.asset, p.amount) as what
         from journals j join postings p on p.journal_id = j.id`,
      ),
    };
  }
}

interface Remains {
  readonly violations: readonly object[];
  readonly balances: readonly string[];
  readonly vaults: readonly string[];
  readonly history: readonly string[];
  readonly entries: readonly string[];
}

/** Runs all events with sweeps at an interval, and one at the end. */
async function lived(
  fresh: () => Promise<TestDatabase>,
  everyMs: number,
  aheadMs = 0,
): Promise<Remains> {
  const stored = await fresh();
  try {
    const stakers = new Stakers(stored);
    await stakers.begin();
    let next = everyMs;
    const sweepTo = async (at: number): Promise<void> => {
      for (; next <= at; next += everyMs) await stakers.sweep(next);
    };
    for (const happening of happenings(aheadMs)) {
      await sweepTo(happening.at);
      await stakers.happen(happening);
    }
    await sweepTo(END);
    await stakers.sweep(END);
    const { shown, ofLines } = await stakers.fees();
    expect(shown).toEqual(ofLines);
    return await stakers.remains();
  } finally {
    await stored.close();
  }
}

onOneDatabase('50 users over 60 days', (fresh) => {
  test('have the same ledger whether swept hourly, daily with planned settings, or once at the end', async () => {
    const once = await lived(fresh, END + 1);
    expect(once.violations).toEqual([]);
    // Checks that every kind of event occurred, more than once.
    for (const type of ['stake', 'restake', 'withdraw']) {
      expect(once.history.filter((line) => line.includes(` ${type} `)).length).toBeGreaterThan(20);
    }
    expect(await lived(fresh, DAY_MS, 4 * DAY_MS)).toEqual(once);
    expect(await lived(fresh, HOUR_MS)).toEqual(once);
  });
});
