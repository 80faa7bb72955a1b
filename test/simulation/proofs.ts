import { lastIn, leavesOf, memoStartOf, owedTo, rootOf, type Me } from '#test/proof/second';
import { differences } from './differences.ts';
import { Disagreement } from './disagreement.ts';
import { START } from './frozen-time.ts';
import type { Life } from './life.ts';
import type { Account } from './model/account.ts';
import { iso, total } from './model/arithmetic.ts';
import { totalOf } from './model/show.ts';

/** Wallets that check their own leaves each day; rotates if there are more users. */
const WALLETS_A_DAY = 5;
/** Weekly checks that may miss an anchor after faults. */
const FAULTY_LOOKS_MAX = 2;

type Owed = ReadonlyMap<Account, bigint>;

interface Day {
  readonly day: string;
  readonly root: string;
  readonly totalUnits: string;
  readonly logHead: string;
  readonly treasury: string;
}

const dayOf = (at: number): string => iso(at).slice(0, 10);

/** LMT owed to each wallet now. */
export const owedToAll = (life: Life): Owed =>
  new Map(life.everybody().map((account) => [account, totalOf(account, life.terms, life.now)]));

/** Compares each day's proof of liabilities with the model, through the tests' own tree implementation. */
export class Proofs {
  /** Newest first. */
  readonly #days: string[] = [];
  /** Published roots by day. */
  readonly #roots = new Map<string, string>();
  /** Days whose anchor has not been seen on the chain, and how often it was looked for. */
  readonly #unanchored = new Map<Day, number>();

  /** Days signed by the owner's wallet. */
  readonly #signed = new Set<string>();

  /** Days whose root the owner's wallet has still to sign for, oldest first. */
  unsigned(): { readonly day: string; readonly memoStart: string }[] {
    const open = [...this.#unanchored.keys()].filter(({ day }) => !this.#signed.has(day));
    return open.map((published) => ({ day: published.day, memoStart: memoStartOf(published) }));
  }

  sign(day: string): void {
    this.#signed.add(day);
  }

  /**
   * Runs after all jobs: checks the proof of a day that has begun since.
   * @param before LMT owed before the jobs.
   * @param unsure Account whose state the jobs may have left unchanged under a fault.
   */
  async look(life: Life, before: Owed, unsure: Account | null): Promise<void> {
    const day = dayOf(life.now);
    if (day === dayOf(START) || day === this.#days[0]) return;
    this.#days.unshift(day);
    const after = owedToAll(life);
    const published = (await read(life, `/api/proof/${day}`)) as unknown as Day;
    const listed = await read(life, '/api/proof');
    const leaves = leavesOf(await life.world.text(life.place(), `/api/proof/${day}/leaves`));
    const root = rootOf(leaves);
    const sum = total([...after.values()]);
    // After a fault the server may have counted an account later, so only its tree path is checked.
    const isSure = (account: Account): boolean =>
      !life.faults || (account !== unsure && before.get(account) === after.get(account));
    const isAllSure = [...after.keys()].every(isSure);
    const found = differences(
      {
        days: this.#days,
        at: iso(life.now),
        root: root.hash.toString('hex'),
        leaves: leaves.length,
        sum: root.sum.toString(),
        ...(isAllSure
          ? {
              totalUnits: sum.toString(),
              wallets: [...after.values()].filter((owed) => owed > 0n).length,
            }
          : {}),
      },
      { ...published, ...listed, sum: published.totalUnits },
      `proof of ${day}`,
    );
    for (const account of someOf(life, [...after.keys()])) {
      const mine = await read(life, `/api/proof/${day}/me`, account);
      const shown = owedTo(mine as unknown as Me);
      const owed = isSure(account) ? after.get(account) : shown;
      const own = { wallet: account.wallet, root: published.root, owed };
      found.push(...differences(own, { ...mine, owed: shown }, `user ${account.user} on ${day}`));
    }
    if (found.length > 0) throw new Disagreement(found);
    this.#unanchored.set(published, 0);
    this.#roots.set(day, published.root);
    life.note(`proof of ${day}: ${published.totalUnits} units`);
  }

  /** Expects each root on the chain, in a memo signed by the treasury. */
  async anchorDifferences(life: Life): Promise<string[]> {
    const found: string[] = [];
    for (const [published, looks] of this.#unanchored) {
      const { day, treasury } = published;
      if (life.world.isSignedByOwner && !this.#signed.has(day)) continue;
      const { anchor } = (await read(life, `/api/proof/${day}`)) as unknown as {
        anchor: { signature: string; memo: string } | null;
      };
      const isFinal = anchor && (await life.world.onChain.isFinalTransaction(anchor.signature));
      if (!isFinal) {
        // A fault may delay an anchor until it expires; the owner's wallet then signs again.
        if (anchor === null) this.#signed.delete(day);
        const looksMax = life.faults ? FAULTY_LOOKS_MAX : 0;
        if (looks >= looksMax) found.push(`the root of ${day} is not on the chain`);
        this.#unanchored.set(published, looks + 1);
        continue;
      }
      const { memo, signers } = await life.world.onChain.memoIn(anchor.signature);
      found.push(...differences({ memo }, { memo: anchor.memo }, day));
      if (!memo.startsWith(memoStartOf(published))) found.push(`${day} is anchored by ${memo}`);
      const last = lastIn(memo);
      if (last && this.#roots.get(last.day) !== last.root) {
        found.push(`the anchor of ${day} names ${last.root} for ${last.day}`);
      }
      if (!signers.includes(treasury)) found.push(`${day} is not signed by the treasury`);
      this.#unanchored.delete(published);
    }
    return found;
  }
}

/** All accounts if there are few, otherwise consecutive ones from a random start. */
function someOf({ random }: Life, accounts: readonly Account[]): readonly Account[] {
  if (accounts.length <= WALLETS_A_DAY) return accounts;
  const from = random.below(accounts.length);
  return [...accounts, ...accounts].slice(from, from + WALLETS_A_DAY);
}

async function read(
  life: Life,
  path: string,
  account: Account | null = null,
): Promise<Readonly<Record<string, unknown>>> {
  const asked = { account, request: { method: 'GET', path } } as const;
  const { status, body } = await life.ask(asked, life.place());
  if (status !== 200)
    throw new Disagreement([`GET ${path} answered ${status}`, JSON.stringify(body)]);
  return body;
}
