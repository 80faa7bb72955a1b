import type { Life } from './life.ts';
import type { Account, Payment } from './model/account.ts';

const FEE_OF_TRANSACTION = 5_000n;
/** More slots than it takes until a block is final, or gone. */
const GONE_MS = 20_000;

/** Now and then the cluster drops the fork that a payment was on: what the payment had made is taken back. */
export async function mayVanish(life: Life, account: Account, payment: Payment): Promise<void> {
  if (!life.faults || payment.use === null || payment.final || !life.random.chance(0.2)) return;
  life.faults.count('reorganisation');
  // What it has made is known by then.
  await life.check(account);
  life.world.net.faults.reorganise(payment.signature);
  account.payments = account.payments.filter((each) => each !== payment);
  account.held[payment.token] += payment.amount;
  account.held.SOL += FEE_OF_TRANSACTION;
  await life.world.pass(GONE_MS);
  await life.runJobs();
  const isIt = ({ signature }: { signature: string | null }): boolean =>
    signature === payment.signature;
  for (const bond of account.bonds.filter(isIt)) {
    Object.assign(bond, { status: 'failed', startsAt: null, final: false });
  }
  if (payment.use === 'fee') account.credit -= payment.amount;
  for (const vault of account.vaults.filter(isIt)) {
    account.credit += vault.feePaid;
    account.unstaked += vault.amount;
    Object.assign(vault, { amount: 0n, completedAt: life.now, voided: true });
  }
}
