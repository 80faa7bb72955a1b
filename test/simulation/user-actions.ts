import { bondAction } from './bond-actions.ts';
import type { Life } from './life.ts';
import type { Account, Bond, Vault } from './model/account.ts';
import { type PayToken, DAY, inLmt } from './model/arithmetic.ts';
import { claim } from './model/bonds.ts';
import { cancelSell, limitOf, requestSell, showEligibility } from './model/sells.ts';
import { isPaused } from './model/terms.ts';
import { phaseOf, withdrawable } from './model/vault-figures.ts';
import {
  type OnVault,
  activate,
  age,
  chooseAuto,
  complete,
  restake,
  unstake,
} from './model/vaults.ts';
import { stakeAction } from './stake-actions.ts';

/** User action; does nothing if it has no object. */
export type Action = (life: Life, account: Account) => Promise<void>;

/** @param one Bond to claim; default: a random one. */
export const claimAction = async (life: Life, account: Account, one?: Bond): Promise<void> => {
  const { random, terms, now } = life;
  const bonds = account.bonds.filter(({ id, deleted }) => id !== null && !deleted);
  const ripe = bonds.filter((bond) => bond.status === 'confirmed');
  if (bonds.length === 0) return;
  const bond = one ?? random.pick(ripe.length > 0 && random.chance(0.9) ? ripe : bonds);
  await life.write({
    account,
    request: {
      method: 'PATCH',
      path: `/api/bonds/${bond.id}/status`,
      body: { status: 'completed' },
    },
    apply: () => claim(account, bond, { terms, now }),
    canBeSentTwice: true,
  });
};

/** Action on a vault: the given one, otherwise preferably one for which it is possible. */
type VaultAction = (life: Life, account: Account, one?: Vault) => Promise<void>;

function onVault(
  isFitting: (vault: Vault, now: number) => boolean,
  make: (of: OnVault, life: Life) => Omit<Parameters<Life['write']>[0], 'account'>,
): VaultAction {
  return async (life, account, one) => {
    const { random, terms, now } = life;
    age(account, terms, now);
    const vaults = account.vaults.filter(({ deleted }) => !deleted);
    const fitting = vaults.filter((vault) => isFitting(vault, now));
    if (vaults.length === 0) return;
    const vault = one ?? random.pick(fitting.length > 0 && random.chance(0.9) ? fitting : vaults);
    await life.write({ account, ...make({ account, vault, terms, now }, life) });
  };
}

const isIn =
  (...phases: readonly string[]) =>
  (vault: Vault, now: number): boolean =>
    phases.includes(phaseOf(vault, now));

export const activateAction = onVault(isIn('ready'), (of) => ({
  request: { method: 'POST', path: `/api/stakes/activate/${of.vault.id}` },
  apply: () => activate(of),
  canBeSentTwice: true,
}));

export const restakeAction = onVault(isIn('window'), (of) => ({
  request: { method: 'POST', path: `/api/stakes/restake/${of.vault.id}` },
  apply: () => {
    const { status, body } = restake(of);
    // Refusals are plain text, with the code in a header.
    return { status, body: status === 200 ? body : { code: body['code'] } };
  },
  canBeSentTwice: true,
}));

export const completeAction = onVault(isIn('window', 'completed'), (of) => ({
  request: { method: 'PATCH', path: `/api/stakes/${of.vault.id}`, body: { status: 'completed' } },
  apply: () => complete(of),
  canBeSentTwice: true,
}));

export const toggleAction = onVault(isIn('running', 'window', 'vesting'), (of, { random }) => {
  const enabled = random.chance(0.5);
  const path = `/api/stakes/${of.vault.id}/auto-restake`;
  return {
    request: { method: 'PATCH', path, body: { enabled } },
    apply: () => chooseAuto(of, enabled),
    canBeSentTwice: true,
  };
});

/** Maximum, maximum plus one unit, or a random part. */
function around(life: Life, most: bigint): bigint {
  const roll = life.random.below(10);
  if (roll < 2) return most + 1n;
  return roll < 5 ? most : life.random.shareOf(most);
}

export const unstakeAction = onVault(isIn('window'), (of, life) => {
  const amount = around(life, withdrawable(of.vault));
  const path = `/api/withdraw/${of.vault.id}`;
  return {
    request: { method: 'POST', path, body: { amount: inLmt(amount) } },
    apply: () => unstake(of, amount),
    canBeSentTwice: true,
  };
});

export const sellAction: Action = async (life, account) => {
  const { random, terms, now } = life;
  age(account, terms, now);
  const amount = around(life, limitOf(account, now));
  const token: PayToken = random.chance(0.5) ? 'SOL' : 'USDC';
  const body = { userId: account.id, amount: inLmt(amount), payoutToken: token };
  await life.write({
    account,
    request: { method: 'POST', path: '/api/lmt/sell', body },
    apply: () => requestSell(account, { amount, token, terms, now }),
    canBeSentTwice: true,
  });
};

const cancelAction: Action = async (life, account) => {
  const { random, terms, now } = life;
  // Skips payouts in progress, whose withdrawal has its own tests.
  const sells = account.sells.filter(({ status, settled }) => status !== 'approved' || settled);
  if (sells.length === 0) return;
  const pending = sells.filter(({ status }) => status === 'pending');
  const sell = random.pick(pending.length > 0 ? pending : sells);
  await life.write({
    account,
    request: { method: 'DELETE', path: `/api/sell-verifications/${sell.id}` },
    apply: () => cancelSell(account, sell, { terms, now }),
    canBeSentTwice: true,
  });
};

const ALL: readonly Action[] = [
  bondAction,
  bondAction,
  claimAction,
  stakeAction,
  activateAction,
  restakeAction,
  unstakeAction,
  completeAction,
  toggleAction,
  sellAction,
  cancelAction,
];

/** Actions that make sense in the current state. */
function sensible(life: Life, account: Account): Action[] {
  const { terms, now } = life;
  age(account, terms, now);
  const { eligible, pending } = showEligibility(account, terms, now);
  const phases = account.vaults.map((vault) => phaseOf(vault, now));
  const isRipe = account.bonds.some(
    ({ status, startsAt, deleted }) =>
      status === 'confirmed' && !deleted && startsAt !== null && now >= startsAt + DAY,
  );
  const actions: Action[] = [];
  if (isRipe) actions.push(claimAction, claimAction);
  if (phases.includes('ready')) actions.push(activateAction, activateAction);
  if (phases.includes('window'))
    actions.push(restakeAction, unstakeAction, unstakeAction, toggleAction);
  if (eligible && !pending) actions.push(sellAction, sellAction);
  if (pending) actions.push(cancelAction);
  if (account.unstaked > 100_000_000n) actions.push(stakeAction, stakeAction);
  return actions;
}

/** Runs one step of a user. */
export async function live(life: Life, account: Account): Promise<void> {
  const { random, terms, now } = life;
  const useful = isPaused(terms, now) && random.chance(0.5) ? [] : sensible(life, account);
  // A user without useful actions bonds; senseless actions happen occasionally.
  const isOdd = random.chance(0.2);
  await random.pick(isOdd ? ALL : useful.length > 0 ? useful : [bondAction])(life, account);
}
