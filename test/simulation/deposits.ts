import type { Life } from './life.ts';
import {
  type Account,
  type Bond,
  type Deposit,
  type Payment,
  lmtItem,
  refused,
  restOf,
} from './model/account.ts';
import { amount as shown, inLmt, lower } from './model/arithmetic.ts';
import { assignedBond, showBond } from './model/bonds.ts';
import { usableCredit } from './model/stakes.ts';
import { age } from './model/vaults.ts';
import { payOut, sendStored } from './owner-wallet.ts';

/** Deletes a bond as the owner: its LMT, as far as available, and its payment becomes an unmatched deposit. */
async function deleteBond(life: Life, account: Account): Promise<void> {
  const { random, terms, now } = life;
  const paid = account.bonds.filter(
    ({ id, deleted, status }) =>
      id !== null && !deleted && (status === 'confirmed' || status === 'completed'),
  );
  if (paid.length === 0) return;
  const bond = random.pick(paid);
  const payment = paymentOf(life, bond);
  const { status } = await life.write({
    account,
    isOwners: true,
    request: { method: 'DELETE', path: `/api/admin/bonds/${bond.id}` },
    apply: () => {
      if (bond.status === 'confirmed' && !bond.final) return refused(409, 'BOND_NOT_FINALIZED');
      age(account, terms, now);
      const isClaimed = bond.status === 'completed';
      const taken = isClaimed ? lower(account.unstaked, bond.lmt) : bond.lmt;
      if (isClaimed) account.unstaked -= taken;
      const note = 'Adjusted by the owner: bond deleted';
      account.items.push(lmtItem('withdraw', { at: now, amount: taken, note }));
      bond.deleted = true;
      payment.use = 'deposit';
      return { status: 200, body: { shortfall: inLmt(bond.lmt - taken) } };
    },
  });
  if (status !== 200) return;
  const request = { method: 'GET', path: '/api/admin/deposits/unmatched' } as const;
  const { body } = await life.ask({ account: null, request }, life.place());
  const listed = body as unknown as { id: string; signature: string }[];
  const id = listed.find(({ signature }) => signature === payment.signature)?.id ?? '';
  const sender = senderOf(life, payment);
  life.deposits.push({ id, payment, sender, status: 'open', signature: null });
}

function paymentOf(life: Life, { signature }: Bond): Payment {
  const found = life
    .everybody()
    .flatMap(({ payments }) => payments)
    .find((payment) => payment.signature === signature);
  if (!found) throw new Error('a bond without a payment');
  return found;
}

function senderOf(life: Life, payment: Payment): Account {
  const found = life.everybody().find(({ payments }) => payments.includes(payment));
  if (!found) throw new Error('a payment of nobody');
  return found;
}

async function assign(life: Life, account: Account, deposit: Deposit): Promise<void> {
  const { terms, now } = life;
  const path = `/api/admin/deposits/unmatched/${deposit.id}/assign`;
  await life.write({
    account,
    isOwners: true,
    request: { method: 'POST', path, body: { userId: account.id } },
    apply: () => {
      deposit.status = 'assigned';
      const bond = assignedBond(account, deposit.payment, { terms, now });
      return { status: 201, body: showBond(bond, now) };
    },
  });
}

async function refund(life: Life, deposit: Deposit): Promise<void> {
  const { payment, sender } = deposit;
  const body = { payout: { amount: shown(payment.token, restOf(payment)) } };
  deposit.signature = await payOut(life, {
    account: null,
    path: `/api/admin/deposits/unmatched/${deposit.id}/refund`,
    body: {},
    handOut: () => ({ status: 202, body }),
    undo: () => {},
    sign: () => ({ status: 200, body }),
    canBeSentTwice: true,
  });
  deposit.status = 'refunding';
  sender.held[payment.token] += restOf(payment);
  await sendStored(life);
}

async function refundCredit(life: Life, account: Account): Promise<void> {
  if (account.creditRefund !== null) return;
  let back = 0n;
  account.creditRefund = await payOut(life, {
    account,
    path: `/api/admin/users/${account.id}/refund-credit`,
    body: {},
    handOut: () => {
      back = usableCredit(account);
      if (back === 0n) return refused(409, 'NOTHING_TO_REFUND');
      account.credit -= back;
      return { status: 202, body: { amount: shown('SOL', back) } };
    },
    undo: () => {
      account.credit += back;
    },
    sign: () => {
      account.held.SOL += back;
      return { status: 200, body: { amount: shown('SOL', back) } };
    },
  });
  await sendStored(life);
}

/** Assigns or refunds unmatched deposits, as the owner. */
export async function sortPayments(life: Life): Promise<void> {
  const everybody = life.everybody();
  if (everybody.length === 0) return;
  const account = life.random.pick(everybody);
  const open = life.deposits.filter(({ status }) => status === 'open');
  const deposit = open.length > 0 ? life.random.pick(open) : null;
  const roll = life.random.below(3);
  if (deposit && roll === 0) await assign(life, account, deposit);
  else if (deposit && roll === 1) await refund(life, deposit);
  else if (roll === 2) await refundCredit(life, account);
  else await deleteBond(life, account);
  await life.check(account);
}
