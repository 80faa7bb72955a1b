import { accountDifferences } from './check.ts';
import type { Life } from './life.ts';
import type { Account, Payment } from './model/account.ts';

/** More slots than finality takes. */
const GONE_MS = 20_000;
const TRIES = 3;

/** Occasionally rolls back the fork with a payment; its effects must be reversed. */
export async function mayRollBack(life: Life, account: Account, payment: Payment): Promise<void> {
  if (!life.faults || payment.use === null || payment.final || !life.random.chance(0.2)) return;
  life.faults.count('reorganisation');
  // Records the ids of its effects first.
  await life.check(account);
  life.world.net.faults.reorganise(payment.signature);
  account.payments = account.payments.filter((each) => each !== payment);
  account.held[payment.token] += payment.amount;
  account.held.SOL += payment.networkFee;
  await life.world.pass(GONE_MS);
  const isIt = ({ signature }: { signature: string | null }): boolean =>
    signature === payment.signature;
  for (const bond of account.bonds.filter(isIt)) {
    Object.assign(bond, { status: 'failed', startsAt: null, final: false });
  }
  if (payment.use === 'fee') account.credit -= payment.amount;
  const vaults = account.vaults.filter(isIt);
  for (const vault of vaults) {
    account.credit += vault.feePaid;
    account.unstaked += vault.amount;
    Object.assign(vault, { amount: 0n, completedAt: life.now, voided: true });
  }
  await life.runJobs(account);
  for (let tries = 1; tries < TRIES && (await isBehind(life, account)); tries += 1) {
    await life.world.pass(GONE_MS);
    for (const vault of vaults) vault.completedAt = life.now;
    await life.runJobs(account);
  }
}

/** True if a fault delayed the jobs, whose history searches are limited to a few per minute. */
const isBehind = async (life: Life, account: Account): Promise<boolean> =>
  (await accountDifferences(life, account, life.place())).length > 0;
