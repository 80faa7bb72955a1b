import type { StakeJson } from '#contract/stakes';
import { presentStake } from '#contract/present/stake';
import { type Change, followedBy, unchanged } from '#domain/base/change';
import { type Available, usableCredit } from '#domain/vaults/fee-credit';
import { type Lmt, add, lamports, parseRequestAmount, sub } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Vault } from '#domain/vaults/vault';
import { catchUpAll, unstakedAfter } from '#domain/vaults/vault-catch-up';
import { stake } from '#domain/vaults/vault-stake';
import type { Caller } from '../../guards/session.ts';
import type { HeldKey } from '../../base/held-key.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { changedVaults } from '#domain/vaults/vault-schedule';
import type { Session } from '../../store/db/database.ts';
import { openFeesOf } from '../../store/vaults/fee-payments.ts';
import { type Holder, readHolder } from '../../store/users/holders.ts';
import { keeping } from '../../store/write/idempotency.ts';
import { newId } from '../../store/db/ids.ts';
import { findPayment } from '../../store/bonds/payments.ts';
import type { Plan } from '../../store/write/plan.ts';
import { lockSupply } from '../../store/ledger/supply.ts';
import type { Rules } from '../../store/terms/terms.ts';
import { lockUser } from '../../store/users/users.ts';
import { vaultByFee, vaultsOf } from '../../store/vaults/vaults.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
import { feeForStake } from './fee-for-stake.ts';
import { type ProvenFee, provenFee } from '../payments/fee-payment.ts';
import { type TakenFee, takeFeePayment } from '../payments/take-fee-payment.ts';

interface OpenStakeInput {
  readonly amount: string;
  readonly autoRestakeEnabled: boolean;
  readonly feeTransactionHash?: string | undefined;
}

interface Asked {
  readonly amount: Lmt;
  readonly autoRestake: boolean;
  readonly signature: string | null;
}

/** Locks LMT in a new vault; its fee is taken from a payment that can be seen, and from credit. */
export async function openStake(
  parts: Parts,
  caller: Caller,
  input: OpenStakeInput,
  held: HeldKey | null,
): Promise<Result<Answer<StakeJson>>> {
  const { database, rules } = parts;
  const amount = parseRequestAmount('LMT', input.amount);
  if (!amount.ok) return amount;
  const { feeTransactionHash: signature = null, autoRestakeEnabled: autoRestake } = input;
  const known = signature && (await vaultByFee(database, caller.userId, signature));
  const paid = signature === null || known ? ok(null) : await provenFee(parts, caller, signature);
  if (!paid.ok) return paid;
  const asked: Asked = { amount: amount.value, autoRestake, signature };
  const used = paid.value && (await findPayment(database, { ...paid.value, token: 'SOL' }));
  return database.transaction(async (session) => {
    // Whoever takes a deposit holds this lock first, and the user's after it.
    if (used?.purpose === 'deposit') await lockSupply(session);
    await lockUser(session, caller.userId);
    const holder = await readHolder(session, caller.userId);
    if (!holder) return refuse('NOT_FOUND', { what: 'User' });
    const inForce = await rules.at(holder.termsVersion, session);
    const made = signature && (await vaultByFee(session, caller.userId, signature));
    if (made) return ok({ status: 200, body: present(made, inForce, holder) });
    return decide(parts, session, holder, inForce, asked, paid.value, held);
  });
}

const present = (vault: Vault, { terms }: Rules, { now }: Holder): StakeJson =>
  presentStake(catchUpAll([vault], terms, now).next[0] ?? vault, terms, now);

/** All of it under the user's lock. A payment that was posted as a fee is credit, whatever else is refused. */
async function decide(
  parts: Parts,
  session: Session,
  holder: Holder,
  rules: Rules,
  asked: Asked,
  paid: ProvenFee | null,
  held: HeldKey | null,
): Promise<Result<Answer<StakeJson>>> {
  const { userId, now } = holder;
  const vaultId = newId(now);
  const found = await takeFeePayment(session, holder, paid);
  if (!found.ok) return found;
  const taken = found.value;
  const available = await creditWith(session, holder, taken, paid);
  const fee = await feeForStake(parts, session, holder, rules, asked.amount, paid, available);
  const before = await vaultsOf(session, userId);
  const caught = catchUpAll(before, rules.terms, now);
  const unstaked = unstakedAfter(userId, holder.unstaked, caught.journals);
  const signature = paid === null ? null : asked.signature;
  const request = { id: vaultId, userId, amount: asked.amount, autoRestake: asked.autoRestake };
  const { finalized } = taken;
  const staked = fee.ok
    ? stake(
        request,
        unstaked,
        { fee: fee.value, credit: available.certain, signature, finalized },
        now,
      )
    : fee;
  if (!staked.ok) {
    // What was a bond or a deposit stays one, unless it is only not enough.
    const isFee = ['FEE_REQUIRED', 'FEE_NOT_SEEN'].includes(staked.refusal.code);
    if (taken.wasElse && !isFee) return staked;
    await write(session, holder, unchanged(null), await taken.take(session, null), {});
    return staked;
  }
  const body = presentStake(staked.value.next, rules.terms, now);
  const after = [...caught.next, staked.value.next];
  const vaults = changedVaults(before, after, rules.terms);
  const keep = keeping(held, 201, body);
  const plan = await taken.take(session, vaultId);
  await write(session, holder, followedBy(caught, staked.value), plan, { vaults, keep });
  return ok({ status: 201, body });
}

/** Writes what was decided, and before it what its payment does. */
async function write(
  session: Session,
  { userId, version, now }: Holder,
  change: Change<unknown>,
  fee: Partial<Plan>,
  more: Partial<Plan>,
): Promise<void> {
  const journals = [...(fee.journals ?? []), ...change.journals];
  if (journals.length === 0) return;
  const plan = { ...fee, ...more, userId, version, now, journals, items: change.items };
  await writeLocked(session, plan);
}

/** Credit that this stake may use: what is certain, and its own payment, whose fate it shares. */
async function creditWith(
  session: Session,
  { userId, credit }: Holder,
  { added }: TakenFee,
  paid: ProvenFee | null,
): Promise<Available> {
  const open = await openFeesOf(session, userId);
  const others = open.filter(({ signature }) => signature !== paid?.signature);
  const certain = usableCredit(credit, others);
  // Who has posted a payment waits for another of theirs; who has posted none is asked for one.
  const uncertain = paid ? sub(credit, certain) : lamports(0n);
  return { certain: add(certain, added), uncertain };
}
