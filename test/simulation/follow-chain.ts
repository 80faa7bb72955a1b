import type { Life } from './life.ts';
import type { Account, Payment } from './model/account.ts';
import { MINUTE } from './model/arithmetic.ts';
import { isExpected, settle } from './model/bonds.ts';

const SLOT_MS = 400;
const FINAL_SLOTS = 32;
/** Slots by which a confirmed slot lags behind the newest. */
const CONFIRMED_SLOTS = 2;

/** Applies to the model what the jobs do with the current chain. */
export async function followChain(life: Life): Promise<void> {
  for (const account of life.everybody()) {
    for (const payment of account.payments) {
      if (payment.final || !life.world.onChain.isFinal(payment.slot)) continue;
      if (payment.use === null) watch(life, account, payment);
      else finalize(account, payment);
    }
    for (const sell of account.sells) {
      if (sell.status !== 'approved' || sell.settled || sell.signature === null) continue;
      if (life.faults) await life.faults.learnSignature(life, account, sell);
      if (await life.world.onChain.isFinalTransaction(sell.signature)) sell.settled = true;
    }
    const { creditRefund } = account;
    if (creditRefund && (await life.world.onChain.isFinalTransaction(creditRefund))) {
      account.creditRefund = null;
    }
  }
  for (const deposit of life.deposits) {
    if (deposit.status !== 'refunding' || deposit.signature === null) continue;
    if (await life.world.onChain.isFinalTransaction(deposit.signature)) deposit.status = 'refunded';
  }
}

/** Settles a payment with a quote at once; others wait a minute for their payer. */
function watch(life: Life, account: Account, payment: Payment): void {
  const { now, terms, world } = life;
  if (!isExpected(payment)) {
    const behind = world.net.slot() - CONFIRMED_SLOTS - payment.slot - FINAL_SLOTS;
    payment.decideAt ??= now + MINUTE - Math.max(0, behind) * SLOT_MS;
    if (now < payment.decideAt) return;
  }
  payment.final = true;
  settle(account, payment, { terms, now, isDue: !isExpected(payment) });
}

function finalize({ bonds, vaults }: Account, payment: Payment): void {
  payment.final = true;
  const bond = bonds.find(({ signature }) => signature === payment.signature);
  if (bond) bond.final = true;
  const vault = vaults.find(({ signature }) => signature === payment.signature);
  if (vault) vault.feeFinal = true;
}
