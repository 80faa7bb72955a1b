import type { ProtocolSettings } from '#contract/terms/protocol';
import { correctSomebody } from './corrections.ts';
import { sortPayments } from './deposits.ts';
import type { Life } from './life.ts';
import type { Account, Sell } from './model/account.ts';
import { decimal, halfUp, amount as shown } from './model/arithmetic.ts';
import { approveSell, returnSell, showSell } from './model/sells.ts';
import { anchorAll, payOut, refusedWith, sendStored } from './owner-wallet.ts';
import { tightenSupply } from './supply.ts';
import { type Settings, apyAt, isPaused, pricesAt, settingsAt } from './model/terms.ts';

type Action = (life: Life) => Promise<void>;

/** Decides pending requests, oldest first, and leaves some for later. */
const review: Action = async (life) => {
  const waiting = life
    .everybody()
    .flatMap((account) => account.sells.map((sell) => ({ account, sell })))
    .filter(({ sell }) => sell.status === 'pending')
    .toSorted((a, b) => a.sell.requestedAt - b.sell.requestedAt);
  for (const { account, sell } of waiting.slice(0, 5)) {
    const roll = life.random.below(10);
    if (roll < 7) await approve(life, account, sell);
    else if (roll < 9) await reject(life, account, sell);
  }
};

async function approve(life: Life, account: Account, sell: Sell): Promise<void> {
  const signature = await payOut(life, {
    account,
    path: `/api/admin/sell-verifications/${sell.id}/approve`,
    body: { notes: 'yes' },
    handOut: () => {
      if (sell.status !== 'pending') return approveSell(sell, life.now);
      const { payout: _, ...body } = showSell(sell, life.now);
      return { status: 202, body };
    },
    undo: () => {
      sell.withdrawn = true;
    },
    sign: () => approveSell(sell, life.now),
    meanwhile: () => returnMeanwhile(life, account, sell),
    canBeSentTwice: true,
  });
  if (signature !== null) {
    sell.signature = signature;
    account.held[sell.token] += sell.payout;
    await sendStored(life);
  }
  await life.check(account);
}

/** Tries to return a request that the owner's wallet may still sign, which must be refused. */
async function returnMeanwhile(life: Life, account: Account, { id }: Sell): Promise<void> {
  const isOwners = life.random.chance(0.5);
  if (life.random.chance(0.3) || (!isOwners && isPaused(life.terms, life.now))) return;
  const request = isOwners
    ? ({
        method: 'POST',
        path: `/api/admin/sell-verifications/${id}/reject`,
        body: { notes: 'no' },
      } as const)
    : ({ method: 'DELETE', path: `/api/sell-verifications/${id}` } as const);
  await refusedWith(life, { account, request, ...(isOwners ? { isOwners } : {}) }, 'PAYOUT_OPEN');
}

async function reject(life: Life, account: Account, sell: Sell): Promise<void> {
  const { now } = life;
  const path = `/api/admin/sell-verifications/${sell.id}/reject`;
  await life.write({
    account,
    isOwners: true,
    request: { method: 'POST', path, body: { notes: 'no' } },
    apply: () => returnSell(account, sell, { status: 'rejected', now }),
    canBeSentTwice: true,
  });
  await life.check(account);
}

const pause: Action = async (life) => {
  const wasPaused = isPaused(life.terms, life.now);
  if (!wasPaused && life.random.chance(0.5)) return;
  await setPaused(life, !wasPaused);
};

/** Pauses or resumes the protocol. */
export async function setPaused(life: Life, paused: boolean): Promise<void> {
  const { terms, now } = life;
  await life.write({
    account: null,
    request: { method: 'POST', path: '/api/admin/emergency-pause', body: { paused } },
    apply: () => {
      const last = terms.pauses.at(-1);
      if (paused && !isPaused(terms, now)) terms.pauses.push({ from: now, to: null });
      if (!paused && last) last.to ??= now;
      return { status: 200, body: { paused } };
    },
    canBeSentTwice: true,
  });
}

/** A fee from 0 up to a third. */
const anyFee = ({ random }: Life): bigint => BigInt(random.below(333_333));

/** Changes some settings. */
async function set(
  life: Life,
  path: string,
  { sent, change }: { readonly sent: object; readonly change: Partial<Settings> },
): Promise<void> {
  const { terms, now } = life;
  await life.write({
    account: null,
    request: { method: 'POST', path, body: sent },
    apply: () => {
      terms.settings.push({ at: now, value: { ...settingsAt(terms, now), ...change } });
      return { status: 200, body: { currentAPY: decimal(apyAt(terms, now), 2) } };
    },
  });
}

/** Names of fees in the model. */
const FEES: Readonly<Record<Extract<keyof ProtocolSettings, `${string}Fee`>, keyof Settings>> = {
  stakingFee: 'stakingFee',
  sellFee: 'sellFee',
  sellingFee: 'sellFee',
  restakeFee: 'restakeFee',
  autoRestakeFee: 'restakeFee',
  withdrawalFee: 'withdrawalFee',
};

const changeFee: Action = async (life) => {
  const fee = anyFee(life);
  const [name, key] = life.random.pick(Object.entries(FEES));
  const isTakenBack = key === 'withdrawalFee' && life.random.chance(0.5);
  const sent = { [name]: isTakenBack ? null : decimal(fee, 6) };
  const change = { [key]: isTakenBack ? null : fee };
  await set(life, '/api/admin/settings', { sent, change });
};

const changeGrowth: Action = (life) => {
  const growth = BigInt(life.random.below(50_000));
  const sent = { weeklyPriceIncrease: decimal(growth, 6) };
  return set(life, '/api/admin/settings', { sent, change: { growth } });
};

/** At most a few hundred percent a year, so that no user comes to own everything. */
const changeApy: Action = async (life) => {
  const { random } = life;
  if (random.chance(0.3)) {
    const apyMode = random.pick(['fixed', 'dynamic'] as const);
    await set(life, '/api/admin/settings', { sent: { apyMode }, change: { apyMode } });
    return;
  }
  const fixedApy = BigInt(random.below(200_000));
  const revenue = BigInt(random.below(6_000)) * 1_000_000n;
  const sent = {
    currentAPY: decimal(fixedApy, 2),
    arbitrageTrading: shown('USDC', revenue),
    yieldFarming: '0',
    highFrequencyTrading: '0.5',
  };
  const change = { fixedApy, revenue: revenue + 500_000n };
  await set(life, '/api/admin/revenue', { sent, change });
};

const changeLmtPrice: Action = async (life) => {
  const { terms, now, random } = life;
  const price = (pricesAt(terms, now).lmt * BigInt(850_000 + random.below(300_000))) / 1_000_000n;
  await life.write({
    account: null,
    request: {
      method: 'POST',
      path: '/api/admin/settings',
      body: { lmtPriceUSDC: shown('USDC', price) },
    },
    apply: () => {
      terms.lmt.push({ at: now, price });
      return { status: 200, body: { lmtPriceUSDC: shown('USDC', price) } };
    },
  });
};

export const changeSolPrice: Action = async (life) => {
  const { terms, now, random } = life;
  const { lmt, sol } = pricesAt(terms, now);
  const inSol = halfUp(lmt * 1_000_000_000_000_000n, sol);
  const entered = (inSol * BigInt(850_000 + random.below(300_000))) / 1_000_000n;
  await life.write({
    account: null,
    request: {
      method: 'POST',
      path: '/api/admin/settings',
      body: { lmtPriceSOL: shown('SOL', entered) },
    },
    apply: () => {
      // Stored with 8 decimals of a USD.
      terms.sol.push({ at: now, price: halfUp(lmt * 100_000_000_000n, entered) * 10_000n });
      return { status: 200, body: { lmtPriceUSDC: shown('USDC', lmt) } };
    },
  });
};

const DEEDS: readonly Action[] = [
  review,
  review,
  review,
  review,
  pause,
  changeFee,
  changeGrowth,
  changeApy,
  changeLmtPrice,
  changeSolPrice,
  tightenSupply,
  correctSomebody,
  correctSomebody,
  sortPayments,
  sortPayments,
  anchorAll,
];

/** Runs one step of the owner. */
export async function rule(life: Life): Promise<void> {
  const isHeld = isPaused(life.terms, life.now) && life.random.chance(0.4);
  await (isHeld ? pause : life.random.pick(DEEDS))(life);
}
