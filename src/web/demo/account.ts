import { type Bond, announceBond, bondItem, claimBond, confirmBond } from '#domain/bonds/bond';
import { type Change, type HistoryItem, type NumberedItem, followedBy } from '#domain/base/change';
import { type Journal, accountKey, balancesAfter, escrowOf, unstakedOf } from '#domain/base/ledger';
import type { History } from '#domain/base/history';
import {
  type Amount,
  type Lmt,
  type LmtPrice,
  type PayToken,
  type UsdPrice,
  lmt,
  sum,
} from '#domain/base/money';
import type { Payout } from '#domain/payouts/payout';
import { type Prices, lmtPriceAt } from '#domain/terms/price';
import { type Result, ok, refuse } from '#domain/base/result';
import {
  type Sell,
  type SellRequest,
  type Seller,
  isOpenSell,
  requestSell,
  returnSell,
  sellItem,
} from '#domain/sells/sell';
import { type SellPeriod, periodAt } from '#domain/sells/sell-limit';
import { DEFAULT_SETTINGS, type Settings } from '#domain/terms/settings';
import { DEFAULT_LMT_PRICE, type Terms } from '#domain/terms/terms';
import { settingChanges, settingsHistory } from '#domain/terms/setting-changes';
import { type Instant, instant } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { catchUp } from '#domain/vaults/vault-catch-up';
import { type StakeRequest, activate, stake, stakingFee } from '#domain/vaults/vault-stake';
import { chooseAutoRestake, restake, unstake } from '#domain/vaults/vault-window';

export const DEMO_USER = '7d2f6b1e-0c54-4b1a-9a1d-0000000de310';
/** The first reference number: others have been here before. */
const FIRST_NUMBER = 41;

/** The prices that an account lives with. */
interface Market {
  /** Since when LMT has its first price, which grows from there. */
  readonly lmtSince: Instant;
  readonly sol: UsdPrice;
}

/** A payment for a bond, as the chain would tell of it. */
interface BondPayment {
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
  readonly signature: string;
  readonly at: Instant;
}

type Item = HistoryItem & Pick<NumberedItem, 'id' | 'number'>;

/** A made-up account: the product's own rules, over data that this page alone has. */
export class DemoAccount {
  readonly settings: Settings = DEFAULT_SETTINGS;
  readonly changes = settingChanges(this.settings, {
    effectiveAt: instant(0),
    madeAt: instant(0),
    owner: null,
    reason: null,
  });
  readonly terms: Terms = { settings: settingsHistory(this.changes), pauses: [] };
  readonly payouts = new Map<string, Payout>();
  readonly #market: Market;
  readonly #bonds = new Map<string, Bond>();
  readonly #vaults = new Map<string, Vault>();
  readonly #sells = new Map<string, Sell>();
  readonly #items: Item[] = [];
  readonly #journals: Journal[] = [];
  #period: SellPeriod = { sold: lmt(0n), startedAt: null };

  constructor(market: Market) {
    this.#market = market;
  }

  /** Newest first, as are vaults and sells. */
  get bonds(): readonly Bond[] {
    return [...this.#bonds.values()].reverse();
  }

  get vaults(): readonly Vault[] {
    return [...this.#vaults.values()].reverse();
  }

  get sells(): readonly Sell[] {
    return [...this.#sells.values()].reverse();
  }

  get journals(): readonly Journal[] {
    return this.#journals;
  }

  get unstaked(): Lmt {
    return this.#held(accountKey(unstakedOf(DEMO_USER)));
  }

  get inEscrow(): Lmt {
    return sum(this.sells.map(({ id }) => this.#held(accountKey(escrowOf(id)))));
  }

  /** Everything that was done, newest first, as it stands by now. */
  get items(): readonly NumberedItem[] {
    return this.#items
      .map((item) => ({ ...item, ...this.#standing(item) }))
      .toSorted((a, b) => b.at - a.at);
  }

  get lmtPrices(): History<LmtPrice> {
    return [{ from: this.#market.lmtSince, value: DEFAULT_LMT_PRICE }];
  }

  pricesAt(at: Instant): Prices {
    return { lmt: lmtPriceAt(this.lmtPrices, this.terms, at), sol: this.#market.sol };
  }

  seller(now: Instant): Seller {
    const period = periodAt(this.#period, now);
    const { unstaked, vaults, sells } = this;
    return { userId: DEMO_USER, unstaked, period, vaults, sells, payoutFailedAt: null };
  }

  /** Lets time do what it does to vaults. */
  catchUp(now: Instant): void {
    for (const vault of this.#vaults.values()) {
      this.#take(this.#vaults, catchUp(vault, this.terms, now));
    }
  }

  bond({ token, amount, signature, at }: BondPayment, now: Instant): Bond {
    const asked = { id: crypto.randomUUID(), userId: DEMO_USER, token, amount };
    const announced = announceBond({ asked, signature, prices: this.pricesAt(at) }, now);
    const seen = { signature, token, amount, blockTime: at, slot: 1, finalized: true };
    const payment = { ...seen, payerUserId: DEMO_USER };
    const confirmed = confirmBond(announced.next, { payment, lmtAmount: announced.next.lmtAmount });
    return this.#take(this.#bonds, followedBy(announced, confirmed));
  }

  claim(id: string, now: Instant): Result<Bond> {
    return this.#changed(this.#bonds, id, (bond) => claimBond(bond, now));
  }

  stake(asked: Omit<StakeRequest, 'userId'>, signature: string, now: Instant): Result<Vault> {
    const fee = stakingFee({ amount: asked.amount, prices: this.pricesAt(now) }, this.terms, now);
    const settlement = { fee, credit: fee, signature, finalized: true };
    const done = stake(
      { asked: { ...asked, userId: DEMO_USER }, unstaked: this.unstaked, settlement },
      now,
    );
    return done.ok ? ok(this.#take(this.#vaults, done.value)) : done;
  }

  activate(id: string, now: Instant): Result<Vault> {
    return this.#changed(this.#vaults, id, (vault) => activate(vault, this.terms, now));
  }

  restake(id: string, now: Instant): Result<Vault> {
    return this.#changed(this.#vaults, id, (vault) => restake(vault, this.terms, now));
  }

  unstake(id: string, amount: Lmt, now: Instant): Result<Change<Vault>> {
    return this.#change(this.#vaults, id, (vault) => unstake({ vault, amount }, this.terms, now));
  }

  chooseAutoRestake(id: string, isOn: boolean, now: Instant): Result<Vault> {
    return this.#changed(this.#vaults, id, (vault) =>
      chooseAutoRestake({ vault, enabled: isOn }, this.terms, now),
    );
  }

  sell(asked: SellRequest, now: Instant): Result<Sell> {
    const { terms, settings } = this;
    const prices = this.pricesAt(now);
    const done = requestSell({ asked, seller: this.seller(now), settings, prices }, terms, now);
    if (!done.ok) return done;
    this.#period = done.value.period;
    return ok(this.#take(this.#sells, done.value));
  }

  cancel(id: string, now: Instant): Result<Sell> {
    return this.#changed(this.#sells, id, (sell) => {
      const done = returnSell(sell, { status: 'cancelled' }, now);
      if (done.ok) this.#period = done.value.period;
      return done;
    });
  }

  /** What the owner's answer and the chain make of a request. */
  settle(change: Change<Sell>, payout: Payout): void {
    this.#take(this.#sells, change);
    this.payouts.set(change.next.id, payout);
  }

  /** A request's place in the queue; it is never the first. */
  placeOf(sell: Sell): number | null {
    return sell.status === 'pending' && isOpenSell(sell) ? 2 : null;
  }

  #held(key: string): Lmt {
    return lmt(balancesAfter(this.#journals).get(key) ?? 0n);
  }

  #standing({ type, subject }: Item): Partial<Item> {
    const bond = type === 'bond' ? this.#bonds.get(subject) : undefined;
    if (bond) return bondItem(bond);
    const sell = type === 'sell' ? this.#sells.get(subject) : undefined;
    if (!sell) return {};
    return { ...sellItem(sell), hash: this.payouts.get(subject)?.signature ?? null };
  }

  #change<T extends { readonly id: string }>(
    kept: Map<string, T>,
    id: string,
    rule: (thing: T) => Result<Change<T>>,
  ): Result<Change<T>> {
    const thing = kept.get(id);
    if (!thing) return refuse('NOT_FOUND', { what: id });
    const done = rule(thing);
    if (done.ok) this.#take(kept, done.value);
    return done;
  }

  #changed<T extends { readonly id: string }>(
    kept: Map<string, T>,
    id: string,
    rule: (thing: T) => Result<Change<T>>,
  ): Result<T> {
    const done = this.#change(kept, id, rule);
    return done.ok ? ok(done.value.next) : done;
  }

  #take<T extends { readonly id: string }>(kept: Map<string, T>, change: Change<T>): T {
    kept.set(change.next.id, change.next);
    this.#journals.push(...change.journals);
    for (const item of change.items) {
      const number = BigInt(FIRST_NUMBER + this.#items.length);
      this.#items.push({ ...item, id: crypto.randomUUID(), number });
    }
    return change.next;
  }
}
