import * as fc from 'fast-check';
import type { Change, HistoryItem } from '#domain/base/change';
import type { Journal } from '#domain/base/ledger';
import { type Lmt, lamports, lmt, mulDivDown } from '#domain/base/money';
import { pauseAt } from '#domain/terms/pause';
import type { Result } from '#domain/base/result';
import type { Terms } from '#domain/terms/terms';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, after } from '#domain/base/time';
import { type Vault, withdrawable } from '#domain/vaults/vault';
import { catchUp, catchUpAll, dueAt, unstakedAfter } from '#domain/vaults/vault-catch-up';
import { activate, stake } from '#domain/vaults/vault-stake';
import { chooseAutoRestake, completeVault, restake, unstake } from '#domain/vaults/vault-window';
import { anyTerms, knownAt } from './arbitraries.ts';
import { LMT, T0, day } from './builders.ts';

export const LIFE_DAYS = 60;
const LIFE_END: Instant = day(LIFE_DAYS);

type Act = 'stake' | 'activate' | 'restake' | 'unstake' | 'toggle' | 'complete';

/** User action at an instant, on a share (in thousandths) of what is available, and one of several vaults. */
export interface Move {
  readonly at: Instant;
  readonly act: Act;
  readonly share: bigint;
  readonly pick: number;
  readonly auto: boolean;
}

export interface Life {
  readonly terms: Terms;
  readonly moves: readonly Move[];
}

const anyAct = fc.constantFrom<Act>(
  'stake',
  'activate',
  'restake',
  'unstake',
  'toggle',
  'complete',
);
/** Mostly the usual waits between two steps, exact or off by a millisecond. */
const anyWait = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(0, HOUR_MS, DAY_MS, DAY_MS, 7 * DAY_MS, 7 * DAY_MS),
      fc.constantFrom(-1, 0, 1),
    )
    .map(([ms, beside]) => Math.max(0, ms + beside)),
  fc.integer({ min: 0, max: 5 * DAY_MS }),
);
const anyStep = fc.record({
  act: anyAct,
  wait: anyWait,
  share: fc.bigInt(1n, 1_100n),
  pick: fc.nat(5),
  auto: fc.boolean(),
});

/** A cycle later: an action that requires a window, then another one. */
const anyWindow = fc
  .tuple(
    fc.integer({ min: 0, max: 30 }),
    fc.constantFrom<Act>('unstake', 'restake', 'toggle'),
    fc.constantFrom<Act>('restake', 'restake', 'unstake', 'complete'),
    anyStep,
  )
  .map(([hours, first, second, step]) => [
    Object.assign({}, step, { act: first, wait: 7 * DAY_MS + hours * HOUR_MS, pick: 0 }),
    Object.assign({}, step, { act: second, wait: HOUR_MS, pick: 0 }),
  ]);

/** A stake with activation, uses of windows, and random moves, under changing terms. */
export const anyLife: fc.Arbitrary<Life> = fc
  .record({
    terms: anyTerms(LIFE_DAYS),
    auto: fc.boolean(),
    windows: fc.array(anyWindow, { maxLength: 4 }),
    steps: fc.array(anyStep, { maxLength: 20 }),
  })
  .map(({ terms, auto, windows, steps }) => {
    const begun = [
      { act: 'stake' as const, wait: 0, share: 500n, pick: 0, auto },
      { act: 'activate' as const, wait: DAY_MS, share: 0n, pick: 0, auto },
    ];
    let at: number = T0;
    const moves = [...begun, ...windows.flat(), ...steps].map(({ wait, ...step }) => {
      at += wait;
      return { ...step, at: at as Instant };
    });
    return { terms, moves: moves.filter((move) => move.at <= LIFE_END) };
  });

/** Returns the terms known at an instant; call with rising instants. */
function knowledge(terms: Terms): (at: Instant) => Terms {
  const edges = [
    ...terms.settings.map(({ from }) => from),
    ...terms.pauses.flatMap(({ from, to }) => (to === null ? [from] : [from, to])),
  ].sort((a, b) => a - b);
  let next = 0;
  let known = knownAt(terms, T0);
  return (at) => {
    if (next < edges.length && edges[next]! <= at) {
      while (next < edges.length && edges[next]! <= at) next += 1;
      known = knownAt(terms, at);
    }
    return known;
  };
}

/** A user with 10 LMT, their vaults, and everything recorded about them. */
export class LivedLife {
  vaults: Vault[] = [];
  journals: Journal[] = [];
  items: HistoryItem[] = [];
  unstaked: Lmt = LMT('10');
  readonly #known: (at: Instant) => Terms;
  #due: { readonly of: readonly Vault[]; readonly under: Terms; readonly at: number } | null = null;
  #ids = 0;

  constructor(terms: Terms) {
    this.#known = knowledge(terms);
  }

  #keep<T>({ next, journals, items }: Change<T>): T {
    this.journals.push(...journals);
    this.items.push(...items);
    this.unstaked = unstakedAfter('u1', this.unstaked, journals);
    return next;
  }

  /** Updates every vault to an instant, as the sweep does. */
  sweep(at: Instant): void {
    const terms = this.#known(at);
    if (this.#firstDue(terms) <= at) {
      this.vaults = [...this.#keep(catchUpAll(this.vaults, terms, at))];
    }
  }

  /** First due instant of a vault; cached until vaults or terms change. */
  #firstDue(under: Terms): number {
    if (this.#due?.of !== this.vaults || this.#due.under !== under) {
      const dues = this.vaults.flatMap((vault) => dueAt(vault, under) ?? []);
      this.#due = { of: this.vaults, under, at: Math.min(...dues, Infinity) };
    }
    return this.#due.at;
  }

  /** Next instant up to `end` at which a vault changes by itself, as far as known at `at`; null if none. */
  nextDue(at: Instant, end: Instant): Instant | null {
    const first = this.#firstDue(this.#known(at));
    return first <= end ? (first as Instant) : null;
  }

  /** Applies a user action; a refusal or pause changes nothing. */
  play(move: Move): void {
    const { at, act } = move;
    const terms = this.#known(at);
    if (pauseAt(terms.pauses, at)) return;
    if (act === 'stake') return this.#stake(move, terms);
    const vault = this.vaults[move.pick % Math.max(1, this.vaults.length)];
    if (!vault) return;
    const result = this.#decide(move, vault, terms);
    if (!result.ok) return;
    const next = this.#keep(result.value);
    this.vaults = this.vaults.map((old) => (old.id === next.id ? next : old));
  }

  #decide({ at, act, share, auto }: Move, vault: Vault, terms: Terms): Result<Change<Vault>> {
    if (act === 'activate') return activate(vault, terms, at);
    if (act === 'restake') return restake(vault, terms, at);
    if (act === 'complete') return completeVault(vault, terms, at);
    if (act === 'toggle') return chooseAutoRestake({ vault, enabled: auto }, terms, at);
    const most = withdrawable(catchUp(vault, terms, at).next);
    return unstake({ vault, amount: lmt(mulDivDown(most, share, 1_000n)) }, terms, at);
  }

  #stake({ at, share, auto }: Move, terms: Terms): void {
    const caught = catchUpAll(this.vaults, terms, at);
    const unstaked = unstakedAfter('u1', this.unstaked, caught.journals);
    this.#ids += 1;
    const amount = lmt(mulDivDown(unstaked, share, 1_000n));
    const asked = { id: `v${this.#ids}`, userId: 'u1', amount, autoRestake: auto };
    const none = { fee: lamports(0n), credit: lamports(0n), signature: null, finalized: true };
    const staked = stake({ asked, unstaked, settlement: none }, at);
    if (!staked.ok) return;
    this.vaults = [...this.#keep(caught), this.#keep(staked.value)];
  }
}

/** Runs a life without sweeps: due changes are applied on demand, or at the end. */
export function runWithoutSweeps({ terms, moves }: Life): LivedLife {
  const life = new LivedLife(terms);
  for (const move of moves) life.play(move);
  life.sweep(LIFE_END);
  return life;
}

/** Runs a life with sweeps every minute, and at each due instant. */
export function runWithSweeps({ terms, moves }: Life): LivedLife {
  const life = new LivedLife(terms);
  let now = T0;
  const passTo = (end: Instant): void => {
    while (now < end) {
      const tick = after(now, MINUTE_MS);
      const to = tick < end ? tick : end;
      const due = life.nextDue(now, to);
      now = due !== null && due > now ? due : to;
      life.sweep(now);
    }
  };
  for (const move of moves) {
    passTo(move.at);
    life.play(move);
  }
  passTo(LIFE_END);
  life.sweep(LIFE_END);
  return life;
}

/** Final state of a life in order of effective time, for comparison. */
export function remainsOf({ vaults, journals, items, unstaked }: LivedLife): object {
  const byTime = <T extends { at: Instant; subject: string }>(list: readonly T[]): T[] =>
    list.toSorted(
      (a, b) => a.at - b.at || (a.subject < b.subject ? -1 : Number(a.subject > b.subject)),
    );
  return { unstaked, vaults, journals: byTime(journals), items: byTime(items) };
}
