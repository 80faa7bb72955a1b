import { type Instruction, type KeyPairSigner, address } from '@solana/kit';
import { type Changes, otherPrice, signAltered, signBuilt } from '#test/sells/owner-wallet';
import { signatureOf } from '#test/world/wallet';
import { Disagreement } from './disagreement.ts';
import type { Life, Write } from './life.ts';
import { type Expected, refused } from './model/account.ts';
import { MINUTE } from './model/arithmetic.ts';
import type { Answer } from './world.ts';

/** Time limit for the owner's wallet to sign. */
const SIGNING_MS = 15 * MINUTE;
const FINAL_MS = 20_000;
/** Rounds until a withdrawn transaction is void: advance, finality, and a job run. */
const WITHDRAWAL_ROUNDS = 3;

/** Payout to be made by the owner. */
interface Payout extends Pick<Write, 'account' | 'canBeSentTwice'> {
  readonly path: string;
  readonly body: object;
  /** Hands a transaction out to the owner's wallet; repeated after a withdrawal. */
  readonly handOut: () => Expected;
  /** Reverts a hand-out that was withdrawn. */
  readonly undo: () => void;
  /** Signs with the server's key or the owner's wallet. */
  readonly sign: () => Expected;
  /** Runs while the owner's wallet has the transaction. */
  readonly meanwhile?: () => Promise<void>;
}

type Way = 'signs' | 'alters' | 'delays' | 'comes too late' | 'drops';

const WAYS: readonly Way[] = ['signs', 'signs', 'alters', 'alters', 'delays', 'comes too late'];

const GUARD: Instruction = {
  programAddress: address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
  data: new Uint8Array([6, 0]),
};
const ALTERATIONS: readonly Changes[] = [
  otherPrice(9),
  { edit: (all) => [...all, GUARD] },
  { edit: (all) => [GUARD, ...all, GUARD] },
];

/**
 * Pays with the server's key, or in two calls with the owner's wallet, which signs, alters, delays or drops.
 * @returns Signature of the transaction sent; null if none.
 */
export async function payOut(life: Life, payout: Payout): Promise<string | null> {
  const { account, path, body, sign, canBeSentTwice } = payout;
  const asked = { account, isOwners: true, ...(canBeSentTwice ? { canBeSentTwice } : {}) } as const;
  const write = { ...asked, request: { method: 'POST', path, body } } as const;
  if (!life.world.isSignedByOwner) {
    const answer = await life.write({ ...write, apply: () => atOnce(payout) });
    if (answer.status !== 200) return null;
    return (answer.body['payout'] as { signature: string } | undefined)?.signature ?? null;
  }
  // After a withdrawal the owner hands out another payout, or the same again.
  let isAgain = false;
  for (;;) {
    const handed = await life.write({ ...write, apply: payout.handOut });
    if (handed.status !== 202) return null;
    const built = handed.body['transaction'] ?? (await again(life, write)).body['transaction'];
    const way: Way = life.random.pick<Way>(
      isAgain ? ['signs', 'alters'] : payout.meanwhile ? [...WAYS, 'drops'] : WAYS,
    );
    life.note(`the owner's wallet ${way}`);
    if (way === 'delays') await life.world.pass(life.random.below(SIGNING_MS));
    if (way === 'comes too late') await life.world.pass(SIGNING_MS + life.random.below(MINUTE));
    const signed = await signedBy(await life.world.ownerWallet(), {
      built: String(built),
      changes: way === 'alters' ? life.random.pick(ALTERATIONS) : null,
    });
    const back = {
      ...write,
      request: { ...write.request, body: { ...body, signedTransaction: signed } },
    };
    if (way === 'drops') await payout.meanwhile?.();
    else if (way === 'comes too late') await refusedWith(life, back, 'PAYOUT_EXPIRED');
    else if (way === 'alters') await refusedWith(life, back, 'PAYOUT_ALTERED');
    else {
      await life.write({ ...back, apply: sign });
      return signatureOf(signed);
    }
    await withdrawal(life);
    payout.undo();
    if (way === 'drops') return null;
    isAgain = way === 'alters';
  }
}

/**
 * Runs the jobs after a payout was signed and applied to the model. If a fault prevented the sending, the
 * jobs send it, or withdraw it if they run too late.
 */
export async function sendStored(life: Life): Promise<void> {
  if (life.faults) await life.runJobs();
}

/** With the server's key there is nothing to hand out. */
function atOnce({ handOut, sign }: Payout): Expected {
  const handed = handOut();
  return handed.status === 202 ? sign() : handed;
}

const signedBy = (
  wallet: KeyPairSigner,
  { built, changes }: { readonly built: string; readonly changes: Changes | null },
): Promise<string> => (changes ? signAltered(wallet, built, changes) : signBuilt(wallet, built));

/** A write that is refused or has no effect, without injected faults. */
async function again(life: Life, write: Omit<Write, 'apply'>): Promise<Answer> {
  const ask = (): Promise<Answer> => life.ask(write, life.place());
  return life.faults ? life.faults.read(ask) : ask();
}

export async function refusedWith(
  life: Life,
  write: Omit<Write, 'apply'>,
  code: string,
): Promise<void> {
  const answer = await again(life, write);
  life.expect({ ...write, apply: () => refused(409, code) }, refused(409, code), answer);
}

/** Advances time until the handed-out transaction can no longer land. */
async function withdrawal(life: Life): Promise<void> {
  await life.world.pass(SIGNING_MS);
  for (let round = 0; round < WITHDRAWAL_ROUNDS; round += 1) {
    await life.runJobs();
    await life.world.pass(FINAL_MS);
  }
}

/** Signs roots without an anchor with the owner's wallet. */
export async function anchorAll(life: Life): Promise<void> {
  if (!life.world.isSignedByOwner) return;
  for (const { day, memoStart } of life.proofs.unsigned()) {
    const request = { method: 'POST', path: `/api/admin/proof/${day}/anchor`, body: {} } as const;
    const handed = await again(life, { account: null, request });
    const memo = String(handed.body['memo']);
    if (handed.status !== 202 || !memo.startsWith(memoStart)) {
      throw new Disagreement([`anchor of ${day}`, JSON.stringify(handed)]);
    }
    const built = String(handed.body['transaction']);
    const changes = life.random.chance(0.3) ? life.random.pick(ALTERATIONS) : null;
    const signedTransaction = await signedBy(await life.world.ownerWallet(), { built, changes });
    await life.write({
      account: null,
      request: { ...request, body: { signedTransaction } },
      apply: () => ({ status: 200, body: { day, memo } }),
    });
    life.proofs.sign(day);
  }
}
