import {
  type Bond,
  announceBond,
  claimBond,
  confirmBond,
  failBond,
  finalizeBond,
} from '#domain/bonds/bond';
import type { Change, HistoryItem } from '#domain/base/change';
import { deleteBond } from '#domain/payments/delete-bond';
import { adjustUser, burnUnstaked } from '#domain/users/correct-user';
import { type Journal, accountKey, balancesAfter, creditOf, unstakedOf } from '#domain/base/ledger';
import { type Lmt, lamports, lmt, mulDivDown, rate, apy } from '#domain/base/money';
import { type Prices, lmtFor, pricesAt } from '#domain/terms/price';
import { type Refused, type Result, ok, refuse } from '#domain/base/result';
import { type Sell, requestSell, returnSell, settleSell } from '#domain/sells/sell';
import type { SellPeriod } from '#domain/sells/sell-limit';
import { settingChanges, settingsHistory } from '#domain/terms/setting-changes';
import { DEFAULT_SETTINGS, type SettingsChange } from '#domain/terms/settings';
import { type Terms, settingsAt } from '#domain/terms/terms';
import { DAY_MS, type Instant, after } from '#domain/base/time';
import { type Vault, withdrawable } from '#domain/vaults/vault';
import { catchUp } from '#domain/vaults/vault-catch-up';
import { deleteVault } from '#domain/vaults/vault-edit';
import { feePaidJournal } from '#domain/payments/fee-payment';
import { activate, stake, stakingFee, voidStake } from '#domain/vaults/vault-stake';
import { chooseAutoRestake, completeVault, restake, unstake } from '#domain/vaults/vault-window';
import { BOOK, T0, valueOf } from './builders.ts';
import { editedBy } from './model-edit.ts';
import type { Op } from './model-ops.ts';

const REFUSED: Refused = refuse('CONFLICT');

/** Model of one user, driven through the rules like the server. */
export class UserModel {
  now: Instant = T0;
  readonly #changes = settingChanges(DEFAULT_SETTINGS, {
    effectiveAt: T0,
    madeAt: T0,
    owner: null,
    reason: null,
  });
  terms: Terms = { settings: settingsHistory(this.#changes), pauses: [] };
  bonds: Bond[] = [];
  vaults: Vault[] = [];
  sells: Sell[] = [];
  period: SellPeriod = { sold: lmt(0n), startedAt: null };
  journals: Journal[] = [];
  items: HistoryItem[] = [];
  shortfall: Lmt = lmt(0n);
  #ids = 0;

  #id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}${this.#ids}`;
  }

  #prices(): Prices {
    return valueOf(pricesAt(BOOK, this.terms, this.now));
  }

  balances(): Map<string, bigint> {
    return balancesAfter(this.journals);
  }

  unstaked(): Lmt {
    return lmt(this.balances().get(accountKey(unstakedOf('u1'))) ?? 0n);
  }

  #keep<T>(change: Change<T>): T {
    this.journals.push(...change.journals);
    this.items.push(...change.items);
    return change.next;
  }

  #replace<T extends { id: string }>(list: T[], next: T): T[] {
    return list.map((old) => (old.id === next.id ? next : old));
  }

  /** Updates all vaults, as actions that depend on the balance do first. */
  sweep(): void {
    this.vaults = this.vaults.map((vault) => this.#keep(catchUp(vault, this.terms, this.now)));
  }

  #vault(op: Op, decide: (vault: Vault) => Result<Change<Vault>>): void {
    const vault = this.vaults[op.pick % Math.max(1, this.vaults.length)];
    const result = vault && decide(vault);
    if (result?.ok) this.vaults = this.#replace(this.vaults, this.#keep(result.value));
  }

  #edit(op: Op): void {
    const vault = this.vaults[op.pick % Math.max(1, this.vaults.length)];
    const result = vault && editedBy(op, vault, this);
    if (!result?.ok) return;
    const changed = [this.#keep(result.value), ...result.value.others];
    this.vaults = changed.reduce((all, next) => this.#replace(all, next), this.vaults);
  }

  #bond(op: Op, fits: (bond: Bond) => boolean): Bond | undefined {
    const fitting = this.bonds.filter(fits);
    return fitting[op.pick % Math.max(1, fitting.length)];
  }

  apply(op: Op): void {
    this.now = after(this.now, op.waitMs);
    const { terms, now } = this;
    switch (op.kind) {
      case 'bond':
        return this.#openBond(op);
      case 'claim':
      case 'finalize':
      case 'failBond':
      case 'deleteBond':
        return this.#changeBond(op);
      case 'stake':
        return this.#stake(op);
      case 'voidStake':
        return this.#vault(op, (v) => (v.status === 'vesting' ? ok(voidStake(v, now)) : REFUSED));
      case 'activate':
        return this.#vault(op, (v) => activate(v, terms, now));
      case 'restake':
        return this.#vault(op, (v) => restake(v, terms, now));
      case 'unstake':
        return this.#vault(op, (v) => {
          const most = withdrawable(catchUp(v, terms, now).next);
          return unstake({ vault: v, amount: lmt(mulDivDown(most, op.share, 900n)) }, terms, now);
        });
      case 'toggle':
        return this.#vault(op, (vault) =>
          chooseAutoRestake({ vault, enabled: !vault.autoRestake }, terms, now),
        );
      case 'complete':
        return this.#vault(op, (v) => completeVault(v, terms, now));
      case 'editVault':
        return this.#edit(op);
      case 'deleteVault':
        return this.#vault(op, (v) => ok(deleteVault(v, terms, now)));
      case 'look':
        return this.sweep();
      case 'settings':
        return this.#set(op);
      case 'sell':
      case 'cancel':
      case 'reject':
      case 'settle':
        return this.#sell(op);
      case 'credit':
      case 'debit':
      case 'burn':
        return this.#adjust(op);
    }
  }

  #openBond(op: Op): void {
    const asked = {
      id: this.#id('b'),
      userId: 'u1',
      token: op.pick % 2 === 0 ? ('SOL' as const) : ('USDC' as const),
      amount: lamports(op.share * 100_000_007n),
    };
    const payment = {
      ...asked,
      signature: `sig-${asked.id}`,
      payerUserId: 'u1',
      blockTime: this.now,
      slot: 1,
      finalized: op.pick % 3 !== 0,
    };
    const prices = this.#prices();
    const announced = this.#keep(announceBond({ asked, signature: null, prices }, this.now));
    const lmtAmount = lmtFor(payment.token, payment.amount, prices);
    this.bonds.push(this.#keep(confirmBond(announced, { payment, lmtAmount })));
  }

  #changeBond(op: Op): void {
    const bond = this.#bond(op, (b) => {
      if (op.kind === 'failBond') return b.status === 'confirmed' && !b.finalized;
      return op.kind === 'finalize' ? b.status === 'confirmed' : true;
    });
    if (!bond) return;
    if (op.kind === 'finalize') {
      this.bonds = this.#replace(this.bonds, finalizeBond(bond));
    } else if (op.kind === 'failBond') {
      this.bonds = this.#replace(this.bonds, this.#keep(failBond(bond, this.now)));
    } else if (op.kind === 'claim') {
      const claimed = claimBond(bond, this.now);
      if (claimed.ok) this.bonds = this.#replace(this.bonds, this.#keep(claimed.value));
    } else {
      this.sweep();
      const deposit = { id: this.#id('d'), sender: 'wallet' };
      const deleted = this.#keep(
        deleteBond({ bond, unstaked: this.unstaked(), deposit }, this.now),
      );
      this.shortfall = lmt(this.shortfall + deleted.shortfall);
      this.bonds = this.bonds.filter(({ id }) => id !== bond.id);
    }
  }

  #stake(op: Op): void {
    this.sweep();
    const [unstaked, prices, at] = [this.unstaked(), this.#prices(), this.now];
    const amount = lmt(mulDivDown(unstaked, op.share, 900n));
    const fee = stakingFee({ amount, prices }, this.terms, at);
    const paid = lamports(mulDivDown(fee, op.share + 500n, 1_000n));
    const payment = feePaidJournal({ userId: 'u1', paymentId: this.#id('p'), paid, at });
    if (payment.postings.length > 0) this.journals.push(payment);
    const credit = lamports(this.balances().get(accountKey(creditOf('u1'))) ?? 0n);
    const asked = { id: this.#id('v'), userId: 'u1', amount, autoRestake: op.pick % 2 === 0 };
    const settlement = { fee, credit, signature: 'fee', finalized: op.pick % 5 !== 0 };
    const staked = stake({ asked, unstaked, settlement }, this.now);
    if (staked.ok) this.vaults.push(this.#keep(staked.value));
  }

  #sell(op: Op): void {
    const pending = this.sells.find(({ status, settledAt }) => status === 'pending' && !settledAt);
    if (op.kind === 'sell') return this.#request(op);
    if (!pending) return;
    if (op.kind === 'settle') {
      const paid = settleSell({ ...pending, status: 'approved' }, pending.payout, this.now);
      this.sells = this.#replace(this.sells, this.#keep(paid));
      return;
    }
    const status = op.kind === 'cancel' ? 'cancelled' : 'rejected';
    const returned = valueOf(returnSell(pending, { status }, this.now));
    this.period = returned.period;
    this.sells = this.#replace(this.sells, this.#keep(returned));
  }

  #request(op: Op): void {
    this.sweep();
    const unstaked = this.unstaked();
    const { vaults, sells, period, terms, now } = this;
    const seller = { userId: 'u1', unstaked, period, vaults, sells, payoutFailedAt: null };
    const amount = lmt(mulDivDown(unstaked, op.share, 1_800n));
    const payoutToken = op.pick % 2 === 0 ? ('SOL' as const) : ('USDC' as const);
    const asked = { id: this.#id('s'), amount, payoutToken };
    const settings = settingsAt(terms, now);
    const requested = requestSell({ asked, seller, settings, prices: this.#prices() }, terms, now);
    if (!requested.ok) return;
    this.period = requested.value.period;
    this.sells.push(this.#keep(requested.value));
  }

  #adjust(op: Op): void {
    const unstaked = this.unstaked();
    if (op.kind === 'burn') {
      const burned = op.pick % 4 === 0 ? burnUnstaked('u1', unstaked, this.now) : null;
      if (burned) this.journals.push(burned);
      return;
    }
    const direction = op.kind === 'credit' ? 'credit' : 'debit';
    const amount = lmt(
      direction === 'credit' ? op.share * 1_000_003n : mulDivDown(unstaked, op.share, 900n),
    );
    const adjustment = { direction, amount, reason: null } as const;
    const adjusted = adjustUser({ userId: 'u1', unstaked, adjustment }, this.now);
    if (adjusted.ok) this.#keep(adjusted.value);
  }

  /** Sets fees and APY, immediately or for a later instant. */
  #set(op: Op): void {
    const change: SettingsChange = {
      restakeFee: rate(op.share * 333n),
      withdrawalFee: op.pick % 3 === 0 ? null : rate(op.share * 100n),
      sellFee: rate(op.share * 200n),
      currentApy: apy(op.share * 700n),
    };
    const effectiveAt = after(this.now, (op.pick % 4) * 2 * DAY_MS);
    const stamp = { effectiveAt, madeAt: this.now, owner: null, reason: null };
    this.#changes.push(...settingChanges(change, stamp));
    this.terms = { ...this.terms, settings: settingsHistory(this.#changes) };
  }
}
