import type { Action } from './user-actions.ts';
import type { Life } from './life.ts';
import type { Account, Payment } from './model/account.ts';
import { MINUTE, inLmt } from './model/arithmetic.ts';
import { openStake, quoteFee } from './model/stakes.ts';
import { age } from './model/vaults.ts';
import { mayRollBack } from './rollback.ts';

type Kind = 'exact' | 'over' | 'under' | 'credit' | 'late' | 'again';

const KINDS: readonly Kind[] = [
  ...Array.from({ length: 8 }, () => 'exact' as const),
  'over',
  'over',
  'under',
  'credit',
  'late',
  'again',
];
const FINAL_MS = 20_000;
/** Users may have a hundred open vaults; the simulation needs a few dozen. */
const VAULTS_MAX = 30;

function amountOf({ random }: Life, { unstaked }: Account): bigint {
  const roll = random.below(20);
  if (roll === 0) return unstaked + 1n;
  if (roll === 1) return 9_999n;
  return roll < 6 ? unstaked : random.shareOf(unstaked);
}

/** Remaining fee; null if the amount is refused. */
async function feeOf(life: Life, account: Account, amount: bigint): Promise<bigint | null> {
  const { terms, now } = life;
  const { status, body } = await life.write({
    account,
    request: { method: 'GET', path: `/api/stakes/fee-quote?amount=${inLmt(amount)}` },
    apply: () => quoteFee(account, amount, { terms, now }),
  });
  const quote = account.feeQuotes.findLast((each) => each.amount === amount);
  if (status !== 200 || !quote) return null;
  quote.reference = String(body['reference']);
  return BigInt(String(body['lamports']));
}

/** Stakes, with the fee paid in one of the possible ways. */
export const stakeAction: Action = async (life, account) => {
  const { random, terms } = life;
  age(account, terms, life.now);
  const open = account.vaults.filter(({ completedAt }) => completedAt === null);
  if (account.unstaked === 0n || open.length >= VAULTS_MAX) return;
  const kind = random.pick(KINDS);
  const amount = amountOf(life, account);
  if (kind === 'again') {
    const fees = account.payments.filter(({ feeQuote }) => feeQuote !== null);
    if (fees.length > 0) await post(life, account, { amount, payment: random.pick(fees) });
    else await payUnannounced(life, account, amount);
    return;
  }
  const due = await feeOf(life, account, amount);
  if (due === null) return post(life, account, { amount, payment: null });
  const payment =
    kind === 'credit' || due < 2n ? null : await payFee(life, account, { kind, amount, due });
  if (kind === 'late') {
    await life.world.pass(FINAL_MS);
    await life.runJobs();
  }
  await post(life, account, { amount, payment });
  if (payment) await mayRollBack(life, account, payment);
};

/** Pays the fee without a quote and posts it late: the watcher has made a bond of it, or it is too old. */
async function payUnannounced(life: Life, account: Account, amount: bigint): Promise<void> {
  const { random, world } = life;
  const due = await feeOf(life, account, amount);
  if (due === null) return;
  const sum = 10_000_000n + (due * BigInt(50 + random.below(150))) / 100n;
  const payment = await life.pay(account, { token: 'SOL', amount: sum });
  await world.pass(FINAL_MS);
  await life.runJobs();
  await world.pass(random.chance(0.7) ? 2 * MINUTE : 11 * MINUTE);
  await life.runJobs();
  await post(life, account, { amount, payment });
}

function payFee(
  life: Life,
  account: Account,
  { kind, amount, due }: { readonly kind: Kind; readonly amount: bigint; readonly due: bigint },
): Promise<Payment> {
  const feeQuote = account.feeQuotes.findLast((each) => each.amount === amount) ?? null;
  const paid = { exact: due, late: due, over: due + due / 3n + 5n, under: due / 2n }[
    kind as 'exact' | 'late' | 'over' | 'under'
  ];
  return life.pay(account, { token: 'SOL', amount: paid, feeQuote });
}

async function post(
  life: Life,
  account: Account,
  { amount, payment }: { readonly amount: bigint; readonly payment: Payment | null },
): Promise<void> {
  const { random, terms, now, world } = life;
  const auto = random.chance(0.5);
  const fee = payment ? { feeTransactionHash: payment.signature } : {};
  const body = { userId: account.id, amount: inLmt(amount), autoRestakeEnabled: auto, ...fee };
  const isFinal = payment !== null && world.onChain.isFinal(payment.slot);
  await life.write({
    account,
    request: { method: 'POST', path: '/api/stakes', body },
    apply: () => openStake(account, { amount, auto, payment, isFinal, terms, now }),
    canBeSentTwice: true,
  });
}
